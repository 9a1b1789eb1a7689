/** Sets as terms: items, each with the condition that it is present. */
import { compareValues, equal, isKind, type Value } from '../../values/values.ts';
import { any, bool, type SetElement, known, type Term, yes } from './terms.ts';
import { NotCovered } from './uncovered.ts';

/** Returns the items of a set; a single value is a set of itself, none is empty. */
export function setItems(term: Term): readonly SetElement[] {
  if (term.kind === 'set') return term.items;
  if (term.kind === 'known' && isKind(term.value, 'set'))
    return term.value.items.map((item) => ({ item: known(item), present: yes }));
  if (term.kind === 'map') throw new NotCovered('a map as a set');
  if (term.kind === 'known' && term.value === null) return [];
  return [{ item: term, present: term.kind === 'entity' ? bool(`${term.text} >= 0`) : yes }];
}

/** Returns the elements of a set, or the value itself: `none` is an element too. */
export const elementsOf = (term: Term): readonly SetElement[] =>
  term.kind === 'set' || (term.kind === 'known' && isKind(term.value, 'set'))
    ? setItems(term)
    : [{ item: term, present: yes }];

/** Returns a set in which each known item occurs once, in the order of all sets. */
export function setOfItems(items: readonly SetElement[]): Term {
  const once: SetElement[] = [];
  const valueOf = ({ item }: SetElement): Value | undefined => (item.kind === 'known' ? item.value : undefined);
  for (const each of items) {
    const value = valueOf(each);
    const place =
      value === undefined
        ? -1
        : once.findIndex((other) => other.item.kind === 'known' && equal(other.item.value, value));
    const earlier = once[place];
    if (earlier === undefined) once.push(each);
    else once[place] = { item: each.item, present: any(earlier.present, each.present) };
  }
  once.sort((a, b) =>
    a.item.kind === 'known' && b.item.kind === 'known' ? compareValues(a.item.value, b.item.value) : 0,
  );
  return { kind: 'set', items: once };
}

/** Returns true if all items are known to be different, so that they may be iterated one by one. */
export const areDistinct = (items: readonly SetElement[]): boolean =>
  items.length <= 1 || items.every(({ item }) => item.kind === 'known');
