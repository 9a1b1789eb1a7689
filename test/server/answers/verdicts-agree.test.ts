/** A random run of a check has the same verdicts in the editor and on the command line. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openSteps } from '../../../server/src/features/run-opening.ts';
import { runs, seed } from '../../properties.ts';
import { aftermath } from '../cli/command-line.ts';
import { openInMemory } from '../in-memory.ts';

const text = `
event Work(round: int)
machine Worker for pd {
  var done: int = 0
  initial state Idle { on Work(round) do { done := round } -> Busy }
  state Busy { after 2s -> Idle  on Work }
}
pd server
pd worker runs Worker { needs server }
check "work" {
  may send Work(1) to worker up to 3
  fault crash of server up to 1
  never worker broken
  worker in Busy leads to worker in Idle
  always worker.done <= 1
}
check "a broken worker" fails { crash server  never worker broken }
check "a mistake" { crash server  never worker broken  always server alive }
`;

/** Leases with keepalives, a supervisor, and a job that is submitted, with checks of their own. */
const systems: Readonly<Record<string, string>> = {
  'boxes.aft': '',
  'lease.aft': '',
  'keepalive.aft': `
check "a random walk" { clock: exact  horizon: 60s  fault lose  watch: [S1, S2, unhandled] }`,
  'supervisor.aft': `
check "a random walk" { fault crash  watch: [deadlock, unhandled]  always all p in pds: not p broken }`,
  'job.aft': `
check "a random walk" { fault crash up to 1  never any o in objects: o destroyed  always all p in pds: p alive }`,
};

const readExample = (name: string): string =>
  readFileSync(new URL(`../../../language/examples/${name}`, import.meta.url), 'utf8');

describe('what a random run says of its check', () => {
  const inEditor = async (check: string, seed: number, steps: number, model = text) => {
    const { workspace, document } = await openInMemory(model);
    const run = openSteps(workspace.models.of(document), { kind: 'random', seed, steps, check }, undefined);
    for (;;) {
      const next = run.next();
      if (next.done !== true) continue;
      if (!('value' in next.value)) assert.fail(JSON.stringify(next.value));
      return next.value.value.summary;
    }
  };

  it('is the same in the editor and on the command line, and the steps that break it are marked', async () => {
    const seen = new Set<string>();
    for (const check of ['work', 'a broken worker', 'a mistake']) {
      for (let at = 1; at <= 10; at++) {
        const steps = at;
        const options = ['--random', `--check=${check}`, `--seed=${String(at)}`, `--steps=${String(steps)}`];
        const { output } = await aftermath(['simulate', ...options, '--quiet', '-'], { input: text });
        const said = output.split('\n').filter((line) => line.startsWith('  '));
        const { about, marked } = await inEditor(check, at, steps);
        const [, ...verdicts] = about;
        assert.deepEqual(verdicts.map((each) => each.replace(/\.$/, '')), said.map((line) => line.trim().replace(/\.$/, ''))); // oxfmt-ignore
        assert.ok(verdicts.length > 0);
        const broken = verdicts.flatMap((each) => /: broken in step (\d+)/.exec(each)?.[1] ?? []);
        const expected = check === 'a broken worker' ? [] : [...new Set(broken.map(Number))].sort((a, b) => a - b);
        assert.deepEqual(marked.map(({ step }) => step), expected); // oxfmt-ignore
        for (const each of verdicts) seen.add(/: (not broken|broken|not decided)/.exec(each)?.[1] ?? each);
      }
    }
    assert.deepEqual([...seen].sort(), ['broken', 'not broken', 'not decided']);
  });

  for (const [name, added] of Object.entries(systems)) {
    it(`is the same for ${name}`, async () => {
      const model = `${readExample(name)}${added}\n`;
      const checks = [...model.matchAll(/^check "([^"]+)"/gm)].map(([, title = '']) => title);
      assert.ok(checks.length > 0);
      for (const check of checks) {
        for (let at = seed; at < seed + runs(2, 100); at++) {
          const options = ['--random', `--check=${check}`, `--seed=${String(at)}`, '--steps=60', '--quiet', '-'];
          const { output, notes } = await aftermath(['simulate', ...options], { input: model });
          const said = output.split('\n').filter((line) => line.startsWith('  '));
          const { about } = await inEditor(check, at, 60, model);
          const plain = (lines: readonly string[]): string[] => lines.map((line) => line.trim().replace(/\.$/, ''));
          assert.ok(about.length > 1, notes);
          assert.deepEqual(plain(about.slice(1)), plain(said), `${check}, seed ${String(at)}`);
        }
      }
    });
  }

  it('is nothing for a run of no check', async () => {
    const { workspace, document } = await openInMemory(text);
    const run = openSteps(workspace.models.of(document), { kind: 'random', seed: 1, steps: 5 }, undefined);
    let next = run.next();
    while (next.done !== true) next = run.next();
    assert.ok('value' in next.value);
    assert.equal(next.value.value.summary.about.length, 1);
  });
});
