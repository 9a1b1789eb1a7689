/**
 * The agenda of a run: what is to happen, by time and then by the order in which it was scheduled.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Due, Entry, Run, State } from './run.ts';
import { RunError } from '../values/run-error.ts';

/** After so many steps an instant is taken to have no end. */
export const mostInAnInstant = 10_000;

/** More than this is no system that waits, but one that piles up. */
const mostWaiting = 20_000;

/**
 * Schedules something for a time, in microseconds from the start; never for the past. Throws a
 * `RunError` for a time that no clock shows, for more than can wait, and at the end of an endless instant.
 */
export function schedule({ state }: Run, at: number, due: Due): void {
  if (!Number.isSafeInteger(at)) {
    throw new RunError('run/number', 'This time is more than 285 years from the start: the clock does not go so far.');
  }
  // Told here, where the line is known that keeps the instant going.
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

/** Schedules an entry of the agenda once more: directly after itself, so that the copy overtakes nothing and is overtaken by nothing. */
export function scheduleCopy({ state }: Run, entry: Entry): void {
  checkRoom(state);
  state.agenda = state.agenda.toSpliced(state.agenda.indexOf(entry) + 1, 0, { ...entry });
}

/** More entities than a model has. */
const pairBase = 2 ** 24;

/** Returns a number for those between whom something travels that others of its kind must not overtake; nothing for what may be overtaken. */
export function orderedPair(due: Due): number | undefined {
  if (due.kind === 'message') {
    const { from = -1, to } = due.message;
    return due.isOrdered ? (from + 1) * pairBase + to : undefined;
  }
  if (due.kind !== 'lease' || due.work.kind !== 'keepalive' || !due.work.isOrdered) return undefined;
  const { from, to } = due.work.keepalive;
  return -((from + 2) * pairBase + to + 2);
}

/** Takes an entry off the agenda. */
export function unschedule(state: State, entry: Entry): void {
  if (state.agenda[0] === entry) state.agenda = state.agenda.slice(1);
  else state.agenda = state.agenda.filter((other) => other !== entry);
}

/** Takes all timers of an entity off the agenda, or those of some of its transitions, and tells of each. */
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

function insert(state: State, entry: Entry): void {
  const { agenda } = state;
  let low = 0;
  let high = agenda.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = agenda[middle];
    // An entry scheduled later goes behind all of the same time.
    if (other !== undefined && other.at <= entry.at) low = middle + 1;
    else high = middle;
  }
  state.agenda = agenda.toSpliced(low, 0, entry);
}
