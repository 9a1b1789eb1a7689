/**
 * Coming to life and failing: creation, crash, halt, restart, and moving to another node. Orderly ends are in
 * `ends.ts`.
 */
import { entityName } from '../../../model/model.ts';
import { type Cleanup, crash } from '../../../analysis/crash/cleanup.ts';
import { indexRelations } from '../../../analysis/facts/relation-index.ts';
import type { Digraph } from '../../../graph/digraph.ts';
import type { PlaceId } from '../../../model/machines/action.ts';
import { canCrash, type EntityId } from '../../../model/entity-kind.ts';
import type { Policy } from '../../../model/policy.ts';
import { aliveIn, graphNow, isAlive } from '../graph-now.ts';
import { departTo } from '../lease/moves.ts';
import { beginLeases } from '../lease/start.ts';
import { linkDeclared, loseLinks } from './links.ts';
import { stopMachine } from '../machines/machine.ts';
import { send } from '../messages.ts';
import { startRefusal } from './needs-now.ts';
import { remark, remember, rememberEnd } from '../remarks.ts';
import { lifeBits, type Run } from '../run.ts';
import { startValues } from '../machines/start-values.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { t } from '../../../model/common/translation.ts';

/** Creates one entity, not the entities nested in it. Refuses an entity that is alive. */
export function createNow(run: Run, entity: EntityId, place: PlaceId): void {
  if (isAlive(run.state, entity)) {
    refuse(run, t`${nameOf(run, entity)} is already alive; it is not created again.`, place);
    return;
  }
  const lacking = startRefusal(run, entity);
  if (lacking !== undefined) {
    refuse(run, t`${nameOf(run, entity)} cannot be created: ${lacking}.`, place);
    return;
  }
  revive(run, [entity], false);
}

/**
 * Crashes PDs and nodes in one event, now and without leaving any state. What cannot crash is refused, and the others
 * crash without it.
 */
export function crashNow(
  run: Run,
  entities: readonly EntityId[],
  policy: Policy,
  { place, isFinal }: { readonly place: PlaceId | undefined; readonly isFinal: boolean },
): void {
  const named = crashable(run, entities, place);
  if (named.length === 0) return;
  const cleanup = crash(graphNow(run).model, named, policy, { alive: aliveIn(run) });
  const crashed = new Set(cleanup.crashed);
  const ended = cleanup.order.flat();
  for (const id of ended) {
    end(run, id, crashed.has(id) ? lifeBits.crashed | (isFinal ? lifeBits.halted : 0) : 0);
    run.tell?.({ kind: crashed.has(id) ? 'crashed' : 'destroyed', entity: id });
  }
  loseLinks(run, new Set(ended));
  rememberEnd(run, lastEndOf(cleanup));
  tellManagers(run, cleanup.notified);
}

/** Returns the entities of a list that can crash, each once; anything else in it is a finding. */
function crashable(run: Run, entities: readonly EntityId[], place: PlaceId | undefined): EntityId[] {
  const named = new Set<EntityId>();
  const twice = new Set<EntityId>();
  for (const entity of entities) {
    if (!canCrash(run.program.model.entities[entity]?.kind)) {
      refuse(run, t`${nameOf(run, entity)} is neither a PD nor a node; it cannot crash.`, place);
    } else if (!isAlive(run.state, entity)) {
      refuse(run, t`${nameOf(run, entity)} is not alive; it cannot crash.`, place);
    } else if (named.has(entity)) twice.add(entity);
    else named.add(entity);
  }
  if (twice.size > 0) {
    const names = [...twice].map((entity) => nameOf(run, entity)).join(', ');
    refuse(
      run,
      t`${names} ${twice.size === 1 ? t`is listed twice; it` : t`are listed twice; each`} crashes once.`,
      place,
    );
  }
  return [...named];
}

/**
 * Marks an entity as ended; its machine stops. Its links are removed together with those of everything that ends with
 * it.
 */
export function end(run: Run, entity: EntityId, bits: number): void {
  const { state } = run;
  stopMachine(run, entity);
  state.turns += 1;
  state.life[entity] =
    ((itemAt(state.life, entity) | lifeBits.existed) & ~(lifeBits.alive | lifeBits.restarted)) | bits;
}

/** Tells living managers which resources were freed and lost: an event of their machines. */
export function tellManagers(run: Run, notified: Cleanup['notified']): void {
  for (const { manager, event, subject, by } of notified) {
    const values = by === undefined ? [subject] : [subject, by];
    remember(run, { kind: 'notified', entity: manager, of: subject });
    run.tell?.({ kind: 'notified', entity: manager, of: subject, action: event });
    if (run.program.machineOf[manager] === undefined) continue;
    const sending = {
      from: undefined,
      event,
      place: undefined,
      arguments: values.map((id) => ({ kind: 'entity', id }) as const),
    };
    send(run, sending, { kind: 'entity', id: manager });
  }
}

