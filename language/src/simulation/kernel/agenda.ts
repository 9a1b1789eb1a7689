/** The agenda of a run: its pending events, by time and then by the order in which they were scheduled. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Due, Entry, Run, State } from './run.ts';
import { RunError } from '../values/run-error.ts';

/** After this many steps an instant counts as endless. */
export const mostInAnInstant = 10_000;

/** More entries than this are a backlog that grows without end, not a system that waits. */
const mostWaiting = 20_000;

/**
 * Schedules an event for a time, in microseconds from the start; never for the past. Throws a `RunError` for a time
 * beyond the range of the clock, for more entries than can wait, and at the end of an endless instant.
 */
export function schedule({ state }: Run, at: number, due: Due): void {
  if (!Number.isSafeInteger(at)) {
    throw new RunError(
      'run/number',
      'This time is more than 285 years after the start, which is beyond the range of the clock.',
    );
  }
  // Reported here, where the line is known that keeps the instant going.
  if (at <= state.now && state.steps >= mostInAnInstant) {
    throw new RunError('run/endless', `The instant does not end: more than ${mostInAnInstant} steps at one time.`);
  }
  checkRoom(state);
  insert(state, { at: Math.max(at, state.now), order: state.order, due });
  state.order += 1;
}

function checkRoom({ agenda }: State): void {
  if (agenda.length < mostWaiting) return;
  throw new RunError('run/endless', `More than ${mostWaiting} messages and timers wait to happen.`);
}

/**
 * Schedules a copy of an agenda entry directly after it, so that the copy overtakes nothing and nothing overtakes the
 * copy.
 */
export function scheduleCopy({ state }: Run, entry: Entry): void {
  checkRoom(state);
  state.agenda = state.agenda.toSpliced(state.agenda.indexOf(entry) + 1, 0, { ...entry });
}

/** Greater than the number of entities in any model. */
const pairBase = 2 ** 24;

/**
 * Returns a number for the pair of sender and receiver whose traffic of one kind stays in order; undefined for an entry
 * that may be overtaken.
 */
export function orderedPair(due: Due): number | undefined {
  if (due.kind === 'message') {
    const { from = -1, to } = due.message;
    return due.isOrdered ? (from + 1) * pairBase + to : undefined;
  }
  if (due.kind !== 'lease' || due.work.kind !== 'keepalive' || !due.work.isOrdered) return undefined;
  const { from, to } = due.work.keepalive;
  return -((from + 2) * pairBase + to + 2);
}

/** Removes an entry from the agenda. */
export function unschedule(state: State, entry: Entry): void {
  if (state.agenda[0] === entry) state.agenda = state.agenda.slice(1);
  else state.agenda = state.agenda.filter((other) => other !== entry);
}

/**
 * Removes the timers of an entity from the agenda, all or those of the transitions that `isMeant` selects, and reports
 * each.
 */
export function disarm(run: Run, entity: EntityId, isMeant?: (transition: number) => boolean): void {
  const { state, tell } = run;
  const isGone = ({ due }: Entry): boolean =>
    due.kind === 'timer' && due.entity === entity && (isMeant?.(due.transition) ?? true);
  if (state.held.some(isGone)) state.held = state.held.filter((entry) => !isGone(entry));
  if (!state.agenda.some(isGone)) return;
  if (tell !== undefined) {
    for (const { due } of state.agenda.filter(isGone)) {
      if (due.kind === 'timer') tell({ kind: 'disarmed', entity, transition: due.transition });
    }
  }
  state.agenda = state.agenda.filter((entry) => !isGone(entry));
}

/** Returns true for an entry that waits for the time of one entity alone: it is not under way between two. */
export const isArmed = ({ kind }: Due): boolean => kind === 'timer' || kind === 'delayed';

/** Takes back what an entity has sent with a delay and what has not left yet, all or one event; reports each. */
export function takeBack({ state, tell }: Run, entity: EntityId, event?: string): void {
  const isGone = ({ due }: Entry): boolean =>
    due.kind === 'delayed' && due.entity === entity && (event === undefined || due.message.event === event);
  if (state.held.some(isGone)) state.held = state.held.filter((entry) => !isGone(entry));
  if (!state.agenda.some(isGone)) return;
  for (const { due } of state.agenda.filter(isGone)) {
    if (due.kind === 'delayed') tell?.({ kind: 'cancelled', message: due.message });
  }
  state.agenda = state.agenda.filter((entry) => !isGone(entry));
}

function insert(state: State, entry: Entry): void {
  const { agenda } = state;
  let low = 0;
  let high = agenda.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = agenda[middle];
    // An entry goes after all entries of the same time.
    if (other !== undefined && other.at <= entry.at) low = middle + 1;
    else high = middle;
  }
  state.agenda = agenda.toSpliced(low, 0, entry);
}
