/**
 * Finds `let` values that depend on themselves: reading one would never end.
 */
import { AstUtils } from 'langium';
import { shortestCycles } from '../../graph/cycles.ts';
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { itemAt } from '../../model/common/lookup.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import type { TreeIndex } from '../names/tree-index.ts';
import { t } from '../../model/common/translation.ts';

/** Reports `let` values that depend on themselves. */
export const letCycle: LanguageRule = {
  code: 'let/cycle',
  run(tree, report) {
    const values = tree.all('Let');
    for (const { nodes } of shortestCycles(needsOf(tree, values))) {
      const cycle = nodes.map((number) => itemAt(values, number));
      const [first] = cycle;
      if (first === undefined) continue;
      const names = [...cycle, first].map(({ name }) => `"${name}"`).join(t`, which needs `);
      report({
        node: first,
        property: 'name',
        message: t`These values form a cycle: ${names}. Remove one of these dependencies.`,
        related: cycle
          .slice(1)
          .map((each) => ({ node: each, property: 'name', message: t`This is part of the cycle.` })),
      });
    }
  },
};

/** Returns the graph of references between values, by index. */
function needsOf(tree: TreeIndex, values: readonly ast.Let[]): Digraph {
  const numbers = new Map(values.map((value, number) => [value, number]));
  const edges = createEdgeList();
  for (const { node, reference } of tree.uses) {
    const needed = reference.ref;
    if (!ast.isNameReference(node) || needed === undefined || !ast.isLet(needed)) continue;
    const value = AstUtils.getContainerOfType(node, ast.isLet);
    const [from, to] = [value && numbers.get(value), numbers.get(needed)];
    if (from !== undefined && to !== undefined) edges.add(from, to, 0);
  }
  return edges.toDigraph(values.length);
}