/** Brings a PD back with everything it hosts, its managed spaces and their resources; a node with the PDs on it. */
export function restartNow(run: Run, entity: EntityId, place: PlaceId | undefined): void {
  const { state } = run;
  const life = itemAt(state.life, entity);
  const refusal = isAlive(state, entity)
    ? t`is alive; only what has ended can be restarted`
    : (life & lifeBits.existed) === 0
      ? t`has never been alive; create it instead`
      : (life & lifeBits.halted) !== 0
        ? t`has halted permanently; create it instead`
        : undefined;
  if (refusal !== undefined) {
    refuse(run, `${nameOf(run, entity)} ${refusal}.`, place);
    return;
  }
  const lacking = startRefusal(run, entity);
  if (lacking !== undefined) {
    refuse(run, t`${nameOf(run, entity)} cannot be restarted: ${lacking}.`, place);
    return;
  }
  revive(run, restarting(run, entity, place), true);
}

/** Moves a PD, with everything it hosts, to another node. */
export function moveNow(run: Run, entity: EntityId, to: EntityId, place: PlaceId): void {
  const { state, program } = run;
  const isNode = program.model.entities[to]?.kind === 'node';
  if (!isNode || !isAlive(state, entity) || !isAlive(state, to)) {
    const reason = isNode ? t`both must be alive` : t`${nameOf(run, to)} is not a node`;
    refuse(run, t`${nameOf(run, entity)} cannot move: ${reason}.`, place);
    return;
  }
  departTo(run, entity, to, place);
}

/**
 * Returns all entities that a restart brings back, in declaration order: only those that have been alive before, and
 * are not now. What lacks a need `as start` even then stays dead, with all that only it would bring back.
 */
function restarting(run: Run, entity: EntityId, place: PlaceId | undefined): EntityId[] {
  const { program, state } = run;
  const { entities } = program.model;
  const index = indexRelations(graphNow({ program, state }).model);
  const managed = indexRelations(program.model).from('manages');
  const back = new Set([entity]);
  const pending = new Map<EntityId, string>();
  const add = (id: EntityId): void => {
    const life = itemAt(state.life, id);
    if ((life & lifeBits.existed) === 0 || (life & (lifeBits.alive | lifeBits.halted)) !== 0) return;
    const lacking = back.has(id) ? undefined : startRefusal(run, id, back);
    if (lacking === undefined) back.add(id);
    else pending.set(id, lacking);
  };
  // The list grows while it is read.
  for (const id of back) {
    for (const space of successors(managed, id)) add(space);
    for (const nested of successors(index.nested, id)) {
      // A node only locates objects; they do not come back with it.
      if (entities[nested]?.kind !== 'object' || entities[id]?.kind !== 'node') add(nested);
    }
    // What comes back may be what others wait for.
    for (const other of pending.keys()) {
      if (startRefusal(run, other, back) !== undefined) continue;
      pending.delete(other);
      back.add(other);
    }
  }
  for (const [id, lacking] of pending) {
    if (!back.has(id)) refuse(run, t`${nameOf(run, id)} stays dead: ${lacking}.`, place);
  }
  return [...back].sort((a, b) => a - b);
}

const successors = ({ offsets, targets }: Digraph, node: number): Int32Array =>
  targets.subarray(offsets[node], offsets[node + 1]);

function revive(run: Run, entities: readonly EntityId[], isRestart: boolean): void {
  const { state, program } = run;
  for (const entity of entities) {
    const getsRestarted = isRestart && program.machineOf[entity] !== undefined;
    state.life[entity] = lifeBits.alive | lifeBits.existed | (getsRestarted ? lifeBits.restarted : 0);
    state.lives[entity] = itemAt(state.lives, entity) + 1;
    state.turns += 1;
    run.tell?.({ kind: isRestart ? 'restarted' : 'created', entity });
  }
  const back = new Set(entities);
  state.losses = state.losses.filter(({ pd }) => !back.has(pd));
  // A deletion under way before the restart is over.
  if (entities.some((id) => state.deletions.has(id))) {
    state.deletions = new Map([...state.deletions].filter(([id]) => !back.has(id)));
  }
  linkDeclared(run, entities);
  beginLeases(run, entities);
  for (const entity of entities) {
    if (program.machineOf[entity] === undefined) continue;
    // A new incarnation remembers nothing.
    if (!isRestart) state.active[entity] = -1;
    startValues(run, entity, isRestart ? 'restart' : 'create');
    run.step.hasRevived = true;
  }
}

function lastEndOf({ order, destroyed }: Cleanup): NonNullable<Run['state']['lastEnd']> {
  const layerOf = new Map(order.flatMap((layer, index) => layer.map((id) => [id, index] as const)));
  const reasons = new Map(destroyed.map((each) => [each.entity, each]));
  return {
    layers: order,
    isBefore: (first, then) => {
      const [a, b] = [layerOf.get(first), layerOf.get(then)];
      return a !== undefined && b !== undefined && a < b;
    },
    because: (entity) => reasons.get(entity)?.because ?? [],
  };
}

const nameOf = ({ program }: Run, entity: EntityId): string => `"${entityName(program.model, entity)}"`;

function refuse(run: Run, message: string, place: PlaceId | undefined): void {
  remark(run, { code: 'run/refused', message, place });
}
