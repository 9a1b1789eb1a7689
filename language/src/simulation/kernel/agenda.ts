/** The agenda of a run: its pending events, by time and then by the order in which they were scheduled. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Due, Entry, Run, State } from './run.ts';
import { addAt, armedGroup, groupEntries, firstAfter, removeEntry } from './agenda-groups.ts';
import { RunError } from '../values/run-error.ts';
import { t } from '../../model/common/translation.ts';

/** After this many steps an instant counts as endless. */
export const mostInAnInstant = 10_000;

/** More entries than this are a backlog that grows without end, not a system that waits. */
const mostWaiting = 20_000;

/**
 * Of more than this many, what waits besides decides whether a step finds room. A step that is remembered knows only
 * what it adds, of at most half; timers, and what is under way, are a quarter each at most.
 */
export const manyWaiting = mostWaiting / 4;

/** Returns the error of an instant that does not end. */
export const endlessInstant = (): RunError =>
  new RunError(
    'run/endless',
    t`The instant does not end: more than ${mostInAnInstant} steps at one time. Put a timer, or a channel with a delay, between them.`,
  );

/**
 * Schedules an event for a time, in microseconds from the start; never for the past. Throws a `RunError` for a time
 * beyond the range of the clock, for more entries than can wait, and at the end of an endless instant.
 */
export function schedule(run: Run, at: number, due: Due): void {
  const { state } = run;
  if (!Number.isSafeInteger(at)) {
    throw new RunError(
      'run/number',
      t`This time is more than 285 years after the start, which is beyond the range of the clock.`,
    );
  }
  // Reported here, where the line is known that keeps the instant going.
  if (at <= state.now && state.steps >= mostInAnInstant) {
    throw endlessInstant();
  }
  checkRoom(run);
  insert(state, { at: Math.max(at, state.now), order: state.order, due });
  state.order += 1;
}

function checkRoom({ state: { agenda }, step }: Run): void {
  if (agenda.length >= 2 * manyWaiting) step.asksUnderWay = true;
  if (agenda.length < mostWaiting) return;
  throw new RunError('run/endless', t`More than ${mostWaiting} messages and timers wait to happen.`);
}

/**
 * Schedules a copy of an agenda entry directly after it, so that the copy overtakes nothing and nothing overtakes the
 * copy.
 */
export function scheduleCopy(run: Run, entry: Entry): void {
  const { state } = run;
  checkRoom(run);
  addAt(state, state.agenda.indexOf(entry) + 1, { ...entry });
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
  removeEntry(state, entry);
}

/**
 * Removes the timers of an entity from the agenda, all or those of the transitions that `isMeant` selects, and reports
 * each.
 */
export function disarm(run: Run, entity: EntityId, isMeant?: (transition: number) => boolean): void {
  run.step.watch?.takesBack(entity);
  const gone = removeArmed(run.state, 'timer', entity, (due) => isMeant?.(due.transition) ?? true);
  for (const { transition } of gone) run.tell?.({ kind: 'disarmed', entity, transition });
}

/** Returns true for an entry that waits for the time of one entity alone: it is not under way between two. */
export const isArmed = ({ kind }: Due): boolean => kind === 'timer' || kind === 'delayed';

/** Takes back what an entity has sent with a delay and what has not left yet, all or one event; reports each. */
export function takeBack({ state, step, tell }: Run, entity: EntityId, event?: string): void {
  step.watch?.takesBack(entity);
  const gone = removeArmed(state, 'delayed', entity, ({ message }) => event === undefined || message.event === event);
  for (const { message } of gone) tell?.({ kind: 'cancelled', message });
}

/** Removes what an entity has armed and what is meant, also what is held back; returns what was on the agenda. */
function removeArmed<K extends 'timer' | 'delayed'>(
  state: State,
  kind: K,
  entity: EntityId,
  isMeant: (due: Extract<Due, { readonly kind: K }>) => boolean,
): Extract<Due, { readonly kind: K }>[] {
  const isGone = ({ due }: Entry): boolean =>
    due.kind === kind && due.entity === entity && isMeant(due as Extract<Due, { readonly kind: K }>);
  if (state.held.some(isGone)) state.held = state.held.filter((entry) => !isGone(entry));
  const gone = groupEntries(state, armedGroup(kind, entity)).filter(isGone);
  for (const entry of gone) removeEntry(state, entry);
  // The group has only entries of that kind.
  return gone.map(({ due }) => due as Extract<Due, { readonly kind: K }>);
}

/** An entry goes after all entries of the same time. */
function insert(state: State, entry: Entry): void {
  addAt(state, firstAfter(state.agenda, entry.at), entry);
}
