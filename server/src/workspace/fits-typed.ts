/**
 * Which names are meant by what has been typed of them.
 */

/** Whether the letters that are typed are in a name, in their order. */
export function fitsTyped(name: string, typed: string): boolean {
  const letters = name.toLowerCase();
  let at = -1;
  for (const letter of typed.toLowerCase()) {
    at = letters.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
