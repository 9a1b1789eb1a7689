/**
 * Suggestions for a misspelt name.
 */
import { nearestName } from '../../../../language/src/dsl/syntax/messages/nearest-name.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

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

/** The most names that are listed where none is near. */
const mostListed = 10;

/** Returns the question about near names, after a blank; or else the names there are. */
export function nearOrListed(name: string, names: readonly string[]): string {
  const near = didYouMean(name, names);
  if (near !== '' || names.length === 0) return near;
  const quoted = names.slice(0, mostListed).map((each) => `"${each}"`);
  const more = names.length - quoted.length;
  const others = more === 0 ? '' : t` and ${String(more)} more`;
  return t` There is ${quoted.join(', ')}${others}.`;
}

/** Returns the question about these names, after a blank; nothing without names. */
export function suggestion(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.pop();
  if (last === undefined) return '';
  return t` Did you mean ${quoted.length === 0 ? last : t`${quoted.join(', ')} or ${last}`}?`;
}
