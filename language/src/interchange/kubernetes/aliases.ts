/**
 * Follows aliases and merge keys in YAML, as kubectl does. Bounded, so that aliases of aliases cannot fill the memory.
 */
import type { YamlEntry, YamlNode, YamlValue } from './yaml-value.ts';

/** As many values may come from aliases in a file. */
const mostValues = 100_000;
const deepest = 200;

/** A text without this has no anchors; one with it may have none, either. */
const anchor = /(?:^|[\s,:[{-])&[^\s,[\]{}]/m;

/**
 * Returns documents with the values of aliases and merge keys in their place; unchanged if they have none, or if these
 * repeat too much. `O(text + repeated values)`.
 */
export function withoutAliases(documents: readonly YamlNode[], text: string): readonly YamlNode[] {
  if (!anchor.test(text)) return documents;
  const budget = { left: mostValues };
  const followed = documents.map((document) => follow(document, { budget, depth: 0, isRepeated: false }));
  return budget.left < 0 ? documents : followed;
}

interface Following {
  readonly budget: { left: number };
  readonly depth: number;
  /** True within the value of an alias. */
  readonly isRepeated: boolean;
}

function follow(node: YamlNode, { budget, depth, isRepeated }: Following): YamlNode {
  if (isRepeated) budget.left -= 1;
  if (depth > deepest) budget.left = -1;
  if (budget.left < 0) return node;
  const inner = { budget, depth: depth + 1, isRepeated };
  const value = node.read();
  const { place, tag } = node;
  const made = (own: YamlValue): YamlNode => ({ read: () => own, place, tag });
  switch (value.is) {
    case 'alias':
      return value.target === undefined ? node : made(follow(value.target, { ...inner, isRepeated: true }).read());
    case 'list':
      return made({ is: 'list', items: value.items.map((item) => follow(item, inner)) });
    case 'map':
      return made({
        is: 'map',
        entries: merged(
          value.entries.map((entry) => ({ key: entry.key, place: entry.place, value: follow(entry.value, inner) })),
          budget,
        ),
      });
    default:
      return node;
  }
}

/** Returns the entries of a map, followed by those that it merges: its own count, then the earlier of these. */
function merged(entries: readonly YamlEntry[], budget: Following['budget']): readonly YamlEntry[] {
  const sources = entries.filter(({ key }) => key === '<<').map(({ value }) => value.read());
  if (sources.length === 0) return entries;
  const own = entries.filter(({ key }) => key !== '<<');
  const known = new Set(own.map(({ key }) => key));
  for (const source of sources.flatMap((each) => (each.is === 'list' ? each.items.map((item) => item.read()) : each))) {
    for (const entry of source.is === 'map' ? source.entries : []) {
      budget.left -= 1;
      if (known.has(entry.key)) continue;
      known.add(entry.key);
      own.push(entry);
    }
  }
  return own;
}
