/**
 * Fronts: which lines of a log are explained. Lines of one host are explained in order; those of different hosts, whose
 * clocks differ, in any order within the skew.
 */
import type { LogLine } from './log-line.ts';
import { append } from '../../model/common/append.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { oncePer } from '../../model/common/once-per.ts';

/** The explained lines: all before `next`, and those after it in `ahead`, in ascending order. */
export interface Front {
  readonly next: number;
  readonly ahead: readonly number[];
}

/** Nothing is explained yet. */
export const noLines: Front = { next: 0, ahead: [] };

/** Returns the number of explained lines. */
export const explained = ({ next, ahead }: Front): number => next + ahead.length;

/** Returns the front with one more line explained. */
export function withLine({ next, ahead }: Front, line: number): Front {
  if (line !== next) return { next, ahead: [...ahead, line].sort((a, b) => a - b) };
  let after = next + 1;
  let taken = 0;
  while (ahead[taken] === after) {
    after += 1;
    taken += 1;
  }
  return { next: after, ahead: taken === 0 ? ahead : ahead.slice(taken) };
}

/**
 * Returns the lines that may be explained next, in order: of each host the first one, if its time differs by no more
 * than the skew from those of all unexplained lines before it. Cost: the hosts, or the lines within the skew if some
 * line is earlier than the one before it.
 */
export function possibleNext(lines: readonly LogLine[], front: Front, skew: number): readonly number[] {
  const { next } = front;
  if (next >= lines.length) return [];
  const first = itemAt(lines, next);
  if (first.at === undefined) return [next];
  const { byHost, isSorted } = hostsOf(lines);
  if (!isSorted) return scanned(lines, front, { from: first.at, skew });
  const explainedAhead = new Set(front.ahead);
  const found = [next];
  for (const [host, own] of byHost) {
    if (host === first.host) continue;
    let index = firstFrom(own, next);
    while (explainedAhead.has(own[index] ?? -1)) index += 1;
    const line = own[index];
    if (line !== undefined && (itemAt(lines, line).at ?? Infinity) - first.at <= skew) found.push(line);
  }
  return found.sort((a, b) => a - b);
}

/** The same, line by line. */
function scanned(
  lines: readonly LogLine[],
  { next, ahead }: Front,
  { from, skew }: { readonly from: number; readonly skew: number },
): readonly number[] {
  const found = [next];
  const hosts = new Set([itemAt(lines, next).host]);
  const all = hostsOf(lines).byHost.size;
  let [earliest, latest, taken] = [from, from, 0];
  for (let line = next + 1; line < lines.length && hosts.size < all; line++) {
    if (ahead[taken] === line) {
      taken += 1;
      continue;
    }
    const { at, host } = itemAt(lines, line);
    if (at === undefined || at - from > skew) break;
    if (!hosts.has(host) && at - earliest <= skew && latest - at <= skew) found.push(line);
    hosts.add(host);
    [earliest, latest] = [Math.min(earliest, at), Math.max(latest, at)];
  }
  return found;
}

/** The lines of each host, and whether all lines have times, none earlier than the one before it. */
const hostsOf = oncePer((lines: readonly LogLine[]) => {
  const byHost = new Map<number, number[]>();
  for (const [line, { host }] of lines.entries()) append(byHost, host, line);
  const isSorted = lines.every(({ at }, line) => at !== undefined && at >= (lines[line - 1]?.at ?? at));
  return { byHost, isSorted };
});

/** Returns the index of the first of some ascending numbers that is not below one. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(numbers, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
