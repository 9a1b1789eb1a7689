/**
 * Suggestions for a misspelt name.
 */
import { nearestName } from '../../../language/src/dsl/syntax/nearest-name.ts';
import { t } from '../../../language/src/model/translation.ts';

/** Returns up to three names nearest to a misspelt one, nearest first. */
export function nearestNames(name: string, names: readonly string[]): readonly string[] {
  const left = new Set(names);
  const nearest: string[] = [];
  for (let next = nearestName(name, left); next !== undefined; next = nearestName(name, left)) {
    nearest.push(next);
    left.delete(next);
    if (nearest.length === 3) break;
  }
  return nearest;
}

/** Returns a question after a blank, such as ` Did you mean "x"?`, or nothing if no name is near. */
export const didYouMean = (name: string, names: readonly string[]): string => suggestion(nearestNames(name, names));

/** Returns the question about these names, after a blank; nothing without names. */
export function suggestion(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop();
  if (last === undefined) return '';
  return t` Did you mean ${quoted.length === 0 ? last : t`${quoted.join(', ')} or ${last}`}?`;
}
