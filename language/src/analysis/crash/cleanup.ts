/**
 * Crash cleanup: everything that follows when a PD or a node crashes under a policy, as defined by "Crash cleanup" in
 * the language reference, including thresholds on metrics (`minRsi`, `maxFaultRadius`). Each crash is computed on its
 * own.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { type Already, already } from './already.ts';
import { crashedPds } from './crashed-pds.ts';
import { type Destroyed, destruction } from './destruction.ts';
import { type Notification, notifications } from './notifications.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { spreadOf } from './spread.ts';
import { broken, dangling, degraded, lacking } from './survivors.ts';

/** The consequences of one crash. Each `because` is computed when read. */
export interface Cleanup {
  /** The PDs that crash: the PD itself, or the node and every PD on it. */
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
 * Returns the consequences when `crashed`, a PD or a node, crashes; none for any other kind of entity, or for one that
 * does not exist. Cost: O(V + E), plus sorting the destroyed entities.
 */
export function crash(model: RelatedEntities, crashed: EntityId, policy: Policy, options: CrashOptions = {}): Cleanup {
  const alive = options.alive ?? ((id: EntityId) => model.entities[id]?.absent === false);
  const aliveBefore = new Uint8Array(model.entities.length);
  for (const { id } of model.entities) if (alive(id)) aliveBefore[id] = 1;
  const kind = model.entities[crashed]?.kind;
  if ((kind !== 'pd' && kind !== 'node') || aliveBefore[crashed] !== 1) return nothing;
  const spread = spreadOf(model);
  const end = destruction(spread, crashed, policy, aliveBefore);
  const lack = lacking(spread, end);
  const left = dangling(spread, end);
  let found: Already | undefined;
  return {
    crashed: kind === 'pd' ? [crashed] : [crashed, ...crashedPds(model, crashed, aliveBefore)],
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
