/**
 * Matches names against typed letters.
 */

/** Returns true if a name contains the typed letters in order. */
export function fitsTyped(name: string, typed: string): boolean {
  const letters = name.toLowerCase();
  let at = -1;
  for (const letter of typed.toLowerCase()) {
    at = letters.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}
