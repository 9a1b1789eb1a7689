/** Each check says of its fixtures what is written in them, and nothing else. */
import assert from 'node:assert/strict';
import { allFixtures, findingsOf, marksOf, placeOf } from './fixtures.ts';

const fixtures = allFixtures();

describe('the checks of a file', () => {
  for (const { name, text } of fixtures) {
    it(`say what is expected of ${name}`, async () => {
      const marks = marksOf(text);
      const findings = await findingsOf(text);
      const told = findings.map(({ span, severity, code, message }) => ({
        place: placeOf(span, text),
        what: `${severity} ${code}`,
        message,
      }));
      const related = findings
        .flatMap((finding) => finding.related)
        .filter(({ span }) => span.uri === 'test:/fixture.aft')
        .map(({ span, message }) => ({ place: placeOf(span, text), what: 'related', message }));
      const actual = [...told, ...unique(related)].map((each) => {
        const same = marks.find(
          ({ place, what, message }) => place === each.place && what === each.what && each.message.includes(message),
        );
        return `${each.place} ${each.what} "${same?.message ?? each.message}"`;
      });
      assert.deepEqual(actual.sort(), marks.map(({ place, what, message }) => `${place} ${what} "${message}"`).sort());
    });
  }
});

/** A place that several findings point to is marked once. */
function unique<T extends { readonly place: string; readonly message: string }>(places: readonly T[]): T[] {
  const seen = new Set<string>();
  return places.filter(({ place, message }) => {
    const key = `${place} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}
