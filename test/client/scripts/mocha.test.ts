/** The judgement of mocha's results by `npm test`: nothing that was skipped or cannot be trusted counts as passed. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge, runMocha } from '../../../client/scripts/mocha.mjs';
import { checkout } from '../../../client/scripts/processes.mjs';

const test = (name: string, file = 'test/a.test.ts') => ({ fullTitle: name, file: join(checkout, file), duration: 40 });
const files = ['test/a.test.ts'];

describe('the results of mocha', () => {
  it('are good if each file ran a test and none failed', () => {
    const { passed, faults, text } = judge(files, 0, { passes: [test('one'), test('two')], failures: [], pending: [] });
    assert.deepEqual([passed, faults], [2, []]);
    assert.match(text, /^ +0\.1 s +2 {2}test\/a\.test\.ts\n$/);
  });

  it('report a failure with its location and message', () => {
    const failure = { ...test('one'), err: { message: 'no', stack: 'Error: no\n    at x' } };
    const { passed, faults } = judge(files, 1, { passes: [], failures: [failure], pending: [] });
    assert.deepEqual([passed, faults], [0, ['test/a.test.ts: one\n  Error: no\n      at x']]);
  });

  it('count skipped tests as failed', () => {
    const { faults } = judge(files, 0, { passes: [test('one')], failures: [], pending: [test('two')] });
    assert.deepEqual(faults, ['test/a.test.ts: two\n  was skipped; a skipped test counts as failed']);
  });

  it('name a file in which no test ran', () => {
    const { faults } = judge([...files, 'test/b.test.ts'], 0, { passes: [test('one')], failures: [], pending: [] });
    assert.deepEqual(faults, ['test/b.test.ts\n  ran no test']);
  });

  it('are a failure if mocha aborts, or exits badly without one', () => {
    assert.match(judge(files, 0, undefined).faults.join(), /ended before/);
    const { faults } = judge(files, 7, { passes: [test('one')], failures: [], pending: [] });
    assert.match(faults.join(), /ended with code 7/);
  });

  it('are a failure if there is nothing to run', () => {
    assert.match(judge([], 0, { passes: [], failures: [], pending: [] }).faults.join(), /no test was run/);
  });
});

describe('the second try', () => {
  const [one, other] = ['test/a.test.ts', 'test/b.test.ts'] as const;
  const failure = (name: string, message: string, file?: string) => ({
    ...test(name, file),
    err: { message, stack: message },
  });
  type Tests = readonly ReturnType<typeof test>[];

  /** Stands in for mocha: writes the next results each time it is started, nothing where there are none. */
  const tries = async (...results: readonly ({ passes: Tests; failures: Tests } | undefined)[]) => {
    const started: string[][] = [];
    const judged = await runMocha([one, other], {
      args: ['--parallel'],
      results: '.cache/tests/second-try.json',
      run: (_, args) => {
        const next = results[started.push(args.filter((each) => each.endsWith('.test.ts'))) - 1];
        const [file = ''] = args.flatMap((each) => /^output=(.*)/.exec(each)?.[1] ?? []);
        if (next !== undefined) writeFileSync(file, JSON.stringify({ ...next, pending: [] }));
        return Promise.resolve({ code: next === undefined ? 9 : next.failures.length });
      },
    });
    return { ...judged, started };
  };

  const broken = { passes: [test('x'), test('y', other)], failures: [failure('z', 'too late', other)] };

  it('repeats the whole failed file and no other, and is reported', async () => {
    const { started, passed, faults, firstTries } = await tries(broken, {
      passes: [test('y', other), test('z', other)],
      failures: [],
    });
    assert.deepEqual(started, [[one, other], [other]]);
    assert.deepEqual([passed, faults], [3, []]);
    assert.deepEqual(firstTries, ['test/b.test.ts: z\n  too late']);
  });

  it('decides the result, even if another test fails this time', async () => {
    const { passed, faults, firstTries } = await tries(broken, {
      passes: [test('z', other)],
      failures: [failure('y', 'gone', other)],
    });
    assert.deepEqual([passed, faults, firstTries.length], [2, ['test/b.test.ts: y\n  gone'], 1]);
  });

  it('is not a pass if mocha aborts', async () => {
    const { faults } = await tries(broken, undefined);
    assert.deepEqual(faults, ['test/b.test.ts\n  ran no test']);
  });

  it('is only made after a failed test', async () => {
    const good = await tries({ passes: [test('x'), test('y', other)], failures: [] });
    assert.deepEqual([good.started.length, good.passed, good.faults], [1, 2, []]);
    const untold = await tries(undefined);
    assert.deepEqual([untold.started.length, untold.faults.length], [1, 1]);
  });
});
