/**
 * Crash cleanup: everything that follows when PDs and nodes crash at once under a policy, as defined by "Crash cleanup"
 * in the language reference, including thresholds on metrics (`minRsi`, `maxFaultRadius`). Each event is computed on its
 * own.
 */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { type Already, already } from './already.ts';
import { type Destroyed, destruction } from './destruction.ts';
import { type Notification, notifications } from './notifications.ts';
import { crashedWith } from './crashed-with.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { spreadOf } from './spread.ts';
import { broken, dangling, degraded, lacking } from './survivors.ts';

/** The consequences of one event, in which one or several crash. Each `because` is computed when read. */
export interface Cleanup {
  /** What crashes: the PDs themselves, or the nodes with every PD and node on them. */
  readonly crashed: readonly EntityId[];
  /** Providers first, in the order of `order`. */
  readonly destroyed: readonly Destroyed[];
  /** The entities of `order[i]` are destroyed together, after all earlier ones. */
  readonly order: readonly (readonly EntityId[])[];
  /** Living PDs that lost a hold, a request or a managed space, and what lost a soft need. */
  readonly degraded: readonly Explained[];
  /** Living entities that this crash deprives of something they need. */
  readonly broken: readonly Explained[];
  /** Survivors that point to something destroyed by this crash. */
  readonly dangling: readonly Explained[];
  /** Damage that predates the crash and remains. */
  readonly already: Already;
  readonly notified: readonly Notification[];
}

/** The state in which a crash happens. */
export interface CrashOptions {
  /** Returns true if an entity exists before the crash. Default: all that are not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
}

/**
 * Returns the consequences when `crashed`, PDs and nodes, crash in one event; any other kind of entity, and one that
 * does not exist, is left out. Cost: O(V + E), plus sorting the destroyed entities.
 */
export function crash(
  model: RelatedEntities,
  crashed: EntityId | readonly EntityId[],
  policy: Policy,
  options: CrashOptions = {},
): Cleanup {
  const alive = options.alive ?? ((id: EntityId) => model.entities[id]?.absent === false);
  const aliveBefore = new Uint8Array(model.entities.length);
  for (const { id } of model.entities) if (alive(id)) aliveBefore[id] = 1;
  const isStruck = (id: EntityId): boolean => canCrash(model.entities[id]?.kind) && aliveBefore[id] === 1;
  const sources = (typeof crashed === 'number' ? [crashed] : crashed).filter(isStruck);
  if (sources.length === 0) return nothing;
  const spread = spreadOf(model);
  const end = destruction(spread, sources, policy, aliveBefore);
  const lack = lacking(spread, end);
  const left = dangling(spread, end);
  let found: Already | undefined;
  return {
    crashed: crashedWith(model, sources, aliveBefore),
    destroyed: end.destroyed,
    order: end.order,
    degraded: degraded(spread, end, lack),
    broken: broken(spread, end, lack),
    dangling: left,
    get already() {
      return (found ??= already(spread, end, left));
    },
    notified: notifications(spread, end),
  };
}

const nothing: Cleanup = {
  crashed: [],
  destroyed: [],
  order: [],
  degraded: [],
  broken: [],
  dangling: [],
  already: { broken: [], degraded: [], dangling: [] },
  notified: [],
};
