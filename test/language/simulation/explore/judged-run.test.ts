/** A check's properties are judged in random runs as in the exploration of every run. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, seed, tried } from '../../../properties.ts';
import { verdictOf } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import type { ManyRuns } from '../../../../language/src/simulation/sampling/many-runs.ts';
import { runText } from '../../../../server/src/search/run-javascript.ts';
import { manyRuns } from '../many-runs.ts';
import type { Statistics } from '../../../../language/src/simulation/sampling/statistics.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { programOf } from '../random-systems.ts';
import { toTheEnd } from './explored.ts';
import { anything, system, watched } from './random-checks.ts';

/** Runs the only check of a program. */
async function statisticsOf(program: Program, more: Partial<ManyRuns> = {}): Promise<Statistics> {
  const [check] = program.model.checks;
  assert.ok(check);
  const origin = { kind: 'random', check: check.title, faults: [], sends: false } as const;
  const many = { origin, runs: 20, seed: 1, turns: 300, until: undefined, ...more };
  const found = await manyRuns(program, many, () => Promise.resolve(true));
  if ('refusal' in found) assert.fail(found.refusal);
  return found;
}

const countsOf = async (text: string, more?: Partial<ManyRuns>): Promise<string[]> =>
  (await statisticsOf(await programOf(text), more)).properties.map(
    ({ name, count, open, seed }) => `${name}: ${String(count)} broken, ${String(open)} open, from ${String(seed)}`,
  );

const lamp = `event Press
machine Lamp for pd {
  initial state Off { on Press -> On }
  state On { after 1s -> Worn }
  state Worn { }
}
pd lamp runs Lamp
`;

