/**
 * Chooses names for the nodes of an OSmosis dump: a PD gets the name in the dump, everything else its id. Names are
 * unique, even at different levels of nesting.
 */
import { cleanName } from '../../model/language-names.ts';
import type { DumpNode } from './osmosis-graph.ts';
import { increase } from '../../model/common/increase.ts';

/**
 * Returns a name for each node. PDs of the same name are distinguished by the number in their id (`app_5`, `app_6`).
 * The same dump gives the same names.
 */
export function chooseNames(nodes: readonly DumpNode[]): ReadonlyMap<DumpNode, string> {
  const names = new Map<DumpNode, string>();
  const taken = new Set<string>();
  const counters = new Map<string, number>();
  const take = (node: DumpNode, name: string): void => {
    let free = name;
    let counter = counters.get(name) ?? 1;
    while (taken.has(free)) free = `${name}_${String((counter += 1))}`;
    counters.set(name, counter);
    taken.add(free);
    names.set(node, free);
  };
  const pds = nodes.filter(({ kind }) => kind === 'pd');
  const uses = countOf(pds.map(wishedName));
  for (const node of nodes) if (node.kind !== 'pd') take(node, cleanName(node.id));
  const isUnique = (node: DumpNode): boolean => uses.get(wishedName(node)) === 1 && !taken.has(wishedName(node));
  const repeated: DumpNode[] = [];
  for (const pd of pds) {
    if (isUnique(pd)) take(pd, wishedName(pd));
    else repeated.push(pd);
  }
  for (const pd of repeated) take(pd, `${wishedName(pd)}_${cleanName(pd.id).replace(/^[^_]*_+/, '')}`);
  return names;
}

const wishedName = (pd: DumpNode): string => cleanName(pd.data === '' || pd.data === 'NONE' ? pd.id : pd.data);

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) increase(counts, name);
  return counts;
}
