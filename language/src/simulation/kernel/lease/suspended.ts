/**
 * Suspended entities: everything on a paused node, and a PD on its way to another node. Their entries are held
 * back until they continue; the clock of a paused node stands still meanwhile.
 */
import { oncePer } from '../../../model/common/once-per.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { isConstant } from '../../../model/machines/expression.ts';
import { isArmed } from '../agenda.ts';
import { nodeOf } from '../messages.ts';
import type { Due, Entry, Program, Run, State } from '../run.ts';
import { isPaused } from './lease-settings.ts';
import { missHeld } from './counterfactual.ts';
import { travellers } from './moves.ts';
import { placesOf } from './references.ts';
import { noteHappening } from './tally.ts';

/** Returns a predicate for entities that stand still now; undefined if none does. */
export function suspendedNow(run: Run): ((entity: EntityId) => boolean) | undefined {
  const paused = pausedNodes(run);
  const moving = travellers(run);
  if (paused.size === 0 && moving.size === 0) return undefined;
  return (entity) => paused.has(nodeOf(run, entity) ?? -1) || isIn(run, moving, entity);
}

/** Returns true if an entity stands still now. Cost: its depth, and the entities on their way. */
export const standsStill = (run: Run, entity: EntityId): boolean =>
  isPaused(run, nodeOf(run, entity) ?? -1) || isIn(run, travellers(run), entity);

/** Returns true for an entity that is one of some others, or in one. */
function isIn(run: Run, others: ReadonlySet<EntityId>, entity: EntityId): boolean {
  const { entities } = run.program.model;
  for (let around: EntityId | undefined = entity; around !== undefined; around = entities[around]?.parent)
    if (others.has(around)) return true;
  return false;
}

/** Holds back the entries of entities that stand still, and puts the entries of those that go on back on the agenda. */
export function holdSuspended(run: Run): void {
  const { state } = run;
  const isSuspended = suspendedNow(run);
  if (isSuspended === undefined && state.held.length === 0) return;
  const paused = pausedNodes(run);
  if (paused.size > 0) noteHappening(run, 'pause');
  const waits = ({ due }: Entry): boolean => isSuspended?.(heldWith(due)) === true;
  if (!state.held.some((entry) => !waits(entry)) && !state.agenda.some(waits)) return;
  for (const entry of state.agenda.filter(waits)) missHeld(run, entry);
  const all = [...state.agenda, ...state.held].sort(byTime);
  state.agenda = all.filter((entry) => !waits(entry));
  state.held = all.filter(waits);
}

/**
 * Lets time pass for what is held back: the clocks of paused nodes stand still, so timers and messages that have not
 * left yet are put off; what is overdue is due when it continues. The work of leases keeps its schedule.
 */
export function putOff(run: Run, time: number): void {
  const { state } = run;
  const paused = pausedNodes(run);
  const now = state.now + time;
  const later = (entry: Entry): Entry => {
    const { at, due } = entry;
    if (due.kind === 'lease' && due.work.kind !== 'arrival') return entry;
    const stands = isArmed(due) && paused.has(nodeOf(run, heldWith(due)) ?? -1);
    return { ...entry, at: stands ? at + time : Math.max(at, now) };
  };
  const before = state.held.map(later);
  // What was overdue at different times keeps its order though it is due at the same time now.
  const orders = before.flatMap(({ at, order }) => (at === now ? [order] : [])).sort((one, other) => one - other);
  let next = 0;
  state.held = before
    .map((entry) => (entry.at === now ? { ...entry, order: orders[next++] ?? entry.order } : entry))
    .sort(byTime);
}

const byTime = (a: Entry, b: Entry): number => a.at - b.at || a.order - b.order;

/** Returns the entity that has to go on for an entry to happen; deletion and anything outside of nodes never waits. */
function heldWith(due: Due): EntityId {
  switch (due.kind) {
    case 'message':
      return due.message.to;
    case 'deletion':
      return -1;
    case 'lease':
      if (due.work.kind === 'arrival') return due.work.to;
      return due.work.kind === 'keepalive' || due.work.kind === 'indexed' ? due.work.keepalive.to : due.entity;
    default:
      return due.entity;
  }
}

/** Returns the nodes that are paused. */
const pausedNodes = (run: Run): ReadonlySet<EntityId> =>
  pausesBySettings(run.program) ? pausedIn(run.program)(run.state.settings, run) : pausedNow(run);

const pausedNow = (run: Run): ReadonlySet<EntityId> => new Set(placesOf(run).filter((place) => isPaused(run, place)));

/** Returns true if only settings that are set pause a node: nothing that is computed, and no variable. */
const pausesBySettings = oncePer(({ model, machineOf }: Program): boolean =>
  model.entities.every(({ id, kind, settings }) => {
    const machine = machineOf[id];
    const isOwn = machine?.slots.has('paused') === true || machine?.lets.has('paused') === true;
    return kind !== 'node' || (!isOwn && settings.every(({ name, value }) => name !== 'paused' || isConstant(value)));
  }),
);

/** The paused nodes for the settings that were asked for last, which each step asks for several times. */
const pausedIn = oncePer<Program, (settings: State['settings'], run: Run) => ReadonlySet<EntityId>>(() => {
  let [known, paused]: [State['settings'] | undefined, ReadonlySet<EntityId>] = [undefined, new Set()];
  return (settings, run) => {
    if (known !== settings) [known, paused] = [settings, pausedNow(run)];
    return paused;
  };
});
