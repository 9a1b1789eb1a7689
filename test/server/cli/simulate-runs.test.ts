/** `aftermath simulate`: statistics, progress and interrupts. */
import assert from 'node:assert/strict';
import { runCommandLine } from '../../../server/src/cli/run.ts';
import { writeStatistics } from '../../../server/src/cli/run/statistics-report.ts';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';
import { inShop, randomArguments, scenarioArguments, shopModel } from './shop.ts';

describe('aftermath simulate', () => {
  it('counts outcomes and times of many runs', () =>
    inShop(async (run) => {
      const { code, output, notes } = await run(...scenarioArguments, '--runs', '10', '--seed', '5');
      assert.deepEqual([code, notes], [0, '']);
      assert.equal(
        output,
        `shop.aft: scenario "an order takes a second", seed 5

Outcomes, with 95 % confidence intervals
runs    share  interval           first seed  outcome
  10  100.0 %  72.2 % to 100.0 %           5  all expectations hold

Times
runs  least  50 %  90 %  99 %  most  mean
  10     1s    1s    1s    1s    1s    1s  "within" at shop.aft:21:3
`,
      );
      const failing = await run('simulate', 'shop.aft', '--scenario', 'it does not end well', '--runs', '3');
      assert.equal(failing.code, 1);
      assert.match(failing.output, /\n {3}3 {2}100\.0 % .+ failed: db alive\n/);
    }));

  it('rounds half of a tenth of a percent up, so that shares do not fall short of the whole', () => {
    const outcome = { kind: 'passed', low: 0.0005, high: 0.99995, seed: 1 } as const;
    const outcomes = [6985, 3015].map((count) => ({
      ...outcome,
      name: String(count),
      count,
      share: count / 10_000,
    }));
    let text = '';
    writeStatistics(
      { write: (part) => void (text += part), isColoured: false },
      { runs: 10_000, outcomes, recovery: undefined, waits: [], properties: [] },
      { sources: { files: [], places: [] } as never, nameOf: String },
    );
    assert.deepEqual(text.match(/[\d.]+ %/g)?.slice(1), ['69.9 %', '0.1 %', '100.0 %', '30.2 %', '0.1 %', '100.0 %']);
  });

  it('says how many runs broke what their check asks, and ends with 1 if any did', () =>
    inFolder(
      { 'shop.aft': `${shopModel}check "nothing is sold" { may send Order(2) to db  never db in Busy }` },
      async (folder) => {
        const run = (...args: readonly string[]): ReturnType<typeof aftermath> => aftermath(args, { folder });
        const often = [...randomArguments, '--check', 'no order is lost', '--runs', '3'];
        const held = await run(...often);
        assert.equal(held.code, 0);
        assert.match(held.output, /\nbroken {2}share {2}interval .+\n {5}0 .+ {2}never db\.last > 1\n$/);
        const sold = ['simulate', 'shop.aft', '--random', '--check', 'nothing is sold'];
        const broken = await run(...sold, '--runs', '3');
        assert.equal(broken.code, 1);
        assert.match(broken.output, / 3 {2}100\.0 % .+ broken: never db in Busy\n/);
        assert.match(broken.output, /\n {5}3 {2}100\.0 % .+ {2}never db in Busy\n$/);
        const json = await run(...sold, '--runs', '3', '--json');
        const { statistics } = parsed(json.output) as { statistics: { properties: object[] } };
        assert.deepEqual(
          statistics.properties.map((each) => ({ ...each, share: 1, low: 0, high: 1 })),
          [
            {
              ...{ name: 'never db in Busy', file: 'shop.aft', line: 42, column: 52, broken: 3 },
              ...{ share: 1, low: 0, high: 1, open: 0, seed: 1 },
            },
          ],
        );
        const once = await run(...sold, '--quiet');
        assert.equal(once.code, 1);
        assert.match(
          once.output,
          /\nbroken: never db in Busy \(.+\)\n {2}never db in Busy: broken in step \d+: ".+" can become true\.\n$/,
        );
        assert.deepEqual((await run(...sold, '--json')).code, 1);
      },
    ));

  it('shows progress only on a terminal, and removes it again', () =>
    inShop(async (_, folder) => {
      let notes = '';
      await runCommandLine([...randomArguments, '--runs', '300', '--steps', '200'], {
        folder,
        output: { write: () => undefined, isColoured: false },
        notes: { write: (text) => void (notes += text), isColoured: false, isTerminal: true },
        readInput: () => Promise.reject(new Error('nothing is read')),
      });
      assert.match(notes, /^\r\u001B\[2K\[=* +\] \d+ of 300 runs/);
      assert.match(notes, /\r\u001B\[2K$/);
    }));

  for (const [name, more, sentence] of [
    ['many runs', ['--runs', '1000000'], /^Interrupted after \d+ of 1000000 runs\.\n$/],
    ['one run', ['--steps', '20000000', '--quiet'], /^Interrupted after step \d+\.\n$/],
  ] as const) {
    it(`prints what was done until an interrupt of ${name}, says so, and ends with 3`, () =>
      inShop(async (_, folder) => {
        let [output, notes] = ['', ''];
        const controller = new AbortController();
        setImmediate(() => {
          controller.abort();
        });
        const code = await runCommandLine([...randomArguments, '--fault', 'crash:3', ...more], {
          folder,
          output: { write: (text) => void (output += text), isColoured: false },
          notes: { write: (text) => void (notes += text), isColoured: false },
          readInput: () => Promise.reject(new Error('nothing is read')),
          onInterrupt: () => controller.signal,
        });
        assert.equal(code, 3);
        assert.match(notes, sentence);
        assert.match(output, /^shop\.aft: random run: crash up to 3, seed 1\n/);
      }));
  }
});
