/** Cached steps lead to the same states as the kernel, which computes each of them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { modelOfText } from '../../dsl/load-text.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { createJudge } from '../../../../language/src/simulation/explore/judgement/judge.ts';
import { expandRemembered } from '../../../../language/src/simulation/explore/space/expand-remembered.ts';
import { begin, createSpace } from '../../../../language/src/simulation/explore/space/space.ts';
import { createGrid } from '../../../../language/src/simulation/explore/steps/grid.ts';
import { runs, tried } from '../../../properties.ts';
import { toTheEnd } from './explored.ts';
import { system, windows } from './random-timed-systems.ts';

/** A system whose first PD stands still with its node, once. */
const pausing = system.map((text) =>
  text
    .replaceAll(/\bp0\b/g, 'x.p0')
    .replace('pd x.p0 runs M', 'node x { pd p0 runs M }')
    .replace(/(check .*\n)/, '$1  fault pause of x up to 1\n'),
);

describe('a step that is remembered', () => {
  it('cancels the delayed deletion of an object that is deleted earlier', async () => {
    const model = await modelOfText(`root object owner { owns part }
object part { finalizers: [hold] }
pd operator
check "c" {
  may delete owner background up to 1
  may delete part background up to 1
  eventually operator crashed
}`);
    const [program, check] = [compileModel(model), model.checks[0]];
    assert.ok(check);
    const [remembered, stepped] = [true, false].map((remembers) => toTheEnd(program, check, { remembers }).states);
    assert.deepEqual([remembered, stepped], [5, 5]);
  });

  it('fails for want of room where the kernel does, whatever else is under way', async () => {
    const model = await modelOfText(`event E
event F
machine M for pd {
  on E do { for i in 0..3999 { send F to self  send F to self } }
  initial state A { after 1ms }
}
pd p runs M
check "c" { may send E to p  never p crashed }`);
    const [program, check] = [compileModel(model), model.checks[0]];
    assert.ok(check);
    const limits = { states: 50, symmetry: false, reduces: false };
    const [remembered, stepped] = [true, false].map(
      (remembers) => toTheEnd(program, check, { ...limits, remembers }).broken,
    );
    assert.deepEqual(remembered, stepped);
    assert.deepEqual(
      remembered?.map(({ code, counterexample: { steps } }) => [code, steps]),
      [['run/endless', 3]],
    );
  });

  it('leads to the same times as the kernel, whether the clock is exact or there is a horizon alone', async () => {
    let [compared, withoutKernel] = [0, 0];
    const anyClock = system.map((text) =>
      text
        .replace(/clock: exact( *)(horizon: 7ms)?/, 'clock: any  horizon: 2ms')
        .replace(/never .*/, 'eventually p0 in B and p1.count == 2'),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(system, windows, anyClock, pausing), async (text) => {
        const model = await modelOfText(text);
        const [program, check] = [compileModel(model), model.checks[0]];
        assert.ok(check);
        const limits = { states: 1500, reduces: compared % 2 === 0 };
        const [remembered, stepped] = [true, false].map((remembers) =>
          toTheEnd(program, check, { ...limits, remembers }),
        );
        if (remembered === undefined || remembered.unexplored.some(({ limit }) => limit === 'states')) return;
        assert.deepEqual({ ...remembered, bytes: 0 }, { ...stepped, bytes: 0 }, text);
        compared += 1;
        if (needsNoKernel(program, check)) withoutKernel += 1;
      }),
      { numRuns: runs(14, 300) },
    );
    tried('systems with times', compared);
    assert.ok(compared >= runs(14, 300) / 2, `${compared} were small enough.`);
    assert.ok(withoutKernel > compared / 2, `${withoutKernel} of ${compared} needed no step of the kernel.`);
  });
});

/** Returns true if the kernel steps nowhere, up to the first fault. */
function needsNoKernel(program: Program, check: Check): boolean {
  const [variant] = variantsOf(program, check.steps);
  assert.ok(variant);
  const [judge, grid] = [createJudge(program, check), createGrid(program.model, check)];
  const space = createSpace(program, check, variant, { judge, grid, covered: new Set() });
  let found: unknown = begin(space);
  while (found === undefined && space.expanded < space.states.size()) found = expandRemembered(space);
  return found !== 'kernel';
}
