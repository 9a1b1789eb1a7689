/**
 * Texts that are cut to a length.
 */

/** Returns `text` in at most `length` characters, ending in an ellipsis if it was cut. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
