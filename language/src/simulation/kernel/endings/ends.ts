/**
 * Orderly ends: `destroy`, collections, and deletion with its modes, finalizers and delays.
 */
import { entityName } from '../../../model/model.ts';
import type { DoomedSet } from '../../../analysis/facts/doomed.ts';
import { type EndMode, isSentence } from '../../../analysis/deletion/deletion-state.ts';
import { endOfCollected } from '../../../analysis/doomed/doomed-by-collection.ts';
import type { Moment } from '../../../analysis/doomed/doomed-keepers.ts';
import { doomedByDestruction } from '../../../analysis/doomed/doomed-by-destruction.ts';
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import type { DeletionMode, Policy } from '../../../model/policy.ts';
import type { RelationKind } from '../../../model/relation.ts';
import { schedule, unschedule } from '../agenda.ts';
import { deletionNow, endedBy, isProtectedNow, reasonsOfDeletion } from './deletion-now.ts';
import { collectable } from './reachability.ts';
import { aliveIn, graphNow, isAlive } from '../graph-now.ts';
import { removeLinks } from './links.ts';
import { countOwners, isAbandonedNow, isHeldUp, type OwnerCounts, ownModeNow, ownsAny } from './ownership.ts';
import { type EndingStep, isRefused, sayKept } from './refusals.ts';
import { remark } from '../remarks.ts';
import type { Link, Run } from '../run.ts';
import { doom, holdBack, type Sentence } from './sentences.ts';
import { tearDown } from './teardown-run.ts';
import { at, itemAt } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/** Destroys entities in an orderly way, with everything that ends with them. Refuses a target that is not alive. */
export function destroyNow(run: Run, targets: readonly EntityId[], policy: Policy, place: PlaceId): void {
  const living = targets.filter((id) => isMeantAlive(run, id, place, 'destroyed'));
  const set = withConsequences(run, living);
  const ending = (): EntityId[] => [...set.stages.flat(), ...set.held.map(({ entity }) => entity)];
  if (isRefused(run, { named: living, isEviction: false, policy, ending, because: set.because }, place)) return;
  holdBack(run, set);
  if (run.step.torn !== undefined) {
    for (const id of set.stages.flat()) run.step.waiting.add(id);
    return;
  }
  tearDown(run, { entities: set.stages.flat(), because: set.because }, policy, () => undefined);
}

function withConsequences(run: Run, targets: readonly EntityId[]): Pick<DoomedSet, 'stages' | 'held' | 'because'> {
  const [only] = targets;
  if (only === undefined || targets.length > 1 || !isAlone(run, only)) {
    return doomedByDestruction(graphNow(run).model, targets, { alive: aliveIn(run) });
  }
  const name = entityName(run.program.model, only);
  return { stages: [[only]], held: [], because: () => [{ text: t`"${name}" is destroyed`, entity: only }] };
}

/** Returns true if nothing ends with an object: then the graph is not needed. */
function isAlone({ program, state }: Run, entity: EntityId): boolean {
  const { entities } = program.model;
  return (
    entities[entity]?.kind === 'object' &&
    !state.links.some(({ kind, source, target }) => {
      if (source === entity && (kind === 'owns' || kind === 'waits for')) return true;
      return target === entity && (kind === 'dies with' || kind === 'stops with');
    }) &&
    !entities.some(({ parent }) => parent === entity)
  );
}

/** Destroys what no root reaches at that moment, round by round until nothing is left. */
export function collectNow(run: Run, moment: Moment, policy: Policy, place?: PlaceId): void {
  let isFirst = true;
  const find = (): Sentence => {
    const set = collectable(run, moment, policy);
    if (isFirst) sayKept(run, set.spared, place);
    isFirst = false;
    holdBack(run, set, (id) => endOfCollected(set, id));
    return { entities: set.stages.flat(), because: set.because };
  };
  if (run.step.torn !== undefined) {
    for (const id of find().entities) run.step.waiting.add(id);
    return;
  }
  // A collection with nothing to collect still has an outcome: the order asked for afterwards is empty.
  run.state.lastEnd = { layers: [], isBefore: () => false, because: () => [] };
  tearDown(run, find(), policy, find);
}

