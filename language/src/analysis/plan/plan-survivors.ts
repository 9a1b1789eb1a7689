/**
 * Finds the consequences of a plan for survivors: who is notified, degraded, broken, or dangling, by the same rules as
 * after a crash. Relations that the event itself removes are not missed.
 */
import { createEdgeList, reversed } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { type Already, already, type Gone } from '../crash/already.ts';
import type { Destruction } from '../crash/destruction.ts';
import { type DoomedSet, existing, idsOf } from '../facts/doomed.ts';
import { type Notification, notifications } from '../crash/notifications.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { type Spread, spreadOf } from '../facts/spread.ts';
import { blocked, broken, dangling, degraded, lacking } from '../crash/survivors.ts';

/** The consequences for the survivors. */
export interface Consequences {
  readonly notified: readonly Notification[];
  readonly degraded: readonly Explained[];
  readonly broken: readonly Explained[];
  /** Of these, what is in a call that nothing answers any more. */
  readonly blocked: readonly EntityId[];
  readonly dangling: readonly Explained[];
  readonly already: Already;
}

/**
 * Returns the consequences for the survivors when `doomed` ends; `cut` are the relations that the event removes as
 * well, and `gone` has ended before. Managers are notified according to the relations before the cut. Cost: O(V + E).
 */
export function consequences(
  model: RelatedEntities,
  set: Pick<DoomedSet, 'hops' | 'because'>,
  doomed: readonly EntityId[],
  cut: ReadonlySet<RelationId>,
  gone: Gone,
): Consequences {
  const isDoomed = new Uint8Array(model.entities.length);
  for (const id of doomed) isDoomed[id] = 1;
  const end: Destruction = {
    aliveBefore: existing(model, {}),
    destroyed: [],
    order: [],
    ended: doomed,
    isDestroyed: (entity) => isDoomed[entity] === 1,
    hops: set.hops,
    because: (entity) => [...set.because(entity)],
  };
  const spread = spreadOf(model);
  const remaining = withoutCut(spread, cut);
  const lack = lacking(remaining, end);
  const left = dangling(remaining, end);
  let found: Already | undefined;
  return {
    notified: notifications(spread, end),
    degraded: degraded(remaining, end, lack),
    broken: broken(remaining, end, lack),
    blocked: blocked(lack),
    dangling: left,
    get already() {
      return (found ??= already(remaining, end, idsOf(left), gone));
    },
  };
}

function withoutCut(spread: Spread, cut: ReadonlySet<RelationId>): Spread {
  if (cut.size === 0) return spread;
  const { index, services } = spread;
  const all: RelationIndex['all'] = (kind) => index.all(kind).filter(({ id }) => !cut.has(id));
  const from: RelationIndex['from'] = (kind) => {
    const edges = createEdgeList();
    for (const { id, source, target } of all(kind)) edges.add(source, target, id);
    return edges.toDigraph(index.model.entities.length);
  };
  return {
    ...spread,
    index: { ...index, all, from, to: (kind) => reversed(from(kind)) },
    // The spaces that a PD serves stay the same: a client misses one that its server no longer declares.
    services: services.map((each) => ({ ...each, requests: each.requests.filter((id) => !cut.has(id)) })),
  };
}
