/**
 * Moves the lines of a comment without changing its text.
 */

/** The new position of a comment. */
export interface Moved {
  readonly column: number;
  /** The number of columns by which it was moved. */
  readonly shift: number;
  /** The line ending of this text. */
  readonly newLine: string;
}

/** Returns a comment with its lines moved along with the first one; leading stars are aligned below the first star. */
export function reindented(comment: string, { column, shift, newLine }: Moved): string {
  const [first = '', ...rest] = comment.split(/\r\n|\r|\n/);
  const hasStars = rest.every((line) => line.trimStart().startsWith('*'));
  const lines = rest.map((line) => {
    const words = line.trim();
    if (hasStars) return `${' '.repeat(column + 1)}${words}`;
    if (words === '' || shift === 0) return line.trimEnd();
    const indent = line.length - line.trimStart().length;
    return `${' '.repeat(Math.max(0, indent + shift))}${words}`;
  });
  return [first.trimEnd(), ...lines].join(newLine);
}
