/** Reachability from roots in a state: the basis of collections, `reachable` and `orphaned`. */
import { type Collected, doomedByCollection, unreachedObjects } from '../../../analysis/doomed/doomed-by-collection.ts';
import { isOrigin, keepers, type KeepingModel, type Moment } from '../../../analysis/doomed/doomed-keepers.ts';
import type { EndMode } from '../../../analysis/deletion/deletion-state.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { shareAgenda } from '../agenda-groups.ts';
import { aliveIn, graphNow, isAlive, keepingModel, livingText } from '../graph-now.ts';
import type { Policy } from '../../../model/policy.ts';
import { lifeBits, type Run, type State } from '../run.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import { oncePer, oncePerText, type ResultsByText } from '../../../model/common/once-per.ts';

/** Returns the objects that a collection at that moment would end. Cost: O(V + E). */
export function collectable(run: Run, moment: Moment, { protection }: Pick<Policy, 'protection'>): Collected {
  const model = moment === 'demand' ? keepingModel(run) : graphNow(run).model;
  const isDoomed = (id: EntityId): boolean => (itemAt(run.state.life, id) & lifeBits.doomed) !== 0;
  const modeOf = (id: EntityId): EndMode | undefined => run.state.deletions.get(id);
  return doomedByCollection(model, moment, { alive: aliveIn(run), protection, isDoomed, modeOf });
}

/** Returns the living objects that no root reaches now; computed once per unchanged state. Cost: O(V + E). */
export function unreached(run: Run): ReadonlySet<EntityId> {
  const { state, step } = run;
  step.asksUnderWay = true;
  const before = known.get(state);
  if (before !== undefined && isUnchanged(before, state)) return before.found;
  const { links, settings, agenda, deferred, places, turns } = state;
  const model = keepingModel(run);
  const find = (): ReadonlySet<EntityId> => new Set(unreachedObjects(model, 'demand', { alive: aliveIn(run) }));
  const found = unreachedIn(model)(livingText(state), find);
  shareAgenda(state);
  known.set(state, {
    found,
    links,
    settings,
    agenda,
    deferred,
    places,
    turns,
    active: state.active.slice(),
    values: [...state.values],
  });
  return found;
}

/** The results by graph, which is the same object as long as it is the same, and by what lives. */
const [unreachedIn, reachedIn] = [
  oncePer<KeepingModel, ResultsByText<ReadonlySet<EntityId>>>(() => oncePerText()),
  oncePer<KeepingModel, ResultsByText<ReadonlySet<EntityId>>>(() => oncePerText()),
];

type Watched = Pick<State, 'links' | 'settings' | 'agenda' | 'deferred' | 'places' | 'turns' | 'active' | 'values'>;

const known = new WeakMap<State, Watched & { readonly found: ReadonlySet<EntityId> }>();

function isUnchanged(before: Watched, state: State): boolean {
  return (
    before.turns === state.turns &&
    before.links === state.links &&
    before.settings === state.settings &&
    before.agenda === state.agenda &&
    before.deferred === state.deferred &&
    before.places === state.places &&
    before.active.every((leaf, entity) => leaf === state.active[entity]) &&
    before.values.every((value, slot) => value === state.values[slot])
  );
}

/**
 * Returns true if a root reaches an entity through living entities; the entity itself may be destroyed already. Cost:
 * O(V + E), once for the same graph.
 */
export function isReachable(run: Run, wanted: EntityId): boolean {
  const model = keepingModel(run);
  return reachedIn(model)(livingText(run.state), () => reachedFromRoots(run, model)).has(wanted);
}

function reachedFromRoots({ state }: Run, model: KeepingModel): ReadonlySet<EntityId> {
  const { offsets, targets } = keepers(model, 'demand', new Set());
  const reached = new Set(
    model.entities.filter((entity) => isOrigin(entity) && isAlive(state, entity.id)).map(({ id }) => id),
  );
  for (const entity of reached) {
    if (!isAlive(state, entity)) continue;
    for (let edge = at(offsets, entity); edge < at(offsets, entity + 1); edge++) reached.add(at(targets, edge));
  }
  return reached;
}
