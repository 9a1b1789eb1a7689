/**
 * The lines of a comment when it is moved. What it says stays as it is.
 */

/** Where a comment stands now. */
export interface Moved {
  readonly column: number;
  /** By how many columns it was moved. */
  readonly shift: number;
  /** How lines end in this text. */
  readonly newLine: string;
}

/** Returns a comment with its lines moved along with the first one; stars stand below the star of that. */
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
