/** Each check has exactly the findings that its fixtures declare. */
import { allFixtures, assertMarked, findingsOf } from './fixtures.ts';

const fixtures = allFixtures();

describe('the checks of a file', () => {
  for (const { name, text } of fixtures) {
    it(`say what is expected of ${name}`, async () => {
      assertMarked(text, await findingsOf(text));
    });
  }
});
