/**
 * Adds to what a crash destroys what it releases: entities that were ending already and that something destroyed by the
 * crash held up. They end after all of that, in the order of a teardown.
 */
import type { Fact } from '../../model/fact.ts';
import { type Ending, type StartingModel } from '../deletion/at-start.ts';
import { releasedBy } from '../deletion/released.ts';
import type { Held } from '../facts/doomed.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { type Teardown, teardown } from '../teardown/teardown.ts';
import type { Destruction } from './destruction.ts';
import type { EntityId } from '../../model/entity-kind.ts';

/** All that ends by a crash, the teardown of what it releases, and what that takes along and cannot end yet. */
export interface WholeEnd {
  readonly end: Destruction;
  /** The entities that are released alone, after the crash; undefined if none are. */
  readonly afterwards: { readonly end: Destruction; readonly order: Teardown } | undefined;
  readonly held: readonly Held[];
}

/** Returns what a crash destroys together with what it releases. Cost: O(V + E); O(1) where nothing is ending. */
export function withReleased(model: StartingModel, ending: Ending, end: Destruction): WholeEnd {
  if (ending.modes.size === 0) return { end, afterwards: undefined, held: [] };
  const { aliveBefore, isDestroyed } = end;
  const released = releasedBy(model, ending, {
    existsBefore: aliveBefore,
    gone: end.ended,
    because: end.because,
  });
  if (released.entities.length === 0) return { end, afterwards: undefined, held: [] };
  const isReleased = new Set(released.entities);
  const aliveAfter = aliveBefore.map((mark, id) => (isDestroyed(id) ? 0 : mark));
  const order = teardown(model, released.entities, defaultPolicyOf({ policies: model.policies ?? [] }), {
    alive: (id) => aliveAfter[id] === 1,
  });
  const because = (entity: EntityId): Fact[] =>
    isReleased.has(entity) ? [...released.because(entity)] : end.because(entity);
  const hops = (entity: EntityId): number => (isReleased.has(entity) ? because(entity).length - 1 : end.hops(entity));
  const own: Destruction = {
    ...{ aliveBefore: aliveAfter, because, hops, order: order.layers },
    ended: released.entities,
    isDestroyed: (id) => isReleased.has(id),
    destroyed: order.layers.flat().map((entity) => ({
      ...{ entity, by: 'release', distance: 0 },
      get because() {
        return because(entity);
      },
    })),
  };
  const whole: Destruction = {
    ...{ aliveBefore, because, hops },
    destroyed: [...end.destroyed, ...own.destroyed],
    order: [...end.order, ...order.layers],
    ended: [...end.ended, ...released.entities],
    isDestroyed: (id) => isDestroyed(id) || isReleased.has(id),
  };
  return { end: whole, afterwards: { end: own, order }, held: released.held };
}
