/**
 * Merges Compose files and services, as overrides and `extends` do.
 */
import type { ComposeValue } from './compose-values.ts';

/** The lists that an override replaces instead of adding to them. */
const replaced = new Set(['command', 'entrypoint', 'test']);
/** The keys whose value is a list of names or a map by names. */
const named = new Set(['depends_on', 'networks']);

/** Returns `base` with everything that `over` says; `!reset` takes away, `!override` replaces. */
export function merged(base: ComposeValue, over: ComposeValue, key = ''): ComposeValue {
  if (over.tag === 'override' || replaced.has(key)) return over;
  if (over.tag === 'reset') return { is: 'nothing', place: over.place };
  if (over.is === 'nothing') return base;
  if (base.is === 'nothing') return withoutResets(over);
  const [first, second] = named.has(key) ? [byName(base), byName(over)] : [base, over];
  if (first.is === 'map' && second.is === 'map') {
    const entries = new Map(first.entries);
    for (const [name, value] of second.entries) {
      const known = entries.get(name);
      entries.set(name, known === undefined ? withoutResets(value) : merged(known, value, name));
    }
    return { ...first, entries };
  }
  if (first.is === 'list' && second.is === 'list') return { ...first, items: [...first.items, ...second.items] };
  return over;
}

const withoutResets = (value: ComposeValue): ComposeValue =>
  value.tag === 'reset' ? { is: 'nothing', place: value.place } : value;

/** Returns a list of names as a map of empty values. */
export function byName(value: ComposeValue): ComposeValue {
  if (value.is !== 'list') return value;
  const entries = value.items.flatMap((item) =>
    item.is === 'text' ? [[item.text, { is: 'nothing', place: item.place }] as const] : [],
  );
  return { is: 'map', place: value.place, entries: new Map<string, ComposeValue>(entries) };
}
