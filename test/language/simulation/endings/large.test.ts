/** Ten thousand objects and many ends: a run of them stays fast. */
import assert from 'node:assert/strict';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { collectNow, deleteNow, destroyNow } from '../../../../language/src/simulation/kernel/endings/ends.ts';
import { isAlive } from '../../../../language/src/simulation/kernel/graph-now.ts';
import { act, initial, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Execute, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { runs } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';

const size = 10_000;
const roots = 10;
/** Random ends of each kind: each takes a few milliseconds, most of all for its model and not for what it ends. */
const ends = runs(30, 100);

/** Returns whole numbers below a bound, the same each time. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

/** A forest in which each object owns a few, with references and orders across. */
function forest(): Run {
  const below = numbers();
  const ids = Array.from({ length: size }, (_, id) => id);
  const { model } = makeModel(
    ids.map((id) => ({ kind: 'object', root: id < roots })),
    ids
      .slice(roots)
      .flatMap((id) => [
        { kind: 'owns' as const, source: below(id), target: id },
        ...(below(3) === 0 ? [{ kind: 'refers' as const, source: below(size), target: id }] : []),
        ...(below(5) === 0 ? [{ kind: 'destroyed after' as const, source: below(size), target: id }] : []),
      ]),
  );
  return initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: true }).run;
}

const livingIn = ({ state }: Run): number =>
  state.life.reduce((count, _, id) => count + (isAlive(state, id) ? 1 : 0), 0);

function step(run: Run, execute: Execute): void {
  assert.equal(act(run, execute).error, undefined);
}

describe('a run of ten thousand objects', () => {
  it('carries out many random deletions, with all that follows', () => {
    const run = forest();
    const below = numbers();
    const modes = ['background', 'foreground', 'orphan'] as const;
    for (let count = 0; count < ends; count++) {
      const target = below(size);
      step(run, () => {
        deleteNow(run, [target], modes[count % 3], { policy: defaultPolicy, place: 0 });
      });
    }
    for (let count = 0; count < ends; count++) {
      const target = below(size);
      step(run, () => {
        destroyNow(run, [target], defaultPolicy, 0);
      });
    }
    while (takeFirst(run, Number.MAX_SAFE_INTEGER) !== undefined) continue;
    const left = livingIn(run);
    assert.ok(left > 0 && left < size - 2 * ends);
    // What still has an owner has one that is alive: nothing was overlooked.
    const { links } = run.state;
    const owned = new Set(links.flatMap(({ kind, target }) => (kind === 'owns' ? [target] : [])));
    const kept = new Set(
      links.flatMap(({ kind, source, target }) => (kind === 'owns' && isAlive(run.state, source) ? [target] : [])),
    );
    assert.deepEqual([...owned].filter((id) => !kept.has(id)), []); // oxfmt-ignore
    step(run, () => {
      collectNow(run, 'demand', defaultPolicy);
    });
    assert.ok(livingIn(run) <= left);
  });
});
