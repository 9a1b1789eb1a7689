/** Logs of every source by a mapping, and mappings that are not right. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readMapping, unloggedFaults } from '../../../../language/src/interchange/log/mapping.ts';
import { readLog } from '../../../../language/src/interchange/log/read-log.ts';
import { logSources, recordsOf, sourceOf } from '../../../../language/src/interchange/log/records.ts';
import { microsecondsSince } from '../../../../language/src/interchange/log/time-of.ts';
import { draftMapping } from '../../../../language/src/interchange/log/draft.ts';
import { factKinds, factText } from '../../../../language/src/simulation/conform/fact.ts';
import { anyText } from '../../../any-text.ts';
import { runs } from '../../../properties.ts';
import { programOf } from '../../simulation/random-systems.ts';

const model = `event Ask(n: int)
machine M for pd { initial state Idle { on Ask(n) -> Busy } state Busy { after 1s -> Idle } }
pd web runs M
pd db runs M
`;
const state = { is: 'state', entity: '{who}', name: '{state}' };

/** Reads a log and says what each of its lines states, with its time. */
async function stated(mapping: object, text: string, name = 'log', of = model): Promise<string[]> {
  const program = await programOf(of);
  const read = readMapping(JSON.stringify(mapping));
  if (!('value' in read)) assert.fail(JSON.stringify(read));
  const { lines, sources, faults } = readLog(program.model, read.value, [{ name, text }]);
  return [
    ...lines.map(({ fact, at }, index) => `${String(sources[index]?.line)} ${String(at)} ${factText(program, fact)}`),
    ...faults.map(({ line, why }) => `${String(line)} left out: ${why}`),
  ];
}

