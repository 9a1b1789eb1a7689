/**
 * Crash cleanup: everything that follows when PDs and nodes crash at once under a policy, as defined by "Crash cleanup"
 * in the language reference, including thresholds on metrics (`minRsi`, `maxFaultRadius`). Each event is computed on
 * its own.
 */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import { type Already, already, type Gone } from './already.ts';
import { type Destroyed, destruction } from './destruction.ts';
import { type Notification, notifications } from './notifications.ts';
import { crashedWith } from './crashed-with.ts';
import { type Ending, startOf, type StartingModel } from '../deletion/at-start.ts';
import { type Held, idsOf } from '../facts/doomed.ts';
import { spreadOf } from '../facts/spread.ts';
import type { Teardown } from '../teardown/teardown.ts';
import { withReleased } from './released-ends.ts';
import { type Affected, affected, blocked, broken, dangling, degraded, lacking } from './survivors.ts';

/** The consequences of one event, in which one or several crash. Each `because` is computed when read. */
export interface Cleanup {
  /** The crashing entities: the PDs themselves, or the nodes with every PD and node on them. */
  readonly crashed: readonly EntityId[];
  /** Providers first, in the order of `order`. */
  readonly destroyed: readonly Destroyed[];
  /** The entities of `order[i]` are destroyed together, after all earlier ones. */
  readonly order: readonly (readonly EntityId[])[];
  /** Living PDs that lost a hold, a request or a managed space, and what lost a soft need. */
  readonly degraded: readonly Explained[];
  /** Living entities that this crash deprives of something they need. */
  readonly broken: readonly Explained[];
  /** Of these, what is in a call that nothing answers any more. */
  readonly blocked: readonly EntityId[];
  /** Survivors that point to something destroyed by this crash. */
  readonly dangling: readonly Explained[];
  /** Damage that predates the crash and remains. */
  readonly already: Already;
  readonly notified: readonly Notification[];
  /** The teardown of what was ending already and is released by the crash, last in `order`; undefined if nothing is. */
  readonly released: Teardown | undefined;
  /** What ends with something released and cannot end yet; in declaration order. */
  readonly held: readonly Held[];
}

/** The state in which a crash happens. */
export interface CrashOptions {
  /** Returns true if an entity exists before the crash. Default: all that exist at the start, and go on existing. */
  readonly alive?: (entity: EntityId) => boolean;
  /** The entities that are ending in a state that `alive` describes. Default: none. */
  readonly ending?: Ending;
  /** Returns true if something else than a PD or node may fail like one: it ends, with what ends with it. */
  readonly mayFail?: (entity: EntityId) => boolean;
}

/**
 * Returns the consequences when `crashed`, PDs and nodes, crash in one event; any other kind of entity, unless it may
 * fail, and one that does not exist, is left out. Cost: O(V + E), plus sorting the destroyed entities.
 */
export function crash(
  given: StartingModel,
  crashed: EntityId | readonly EntityId[],
  policy: Policy,
  options: CrashOptions = {},
): Cleanup {
  const event = endsBy(given, crashed, policy, options);
  if (event === undefined) return nothing;
  const { spread, sources, gone, byCrash, end, afterwards, held, lack } = event;
  const left = dangling(spread, end);
  let found: Already | undefined;
  return {
    crashed: crashedWith(spread.index.model, sources, end.aliveBefore),
    destroyed: end.destroyed,
    order: end.order,
    degraded: degraded(spread, end, lack),
    broken: broken(spread, end, lack),
    blocked: blocked(lack),
    dangling: left,
    get already() {
      return (found ??= already(spread, end, idsOf(left), gone));
    },
    notified: [byCrash, ...(afterwards === undefined ? [] : [afterwards.end])].flatMap((each) =>
      notifications(spread, each),
    ),
    released: afterwards?.order,
    held,
  };
}

/** Who is affected by an event, without the reasons, in declaration order; and the damage before it. */
export interface Reached extends Affected {
  readonly destroyed: readonly EntityId[];
  readonly already: Already;
}

/** Returns whom `crash` affects. Cost: what is reached, with its relations; nothing of it is explained. */
export function reachedBy(
  given: StartingModel,
  crashed: EntityId | readonly EntityId[],
  policy: Policy,
  options: CrashOptions = {},
): Reached {
  const event = endsBy(given, crashed, policy, options);
  if (event === undefined)
    return { destroyed: [], broken: [], blocked: [], degraded: [], dangling: [], already: nothing.already };
  const { spread, gone, end, lack } = event;
  const hit = affected(spread, end, lack);
  return {
    ...hit,
    destroyed: [...end.ended].sort((a, b) => a - b),
    already: already(spread, end, hit.dangling, gone),
  };
}

/** Finds what ends by an event and what that leaves lacking; undefined if nothing of it can crash. */
function endsBy(given: StartingModel, crashed: EntityId | readonly EntityId[], policy: Policy, options: CrashOptions) {
  const { model, ending, gone, aliveBefore } = stateBefore(given, options);
  const isAble = (id: EntityId): boolean => canCrash(model.entities[id]?.kind) || options.mayFail?.(id) === true;
  const isStruck = (id: EntityId): boolean => isAble(id) && aliveBefore[id] === 1;
  const sources = (typeof crashed === 'number' ? [crashed] : crashed).filter(isStruck);
  if (sources.length === 0) return undefined;
  const spread = spreadOf(model);
  const byCrash = destruction(spread, sources, policy, aliveBefore);
  const whole =
    ending === undefined ? { end: byCrash, afterwards: undefined, held: [] } : withReleased(model, ending, byCrash);
  const { end } = whole;
  return { spread, sources, gone, byCrash, ...whole, lack: lacking(spread, end) };
}

/** A model before crashes, and what exists and what is ending then. */
export interface StateBefore<M extends StartingModel> {
  readonly model: M;
  readonly aliveBefore: Uint8Array;
  readonly ending: Ending | undefined;
  /** The entities that have ended at the start; undefined in a state that is given. */
  readonly gone: Gone | undefined;
}

const starts = new WeakMap<StartingModel, StateBefore<StartingModel>>();

/** Returns the state before a crash: the given one, or that of the start. Cost: O(V), at the start once O(V + E). */
export function stateBefore<M extends StartingModel>(given: M, { alive, ending }: CrashOptions): StateBefore<M> {
  if (alive !== undefined) {
    const aliveBefore = Uint8Array.from(given.entities, ({ id }) => (alive(id) ? 1 : 0));
    return { model: given, aliveBefore, ending, gone: undefined };
  }
  // A start has the type of its model.
  const known = starts.get(given) as StateBefore<M> | undefined;
  if (known !== undefined) return known;
  const start = startOf(given);
  const aliveBefore = Uint8Array.from(start.model.entities, ({ absent }) => (absent ? 0 : 1));
  const state = {
    model: start.model,
    aliveBefore,
    ending: start.ending,
    gone: start,
  };
  starts.set(given, state);
  return state;
}

const nothing: Cleanup = {
  crashed: [],
  destroyed: [],
  order: [],
  degraded: [],
  broken: [],
  blocked: [],
  dangling: [],
  already: { broken: [], degraded: [], dangling: [] },
  notified: [],
  released: undefined,
  held: [],
};
