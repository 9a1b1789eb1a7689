/**
 * Merge conflicts that nobody has resolved yet: of each, the first side is read and the others are left out, so that
 * nothing is said of a mixture of two files.
 */

/** A piece of a text, `[start, end)`. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** A conflict, from the first of its lines to the last. */
export interface MergeConflict extends Piece {
  /** The line that it begins with. */
  readonly mark: Piece;
  /** What is not read: the marks, the common ancestor, and the second side. */
  readonly leftOut: readonly Piece[];
}

/** Whether a text may have conflicts in it, at little cost. */
export const mayHaveConflicts = (text: string): boolean => text.includes('<<<<<<<');

const marks = /^(?:<{7}|\|{7}|={7}|>{7})(?: .*)?$/gm;

/** Returns the conflicts of a text that have a beginning, a middle and an end, in this order. Cost: O(n). */
export function mergeConflictsIn(text: string): readonly MergeConflict[] {
  if (!mayHaveConflicts(text)) return [];
  const found: MergeConflict[] = [];
  let begun: Piece | undefined;
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

/** Puts blanks in place of what is not read, so that all else stays where it is. */
export function withoutLeftOut(text: string, conflicts: readonly MergeConflict[]): string {
  let read = '';
  let at = 0;
  for (const { start, end } of conflicts.flatMap(({ leftOut }) => leftOut)) {
    read += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return read + text.slice(at);
}
