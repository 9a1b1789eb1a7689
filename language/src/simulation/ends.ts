/**
 * Orderly ends: `destroy`, collections, and deletion with its modes, finalizers and delays.
 */
import { runDeletion } from '../analysis/doomed-deletion-run.ts';
import type { DeletionMode, DeletionRun } from '../analysis/doomed-deletion-run.ts';
import type { Moment } from '../analysis/doomed-keepers.ts';
import { doomedByDestruction } from '../analysis/doomed-by-destruction.ts';
import type { PlaceId } from '../model/action.ts';
import type { EntityId } from '../model/entity-kind.ts';
import type { Policy } from '../model/policy.ts';
import type { Relation } from '../model/relation.ts';
import { schedule, unschedule } from './agenda.ts';
import { collectable } from './collection.ts';
import { aliveIn, graphNow, isAlive, isCurrent } from './graph-now.ts';
import { removeLinks } from './links.ts';
import { readSetting } from './properties.ts';
import { remark } from './remarks.ts';
import type { Link, Run } from './run.ts';
import { lifeBits } from './run.ts';
import type { Sentence } from './teardown-run.ts';
import { tearDown } from './teardown-run.ts';
import { equal, isKind } from './values.ts';

/** Destroys entities in an orderly way, with all that goes with them. What is not alive is refused. */
export function destroyNow(run: Run, targets: readonly EntityId[], policy: Policy, place: PlaceId): void {
  const living = targets.filter((id) => isMeantAlive(run, id, place, 'destroyed'));
  const { model } = graphNow(run);
  const set = doomedByDestruction(model, living, { alive: aliveIn(run) });
  if (run.step.teardowns > 0) {
    for (const id of set.stages.flat()) run.step.waiting.add(id);
    return;
  }
  tearDown(run, { entities: set.stages.flat(), because: set.because }, policy, () => undefined);
}

/** Destroys what no root reaches at that moment, round by round until nothing is left of it. */
export function collectNow(run: Run, moment: Moment, policy: Policy): void {
  const find = (): Sentence => {
    const set = collectable(run, moment);
    return { entities: set.stages.flat(), because: set.because };
  };
  if (run.step.teardowns > 0) {
    for (const id of find().entities) run.step.waiting.add(id);
    return;
  }
  // Nothing to collect is an outcome too: the order that is asked for afterwards is empty.
  run.state.lastEnd = { layers: [], isBefore: () => false, because: () => [] };
  tearDown(run, find(), policy, find);
}

/** Deletes objects in a mode. What is not alive, or no object, is refused. */
export function deleteNow(
  run: Run,
  targets: readonly EntityId[],
  mode: DeletionMode,
  { policy, place }: { readonly policy: Policy; readonly place: PlaceId | undefined },
): void {
  const { state, program } = run;
  const deletions = new Map(state.deletions);
  for (const id of targets) {
    if (program.model.entities[id]?.kind !== 'object') {
      remark(run, {
        code: 'run/refused',
        message: `"${program.model.entities[id]?.name ?? id}" is no object; only objects can be deleted.`,
        place,
      });
    } else if (isMeantAlive(run, id, place, 'deleted')) deletions.set(id, mode);
  }
  state.deletions = deletions;
  settleDeletions(run, policy);
}

/**
 * Carries deletions on as far as they go now, and schedules the deletion of objects that have lost
 * their last owner. Cost: O(V + E).
 */
export function settleDeletions(run: Run, policy: Policy): void {
  if (run.step.teardowns > 0) return;
  for (;;) {
    const graph = ownershipNow(run);
    const ended = carryOn(run, graph);
    if (ended.length === 0) {
      scheduleAbandoned(run, graph, policy);
      return;
    }
    tearDown(
      run,
      { entities: ended, because: (entity) => [{ text: 'it is deleted', entity }] },
      policy,
      () => undefined,
    );
    forgetEnded(run);
  }
}

/** Deletes an object whose time has come, if its owners are still all absent. */
export function deleteAbandoned(run: Run, entity: EntityId, life: number): void {
  const { state } = run;
  if (!isAlive(state, entity) || state.lives[entity] !== life || state.deletions.has(entity)) return;
  if (!isAbandoned(run, ownershipNow(run), entity)) return;
  state.deletions = new Map(state.deletions).set(entity, 'background');
}

/** All ownership there is, that of earlier incarnations included; relation ids are places in `links`. */
interface Ownership {
  readonly links: readonly Link[];
  readonly relations: readonly Relation[];
  readonly ownersOf: ReadonlyMap<EntityId, readonly EntityId[]>;
  /** Owners and owned ones of the living incarnations, as `owner * entities + owned`. */
  readonly current: ReadonlySet<number>;
}

