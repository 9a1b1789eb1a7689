/** The validation of JSON against the schema detects mismatches. */
import assert from 'node:assert/strict';
import { schemaFaults } from './json-shape.ts';

const counts = { errors: 0, warnings: 0, information: 0, hints: 0 };
const good = { version: 1, command: 'check', files: [], counts, unreadable: [] };

describe('the schema of the JSON', () => {
  it('fits a result without findings', () => {
    assert.deepEqual(schemaFaults(good), []);
  });

  const bad: readonly (readonly [string, unknown])[] = [
    ['another version', { ...good, version: 2 }],
    ['an unknown command', { ...good, command: 'chek' }],
    ['a missing field', { version: 1, command: 'check', files: [], counts }],
    ['a field that is not listed', { ...good, extra: true }],
    ['a count below nothing', { ...good, counts: { ...counts, errors: -1 } }],
    ['a finding without its fields', { ...good, files: [{ file: 'a.aft', findings: [{}] }] }],
    ['a list in place of the object', [good]],
  ];
  for (const [name, value] of bad) {
    it(`refuses ${name}`, () => {
      assert.notDeepEqual(schemaFaults(value), []);
    });
  }
});
