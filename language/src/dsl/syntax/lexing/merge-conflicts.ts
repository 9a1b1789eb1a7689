/**
 * Handles unresolved merge conflicts: the first side of each is read and the rest is skipped, so that no finding is
 * about a mixture of two files.
 */

/** A piece `[start, end)` of a text. */
interface Offsets {
  readonly start: number;
  readonly end: number;
}

/** A conflict, from its first line to its last. */
export interface MergeConflict extends Offsets {
  /** The line that begins it. */
  readonly mark: Offsets;
  /** The skipped text: the marks, the common ancestor, and the second side. */
  readonly leftOut: readonly Offsets[];
}

/** Returns true if a text may have conflicts; fast. */
export const mayHaveConflicts = (text: string): boolean => text.includes('<<<<<<<');

const marks = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/gm;

/** Returns the conflicts of a text that have a beginning, a middle and an end, in this order. Cost: O(n). */
export function mergeConflictsIn(text: string): readonly MergeConflict[] {
  if (!mayHaveConflicts(text)) return [];
  const found: MergeConflict[] = [];
  let begun: Offsets | undefined;
  let firstSideEnds: number | undefined;
  let hasMiddle = false;
  for (const { 0: line, index } of text.matchAll(marks)) {
    const end = index + line.length;
    if (line.startsWith('<')) {
      begun = { start: index, end };
      firstSideEnds = undefined;
      hasMiddle = false;
    } else if (begun !== undefined && !line.startsWith('>')) {
      firstSideEnds ??= index;
      hasMiddle ||= line.startsWith('=');
    } else if (begun !== undefined && firstSideEnds !== undefined && hasMiddle) {
      found.push({ start: begun.start, end, mark: begun, leftOut: [begun, { start: firstSideEnds, end }] });
      begun = undefined;
    }
  }
  return found;
}

/** Replaces skipped text by blanks, so that everything else stays in position. */
export function withoutLeftOut(text: string, conflicts: readonly MergeConflict[]): string {
  let read = '';
  let at = 0;
  for (const { start, end } of conflicts.flatMap(({ leftOut }) => leftOut)) {
    read += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return read + text.slice(at);
}