/** Evicts entities: objects are deleted, everything else is destroyed. What protects them as eviction is asked. */
export function evictNow(run: Run, targets: readonly EntityId[], policy: Policy, place: PlaceId): void {
  const { state, program } = run;
  const deletions = new Map(state.deletions);
  const living = targets.filter((id) => isMeantAlive(run, id, place, 'evicted'));
  for (const id of living) {
    if (program.model.entities[id]?.kind !== 'object') deletions.set(id, 'destroy');
    else if (!deletions.has(id)) deletions.set(id, ownModeNow(run, id) ?? policy.deletion);
  }
  beginDeletions(run, deletions, { named: living, isEviction: true, policy }, place);
}

/** Begins deletions, unless what they would end is protected. */
function beginDeletions(
  run: Run,
  deletions: ReadonlyMap<EntityId, EndMode>,
  step: Pick<EndingStep, 'named' | 'isEviction'> & { readonly policy: Policy },
  place: PlaceId | undefined,
): void {
  const ending = (): EntityId[] => endedBy(run, deletions, step.named);
  if (isRefused(run, { ...step, ending, because: reasonsOfDeletion(run, step.named) }, place)) return;
  run.state.deletions = deletions;
  settleDeletions(run, step.policy);
}

/**
 * Deletes objects. Without a mode, each object keeps the mode of a deletion under way, else takes its own mode, else
 * that of the policy. Refuses a target that is not alive or not an object.
 */
export function deleteNow(
  run: Run,
  targets: readonly EntityId[],
  mode: DeletionMode | undefined,
  { policy, place }: { readonly policy: Policy; readonly place: PlaceId | undefined },
): void {
  const { state, program } = run;
  const deletions = new Map(state.deletions);
  for (const id of targets) {
    if (program.model.entities[id]?.kind !== 'object') {
      remark(run, {
        code: 'run/refused',
        message: t`"${entityName(program.model, id)}" is not an object; only objects can be deleted.`,
        place,
      });
    } else if (isMeantAlive(run, id, place, 'deleted')) {
      const before = state.deletions.get(id);
      if (!isSentence(before)) deletions.set(id, mode ?? before ?? ownModeNow(run, id) ?? policy.deletion);
    }
  }
  const named = targets.filter((id) => deletions.has(id));
  beginDeletions(run, deletions, { named, isEviction: false, policy }, place);
}

/** Sentences what is declared as doomed, at the start and before machines begin; nothing is asked. */
export function beginDoomed(run: Run): void {
  const { state, program } = run;
  const { defaultPolicy, model } = program;
  const doomed = model.entities.filter((each) => each.doomed === true && !each.absent);
  if (doomed.length === 0) return;
  state.deletions = new Map(
    doomed.map(({ id, kind }) => [
      id,
      kind === 'object' ? (ownModeNow(run, id) ?? defaultPolicy.deletion) : ('destroy' as const),
    ]),
  );
  settleDeletions(run, defaultPolicy);
}

/**
 * Advances deletions as far as they can go now, and schedules the deletion of objects that have lost their last owner.
 * Cost: O(V + E).
 */
export function settleDeletions(run: Run, policy: Policy): void {
  if (run.step.torn !== undefined) return;
  forgetEnded(run);
  for (;;) {
    const ended = carryOn(run);
    if (ended.length === 0) {
      scheduleAbandoned(run, policy);
      return;
    }
    tearDown(run, { entities: ended, because: reasonsOfDeletion(run, ended) }, policy, () => undefined);
    forgetEnded(run);
  }
}

/** Deletes an object whose delay has passed, if its owners are still all absent. */
export function deleteAbandoned(run: Run, entity: EntityId, life: number): void {
  const { state } = run;
  if (!isAlive(state, entity) || state.lives[entity] !== life || state.deletions.has(entity)) return;
  if (!isAbandonedNow(run, entity) || isProtectedNow(run, entity)) return;
  state.deletions = new Map(state.deletions).set(entity, ownModeNow(run, entity) ?? 'background');
}