function ownershipNow({ program, state }: Run): Ownership {
  const links = state.links.filter(({ kind }) => kind === 'owns');
  const ownersOf = new Map<EntityId, EntityId[]>();
  const current = new Set<number>();
  const relations = links.map((link, id): Relation => {
    const { source, target, as } = link;
    const owners = ownersOf.get(target);
    if (owners === undefined) ownersOf.set(target, [source]);
    else owners.push(source);
    if (isCurrent(state, link)) current.add(source * program.model.entities.length + target);
    return { id, kind: 'owns', source, target, as, notify: undefined, nested: false };
  });
  return { links, relations, ownersOf, current };
}

/** Dooms what is deleted now, cuts what deletion cuts, and returns what ends at once. */
function carryOn(run: Run, graph: Ownership): EntityId[] {
  const { state, program } = run;
  if (state.deletions.size === 0) return [];
  const { entities } = program.model;
  const outcome = runDeletion({
    model: { entities, relations: graph.relations },
    targets: [...state.deletions.keys()].sort((a, b) => a - b),
    mode: 'background',
    modeOf: (id) => state.deletions.get(id),
    exists: state.life.map((bits) => bits & lifeBits.alive),
    isHeld: (id) => hasFinalizers(run, id),
    isForeign: (owner, owned) => !owns(run, graph, owner, owned),
  });
  const ids = entities.map(({ id }) => id).filter((id) => outcome.mode[id] !== undefined && outcome.stage[id] === 0);
  doom(run, ids, outcome);
  const cut = new Set(
    [...outcome.cut].filter((id) => outcome.stage[graph.links[id]?.source ?? -1] === 0).map((id) => graph.links[id]),
  );
  if (cut.size > 0) removeLinks(run, (link) => cut.has(link), 'cut');
  return ids.filter((id) => outcome.ended[id] === 1);
}

function doom(run: Run, ids: readonly EntityId[], outcome: DeletionRun): void {
  const { state } = run;
  const deletions = new Map(state.deletions);
  for (const id of ids) {
    deletions.set(id, outcome.mode[id] ?? 'background');
    if (((state.life[id] ?? 0) & lifeBits.doomed) !== 0) continue;
    state.life[id] = (state.life[id] ?? 0) | lifeBits.doomed;
    run.tell?.({ kind: 'doomed', entity: id });
  }
  state.deletions = deletions;
}

function forgetEnded({ state }: Run): void {
  state.deletions = new Map([...state.deletions].filter(([id]) => isAlive(state, id)));
}

/** Objects that have owners, all absent, are deleted after a while; one that has got an owner again is spared. */
function scheduleAbandoned(run: Run, graph: Ownership, policy: Policy): void {
  const { state } = run;
  const pending = new Map(
    state.agenda.flatMap((entry) => (entry.due.kind === 'deletion' ? [[entry.due.entity, entry] as const] : [])),
  );
  for (const entity of graph.ownersOf.keys()) {
    const life = state.lives[entity] ?? 0;
    const entry = pending.get(entity);
    const isPending = entry?.due.kind === 'deletion' && entry.due.life === life;
    const isDue = isAlive(state, entity) && !state.deletions.has(entity) && isAbandoned(run, graph, entity);
    if (isDue && !isPending) {
      schedule(run, state.now + Math.round(policy.deletionDelay * 1000), { kind: 'deletion', entity, life });
    } else if (!isDue && entry !== undefined) unschedule(state, entry);
  }
}

function isAbandoned(run: Run, graph: Ownership, entity: EntityId): boolean {
  const owners = graph.ownersOf.get(entity) ?? [];
  return owners.length > 0 && !owners.some((owner) => isAlive(run.state, owner) && owns(run, graph, owner, entity));
}

/** Whether the living incarnation of an owner owns the living one of an object, in one namespace. */
function owns(run: Run, { current }: Ownership, owner: EntityId, owned: EntityId): boolean {
  if (!current.has(owner * run.program.model.entities.length + owned)) return false;
  const [first, second] = [readSetting(run, owner, 'namespace'), readSetting(run, owned, 'namespace')];
  return first === undefined || second === undefined || equal(first, second);
}

function hasFinalizers(run: Run, entity: EntityId): boolean {
  const value = readSetting(run, entity, 'finalizers');
  return value !== undefined && value !== null && (!isKind(value, 'set') || value.items.length > 0);
}

function isMeantAlive(run: Run, entity: EntityId, place: PlaceId | undefined, done: string): boolean {
  if (isAlive(run.state, entity)) return true;
  const name = run.program.model.entities[entity]?.name ?? entity;
  remark(run, { code: 'run/refused', message: `"${name}" is not alive; it cannot be ${done}.`, place });
  return false;
}