describe('what a check asks of random runs', () => {
  it('is broken by no random run if no run breaks it, and whatever random runs break, some run breaks', async () => {
    const seen = { passed: 0, broken: 0, open: 0 };
    await fc.assert(
      fc.asyncProperty(fc.oneof(system(anything), system(watched)), async (text) => {
        const program = await programOf(text);
        const [check] = program.model.checks;
        assert.ok(check);
        const { properties, outcomes } = await statisticsOf(program);
        const explored = toTheEnd(program, check, { states: 3000 });
        const broken = properties.filter(({ count }) => count > 0);
        if (explored.broken.length > 0 || explored.unexplored.some(({ limit }) => limit === 'states')) {
          // A shortest run breaks one of them, and hides what others break after it.
          seen.broken += broken.length > 0 ? 1 : 0;
          return;
        }
        assert.deepEqual(broken, [], text);
        assert.ok(['passed', 'bounded'].includes(verdictOf(check, explored)));
        assert.ok(outcomes.every(({ kind }) => kind !== 'broken' && kind !== 'error'));
        seen.passed += 1;
        seen.open += properties.some(({ open }) => open > 0) ? 1 : 0;
      }),
      { seed: seed + 1, numRuns: runs(8, 400) },
    );
    for (const [what, count] of Object.entries(seen)) tried(what, count);
    assert.ok(seen.passed > runs(1, 3) && seen.broken > runs(1, 3), JSON.stringify(seen));
  });

  it('is counted by property, with the first seed, in the order of the text', async () => {
    const text = `${lamp}check "c" {
  may send Press to lamp up to 1
  never lamp in Worn
  always lamp alive
  eventually lamp in On
  lamp in On leads to lamp in Off
  watch: [deadlock, unhandled]
}`;
    assert.deepEqual(await countsOf(text), [
      'never lamp in Worn: 20 broken, 0 open, from 1',
      'always lamp alive: 0 broken, 0 open, from undefined',
      'eventually lamp in On: 0 broken, 0 open, from undefined',
      'lamp in On leads to lamp in Off: 20 broken, 0 open, from 1',
      'deadlock: 20 broken, 0 open, from 1',
      'unhandled: 0 broken, 0 open, from undefined',
    ]);
  });

  it('is open if a run is cut off: by the number of steps, the horizon or a bound, or when what it waits for came', async () => {
    const check = (members: string): string => `${lamp}check "c" { may send Press to lamp up to 1  ${members} }`;
    const worn = 'eventually lamp in Worn';
    assert.deepEqual(await countsOf(check(worn), { turns: 1 }), [`${worn}: 0 broken, 20 open, from undefined`]);
    const beyond = await countsOf(check(`clock: exact  horizon: 1ms  ${worn}`));
    assert.deepEqual(beyond, [`${worn}: 0 broken, 20 open, from undefined`]);
    const bounded = await countsOf(check(`bound not (lamp in On)  ${worn}  never lamp in Worn`));
    assert.deepEqual(bounded, [
      `${worn}: 0 broken, 20 open, from undefined`,
      'never lamp in Worn: 0 broken, 0 open, from undefined',
    ]);
    const program = await programOf(check(worn));
    const [awaited] = (await programOf(check('never lamp in On'))).model.checks[0]?.properties ?? [];
    const { properties } = await statisticsOf(program, { until: awaited?.condition });
    assert.deepEqual(
      properties.map(({ count, open }) => [count, open]),
      [[0, 20]],
    );
  });

  it('is no deadlock while a plain step is still to come, nor outside a bound', async () => {
    const check = (members: string): string => `${lamp}check "c" { watch: [deadlock]  ${members} }`;
    const awaiting = check('fault halt up to 1  run 3s  destroy lamp');
    assert.deepEqual(await countsOf(awaiting), ['deadlock: 0 broken, 0 open, from undefined']);
    for (const more of ['', 'fault crash up to 1  '])
      assert.deepEqual(await countsOf(check(`${more}bound lamp in On`)), [
        'deadlock: 0 broken, 0 open, from undefined',
      ]);
  });

  it('is asked of no state that follows one outside a bound, where an error breaks nothing either', async () => {
    const counter = `event Press
machine Counter for pd { var presses: 0..1 = 0  initial state On { on Press do { presses := presses + 1 } } }
pd counter runs Counter
check "c" { may send Press to counter  bound counter.presses < 1  eventually counter crashed }`;
    const program = await programOf(counter);
    for (const by of [{ remembers: false }, {}, { runText }]) {
      const { outcomes, properties } = await statisticsOf(program, by);
      assert.deepEqual(
        outcomes.map(({ name, kind, count }) => [name, kind, count]),
        [['a bound of the check ended the run', 'over', 20]],
      );
      assert.deepEqual(
        properties.map(({ count, open }) => [count, open]),
        [[0, 20]],
      );
    }
  });

  it('is asked in the plain steps whatever the bounds, which hold from the last one on', async () => {
    const worn = 'never lamp in Worn';
    const steps = (after: string): string =>
      `${lamp}check "c" { send Press to lamp  run 1s  ${after}  bound lamp in Off  ${worn} }`;
    for (const after of ['', 'destroy lamp'])
      assert.deepEqual(await countsOf(steps(after)), [`${worn}: 20 broken, 0 open, from 1`]);
    const late = `${lamp}check "c" { send Press to lamp  bound lamp in Off  ${worn} }`;
    assert.deepEqual(await countsOf(late), [`${worn}: 0 broken, 0 open, from undefined`]);
  });

  it('is judged in the plain steps, too', async () => {
    const counts = await countsOf(`${lamp}check "c" { destroy lamp  create lamp  never lamp destroyed }`);
    assert.deepEqual(counts, ['never lamp destroyed: 20 broken, 0 open, from 1']);
  });

  it('is expected of a check that fails', async () => {
    const program = await programOf(`${lamp}check "c" fails { may send Press to lamp up to 1  never lamp in Worn }`);
    const { outcomes, properties } = await statisticsOf(program);
    assert.deepEqual([outcomes[0]?.kind, properties[0]?.count], ['over', 20]);
  });
});
