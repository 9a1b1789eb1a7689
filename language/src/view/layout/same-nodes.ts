/**
 * Matches the nodes of a graph with those of an earlier one: nodes with the same name, and renamed ones.
 */
import { partsById, type LayoutNode } from './layout-graph.ts';

/** Nodes with their containers, which come before them. */
interface Nested {
  readonly nodes: readonly Pick<LayoutNode, 'id' | 'parent'>[];
}

/** Returns the earlier id of each node that has one. Cost: `O(V)`. */
export function sameNodes(before: Nested, after: Nested): ReadonlyMap<string, string> {
  const [old, now] = [partsById(before.nodes), partsById(after.nodes)];
  const same = new Map<string, string>();
  const gone = before.nodes.filter(({ id }) => !now.has(id));
  const news = after.nodes.filter(({ id }) => !old.has(id));
  // A renamed container renames its content: in order, each new name then replaces an old one.
  const isRenaming = gone.length === news.length;
  const pairs = isRenaming
    ? new Map(news.map((node, at) => [node.id, gone[at]]))
    : new Map<string, Pick<LayoutNode, 'id' | 'parent'>>();
  for (const node of after.nodes) {
    const parent = node.parent === undefined ? undefined : same.get(node.parent);
    const earlier = old.get(node.id) ?? pairs.get(node.id);
    const hasParent = (node.parent === undefined) === (parent === undefined);
    if (earlier !== undefined && hasParent && earlier.parent === parent) same.set(node.id, earlier.id);
  }
  return same;
}
