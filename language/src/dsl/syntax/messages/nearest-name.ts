/**
 * Finds the known name that is nearest to a misspelt one.
 */
import { itemAt } from '../../../model/common/lookup.ts';

/** Returns the candidate with the fewest edits, if they are few for the length of the name. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the edit distance of two words; a transposition counts as one edit. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = itemAt(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(itemAt(previous, j) + 1, itemAt(row, j - 1) + 1, substitution);
      const areSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (areSwapped) least = Math.min(least, itemAt(beforePrevious, j - 2) + 1);
      row.push(least);
    }
    beforePrevious = previous;
    previous = row;
  }
  return itemAt(previous, b.length);
}
