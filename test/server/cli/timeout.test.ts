/** Long work ends on a timeout or an interrupt, says so, and leaves everything else unchanged. */
import assert from 'node:assert/strict';
import { commands } from '../../../server/src/cli/command-table.ts';
import { runCommandLine } from '../../../server/src/cli/run.ts';
import { aftermath, inFolder } from './command-line.ts';
import { parsed, schemaFaults } from './json-shape.ts';

/** The first scenario takes 10^12 steps, as does a random run. */
const model = `machine Clock for pd {
  var ticks: int = 0
  initial state Idle { after 1us do { ticks := (ticks + 1) % 1000000 } -> Idle }
}
pd clock runs Clock
scenario "for days" { run 12d  expect clock alive }
scenario "at once" { expect clock alive }
check "for days" { clock: exact  horizon: 12d  never clock.ticks > 999999 }
`;

const files = { 'clock.aft': model };

describe('aftermath with a --timeout', () => {
  it('tests the other scenarios when one is out of time, and ends with 3', () =>
    inFolder(files, async (folder) => {
      const args = ['test', 'clock.aft', '--timeout', '0.05s', '--junit', 'out.xml'];
      const { code, output, notes } = await aftermath(args, { folder });
      assert.deepEqual([code, notes], [3, '']);
      assert.equal(
        output,
        `undecided clock.aft:6:10: for days (out of time)
passed clock.aft:7:10: at once (1 expectation, 0s, seed 1)
1 file, 2 scenarios: 1 passed, 0 failed, 1 undecided; seed 1
`,
      );
      const xml = await aftermath(['test', 'clock.aft', '--timeout', '0.05s', '--junit', '-'], { folder });
      assert.match(xml.output, /<testsuite name="clock.aft" tests="2" failures="0" errors="0" time="0" skipped="1">/);
      assert.match(
        xml.output,
        /name="for days".*><skipped message="not run to the end: interrupted, or out of time"\/>/,
      );
      const json = await aftermath(['test', 'clock.aft', '--timeout', '0.05s', '--json'], { folder });
      assert.deepEqual(schemaFaults(parsed(json.output)), []);
      assert.deepEqual(parsed(json.output).counts, { passed: 1, failed: 0, undecided: 1 });
    }));

  it('ends a run, or many, with the results so far and with 3', () =>
    inFolder(files, async (folder) => {
      const args = ['simulate', 'clock.aft', '--random', '--steps', '20000000', '--quiet', '--timeout', '0.05s'];
      const one = await aftermath(args, { folder });
      assert.equal(one.code, 3);
      assert.match(one.output, /^out of time \(\d+ steps, /m);
      assert.match(one.notes, /^Out of time after step \d+\.\n$/);
      const many = await aftermath([...args, '--runs', '1000000'], { folder });
      assert.equal(many.code, 3);
      assert.match(many.notes, /^Out of time after \d+ of 1000000 runs\.\n$/);
    }));

  it('ends a check as out of time', () =>
    inFolder(files, async (folder) => {
      const { code, output } = await aftermath(['verify', 'clock.aft', '--timeout', '0.05s'], { folder });
      assert.equal(code, 3);
      assert.match(output, /time/);
    }));

  it('says what a time is', () =>
    inFolder(files, async (folder) => {
      for (const command of [['test'], ['simulate', '--random']]) {
        const { code, notes } = await aftermath([...command, 'clock.aft', '--timeout', 'soon'], { folder });
        assert.equal(code, 2);
        assert.match(notes, /"--timeout" takes a time such as 30s or 10m; "soon" is not one/);
      }
    }));
});

describe('a command that does not stop on its own', () => {
  for (const { name, operands, options, hasNoJson } of commands) {
    if (Object.hasOwn(options, 'timeout')) continue;
    const json = hasNoJson === true ? [] : ['--json'];
    const files = Array.from({ length: operands.least }, (_, index) => `--${String(index)}.aft`);
    /** Runs it with a process that ends in this way; returns what is asked of that, and what came of it. */
    const runAs = async (args: readonly string[], ended: number | 'out of time') => {
      const asked: unknown[] = [];
      let notes = '';
      const code = await runCommandLine([name, ...args], {
        ...{ folder: '/', readInput: () => Promise.reject(new Error('nothing is read')) },
        output: { write: () => assert.fail(), isColoured: false },
        notes: { write: (text) => void (notes += text), isColoured: false },
        runApart: (...parameters) => {
          asked.push(parameters);
          return Promise.resolve(ended);
        },
      });
      return { asked, code, notes };
    };

    it(`is run as a process that can be ended, when it has a --timeout: ${name}`, async () => {
      const fine = await runAs(['--timeout', '0.5s', ...json, '--', ...files], 1);
      assert.deepEqual(fine, { asked: [[[name, ...json, '--', ...files], 500]], code: 1, notes: '' });
      assert.deepEqual(await runAs([...json, '--timeout=2m', '--', ...files], 'out of time'), {
        asked: [[[name, ...json, '--', ...files], 120_000]],
        code: 3,
        notes: `aftermath: Out of time: "${name}" took longer than 120s.
`,
      });
      const { asked, code } = await runAs(['--timeout', 'soon', '--', ...files], 0);
      assert.deepEqual([asked, code], [[], 2]);
    });
  }
});

describe('aftermath test', () => {
  it('runs nothing more after an interrupt, and ends with 3', () =>
    inFolder(files, async (folder) => {
      let output = '';
      const controller = new AbortController();
      setImmediate(() => {
        controller.abort();
      });
      const code = await runCommandLine(['test', 'clock.aft'], {
        folder,
        output: { write: (text) => void (output += text), isColoured: false },
        notes: { write: () => undefined, isColoured: false },
        readInput: () => Promise.reject(new Error('nothing is read')),
        onInterrupt: () => controller.signal,
      });
      assert.equal(code, 3);
      assert.match(output, /^undecided clock.aft:6:10: for days \(interrupted\)\n/);
      assert.match(output, /, 2 undecided; seed 1\n$|, 1 passed, 0 failed, 1 undecided; seed 1\n$/);
    }));
});
