/**
 * What of a graph a view shows: some layers, some kinds, names and types, some part of it, with some containers
 * closed. Whatever is hidden is counted, so that a view can say that it does not show all.
 */
import type { EntityKind } from '../../model/entity-kind.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { withClosed } from './closed.ts';
import { inFocus, type Focus } from './focus.ts';
import { layerOf, type Layer } from './layers.ts';

/** What a view is asked to show. Nothing in it needs to be in the graph. */
export interface Choice {
  readonly hiddenLayers: readonly Layer[];
  readonly hiddenKinds: readonly EntityKind[];
  /** Only entities with this in their name, whatever its case; all if it is empty. */
  readonly name: string;
  /** Only entities of this type; all if it is absent. */
  readonly type?: string;
  readonly focus?: Focus;
  /** The ids of the containers that are drawn without what is in them. */
  readonly closed: readonly string[];
}

/** Shows all. */
export const everything: Choice = { hiddenLayers: [], hiddenKinds: [], name: '', closed: [] };

export interface Shown {
  readonly graph: GraphView;
  /** How many entities of the whole graph are not in it; what stands in a closed container or a stack is. */
  readonly hidden: number;
}

/** Returns what a choice shows of a graph. What is around something that is shown is shown, too. */
export function shownOf(graph: GraphView, choice: Choice): Shown {
  const hiddenLayers = new Set(choice.hiddenLayers);
  const edges = graph.edges.filter(({ kind }) => !hiddenLayers.has(layerOf[kind]));
  const focused = choice.focus && inFocus({ nodes: graph.nodes, edges }, choice.focus);
  const wanted = wantedBy(choice);
  const isKept = (node: GraphNode): boolean => wanted(node) && focused?.has(node.id) !== false;
  const kept = new Set<string>();
  // From the end, so that what is kept is known before what is around it.
  for (let at = graph.nodes.length - 1; at >= 0; at -= 1) {
    const node = graph.nodes[at];
    if (node === undefined || !(kept.has(node.id) || isKept(node))) continue;
    kept.add(node.id);
    if (node.parent !== undefined) kept.add(node.parent);
  }
  const nodes = graph.nodes.filter(({ id }) => kept.has(id));
  const isWhole = nodes.length === graph.nodes.length && edges.length === graph.edges.length;
  const part: GraphView = isWhole
    ? graph
    : {
        nodes,
        edges: edges.filter(({ source, target }) => kept.has(source) && kept.has(target)),
        entityCount: nodes.reduce((sum, { stack }) => sum + (stack?.length ?? 1), 0),
      };
  return { graph: withClosed(part, new Set(choice.closed)), hidden: graph.entityCount - part.entityCount };
}

function wantedBy({ hiddenKinds, hiddenLayers, name, type }: Choice): (node: GraphNode) => boolean {
  const kinds = new Set(hiddenLayers.includes('regions') ? [...hiddenKinds, 'region'] : hiddenKinds);
  const part = name.trim().toLowerCase();
  return (node) => {
    if (kinds.has(node.kind) || (type !== undefined && node.type !== type)) return false;
    return part === '' || (node.stack ?? [node.id]).some((one) => one.toLowerCase().includes(part));
  };
}
