/** What a log is, and which entities it means, where it writes little of it. */
import assert from 'node:assert/strict';
import { recordsOf, sourceOf } from '../../../../language/src/interchange/log/records.ts';
import { saidNames } from '../../../../language/src/interchange/log/said-names.ts';
import { lowered } from '../../dsl/load-text.ts';

describe('a name in a log', () => {
  it('may be the unique ending of the name of an entity', async () => {
    const model = await lowered("node 'h.1' { pd 'web.x'  pd db  pd a { pd b } }\nnode n { pd a }\npd db");
    const { entity } = saidNames(model);
    const meant = (said: string): string | undefined => model.entities[entity(said) ?? -1]?.name;
    assert.equal(meant('web.x'), "'h.1'.'web.x'");
    assert.equal(meant('a.b'), "'h.1'.a.b");
    assert.equal(meant('h.1.db'), "'h.1'.db");
    assert.equal(meant('db'), 'db');
    // Two end in this; and no name ends in a part of what stands in quotes.
    assert.equal(meant('a'), undefined);
    assert.equal(meant('x'), undefined);
  });
});

describe('a log with times', () => {
  it('is plain text if a line with a time is no report of OTP', () => {
    const lines = ['web: state Busy', 'error: db terminated'].map((said) => `2026-11-23T10:00:01Z ${said}`);
    const text = lines.join('\n');
    assert.equal(sourceOf(text), 'text');
    assert.equal(sourceOf(lines[1] ?? ''), 'otp');
    assert.deepEqual(
      recordsOf(text).records.map(({ fields }) => fields.text),
      lines,
    );
  });
});
