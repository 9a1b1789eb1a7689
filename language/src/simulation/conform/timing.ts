/** When steps may come by the times of a log, and which of them may explain its next line. */
import type { Entry, State } from '../kernel/run.ts';
import type { LogFact } from './fact.ts';
import type { Log, Matched } from './matching.ts';

/** What a run explains so far, and its state; `guess` is the time of the log at its start as the last line has it. */
interface Timed extends Pick<Matched, 'front' | 'offset'> {
  readonly state: State;
  readonly guess: number | undefined;
}

/** Returns 1 for each way in which an entry comes out of time: before an earlier one, or later than the next line. */
export function strainOf({ lines }: Log, { state, front, guess }: Timed, { at }: Entry): number {
  const next = lines[front.next]?.at;
  const isEarly = at > (state.agenda[0]?.at ?? at);
  const isLate = guess !== undefined && next !== undefined && at > next - guess;
  return Number(isEarly) + Number(isLate);
}

/** Returns false if what is due cannot show what a line says, because it is about another entity. */
export function mayExplain({ due }: Entry, { kind, entity, from }: LogFact): boolean {
  const actor = due.kind === 'message' ? due.message.to : due.entity;
  switch (kind) {
    case 'state':
    case 'value':
    case 'event':
    case 'message':
      return actor === entity;
    case 'sent':
      return from === undefined || actor === from;
    default:
      return true;
  }
}

/** Returns the time after which the next line would come too late. */
export function deadlineOf({ lines, rules }: Log, { front, offset }: Pick<Timed, 'front' | 'offset'>): number {
  const next = lines[front.next];
  return next?.at === undefined || offset === undefined ? Infinity : next.at - offset + rules.skew;
}

/**
 * Returns the times at which what a line reports may happen, undefined for now: that of the line and, as far as its
 * error and what is due allow, the earliest and the latest.
 */
export function timesFor(
  clock: 'any' | 'exact',
  { now, agenda }: State,
  { at, offset, skew }: { readonly at: number | undefined; readonly offset: number | undefined; readonly skew: number },
): readonly (number | undefined)[] {
  if (clock === 'any' || at === undefined || offset === undefined) return [undefined];
  const earliest = Math.max(now, at - offset - skew);
  const latest = Math.min(agenda[0]?.at ?? Infinity, at - offset + skew);
  if (earliest > latest) return [];
  const exactly = Math.min(Math.max(at - offset, earliest), latest);
  return [...new Set([exactly, earliest, latest])].map((time) => (time === now ? undefined : time));
}

/**
 * Returns true if something is due later because of a step, or stands still: then its time makes a difference. Otherwise
 * it may as well come at the earliest time.
 */
export const schedules = (before: State, state: State): boolean =>
  state.held.length !== before.held.length ||
  state.agenda.some(({ at, order }) => order >= before.order && at > state.now);
