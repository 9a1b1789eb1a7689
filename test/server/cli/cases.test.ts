/** Small models of which something false was once said; each now gets the answer that is true. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { aftermath } from './command-line.ts';
import { parsed } from './json-shape.ts';

const folder = join(import.meta.dirname, '../../fixtures/cases');

interface Verified {
  readonly title: string;
  readonly verdict: string;
  readonly broken: readonly { readonly steps: number; readonly message: string; readonly trace?: object }[];
}

/** By file: the verdict on each check, with the length of its shortest broken run and what the message says. */
const checks: Readonly<Record<string, readonly (readonly [verdict: string, steps?: number, says?: RegExp])[]>> = {
  'abp-duplicate.aft': [['passed']],
  'always-reads-channel.aft': [['failed', 1, /q in J/], ['passed']],
  'copies-computed-data.aft': [['failed', 2, /p in Waiting/]],
  'copies-in-loop.aft': [
    ['failed', 2, /== 1/],
    ['failed', 2, /== 3/],
  ],
  'duplicate-cannot-be-played.aft': [['passed']],
  'exact-clock-heartbeat.aft': [['failed', 2, /clock\.noticed/]],
  'exact-clock-lease.aft': [['failed', 2, /auditor\.early/]],
  'finalizers-computed.aft': [['passed'], ['passed'], ['failed', 2, /o destroyed/]],
  'ignored-first-once-more.aft': [['passed'], ['failed', 3, /may never become true/]],
  'keepalive-reaches-freed.aft': [['passed', 56, /^S2: /]],
  'keepalives-lost.aft': [['passed', 51, /^S1: .*Cause: keepalives were lost\./]],
  'lose-in-plain-step.aft': [
    ['passed', 3, /may never become true/],
    ['passed', 2, /may never become true/],
  ],
  'restart-window.aft': [['passed']],
};

const scenarios = [
  ...['exact-clock-heartbeat.aft', 'exact-clock-lease.aft', 'final-leave.aft', 'final-top-level.aft'],
  ...['finalizers-computed.aft', 'job-operator.aft', 'murano-list.aft', 'why.aft'],
];

describe('a case that went wrong once', () => {
  it('has its answer here', () => {
    const asked = new Set([...Object.keys(checks), ...scenarios, 'quorum.aft']);
    assert.deepEqual(readdirSync(folder).sort(), [...asked].sort());
  });

  for (const [file, expected] of Object.entries(checks)) {
    it(`is explored as it is: ${file}`, async () => {
      const { output } = await aftermath(['verify', file, '--json'], { folder });
      const [{ checks: found } = { checks: [] }] = parsed(output).files as { readonly checks: readonly Verified[] }[];
      assert.deepEqual(
        found.map(({ verdict, broken: [first] }) => [verdict, first?.steps]),
        expected.map(([verdict, steps]) => [verdict, steps]),
      );
      for (const [index, [, , says]] of expected.entries()) {
        const first = found[index]?.broken[0];
        if (says !== undefined) assert.match(first?.message ?? '', says);
        // What breaks it can be played.
        assert.equal(first === undefined, says === undefined);
        assert.ok(first === undefined || first.trace !== undefined);
      }
    });
  }

  for (const file of scenarios) {
    it(`comes true in its scenarios: ${file}`, async () => {
      const { code, output } = await aftermath(['test', file], { folder });
      assert.equal(code, 0, output);
    });
  }

  it('has one order at a crash, and says what was broken before', async () => {
    const asked = ['why', 'why.aft', 'disk', '--crash', 'ds', '--policy', 'pd-direct', '--before', 'fs'];
    assert.match((await aftermath(asked, { folder })).output, /^"disk" is destroyed before "fs"\.$/m);
    const { output } = await aftermath(['why', 'why.aft', 'app', '--crash', 'ds'], { folder });
    assert.match(output, /^"app" is already broken, because "lib" is absent\.$/m);
  });

  it('has the single point and the pairs of a quorum', async () => {
    const { output } = await aftermath(['points', 'quorum.aft'], { folder });
    const pairs = ['api[0] and api[1]', 'api[0] and api[2]', 'api[1] and api[2]'];
    assert.ok(output.includes(`site needs lb\n  lb\n  ${pairs.join('\n  ')}\n`), output);
  });
});
