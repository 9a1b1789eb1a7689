/** Mappings that are not right, their schema, and those that are drafted. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { draftMapping } from '../../../../language/src/interchange/log/draft.ts';
import { readMapping, unloggedFaults } from '../../../../language/src/interchange/log/mapping.ts';
import { logSources, recordsOf } from '../../../../language/src/interchange/log/records.ts';
import { factKinds } from '../../../../language/src/simulation/conform/fact.ts';
import { programOf } from '../../simulation/random-systems.ts';
import { model, stated } from './stated.ts';

describe('a mapping', () => {
  const rule = { where: { a: 'b' }, is: 'end', entity: '{x}' };
  for (const [what, mapping, sentence] of [
    ['no object', [], 'it is not an object'],
    ['no rules', {}, '"lines" is not a list of rules'],
    ['an unknown field', { lines: [rule], line: 1 }, 'the mapping has an unknown "line"'],
    ['a clock', { lines: [rule], clock: 'some' }, '"clock" is neither "any" nor "exact"'],
    ['a skew', { lines: [rule], skew: 5 }, '"skew" is not a duration such as "50ms"'],
    ['a number', { lines: [rule], lost: -1 }, '"lost" is not a whole number from 0 to 1000000'],
    ['a fault', { lines: [rule], faults: { burn: 1 } }, '"faults" has an unknown "burn"'],
    ['names', { lines: [rule], names: { a: 1 } }, '"names" is not an object of names'],
    ['complete', { lines: [rule], complete: ['all'] }, '"complete" has something else than event, message,'],
    ['a kind', { lines: [{ ...rule, is: 'x' }] }, '"is" of rule 1 is not one of event, message,'],
    ['no entity', { lines: [{ where: {}, is: 'end' }] }, 'rule 1 does not say which "entity" it is about'],
    ['no name', { lines: [{ ...rule, is: 'fault' }] }, 'rule 1 has no "name": the fault that it states'],
    ['a pattern', { lines: [{ ...rule, match: '(' }] }, 'in rule 1, the pattern "(" has a "(" without ")"'],
    ['no condition', { lines: [{ is: 'end', entity: 'x' }] }, 'rule 1 has neither "where" nor "match"'],
    ['hostile names', { lines: [rule], ['__proto__x']: 1 }, 'the mapping has an unknown "__proto__x"'],
  ] as const) {
    it(`with ${what} is refused`, () => {
      const read = readMapping(JSON.stringify(mapping));
      assert.ok('refusal' in read);
      assert.ok(read.refusal.startsWith(`The mapping is not right: ${sentence}`), read.refusal);
    });
  }

  it('has a schema that allows what is read, and nothing else', () => {
    const file = new URL('../../../../language/docs/log-mapping.schema.json', import.meta.url);
    const schema = JSON.parse(readFileSync(file, 'utf8')) as {
      properties: Record<string, { enum?: string[]; properties?: object }>;
      definitions: { kind: { enum: string[]; enumDescriptions: string[] }; rule: { properties: object } };
    };
    const { kind, rule: one } = schema.definitions;
    assert.deepEqual(kind.enum, [...factKinds]);
    assert.equal(kind.enumDescriptions.length, factKinds.length);
    assert.deepEqual(schema.properties.source?.enum, [...logSources]);
    assert.deepEqual(Object.keys(schema.properties.faults?.properties ?? {}), [...unloggedFaults]);
    // What a mapping does not know, it calls unknown.
    const isKnown = (mapping: object): boolean => {
      const read = readMapping(JSON.stringify(mapping));
      return 'value' in read || !read.refusal.includes('has an unknown');
    };
    for (const name of Object.keys(schema.properties)) assert.ok(isKnown({ [name]: {} }), name);
    for (const name of Object.keys(one.properties)) assert.ok(isKnown({ lines: [{ ...rule, [name]: {} }] }), name);
    assert.ok(!isKnown({ else: 1 }) && !isKnown({ lines: [{ ...rule, else: 1 }] }));
  });

  it('that is not JSON is refused', () => {
    const read = readMapping('{');
    assert.ok('refusal' in read && read.refusal.startsWith('The mapping is not JSON: '));
  });

  it('is drafted from lines of text with names of the model', async () => {
    const { model: known } = await programOf(model);
    const text = 'web -> db: Ask 3\nweb -> db: Ask 4\n[db] now Busy\ndb crashed\nnothing here\n';
    const drafted = draftMapping(known, [{ name: 'log', text }]);
    assert.deepEqual([drafted.rules, drafted.others], [3, 1]);
    assert.deepEqual(await stated(JSON.parse(drafted.text) as object, text), [
      '1 undefined Ask from web to db',
      '2 undefined Ask from web to db',
      '3 undefined db enters Busy',
      '4 undefined crash of db',
    ]);
  });

  it('is drafted from the first line of long and of many lines, so that they fit', async () => {
    const { model: known } = await programOf(model);
    const report = '=INFO REPORT==== 23-Nov-2026::10:00:00 ===\n  db now Busy\n  reason: none\n';
    for (const text of [`db now Busy ${'x'.repeat(400)}\n`, report]) {
      const drafted = draftMapping(known, [{ name: 'log', text }]);
      assert.match((await stated(JSON.parse(drafted.text) as object, text)).join(), /db enters Busy/, drafted.text);
    }
  });

  it('is drafted and read with the times at the beginning of lines of text', async () => {
    const { model: known } = await programOf(model);
    const text = [
      '2026-11-23T09:59:59Z web -> db: Ask 3',
      '2026-11-23T10:00:00Z web -> db: Ask 4',
      '2026-11-23 11:00:00,5 +01:00 db now Busy',
      '[2026-11-23 10:00:01.25] db crashed',
      '2026-11-23T10:00:02Zulu db crashed',
    ].join('\n');
    const drafted = draftMapping(known, [{ name: 'log', text }]);
    assert.deepEqual([drafted.rules, drafted.others], [4, 0]);
    const lines = text.split('\n').slice(0, 4).join('\n');
    const at = Date.UTC(2026, 10, 23, 10) * 1000;
    assert.deepEqual(await stated(JSON.parse(drafted.text) as object, lines), [
      `1 ${String(at - 1_000_000)} Ask from web to db`,
      `2 ${String(at)} Ask from web to db`,
      `3 ${String(at + 500_000)} db enters Busy`,
      `4 ${String(at + 1_250_000)} crash of db`,
    ]);
    assert.equal(recordsOf(text).records.at(-1)?.fields.time, undefined);
  });
});
