/**
 * Which steps of a run are drawn: a window that stays while the selected step is in it, and moves when that
 * leaves it.
 */
import { mostDrawn } from '../../../../language/src/view/run/run-stretch.ts';

/** The first and the last step that are drawn. */
export interface DrawnWindow {
  readonly from: number;
  readonly to: number;
}

/** The fewest steps that are drawn. */
const least = 10;

/** Returns a span as it can be drawn. */
export const possibleSpan = (span: number): number => Math.max(least, Math.min(mostDrawn, Math.round(span)));

/** Returns a window of so many steps, as near to the one before as it can be with a step in it. */
export function windowAround(
  before: DrawnWindow | undefined,
  { step, span, last }: { readonly step: number; readonly span: number; readonly last: number },
): DrawnWindow {
  const size = possibleSpan(span);
  const isThere = before !== undefined && before.to - before.from + 1 === Math.min(size, last + 1);
  if (isThere && step >= before.from && step <= before.to && before.to <= last) return before;
  // What comes next is seen more of than what was before.
  return windowFrom(step - Math.floor(size / 4), { span, last });
}

/** Returns a window of so many steps that begins at one, as far as there are so many. */
export function windowFrom(
  from: number,
  { span, last }: { readonly span: number; readonly last: number },
): DrawnWindow {
  const size = possibleSpan(span);
  const start = Math.max(0, Math.min(from, last - size + 1));
  return { from: start, to: Math.min(last, start + size - 1) };
}
