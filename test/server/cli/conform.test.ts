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
    assert.match(missing.output, /missing: server enters Busy, the whole log would fit/);
    assert.match((await run('echo.aft', 'logs/late.jsonl')).output, /late\.jsonl:3: .*server enters Idle/);
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

  it('is undecided where it may not go on', async () => {
    const { code, output } = await run('echo.aft', 'logs/good.jsonl', '--states', '1');
    assert.equal(code, 3);
    assert.match(output, /^Undecided: \d of 3 lines are explained\.$/m);
    assert.match(output, /^Not explored: more states than --states allows/m);
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

  for (const [args, sentence] of [
    [['echo.aft'], /needs? at least 2|LOG/],
    [['echo.aft', 'none.jsonl'], /There is no \.aftermath-log\.json in the folder of the log or above it\./],
    [['echo.aft', 'logs/none.jsonl'], /There is no file "logs\/none\.jsonl"/],
    [
      ['echo.aft', 'logs/good.jsonl', '--mapping', 'wrong.json'],
      /in rule 1, the pattern "\(\?<a>" has a "\(" without "\)"/,
    ],
    [['echo.aft', 'logs/good.jsonl', '--mapping', 'logs/good.jsonl'], /The mapping is not JSON/],
    [['echo.aft', 'logs/empty.jsonl'], /No line of the log means anything under the mapping/],
    [['echo.aft', 'logs/good.jsonl', '--force'], /--force applies to the file of --save/],
    [['echo.aft', 'logs/good.jsonl', '--draft', '--json'], /leave out --json/],
    [['echo.aft', 'logs/empty.jsonl', '--draft'], /No line uses names of the model/],
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
