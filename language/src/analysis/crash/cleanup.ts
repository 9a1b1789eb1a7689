/**
 * Crash cleanup: everything that follows when a PD or a node crashes under a policy. The meaning is
 * that of "Crash cleanup" in the language reference, thresholds on metrics (`minRsi`,
 * `maxFaultRadius`) included. Nothing is remembered from one crash to the next.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { Already } from './already.ts';
import { already } from './already.ts';
import { crashedPds } from './crashed-pds.ts';
import type { Destroyed } from './destruction.ts';
import { destruction } from './destruction.ts';
import type { Notification } from './notifications.ts';
import { notifications } from './notifications.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { spreadOf } from './spread.ts';
import { broken, dangling, degraded } from './survivors.ts';

/** The consequences of one crash. All `because` are computed when they are read. */
export interface Cleanup {
  /** What crashed itself: the PD, or the node and every PD on it. */
  readonly crashed: readonly EntityId[];
  /** Providers first, in the order of `order`. */
  readonly destroyed: readonly Destroyed[];
  /** `order[i]` is destroyed together, after all before it. */
  readonly order: readonly (readonly EntityId[])[];
  /** Living PDs that lack a hold, request or managed space that they lost. */
  readonly degraded: readonly Explained[];
  /** Living PDs that this crash leaves without what they need. */
  readonly broken: readonly Explained[];
  /** What lives on and points to something that this crash destroyed. */
  readonly dangling: readonly Explained[];
  /** What was broken or dangled before the crash, and is so still. */
  readonly already: Already;
  readonly notified: readonly Notification[];
}

/** The state in which a crash happens. */
export interface CrashOptions {
  /** What exists before the crash. Default: all that is not absent at the start. */
  readonly alive?: (entity: EntityId) => boolean;
}

/**
 * Returns what follows when `crashed`, a PD or a node, crashes; nothing follows from the crash of
 * anything else, or of what does not exist. Cost: O(V + E), and sorting what is destroyed.
 */
export function crash(model: RelatedEntities, crashed: EntityId, policy: Policy, options: CrashOptions = {}): Cleanup {
  const alive = options.alive ?? ((id: EntityId) => model.entities[id]?.absent === false);
  const aliveBefore = new Uint8Array(model.entities.length);
  for (const { id } of model.entities) if (alive(id)) aliveBefore[id] = 1;
  const kind = model.entities[crashed]?.kind;
  if ((kind !== 'pd' && kind !== 'node') || aliveBefore[crashed] !== 1) return nothing;
  const spread = spreadOf(model);
  const end = destruction(spread, crashed, policy, aliveBefore);
  const left = dangling(spread, end);
  let found: Already | undefined;
  return {
    crashed: kind === 'pd' ? [crashed] : [crashed, ...crashedPds(model, crashed, aliveBefore)],
    destroyed: end.destroyed,
    order: end.order,
    degraded: degraded(spread, end),
    broken: broken(spread, end),
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
  already: { broken: [], dangling: [] },
  notified: [],
};
