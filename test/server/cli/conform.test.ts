/** `aftermath conform`: text, JSON of the schema, traces, drafts, exit codes, refusals. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder, type Outcome } from './command-line.ts';
import { parsed } from './json-shape.ts';

const echo = `event Ping(n: 0..3)
machine Echo for pd {
  var last: 0..3 = 0
  initial state Idle { on Ping(n) do { last := n } -> Busy }
  state Busy { after 1s -> Idle }
}
pd server runs Echo
`;
const line = (time: number, kind: string, name: string, values?: readonly number[]): string =>
  `${JSON.stringify({ time, kind, entity: 'server', name, values })}\n`;
const good = line(0, 'event', 'Ping', [2]) + line(0, 'state', 'Busy') + line(1, 'state', 'Idle');
const rules = ['event', 'state', 'value'].map((kind) => ({
  ...{ where: { kind }, is: kind, entity: '{entity}', name: '{name}' },
  ...(kind !== 'state' && { values: '{values}' }),
}));
const mapping = JSON.stringify({ clock: 'exact', complete: ['state'], lines: rules });

const files = {
  'echo.aft': echo,
  'broken.aft': 'pd a {',
  'logs/good.jsonl': good,
  'logs/.aftermath-log.json': mapping,
  'logs/late.jsonl': good.replace('"time":1', '"time":1.5'),
  'logs/missing.jsonl': `${line(0, 'event', 'Ping', [2])}${line(1, 'state', 'Idle')}`,
  'logs/value.jsonl': good + line(1, 'event', 'Ping', [1]) + line(1, 'value', 'last', [2]) + line(1, 'state', 'Busy'),
  'logs/strange.jsonl': `${good}nothing\n${line(9, 'state', 'Idle').replace('server', 'nobody')}{"a":1}\n`,
  'logs/empty.jsonl': '{"a":1}\n',
  'wrong.json': '{"lines":[{"is":"state","match":"(?<a>","entity":"x","name":"y"}]}',
  'loose.json': JSON.stringify({ lost: 1, complete: ['state'], lines: rules }),
};

async function run(...args: string[]): Promise<Outcome> {
  let outcome: Outcome = { code: -1, output: '', notes: '' };
  await inFolder(files, async (folder) => {
    outcome = await aftermath(['conform', ...args], { folder });
  });
  return outcome;
}

describe('aftermath conform', () => {
  it('says that a log fits', async () => {
    assert.deepEqual(await run('echo.aft', 'logs/good.jsonl'), {
      code: 0,
      output: 'logs/good.jsonl against echo.aft\nThe log fits: a run explains all 3 lines.\n',
      notes: '',
    });
  });

  it('takes an event for that which its receiver takes, where another file has one of the same name', async () => {
    const model = { 'echo.aft': echo, 'main.aft': 'import "echo"\nevent Ping' };
    await inFolder({ ...files, ...model }, async (folder) => {
      const { code, output } = await aftermath(['conform', 'main.aft', 'logs/good.jsonl'], { folder });
      assert.deepEqual([code, output.includes('a run explains all 3 lines')], [0, true], output);
    });
  });

  it('names the first line that no run explains, with what is expected there and the nearest explanation', async () => {
    assert.deepEqual(await run('echo.aft', 'logs/value.jsonl'), {
      code: 1,
      output: `logs/value.jsonl against echo.aft
The log does not fit: 4 of 6 lines are explained.

logs/value.jsonl:5: No run explains this line: server.last becomes 2
  ${line(1, 'value', 'last', [2]).trim()}
  There, server is in Idle.
  Expected: server enters Busy.
  If it said: server.last becomes 1, the whole log would fit.
`,
      notes: '',
    });
    const missing = await run('echo.aft', 'logs/missing.jsonl');
    assert.match(missing.output, /If a line before it \(server enters Busy\) were missing, the whole log would fit/);
    assert.match(
      (await run('echo.aft', 'logs/late.jsonl')).output,
      /late\.jsonl:3: .*server enters Idle[^]*Expected: server enters Idle, but at another time\.\n  If it came 500ms earlier, the whole log would fit\.$/m,
    );
  });

  it('explains a log with lost lines, and says so', async () => {
    const { code, output } = await run('echo.aft', 'logs/missing.jsonl', '--mapping', 'loose.json');
    assert.equal(code, 0);
    assert.match(output, /a run explains all 2 lines, if 1 line got lost\./);
  });

  it('names lines that are left out', async () => {
    const { code, output, notes } = await run('echo.aft', 'logs/strange.jsonl');
    assert.equal(code, 0);
    assert.match(output, /all 3 lines; 1 line about something else/);
    assert.equal(
      notes,
      'logs/strange.jsonl:4: The line is left out: it is not a JSON object.\n' +
        'logs/strange.jsonl:5: The line is left out: "nobody" is not an entity of the model; map it in "names".\n',
    );
  });

  it('writes JSON of its schema, and the run as a trace that replays', async () => {
    await inFolder(files, async (folder) => {
      const { output } = await aftermath(['conform', 'echo.aft', 'logs/value.jsonl', '--json', '--save', 't.json'], {
        folder,
      });
      const answer = parsed(output) as {
        verdict: string;
        misfit: { line: number; nearest: { kind: string } };
        out: string;
      };
      assert.deepEqual(
        [answer.verdict, answer.misfit.line, answer.misfit.nearest.kind, answer.out],
        ['does not fit', 5, 'value', 't.json'],
      );
      const trace = JSON.parse(await readFile(join(folder, 't.json'), 'utf8')) as { log: readonly { step: number }[] };
      assert.deepEqual(
        trace.log.map(({ step }) => step),
        [1, 1, 2],
      );
      const replayed = await aftermath(['replay', 't.json', 'echo.aft'], { folder });
      assert.deepEqual([replayed.code, replayed.notes], [0, '']);
      assert.match(replayed.output, /Ping\(2\) to server/);
    });
  });

  it('says that the node is paused, where that is why nothing explains a line', async () => {
    const model = echo.replace('pd server', 'node rack { pd server').replace('runs Echo', 'runs Echo }');
    const fault = { where: { kind: 'fault' }, is: 'fault', entity: '{entity}', name: '{name}' };
    const paused = {
      ...{ 'm.aft': model, 'm.json': JSON.stringify({ complete: ['fault'], lines: [fault, ...rules] }) },
      'log.jsonl': line(0, 'fault', 'pause').replace('server', 'rack') + line(1, 'event', 'Ping', [2]),
    };
    await inFolder(paused, async (folder) => {
      const { code, output } = await aftermath(['conform', 'm.aft', 'log.jsonl', '--mapping', 'm.json'], { folder });
      assert.equal(code, 1);
      assert.match(output, /^ {2}There, rack\.server is in Idle, and rack is paused\.$/m);
    });
  });

  it('is undecided where it may not go on', async () => {
    const { code, output } = await run('echo.aft', 'logs/missing.jsonl', '--states', '1', '--mapping', 'loose.json');
    assert.equal(code, 3);
    assert.match(output, /^Undecided: \d of 2 lines are explained\.$/m);
    assert.match(output, /^logs\/missing\.jsonl:\d: No run was found that explains this line: /m);
    assert.match(output, /^Not explored: more states than --states allows/m);
  });

  it('reads values however they are written, and needs none that nothing reads', async () => {
    const model = `event Wait(d: duration)
event Put(n: int)
event Noise(n: int)
machine M for pd {
  initial state I {
    on Wait(d) when d == 1d -> Day
    on Put(n) when n == 12 -> Dozen
    on Put
  }
  state Day { on Put  on Wait }
  state Dozen { on Put  on Wait }
}
pd server runs M
pd other runs M
`;
    const state = rules.find(({ is }) => is === 'state');
    const bare = { ...rules[0], where: { kind: 'bare' }, values: undefined };
    const written = (one: object[]): string => one.map((each) => `${JSON.stringify(each)}\n`).join('');
    const said = (kind: string, name: string, more: object = {}) => ({ kind, name, entity: 'server', ...more });
    const day = said('state', 'Day');
    const logs: Readonly<Record<string, string>> = {
      'day.jsonl': written([said('event', 'Wait', { values: ['24h'] }), day]),
      'noise.jsonl': written([said('bare', 'Noise'), said('event', 'Wait', { values: ['1d'] }), day]),
      'dozen.jsonl': written([said('bare', 'Put'), said('state', 'Dozen')]),
      // Two hosts at the same time: their lines are in no order.
      'hosts.jsonl': written([
        said('state', 'Day', { time: 1, host: 'a' }),
        said('event', 'Wait', { time: 1, host: 'b', values: ['1d'] }),
      ]),
    };
    const anyClock = JSON.stringify({ complete: ['state'], lines: [bare, rules[0], state] });
    await inFolder({ 'm.aft': model, '.aftermath-log.json': anyClock, ...logs }, async (folder) => {
      const answers = [];
      for (const log of Object.keys(logs))
        answers.push((await aftermath(['conform', 'm.aft', log], { folder })).output);
      assert.deepEqual(
        answers.map((answer) => answer.split('\n')[1]),
        [
          'The log fits: a run explains all 2 lines.',
          'The log fits: a run explains all 3 lines.',
          'Undecided: 1 of 2 lines are explained.',
          'The log fits: a run explains all 2 lines.',
        ],
      );
      assert.match(answers[2] ?? '', /^Not explored: other values that a line omits/m);
    });
  });

  it('is undecided where an event may have come at a time between those that were tried', async () => {
    const model = `event E
machine P for pd { initial state A { on E -> B }  state B { after 1s -> X  on E }  state X { on E } }
machine Q for pd { initial state S { after 1300ms -> T }  state T { after 50ms -> U }  state U }
pd p runs P
pd q runs Q
`;
    const log = [
      ...([
        ['0.5', 'event', 'p', 'E'],
        ['0.5', 'state', 'p', 'B'],
        ['1.3', 'state', 'q', 'T'],
      ] as const),
      ...([
        ['1.33', 'state', 'p', 'X'],
        ['1.35', 'state', 'q', 'U'],
      ] as const),
    ].map(([time, kind, entity, name]) => JSON.stringify({ time, kind, entity, name, values: [] }));
    const exact = JSON.stringify({
      ...{ clock: 'exact', start: '0', skew: '400ms' },
      complete: ['state'],
      lines: rules,
    });
    const texts = { 'm.aft': model, '.aftermath-log.json': exact, 'log.jsonl': log.join('\n') };
    await inFolder(texts, async (folder) => {
      const { code, output } = await aftermath(['conform', 'm.aft', 'log.jsonl'], { folder });
      assert.equal(code, 3);
      assert.match(output, /^Not explored: other times of what comes from outside/m);
    });
  });

  it('drafts a mapping by which the log fits', async () => {
    await inFolder(files, async (folder) => {
      const drafted = await aftermath(['conform', '--draft', 'echo.aft', 'logs/good.jsonl'], { folder });
      assert.equal(drafted.code, 0);
      const fits = await aftermath(['conform', 'echo.aft', 'logs/good.jsonl', '--mapping', '-'], {
        folder,
        input: drafted.output,
      });
      assert.equal(fits.code, 0, fits.output + fits.notes);
    });
  });

  it('drafts rules from lines that write a unique ending of a name', async () => {
    const nested = {
      'echo.aft': echo.replace('pd server', 'node rack { pd server').replace('runs Echo', 'runs Echo }'),
    };
    const text = '10:00:00 server took Ping\n10:00:01 server is now Busy\n';
    await inFolder({ ...files, ...nested, 'said.log': text }, async (folder) => {
      for (const log of ['logs/good.jsonl', 'said.log']) {
        const drafted = await aftermath(['conform', '--draft', 'echo.aft', log], { folder });
        assert.equal(drafted.code, 0, drafted.notes);
        const fits = await aftermath(['conform', 'echo.aft', log, '--mapping', '-'], { folder, input: drafted.output });
        assert.equal(fits.code, 0, fits.output + fits.notes);
      }
    });
  });

  for (const [args, sentence] of [
    [['echo.aft'], /needs? at least 2|LOG/],
    [['echo.aft', 'echo.aft'], /There is no \.aftermath-log\.json in the folder of the log or above it\./],
    [['echo.aft', 'logs/none.jsonl'], /There is no file "logs\/none\.jsonl"/],
    [
      ['echo.aft', 'logs/good.jsonl', '--mapping', 'wrong.json'],
      /in rule 1, the pattern "\(\?<a>" has a "\(" without "\)"/,
    ],
    [['echo.aft', 'logs/good.jsonl', '--mapping', 'logs/good.jsonl'], /The mapping is not JSON/],
    [['echo.aft', 'logs/empty.jsonl'], /No line of the log means anything under the mapping/],
    [['echo.aft', 'logs/good.jsonl', '--force'], /--force applies to the file of --save/],
    [['echo.aft', 'logs/good.jsonl', '--draft', '--json'], /leave out --json/],
    [
      ['echo.aft', 'logs/empty.jsonl', '--draft'],
      /No line names an entity of the model together with an event, a state or a fault/,
    ],
    [['echo.aft', 'logs/good.jsonl', '--states', '0'], /--states/],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      const { code, output, notes } = await run(...args);
      assert.deepEqual([code, output], [2, '']);
      assert.match(notes, sentence);
    });
  }

  it('refuses a model with errors', async () => {
    assert.equal((await run('broken.aft', 'logs/good.jsonl')).code, 1);
  });
});
