/** Each check says of its fixtures what is written in them, and nothing else. */
import { allFixtures, assertMarked, findingsOf } from './fixtures.ts';

const fixtures = allFixtures();

describe('the checks of a file', () => {
  for (const { name, text } of fixtures) {
    it(`say what is expected of ${name}`, async () => {
      assertMarked(text, await findingsOf(text));
    });
  }
});
