/** The parts of a recovery on random models: compared with naive ones, which compute everything afresh. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { actionsOf } from '../../../../language/src/analysis/plan/recovery-actions.ts';
import { comingBack } from '../../../../language/src/analysis/plan/recovery-layers.ts';
import { endLosers } from '../../../../language/src/analysis/plan/recovery-losers.ts';
import { orderStart } from '../../../../language/src/analysis/plan/start-order.ts';
import { type StartWait, startWaits } from '../../../../language/src/analysis/plan/start-waits.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { runs } from '../../../properties.ts';
import { makeModel } from '../../build-model.ts';
import { manyParts, parts } from '../random-model.ts';
import { naiveActions, naiveComingBack, naiveLosers } from './naive-recovery.ts';

/** As in a recovery, waits are mere preferences: what then comes first is left to the needs to start. */
const preferred = (wait: StartWait): StartWait => (wait.strength === 'hard' ? { ...wait, strength: 'soft' } : wait);

describe('a recovery of random models', () => {
  it('ends, takes and orders what the naive one does', () => {
    const reached = new Map<string, number>();
    const count = (what: string, number: number): void =>
      void reached.set(what, (reached.get(what) ?? 0) + Math.sign(number));
    fc.assert(
      fc.property(fc.oneof(parts, manyParts), fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), (made, which) => {
        const { model } = makeModel(made.entities, made.relations);
        const possible = model.entities.filter(({ kind, absent }) => !absent && (kind === 'pd' || kind === 'node'));
        const destroyed = which.flatMap((each) => {
          const targets = possible.map(({ id }) => id).filter((_, place) => place === each % possible.length);
          return crash(model, targets, defaultPolicy).destroyed.map(({ entity }) => entity);
        });
        const over = new Set(destroyed.slice(0, which.length - 1));
        const gone = new Set(destroyed.filter((id) => !over.has(id)));
        const naiveGone = new Set(gone);
        const losers = endLosers(model, gone, over);
        assert.deepEqual(losers, naiveLosers(model, naiveGone, over));
        assert.deepEqual([...gone].sort(), [...naiveGone].sort());
        count('survivors that end', losers.ended.length);
        count('with others', losers.along.length);
        const isThere = (id: number): boolean => !gone.has(id) && !over.has(id) && !model.entities[id]?.absent;
        const survivors = Uint8Array.from(model.entities, ({ id }) => (isThere(id) ? 1 : 0));
        const order = orderStart(model, startWaits(model).map(preferred), { starts: (id) => gone.has(id), isThere }); // oxfmt-ignore
        const [alive, naiveAlive] = [survivors.slice(), survivors.slice()];
        const { actions } = actionsOf(model, order.layers, gone, alive);
        assert.deepEqual(actions, naiveActions(model, order.layers, gone, naiveAlive));
        assert.deepEqual(alive, naiveAlive);
        count('three steps', Math.max(0, actions.length - 2));
        count('several actions in a step', actions.filter((step) => step.length > 1).length);
        const { layers } = comingBack(model, order, { survivors, alive });
        assert.deepEqual(layers, naiveComingBack(model, order, { survivors, alive }));
        count('another order of layers', Number(layers.flat().join() !== order.layers.flat().join()));
      }),
      { numRuns: runs(300, 30_000) },
    );
    const all = [
      'survivors that end',
      'with others',
      'three steps',
      'several actions in a step',
      'another order of layers',
    ];
    for (const what of all) assert.ok((reached.get(what) ?? 0) > 5, JSON.stringify([...reached]));
  });
});
