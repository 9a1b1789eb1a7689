/** When steps may come by the times of a log, and which of them may explain its next line. */
import type { Entry, State } from '../kernel/run.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { LogFact } from './fact.ts';
import type { Log, Matched, Offset } from './matching.ts';

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
  return next?.at === undefined || offset === undefined ? Infinity : next.at - offset.least + rules.skew;
}

/**
 * Returns the times at which what a line reports may happen, undefined for now: that of the line and, as far as its
 * error and what is due allow, the earliest and the latest.
 */
export function timesFor(
  clock: 'any' | 'exact',
  { now, agenda }: State,
  { at, offset, skew }: { readonly at: number | undefined; readonly offset: Offset | undefined; readonly skew: number },
): readonly (number | undefined)[] {
  if (clock === 'any' || at === undefined || offset === undefined) return [undefined];
  const earliest = Math.max(now, at - offset.most - skew);
  const latest = Math.min(agenda[0]?.at ?? Infinity, at - offset.least + skew);
  if (earliest > latest) return [];
  const exactly = Math.min(Math.max(at - middleOf(offset), earliest), latest);
  return [...new Set([exactly, earliest, latest])].map((time) => (time === now ? undefined : time));
}

/**
 * Returns true if something is due later because of a step, or stands still: then its time makes a difference. Otherwise
 * it may as well come at the earliest time.
 */
export const schedules = (before: State, state: State): boolean =>
  state.held.length !== before.held.length ||
  state.agenda.some(({ at, order }) => order >= before.order && at > state.now);

/**
 * Returns true if what a line reports may have to come at a time between those that are tried: if lines of its instant
 * may have both earlier and later times than it has, by more than the error. Where the start is not known exactly, any
 * other time among them is enough, as each choice leaves other starts.
 */
export function needsBetween(
  { lines, rules: { skew } }: Log,
  { front, offset }: Pick<Timed, 'front' | 'offset'>,
  line: number,
): boolean {
  const { at } = itemAt(lines, line);
  if (at === undefined) return false;
  let [earliest, latest] = [at, at];
  for (let other = front.next; other < lines.length; other++) {
    const time = itemAt(lines, other).at;
    if (time === undefined || front.ahead.includes(other)) continue;
    // Nothing after it is in the same instant.
    if (time - at > 4 * skew) break;
    if (Math.abs(time - at) <= 2 * skew) [earliest, latest] = [Math.min(earliest, time), Math.max(latest, time)];
  }
  if (offset !== undefined && offset.least < offset.most) return earliest < latest;
  return earliest < at && latest > at && (at - earliest > skew || latest - at > skew);
}

/** Returns the time that is as far as possible from both ends. */
export const middleOf = ({ least, most }: Offset): number => Math.floor((least + most) / 2);
