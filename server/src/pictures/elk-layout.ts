/**
 * The layout of drawings outside a page: ELK, run in this process. It is a bundle of its own, because it is large
 * and only drawings need it.
 */
import ElkApi from 'elkjs/lib/main.js';
import type { ElkNode } from '../../../language/src/view/layout/levels/elk-graph.ts';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import type { LayoutGraph } from '../../../language/src/view/layout/layout-graph.ts';
import { createLevelLayout } from '../../../language/src/view/layout/levels/level-layout.ts';
import { wholeLayout } from '../../../language/src/view/layout/levels/whole-layout.ts';
import type { Placement } from '../../../language/src/view/layout/placement.ts';

/** Returns the placement of a graph. */
export async function elkLayout(graph: LayoutGraph): Promise<Placement> {
  const engine: { readonly layout: (graph: never) => Promise<unknown> } = new ElkApi();
  // The engine declares another form of its graph; it returns its input with coordinates.
  const ask = async (level: ElkNode): Promise<ElkNode> => (await engine.layout(level as never)) as ElkNode;
  const { room } = graph;
  const otherwise = (): Promise<Placement> => createLevelLayout().place(graph, ask);
  return withLabels(graph, await (room === undefined ? otherwise() : wholeLayout(graph, { room, ask, otherwise })));
}
