/**
 * The errors that a change adds. Locations move with a change, so errors are compared by their codes.
 */
import type { Finding } from '../../../language/src/model/finding.ts';
import { increase } from '../../../language/src/model/common/increase.ts';

/** Returns the first fault, as `isFault` judges, that the findings after a change have more often than those before. */
export function newFault(
  before: readonly Finding[],
  after: readonly Finding[],
  isFault: (finding: Finding) => boolean,
): Finding | undefined {
  const left = new Map<string, number>();
  for (const { code } of before.filter(isFault)) increase(left, code);
  return after.filter(isFault).find(({ code }) => {
    increase(left, code, -1);
    return (left.get(code) ?? 0) < 0;
  });
}
