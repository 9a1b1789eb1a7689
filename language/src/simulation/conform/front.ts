/**
 * Fronts: which lines of a log are explained. Lines of one host are explained in order; those of different hosts, whose
 * clocks differ, in any order within the skew.
 */
import type { LogLine } from './log-line.ts';
import { itemAt } from '../../model/lookup.ts';

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

/** Returns the lines that may be explained next, in order. Cost: the lines within the skew. */
export function possibleNext(lines: readonly LogLine[], { next, ahead }: Front, skew: number): readonly number[] {
  if (next >= lines.length) return [];
  const first = itemAt(lines, next);
  if (first.at === undefined) return [next];
  const found = [next];
  const waiting = [first];
  for (let line = next + 1; line < lines.length && waiting.length < mostWaiting; line++) {
    if (ahead.includes(line)) continue;
    const each = itemAt(lines, line);
    if (each.at === undefined || each.at - first.at > skew) break;
    if (waiting.every((other) => isFree(other, each, skew))) found.push(line);
    waiting.push(each);
  }
  return found;
}

/** The most lines that are unexplained before one that is explained. */
const mostWaiting = 64;

const isFree = (before: LogLine, line: LogLine, skew: number): boolean =>
  before.host !== line.host &&
  before.at !== undefined &&
  line.at !== undefined &&
  Math.abs(line.at - before.at) <= skew;