/** Dooms what is being deleted, cuts what deletion cuts, and returns what ends at once. */
function carryOn(run: Run): EntityId[] {
  const { state } = run;
  const targets = [...state.deletions.keys()].sort((a, b) => a - b);
  if (targets.length === 0) return [];
  const others = new Set(targets.filter((id) => state.deletions.get(id) !== 'background'));
  const isDestroyed = [...state.deletions.values()].some(isSentence);
  if (isDestroyed || ownsAny(run, others) || state.links.some(({ kind }) => spreads.has(kind)))
    return carryOnTogether(run);
  // A deletion in the background, or of an object that owns nothing, takes nothing else with it within the instant.
  for (const id of targets) doom(run, id);
  if ([...others].some((id) => state.deletions.get(id) === 'orphan')) {
    state.deletions = new Map([...state.deletions].map(([id, mode]) => [id, mode === 'orphan' ? 'background' : mode]));
  }
  return targets.filter((id) => !isHeldUp(run, id));
}

/** Relations by which more than one entity ends, or waits. */
const spreads: ReadonlySet<RelationKind> = new Set(['dies with', 'stops with', 'waits for']);

/** Does the same where dependents go first, or stay without their owner, or where ends spread. */
function carryOnTogether(run: Run): EntityId[] {
  const { state } = run;
  const { entities } = run.program.model;
  const { outcome, links } = deletionNow(run, state.deletions);
  const ids = entities.map(({ id }) => id).filter((id) => outcome.mode[id] !== undefined && outcome.stage[id] === 0);
  const deletions = new Map(state.deletions);
  for (const id of ids) {
    // Orphaning happens at once; an object still held up then continues as in the background.
    const mode = outcome.mode[id];
    deletions.set(id, mode === 'foreground' || isSentence(mode) ? (mode ?? 'background') : 'background');
    doom(run, id);
  }
  state.deletions = deletions;
  const cut = new Set(
    [...outcome.cut].filter((id) => outcome.stage[itemAt(links, id).source] === 0).map((id) => links[id]),
  );
  if (cut.size > 0) removeLinks(run, (link) => cut.has(link), 'cut');
  unblock(run, outcome.released);
  return ids.filter((id) => outcome.endedAt[id] === 0);
}

/**
 * Releases the owners that would have waited for these objects; they never wait for them again, whatever holds the
 * objects up.
 */
function unblock({ state }: Run, released: Uint8Array): void {
  const isBlocking = ({ kind, target, as }: Link): boolean =>
    kind === 'owns' && as !== 'nonblocking' && released[target] === 1;
  if (!state.links.some(isBlocking)) return;
  state.links = state.links.map((link) => (isBlocking(link) ? { ...link, as: 'nonblocking' } : link));
}

function forgetEnded({ state }: Run): void {
  if ([...state.deletions.keys()].every((id) => isAlive(state, id))) return;
  state.deletions = new Map([...state.deletions].filter(([id]) => isAlive(state, id)));
}

/**
 * Schedules the deletion of objects that have owners, all of them absent, and cancels it for an object that has an
 * owner again.
 */
function scheduleAbandoned(run: Run, policy: Policy): void {
  const { state } = run;
  const owners = countOwners(run);
  const { agenda } = state;
  // Indices in the agenda, counted from 1; this runs after every end, so it has to be fast.
  const pending = new Int32Array(state.life.length);
  for (let place = 0; place < agenda.length; place++) {
    const due = agenda[place]?.due;
    if (due?.kind === 'deletion') pending[due.entity] = place + 1;
  }
  for (let entity = 0; entity < pending.length; entity++) {
    const isDue =
      isAbandoned(owners, entity) &&
      isAlive(state, entity) &&
      !state.deletions.has(entity) &&
      !isProtectedNow(run, entity);
    if (!isDue && pending[entity] === 0) continue;
    const entry = agenda[at(pending, entity) - 1];
    const life = itemAt(state.lives, entity);
    const isPending = entry?.due.kind === 'deletion' && entry.due.life === life;
    if (entry !== undefined && !(isDue && isPending)) unschedule(state, entry);
    if (isDue && !isPending) {
      schedule(run, state.now + Math.round(policy.deletionDelay * 1000), { kind: 'deletion', entity, life });
    }
  }
}

const isAbandoned = ({ named, present }: OwnerCounts, entity: EntityId): boolean =>
  at(named, entity) > 0 && present[entity] === 0;

function isMeantAlive(run: Run, entity: EntityId, place: PlaceId | undefined, done: string): boolean {
  if (isAlive(run.state, entity)) return true;
  const name = entityName(run.program.model, entity);
  remark(run, { code: 'run/refused', message: t`"${name}" is not alive; it cannot be ${done}.`, place });
  return false;
}
