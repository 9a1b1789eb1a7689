/** `aftermath replay`: rebuilt runs, changed models, and files that are not traces. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const model = `event Go
machine M {
  var count: 0..99 = 0
  initial state A { on Go do { count := count + 1 } -> B }
  state B { after 1s -> A  on Go }
}
pd a runs M
pd b runs M
scenario "s" {
  send Go to a
  run 2s
  expect a in A
  send Go to b
  run 2s
  expect b.count == 1
}
`;

type Run = (...args: readonly string[]) => ReturnType<typeof aftermath>;

const withTrace = (args: readonly string[], body: (run: Run, folder: string) => Promise<void>) =>
  inFolder({ 'm.aft': model }, async (folder) => {
    const run: Run = (...given) => aftermath(given, { folder });
    assert.equal((await run('simulate', 'm.aft', ...args, '--save', 'run.json')).code, 0);
    await body(run, folder);
  });

const scenario = ['--scenario', 's'];
const random = ['--random', '--fault', 'crash:2,lose:2,duplicate:2', '--steps', '60', '--seed', '9'];

describe('aftermath replay', () => {
  for (const args of [scenario, random]) {
    it(`shows the same steps as the run "${args.join(' ')}" that was recorded`, () =>
      withTrace(args, async (run) => {
        const first = await run('simulate', 'm.aft', ...args);
        const again = await run('replay', 'run.json', 'm.aft');
        assert.deepEqual(again, first);
      }));
  }

  it('shows a part of the steps, with the same changes', () =>
    withTrace(random, async (run) => {
      const whole = (await run('replay', 'run.json', 'm.aft')).output;
      const part = (await run('replay', 'run.json', 'm.aft', '--from', '20', '--to', '30')).output;
      const [, ...steps] = part.split(/\n(?= {3,}\d+ {2})/);
      assert.equal(steps.length, 11);
      for (const step of steps.slice(0, -1)) assert.ok(whole.includes(`\n${step}\n`), step);
      assert.match(part, /\nall steps were taken \(30 steps, /);
      const backwards = await run('replay', 'run.json', 'm.aft', '--from', '5', '--to', '2');
      assert.deepEqual(
        [backwards.code, backwards.notes],
        [2, 'aftermath: --from 5 comes after --to 2; exchange them.\n'],
      );
    }));

  it('prints JSON of the schema', () =>
    withTrace(scenario, async (run) => {
      const { output } = await run('replay', 'run.json', 'm.aft', '--json');
      const { isSameModel, firstMisfit, steps } = parsed(output);
      assert.deepEqual([isSameModel, firstMisfit, Array.isArray(steps) && steps.length], [true, undefined, 9]);
      assert.equal(parsed((await run('replay', 'run.json', 'm.aft', '--json', '--quiet')).output).steps, undefined);
    }));

  it('says that the model has changed where all steps still fit', () =>
    withTrace(scenario, async (run, folder) => {
      await writeFile(join(folder, 'm.aft'), `${model}pd c\n`);
      const { code, notes } = await run('replay', 'run.json', 'm.aft');
      assert.deepEqual(
        [code, notes],
        [0, 'The model has changed since the trace was recorded; all its 8 steps still match.\n'],
      );
    }));

  it('names the first step that no longer fits, shows those before it, and ends with 1', () =>
    withTrace(scenario, async (run, folder) => {
      const before = (await run('replay', 'run.json', 'm.aft')).output;
      await writeFile(join(folder, 'm.aft'), model.replace('send Go to b', 'send Go to a'));
      const { code, output, notes } = await run('replay', 'run.json', 'm.aft');
      assert.deepEqual(
        [code, notes],
        [
          1,
          'The model has changed since the trace was recorded: step 5 no longer matches. --repair keeps what is still possible.\n',
        ],
      );
      const shown = output.split('\n').slice(0, -2);
      assert.deepEqual(shown, before.split('\n').slice(0, shown.length));
      assert.match(
        output,
        /\n {5}4 {2}[^]*\nall steps were taken \(1 of 1 expectations held, 4 steps, 2s, seed 1\)\n$/,
      );
      const json = parsed((await run('replay', 'run.json', 'm.aft', '--json')).output);
      assert.deepEqual([json.isSameModel, json.firstMisfit], [false, 5]);
    }));

  it('repairs a trace, says what became of each step, and writes it', () =>
    withTrace(random, async (run, folder) => {
      await writeFile(join(folder, 'm.aft'), model.replaceAll(/\bb\b/g, 'c'));
      const options = ['--repair', '--save', 'new.json'] as const;
      const { code, output, notes } = await run('replay', 'run.json', 'm.aft', ...options);
      assert.deepEqual([code, notes], [0, '']);
      assert.match(output, /^renamed {2}entity b is c now\nkept {5}1 {2}/);
      assert.match(output, /\nRepaired: \d+ kept, 0 moved, 0 dropped, 0 added; written to new\.json\.\n\nm\.aft: /);
      const json = parsed((await run('replay', 'new.json', 'm.aft', '--json', '--repair')).output);
      assert.deepEqual([json.isSameModel, json.firstMisfit, 'repaired' in json], [true, undefined, true]);
      const refused = await run('replay', 'run.json', 'm.aft', '--save', 'x.json');
      assert.match(refused.notes, /give --repair as well/);
    }));

  it('says so if the scenario no longer exists', () =>
    withTrace(scenario, async (run, folder) => {
      await writeFile(join(folder, 'm.aft'), model.replace('"s"', '"t"'));
      assert.deepEqual(await run('replay', 'run.json', 'm.aft'), {
        code: 2,
        output: '',
        notes: 'aftermath: The model has no scenario "s".\n',
      });
    }));

  it('refuses what is not a trace, with one sentence', () =>
    withTrace(scenario, async (run, folder) => {
      const sentence = async (name: string): Promise<string> => {
        const { code, output, notes } = await run('replay', name, 'm.aft');
        assert.deepEqual([code, output], [2, '']);
        return notes;
      };
      assert.equal(await sentence('m.aft'), 'aftermath: "m.aft": The file is not a trace: it is not JSON.\n');
      assert.equal(await sentence('none.json'), 'aftermath: There is no file "none.json".\n');
      await writeFile(join(folder, 'bytes.json'), Uint8Array.of(0, 255, 1));
      assert.equal(await sentence('bytes.json'), 'aftermath: "bytes.json" is not UTF-8 text, so it is not a trace.\n');
    }));

  it('succeeds, or fails with a sentence, however the bytes of a trace are damaged', () =>
    withTrace(random, async (run, folder) => {
      const good = await readFile(join(folder, 'run.json'), 'utf8');
      await fc.assert(
        fc.asyncProperty(fc.nat(good.length), fc.nat(20), fc.string({ maxLength: 4 }), async (at, length, text) => {
          await writeFile(join(folder, 'bad.json'), good.slice(0, at) + text + good.slice(at + length));
          const { code, notes } = await run('replay', 'bad.json', 'm.aft', '--quiet');
          assert.ok(code === 0 || /^[^\n]+\.\n$/.test(notes), notes);
          assert.doesNotMatch(notes, /fault of Aftermath/);
        }),
        { numRuns: 60 },
      );
    }));

  it('reads the trace from the standard input', () =>
    withTrace(scenario, async (run, folder) => {
      const input = await readFile(join(folder, 'run.json'), 'utf8');
      assert.deepEqual(
        await aftermath(['replay', '-', 'm.aft'], { folder, input }),
        await run('replay', 'run.json', 'm.aft'),
      );
    }));
});
