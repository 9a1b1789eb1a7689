/**
 * Attaches spaces to their managers: each manager forms a column with the spaces that it alone manages, wherever they
 * are declared.
 */
import { append } from '../../model/common/append.ts';
import type { GraphView } from '../graph.ts';
import { partsById, type LayoutNode } from './layout-graph.ts';
import { oncePer } from '../../model/common/once-per.ts';

/** A manager with more spaces than this is joined to them by lines. */
const mostSpaces = 4;

/** Returns the manager of each attached space. Cost: `O(V + E)`. */
export function attachedSpaces({ nodes, edges }: GraphView): ReadonlyMap<string, string> {
  const managers = new Map<string, Set<string>>();
  for (const { kind, source, target } of edges) {
    if (kind !== 'manages') continue;
    const of = managers.get(target) ?? new Set();
    managers.set(target, of.add(source));
  }
  if (managers.size === 0) return new Map();
  const drawn = partsById(nodes);
  const spaces = new Map<string, string[]>();
  for (const [id, of] of managers) {
    const [manager] = of;
    const [space, owner] = [drawn.get(id), drawn.get(manager ?? '')];
    if (of.size !== 1 || space?.kind !== 'space' || owner?.kind !== 'pd' || owner.stack !== undefined) continue;
    if (space.stack !== undefined) continue;
    // A space that is nested elsewhere stays there.
    if (space.parent !== undefined && space.parent !== owner.parent) continue;
    append(spaces, owner.id, id);
  }
  return new Map(
    [...spaces].flatMap(([manager, own]) =>
      own.length > mostSpaces ? [] : own.map((space): [string, string] => [space, manager]),
    ),
  );
}

/** Returns the id of the column of a manager. */
const columnOf = (manager: string): string => `column of ${manager}`;

/** Returns a function that puts a node into a column; it is the same node as long as it is the same column. */
const inColumn = oncePer((node: LayoutNode) => {
  let last: LayoutNode | undefined;
  return (parent: string): LayoutNode => (last?.parent === parent ? last : (last = { ...node, parent }));
});

/** Returns the nodes with a column around each manager and its spaces, a container before its content. */
export function withColumns(
  nodes: readonly LayoutNode[],
  attached: ReadonlyMap<string, string>,
): readonly LayoutNode[] {
  if (attached.size === 0) return nodes;
  const byId = partsById(nodes);
  const managers = new Set(attached.values());
  const done = new Set<string>();
  const found: LayoutNode[] = [];
  const add = (node: LayoutNode): void => {
    if (done.has(node.id)) return;
    done.add(node.id);
    const manager = attached.get(node.id) ?? (managers.has(node.id) ? node.id : undefined);
    const around = manager === undefined ? node.parent : byId.get(manager)?.parent;
    const container = around === undefined ? undefined : byId.get(around);
    if (container !== undefined) add(container);
    if (manager === undefined) {
      found.push(node);
      return;
    }
    const id = columnOf(manager);
    if (!done.has(id)) {
      done.add(id);
      found.push({ id, isColumn: true, width: 0, height: 0, ...(around !== undefined && { parent: around }) });
      const first = byId.get(manager);
      if (manager !== node.id && first !== undefined) add(first);
    }
    found.push(inColumn(node)(id));
  };
  for (const node of nodes) add(node);
  return found;
}