describe('a log', () => {
  it('is read from JSON lines', async () => {
    const text = [
      '{"ts":"2026-11-23T10:00:00Z","k":"go","to":{"name":"WEB"},"args":[3,true]}',
      '',
      'no JSON',
      '{"ts":1000,"k":"state","to":{"name":"db"},"state":"Busy"}',
      '{"ts":1000,"k":"state","to":{"name":"nobody"},"state":"Busy"}',
      '{"k":"else"}',
    ].join('\r\n');
    const mapping = {
      names: { WEB: 'web', true: 'yes' },
      lines: [
        { where: { k: ['go', 'went'] }, is: 'event', entity: '{to.name}', name: 'Ask', values: '{args}' },
        { where: { k: 'state' }, is: 'state', entity: '{$.to["name"]}', name: '{state}' },
      ],
    };
    assert.deepEqual(await stated(mapping, text), [
      '1 1795428000000000 Ask(3, yes) from outside to web',
      // The clock of a host does not run backwards.
      '4 1795428000000000 db enters Busy',
      '3 left out: it is not a JSON object',
      '5 left out: "nobody" is not an entity of the model; map it in "names"',
    ]);
  });

  it('need not write the quotes of names', async () => {
    const quoted = `event 'put in'(n: int)
machine M for pd { var 'last one': int = 0  initial state 'is idle' { on 'put in'(n) do { 'last one' := n } } }
pd 'web.service' runs M
pd a { pd b }
pd 'a.b'
pd 'a.c'
pd a2 { pd 'c.d' }
pd 'a2.c' { pd d }
`;
    const of = (who: string, is: string, name: string): string => JSON.stringify({ who, is, name });
    const text = [
      of('web.service', 'state', 'is idle'),
      of("'web.service'", 'event', "'put in'"),
      of('web.service', 'value', 'last one'),
      of('a.b', 'end', ''),
      of("'a.b'", 'end', ''),
      of('a.c', 'end', ''),
      of('a2.c.d', 'end', ''),
    ].join('\n');
    const rule = (is: string): object => ({ where: { is }, is, entity: '{who}', name: '{name}' });
    const mapping = { lines: ['state', 'event', 'value', 'end'].map(rule) };
    assert.deepEqual(await stated(mapping, text, 'log', quoted), [
      "1 undefined 'web.service' enters 'is idle'",
      "2 undefined 'put in' from outside to 'web.service'",
      "3 undefined 'web.service'.'last one' becomes another value",
      '4 undefined a.b is destroyed',
      "5 undefined 'a.b' is destroyed",
      "6 undefined 'a.c' is destroyed",
      '7 left out: "a2.c.d" is not an entity of the model; map it in "names"',
    ]);
    const drafted = draftMapping((await programOf(quoted)).model, [
      { name: 'log', text: text.split('\n', 1).join('') },
    ]);
    assert.match(drafted.text, /"is": "state"/);
  });

  it('has its times and hosts in fields that the mapping names, with braces or without', async () => {
    const line = (at: number, on: string, who: string): string =>
      JSON.stringify({ meta: { at, on }, who, state: 'Busy' });
    const text = [line(2, 'a', 'web'), line(1, 'b', 'db')].join('\n');
    for (const [time, host] of [
      ['meta.at', 'meta.on'],
      ['{meta.at}', '{meta.on}'],
    ] as const) {
      assert.deepEqual(await stated({ time, host, lines: [{ where: { state: 'Busy' }, ...state }] }, text), [
        '2 1000000 db enters Busy',
        '1 2000000 web enters Busy',
      ]);
    }
  });

  it('is read from the journal, whose messages may be bytes', async () => {
    const text = [
      '{"__REALTIME_TIMESTAMP":"1795428000000000","_HOSTNAME":"a","MESSAGE":"db is Busy"}',
      `{"__REALTIME_TIMESTAMP":"1795428000000001","_HOSTNAME":"a","MESSAGE":${JSON.stringify([...Buffer.from('web is Idle')])}}`,
    ].join('\n');
    assert.equal(sourceOf(text), 'journal');
    const rule = { match: '^(?<who>\\w+) is (?<state>\\w+)$', ...state };
    assert.deepEqual(await stated({ lines: [rule] }, text), [
      '1 1795428000000000 db enters Busy',
      '2 1795428000000001 web enters Idle',
    ]);
  });

  it('is read from Kubernetes: a list of events, and a watch over many lines', async () => {
    const event = {
      kind: 'Event',
      involvedObject: { name: 'db' },
      reason: 'Killing',
      lastTimestamp: '2026-11-23T10:00:00Z',
    };
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [event] }, undefined, 2);
    const rule = { where: { reason: 'Killing' }, is: 'fault', entity: '{involvedObject.name}', name: 'crash' };
    assert.deepEqual(await stated({ lines: [rule] }, list), ['1 1795428000000000 crash of db']);
    const watched = (type: string, phase: string) =>
      JSON.stringify({ type, object: { apiVersion: 'v1', metadata: { name: 'db' }, status: { phase } } }, undefined, 2);
    const text = [watched('ADDED', 'Idle'), watched('MODIFIED', 'Idle'), watched('MODIFIED', 'Busy')].join('\n');
    assert.equal(sourceOf(text), 'kubernetes');
    const phase = {
      where: { type: ['ADDED', 'MODIFIED'] },
      ...state,
      entity: '{object.metadata.name}',
      name: '{object.status.phase}',
    };
    assert.deepEqual(await stated({ lines: [{ ...phase, changes: true }] }, text), [
      '1 undefined db enters Idle',
      '25 undefined db enters Busy',
    ]);
  });

  it('is read from reports of OTP, old and new', async () => {
    const text = `=INFO REPORT==== 23-Nov-2026::10:00:00.000500 ===
    web restarted
2026-11-23T10:00:01.000000+00:00 error: db terminated
  reason: killed
`;
    assert.equal(sourceOf(text), 'otp');
    const lines = [
      { match: '^(?<who>\\w+) restarted', is: 'fault', entity: '{who}', name: 'restart' },
      { match: '^(?<who>\\w+) terminated\\s+reason: killed', is: 'fault', entity: '{who}', name: 'crash' },
    ];
    assert.deepEqual(await stated({ lines }, text), [
      '1 1795428000000500 restart of web',
      '3 1795428001000000 crash of db',
    ]);
  });

  it('is read from text of logback, with stack traces', async () => {
    const text = `2026-11-23 10:00:00,250 [main] INFO  shop.Web - web -> Busy
java.lang.Error: x
	at shop.Web
10:00:01.000 [main] WARN shop.Db -- db -> Idle
`;
    assert.equal(sourceOf(text), 'logback');
    const rule = { match: '^(?<who>\\w+) -> (?<state>\\w+)', where: { thread: 'main' }, ...state };
    assert.deepEqual(await stated({ time: '{time}', lines: [rule] }, text), [
      '1 1795428000250000 web enters Busy',
      '4 1795428000250000 db enters Idle',
    ]);
  });

  it('has times in many forms', () => {
    const second = 1_795_428_000_000_000;
    for (const time of [second / 1e6, second / 1e3, second, second * 1e3, String(second / 1e6)])
      assert.equal(microsecondsSince(time), second);
    for (const time of ['2026-11-23T12:00:00+0200', '2026-11-23 10:00:00', '23-Nov-2026::10:00:00'])
      assert.equal(microsecondsSince(time), second, time);
    assert.equal(microsecondsSince('50ms'), 50_000);
    for (const none of ['soon', '', -1, Number.NaN, null, {}, '99:99:99x'])
      assert.equal(microsecondsSince(none), undefined);
  });

  it('breaks nothing, whatever it says', () => {
    const starts = [
      '{"apiVersion":1',
      '{"__REALTIME_TIMESTAMP":',
      '=INFO REPORT==== x',
      '{"a":',
      '10:00:00.0 [m] I x - y',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), anyText(), (start, rest) => {
        const { records, unread } = recordsOf(`${start}${rest}\n${rest}`);
        assert.ok(records.length + unread.length <= 1 + rest.split('\n').length * 2);
      }),
      { numRuns: runs(120, 3000) },
    );
  });
});

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
