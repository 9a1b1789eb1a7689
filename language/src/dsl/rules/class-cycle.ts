/**
 * Finds classes that extend themselves, and classes whose instances would contain instances of themselves without end.
 */
import { AstUtils } from 'langium';
import { shortestCycles } from '../../graph/cycles.ts';
import { createEdgeList } from '../../graph/digraph.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import * as ast from '../generated/ast.ts';
import type { LanguageRule } from './rule.ts';
import type { TreeIndex } from '../names/tree-index.ts';
import { t } from '../../model/common/translation.ts';

/** Reports classes that extend or contain themselves. */
export const classCycle: LanguageRule = {
  code: 'class/cycle',
  looksAt: 'file',
  run(tree, report) {
    const classes = classesFrom(tree);
    const numbers = new Map(classes.map((each, number) => [each, number]));
    const needs = classes.flatMap(needsOf);
    const edges = createEdgeList();
    for (const [label, { from, to }] of needs.entries()) {
      edges.add(required(numbers.get(from)), required(numbers.get(to)), label);
    }
    for (const { labels } of shortestCycles(edges.toDigraph(classes.length))) {
      const cycle = labels.map((label) => itemAt(needs, label));
      // A cycle of another file alone is reported there.
      const here = cycle.find(({ from }) => from.$container === tree.document);
      if (here === undefined) continue;
      const said = cycle.map(({ from, to, property }) => {
        return `"${from.name}" ${property === 'base' ? t`extends` : t`contains an instance of`} "${to.name}"`;
      });
      report({
        node: here.node,
        property: here.property,
        message: t`These classes form a cycle: ${said.join(', ')}. Remove one of these.`,
      });
    }
  },
};

/** The places where a class needs another to be complete. */
interface Need {
  readonly from: ast.Class;
  readonly to: ast.Class;
  readonly node: ast.Class | ast.Entity;
  readonly property: 'base' | 'class';
}

function needsOf(from: ast.Class): readonly Need[] {
  const base = from.base?.ref;
  const nested = AstUtils.streamAllContents(from).filter(ast.isEntity).toArray();
  return [
    ...(base === undefined ? [] : [{ from, to: base, node: from, property: 'base' } as const]),
    ...nested.flatMap((node) => {
      const to = node.class?.ref;
      return to === undefined ? [] : [{ from, to, node, property: 'class' } as const];
    }),
  ];
}

/** Returns the classes of a file and all that they lead to, in other files too. */
function classesFrom(tree: TreeIndex): readonly ast.Class[] {
  const found = new Set(tree.all('Class'));
  for (const each of found) for (const { to } of needsOf(each)) found.add(to);
  return [...found];
}
