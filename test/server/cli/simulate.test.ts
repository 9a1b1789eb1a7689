/** `aftermath simulate`: the steps and outcome of one run. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';
import { inShop, randomArguments, scenarioArguments, shopModel } from './shop.ts';

describe('aftermath simulate', () => {
  it('shows each step of a scenario with its time, words, place and changes', () =>
    inShop(async (run) => {
      const { code, output, notes } = await run(...scenarioArguments);
      assert.deepEqual([code, notes], [0, '']);
      assert.equal(
        output,
        `shop.aft: scenario "an order takes a second", seed 1
     0  0s  start
     1  0s  send Order(3) to db  shop.aft:19:3
        under way
          + Order(3) to db: at 0s
     2  0s  Order(3) to db  shop.aft:19:3
        log "order 3"
        db
          state: Idle → Busy
          variables.last: 0 → 3
        under way
          - Order(3) to db: at 0s
          + timer of db in Busy: at 1s
     3  0s  expect db in Busy: holds  shop.aft:20:3
     4  1s  timer of db in Busy  shop.aft:11:5
        db.state: Busy → Idle
        under way
          - timer of db in Busy: at 1s
     5  1s  within 5s expect db in Idle: holds  shop.aft:21:3
all expectations hold (2 of 2 expectations held, 5 steps, 1s, seed 1)
`,
      );
    }));

  it('ends with 1, and what was expected, found and why, if an expectation fails', () =>
    inShop(async (run) => {
      const { code, output } = await run('simulate', 'shop.aft', '--scenario', 'it does not end well');
      assert.equal(code, 1);
      assert.match(
        output,
        /expect db alive: fails {2}shop\.aft:27:3\n {8}expected: db alive\n {8}found: db is destroyed by its own crash\n {8}because:\n {10}"db" crashed\n/,
      );
      assert.match(output, /\nfailed: db alive \(1 of 2 expectations held, 3 steps, 0s, seed 1\)\n$/);
    }));

  it('runs one combination of "for" steps, the first or the requested one', () =>
    inShop(async (run) => {
      const each = ['simulate', 'shop.aft', '--scenario', 'each of both'];
      const [first, second] = [await run(...each), await run(...each, '--variant', '2')];
      assert.match(first.output, /^shop\.aft: scenario "each of both" with p = db \(1 of 2\), seed 1\n/);
      assert.match(second.output, /with p = web \(2 of 2\)[^]*web\.is: alive → crashed/);
      assert.deepEqual(await run(...each, '--variant', '3'), {
        code: 2,
        output: '',
        notes: 'aftermath: The scenario "each of both" has 2 variants, from 1; there is no variant "3".\n',
      });
    }));

  it('prints the same bytes from the same seed, and others from another one', () =>
    inShop(async (run) => {
      const args = [...randomArguments, '--fault', 'crash:2,lose', '--steps', '40'];
      const [first, again, other] = [
        await run(...args, '--seed', '7'),
        await run(...args, '--seed', '7'),
        await run(...args),
      ];
      assert.equal(first.output, again.output);
      assert.notEqual(first.output.replace('seed 7', ''), other.output.replace('seed 1', ''));
      assert.match(first.output, /^shop\.aft: random run: crash up to 2, lose up to 1, seed 7\n/);
      assert.match(
        first.output,
        /\n {5}1 {2}0s {2}(from outside: Order\(\d\) to db {2}shop\.aft:3:9|fault: crash (db|web))\n/,
      );
    }));

  it('sends nothing from outside with --no-sends', () =>
    inShop(async (run) => {
      const { code, output } = await run(...randomArguments, '--no-sends');
      assert.equal(code, 0);
      assert.equal(
        output,
        'shop.aft: random run: nothing from outside, seed 1\n     0  0s  start\nnothing more can happen (0 steps, 0s, seed 1)\n',
      );
    }));

  it('runs in the environment of a check', () =>
    inShop(async (run) => {
      const { code, output } = await run(...randomArguments, '--check', 'no order is lost', '--steps', '30');
      assert.equal(code, 0);
      assert.equal(output.split('send Order(1) to db').length - 1, 2);
      assert.match(output, /fault: crash db\n/);
      assert.doesNotMatch(output, /crash web|from outside/);
    }));

  it('ends when the expression after --until becomes true', () =>
    inShop(async (run) => {
      const { code, output } = await run(...randomArguments, '--until', 'db.last == 4 and db in Idle', '--quiet');
      assert.equal(code, 0);
      assert.match(output, /^shop.+\nthe condition was reached \(after \d+s, \d+ steps, \d+s, seed 1\)\n$/);
    }));

  it('ends with 3 if it does not hold within the steps, with 1 if it never will', () =>
    inShop(async (run) => {
      const cut = await run(...randomArguments, '--until', 'web destroyed', '--quiet', '--steps', '5');
      assert.equal(cut.code, 3);
      assert.match(cut.output, /\nthe condition was not reached within the steps \(5 steps, /);
      const never = await run(...scenarioArguments, '--until', 'web destroyed', '--quiet');
      assert.equal(never.code, 1);
      assert.match(never.output, /\nthe condition was not reached, and nothing more can happen \(/);
    }));

  it('writes a trace, not over an existing file without --force, and never over the model', () =>
    inShop(async (run, folder) => {
      const first = await run(...scenarioArguments, '--save', 'run.json');
      assert.equal(first.code, 0);
      const trace: unknown = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'));
      assert.deepEqual((trace as { readonly steps: number }).steps, 5);
      const second = await run(...scenarioArguments, '--save', 'run.json');
      assert.deepEqual(
        [second.code, second.notes],
        [2, 'aftermath: "run.json" is already there; choose another name, or overwrite it with --force.\n'],
      );
      assert.equal((await run(...scenarioArguments, '--save', 'run.json', '--force')).code, 0);
      assert.equal((await run(...scenarioArguments, '--save', 'shop.aft', '--force')).code, 2);
      assert.equal(await readFile(join(folder, 'shop.aft'), 'utf8'), shopModel);
      assert.deepEqual((await readdir(folder)).sort(), ['broken.aft', 'run.json', 'shop.aft']);
    }));

  it('prints JSON of the schema', () =>
    inShop(async (run) => {
      const { output } = await run(...scenarioArguments, '--json', '--save', 'run.json');
      const { steps, outcome, origin, out } = parsed(output);
      assert.ok(Array.isArray(steps) && steps.length === 6);
      assert.deepEqual(steps[4], {
        step: 4,
        at: 1000,
        kind: 'due',
        text: 'timer of db in Busy',
        file: 'shop.aft',
        line: 11,
        column: 5,
        notes: [],
        changes: [
          { path: ['time'], before: '0s', after: '1s' },
          { path: ['entities', 'db', 'state'], before: 'Busy', after: 'Idle' },
          { path: ['underway', 'timer of db in Busy'], before: 'at 1s' },
        ],
      });
      assert.deepEqual(outcome, {
        kind: 'passed',
        text: 'all expectations hold',
        steps: 5,
        at: 1000,
        expectations: 2,
        failures: 0,
        isInterrupted: false,
      });
      assert.deepEqual([origin, out], [{ kind: 'scenario', title: 'an order takes a second', variant: 1 }, 'run.json']);
      parsed((await run(...randomArguments, '--json', '--fault', 'crash,halt:2')).output);
      assert.equal(parsed((await run(...randomArguments, '--json', '--quiet')).output).steps, undefined);
      parsed(
        (await run(...randomArguments, '--json', '--check', 'no order is lost', '--runs', '5', '--until', 'db in Busy'))
          .output,
      );
      parsed((await run('simulate', 'broken.aft', '--random', '--json')).output);
    }));

  it('shows equal reports and remarks of a step once, with their number, and every log', () =>
    inFolder(
      {
        'loud.aft': `machine M for pd {
  initial state A {
    after 1s do { for i in 1..1500 { create b  report "again" } log "x" log "x" } -> B
  }
  final state B
}
pd a runs M
pd b
scenario "loud" { run 1s }`,
      },
      async (folder) => {
        const options = ['simulate', 'loud.aft', '--scenario', 'loud'] as const;
        const { output } = await aftermath(options, { folder });
        const said = output.split('\n').filter((line) => /remark|report|log/.test(line));
        assert.deepEqual(said.map((line) => line.trim()), [
          'remark: "b" is already alive; it is not created again. (1,500 times)',
          'report: again (1,500 times)',
          'log "x"',
          'log "x"',
        ]); // oxfmt-ignore
        const { steps } = parsed((await aftermath([...options, '--json'], { folder })).output);
        assert.match(JSON.stringify(steps), /"text":"again","times":1500/);
      },
    ));

  it('reports the errors of a model in place of a result', () =>
    inShop(async (run) => {
      const { code, output, notes } = await run('simulate', 'broken.aft', '--random');
      assert.deepEqual([code, output], [1, '']);
      assert.match(notes, /^broken\.aft:1:\d+: error .+\nNo result: 1 error\n$/s);
    }));
});
