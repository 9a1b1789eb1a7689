/** Logs of every source by a mapping. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readMapping } from '../../../../language/src/interchange/log/mapping.ts';
import { readLog } from '../../../../language/src/interchange/log/read-log.ts';
import { recordsOf, sourceOf } from '../../../../language/src/interchange/log/records.ts';
import { microsecondsSince } from '../../../../language/src/interchange/log/time-of.ts';
import { draftMapping } from '../../../../language/src/interchange/log/draft.ts';
import { anyText } from '../../../any-text.ts';
import { runs } from '../../../properties.ts';
import { programOf } from '../../simulation/random-systems.ts';
import { model, state, stated } from './stated.ts';

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

  it('that begins in the middle of a line is still JSON lines', () => {
    const { source, unread } = recordsOf('o":1}\n{"a":1}\n{"a":2}\n');
    assert.deepEqual([source, unread], ['json', [1]]);
    assert.equal(sourceOf('started\n{"a":1}\nstopped\n'), 'text');
  });

  it('has the zones of the times that its lines begin with', () => {
    for (const [time, rest] of [
      ['2026-11-23 10:00:00+01', ' web'],
      ['2026-11-23T10:00:00.5z', ' web'],
      ['2026/11/23 10:00:00', ' [error] web'],
      ['2026-11-23 10:00:00', ' -12 degrees'],
    ] as const)
      assert.equal(recordsOf(`${time}${rest}`, 'text').records[0]?.fields.time, time);
  });

  it('names the lines without a time where times count', async () => {
    const { model: of } = await programOf(model);
    const untimed = (mapping: object, ...texts: readonly string[]) => {
      const read = readMapping(
        JSON.stringify({ lines: [{ match: '(?<who>web) (?<state>Busy)', ...state }], ...mapping }),
      );
      assert.ok('value' in read);
      return readLog(
        of,
        read.value,
        texts.map((text, index) => ({ name: String(index), text })),
      ).untimed.map(({ line }) => line);
    };
    const [timed, not] = ['2026-11-23 10:00:00 web Busy\n', 'web Busy\n'];
    assert.deepEqual(untimed({}, timed + not + not), []);
    assert.deepEqual(untimed({ clock: 'exact' }, timed + not + not), [2, 3]);
    assert.deepEqual(untimed({ time: 'at' }, not), [1]);
    assert.deepEqual(untimed({}, timed, not), [1]);
    assert.deepEqual(untimed({}, timed, timed), []);
  });

  it('has times in many forms', () => {
    const second = 1_795_428_000_000_000;
    for (const time of [second / 1e6, second / 1e3, second, second * 1e3, String(second / 1e6)])
      assert.equal(microsecondsSince(time), second);
    const iso = ['2026-11-23T12:00:00+0200', '2026-11-23 10:00:00', '2026-11-23 11:00:00+01', '2026-11-23t10:00:00z'];
    const others = [
      '23-Nov-2026::10:00:00',
      '2026/11/23 10:00:00',
      '23/Nov/2026:11:00:00 +0100',
      '2026-11-23 10:00:00 UTC',
    ];
    for (const time of [...iso, ...others]) assert.equal(microsecondsSince(time), second, time);
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
