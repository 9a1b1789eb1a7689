/**
 * The window of drawn steps: it stays while the selected step is in it, and moves when the step leaves it.
 */
import { mostDrawn } from '../../../../language/src/view/run/run-stretch.ts';

/** The first and the last drawn step. */
export interface DrawnWindow {
  readonly from: number;
  readonly to: number;
}

/** The fewest steps drawn. */
const least = 10;

/** Returns the nearest possible size of a window. */
export const possibleSpan = (span: number): number => Math.max(least, Math.min(mostDrawn, Math.round(span)));

/** Returns a window of `span` steps around a step, as near to the previous window as possible. */
export function windowAround(
  before: DrawnWindow | undefined,
  { step, span, last }: { readonly step: number; readonly span: number; readonly last: number },
): DrawnWindow {
  const size = possibleSpan(span);
  const isThere = before !== undefined && before.to - before.from + 1 === Math.min(size, last + 1);
  if (isThere && step >= before.from && step <= before.to && before.to <= last) return before;
  // More later steps are shown than earlier ones.
  return windowFrom(step - Math.floor(size / 4), { span, last });
}

/** Returns a window of `span` steps from a step on, or fewer at the end. */
export function windowFrom(
  from: number,
  { span, last }: { readonly span: number; readonly last: number },
): DrawnWindow {
  const size = possibleSpan(span);
  const start = Math.max(0, Math.min(from, last - size + 1));
  return { from: start, to: Math.min(last, start + size - 1) };
}
