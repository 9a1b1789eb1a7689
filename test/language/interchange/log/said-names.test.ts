/** What a log is, and which entities it means, where it writes little of it. */
import assert from 'node:assert/strict';
import { entitiesLike, unknownInComplete } from '../../../../language/src/interchange/log/complete-names.ts';
import { type Mapping, readMapping } from '../../../../language/src/interchange/log/mapping.ts';
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

describe('what "complete" names', () => {
  const rules = (complete: object): Mapping => {
    const read = readMapping(JSON.stringify({ complete: [complete], lines: [{ match: 'a', is: 'end', entity: 'b' }] }));
    if (!('value' in read)) assert.fail(JSON.stringify(read));
    return read.value;
  };
  const text = 'machine M for pd { initial state Idle }\nnode h { pd db runs M  pd api1  pd api2 }\npd api3';

  it('is an entity by a unique ending, or those whose names are like it', async () => {
    const model = await lowered(text);
    const named = (wanted: string): string[] =>
      entitiesLike(model, saidNames(model), wanted).map((id) => model.entities[id]?.name ?? '');
    assert.deepEqual(named('db'), ['h.db']);
    assert.deepEqual(named('h.*'), ['h.db', 'h.api1', 'h.api2']);
    assert.deepEqual(named('api*'), ['api3']);
    assert.deepEqual(named('d*'), ['h.db']);
  });

  it('is refused if the model does not have it: every log would fit', async () => {
    const model = await lowered(text);
    const refusal = (complete: object): string | undefined => unknownInComplete(model, rules(complete));
    assert.match(refusal({ kind: 'state', of: ['shop'] }) ?? '', /names "shop", which is no entity of the model/);
    assert.match(refusal({ kind: 'state', of: ['x*'] }) ?? '', /names "x\*"/);
    assert.match(
      refusal({ kind: 'state', named: ['Busy'] }) ?? '',
      /names "Busy", which is no event, state or variable/,
    );
    assert.equal(refusal({ kind: 'state', of: ['db'], named: ['Idle'] }), undefined);
    assert.equal(refusal({ kind: 'fault', of: ['*'], named: ['crash'] }), undefined);
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
