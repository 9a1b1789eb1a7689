/** `aftermath conform` on logs as they come: twice, from the standard input, packed, empty, without times. */
import assert from 'node:assert/strict';
import { aftermath, inFolder, type Outcome } from './command-line.ts';
import { parsed } from './json-shape.ts';

const model = `machine Echo for pd { initial state Idle { after 1s -> Busy } state Busy { after 1s -> Idle } }
pd server runs Echo
`;
const [first, second] = ['{"time":1,"state":"Busy"}\n', '{"time":2,"state":"Idle"}\n'];
const good = first + second;
const rule = { where: { state: ['Busy', 'Idle'] }, is: 'state', entity: 'server', name: '{state}' };
const files = {
  'echo.aft': model,
  'logs/.aftermath-log.json': JSON.stringify({ clock: 'exact', complete: ['state'], lines: [rule] }),
  'logs/good.jsonl': good,
  'logs/nothing.jsonl': '\n',
  'logs/packed.jsonl': '\u001f\b\0',
  'logs/untimed.jsonl': good.replace('"time":2', '"time":"soon"'),
  'logs/torn.jsonl': `ver"}\n${good}`,
};

async function run(input: string, ...args: readonly string[]): Promise<Outcome> {
  let outcome: Outcome = { code: -1, output: '', notes: '' };
  await inFolder(files, async (folder) => {
    outcome = await aftermath(['conform', ...args], { folder, input });
  });
  return outcome;
}

describe('aftermath conform on logs as they come', () => {
  it('reads a log once, however often it is named', async () => {
    const { output } = await run('', 'echo.aft', 'logs/good.jsonl', 'logs/good.jsonl');
    assert.equal(output, 'logs/good.jsonl against echo.aft\nThe log fits: a run explains all 2 lines.\n');
  });

  it('names the standard input', async () => {
    const asked = ['echo.aft', '-', '--mapping', 'logs/.aftermath-log.json'];
    assert.match((await run(good, ...asked)).output, /^<stdin> against echo\.aft\n/);
    assert.deepEqual(parsed((await run(good, ...asked, '--json')).output).logs, ['<stdin>']);
  });

  it('reads a log that begins in the middle of a line', async () => {
    const { output, notes } = await run('', 'echo.aft', 'logs/torn.jsonl');
    assert.match(output, /The log fits: a run explains all 2 lines\.\n$/);
    assert.equal(notes, 'logs/torn.jsonl:1: The line is left out: it is not a JSON object.\n');
  });

  it('replaces no file that it reads, even by force', async () => {
    const mapping = 'logs/.aftermath-log.json';
    for (const read of ['echo.aft', 'logs/good.jsonl', mapping]) {
      const { code, notes } = await run('', 'echo.aft', 'logs/good.jsonl', '--save', read, '--force');
      const sentence = `aftermath: "${read}" is the file that is read; choose another name for the result.\n`;
      assert.deepEqual([code, notes], [2, sentence]);
    }
  });

  it('says which lines have no time that can be read, where times count', async () => {
    const { notes } = await run('', 'echo.aft', 'logs/untimed.jsonl');
    assert.equal(
      notes,
      'logs/untimed.jsonl:2: No time can be read in this line, so all lines stay in the order of the files, and the clock says nothing about lines without a time.\n',
    );
    assert.equal(parsed((await run('', 'echo.aft', 'logs/untimed.jsonl', '--json')).output).untimed, 1);
  });

  for (const [args, sentence] of [
    [['echo.aft', 'logs'], '"logs" is a folder; name a file in it.'],
    [['echo.aft', 'logs/nothing.jsonl'], 'The log is empty.'],
    [
      ['echo.aft', 'logs/packed.jsonl'],
      'No line of the log means anything under the mapping "logs/.aftermath-log.json". "logs/packed.jsonl" is not UTF-8 text: decompress it, or convert it first.',
    ],
    [['-', '-'], 'Only one of the model, the logs and the mapping can come from the standard input.'],
  ] as const) {
    it(`refuses ${args.join(' ')}`, async () => {
      assert.deepEqual(await run('', ...args), { code: 2, output: '', notes: `aftermath: ${sentence}\n` });
    });
  }
});
