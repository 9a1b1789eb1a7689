/** `aftermath simulate`: statistics, progress and interrupts. */
import assert from 'node:assert/strict';
import { runCommandLine } from '../../../server/src/cli/run.ts';
import { inShop, randomArguments, scenarioArguments } from './shop.ts';

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

  it('shows progress only where somebody looks, and takes it away again', () =>
    inShop(async (_, folder) => {
      let notes = '';
      await runCommandLine([...randomArguments, '--runs', '300', '--steps', '200'], {
        folder,
        output: { write: () => undefined, isColoured: false },
        notes: { write: (text) => void (notes += text), isColoured: false, isTerminal: true },
        readInput: () => Promise.reject(new Error('nothing is read')),
        page: () => undefined,
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
          page: () => undefined,
          onInterrupt: () => controller.signal,
        });
        assert.equal(code, 3);
        assert.match(notes, sentence);
        assert.match(output, /^shop\.aft: random run: crash up to 3, seed 1\n/);
      }));
  }
});
