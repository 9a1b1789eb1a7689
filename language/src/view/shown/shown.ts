/**
 * Selects the part of a graph that a view shows: by layers, kinds, names and types, and by focus, with some containers
 * closed. Hidden entities are counted, so that a view can say that it does not show all.
 */
import type { BoxKind, LineKind } from '../../model/drawn-kinds.ts';
import type { Arrangement } from '../../model/view.ts';
import type { GraphNode, GraphView, NamedView } from '../graph.ts';
import { withClosed } from './closed.ts';
import { inFocus, type Focus } from './focus.ts';
import { layerOf, type Layer } from './layers.ts';

/** The settings of a view. None of them needs to be in the graph. */
export interface ViewChoice {
  readonly hiddenLayers: readonly Layer[];
  readonly hiddenKinds: readonly BoxKind[];
  /** Only entities with this text in their name, ignoring case; all if it is empty. */
  readonly name: string;
  /** Only entities of one of these types; all if it is absent. */
  readonly types?: readonly string[];
  /** Only instances of one of these classes; all if it is absent. */
  readonly classes?: readonly string[];
  /** Only entities with one of these values of the author's own, written `key: value`; all if it is absent. */
  readonly data?: readonly string[];
  readonly focus?: Focus;
  /** The title of the named view that is shown; no other part if the graph has no such view. */
  readonly view?: string;
  /** The arrangement, where it differs from the default. */
  readonly arrangement?: Arrangement;
  /** The ids of the containers that are drawn without their contents. */
  readonly closed: readonly string[];
  /** The ids of the containers, stacks and bundled lines that are open in any case. */
  readonly opened?: readonly string[];
  /** The names of the entities that were asked for last, which are shown themselves. */
  readonly asked?: readonly string[];
}

/** Returns the choice that shows a named view of a graph, with its containers closed. */
export const viewed = ({ title, closed, direction }: NamedView): ViewChoice => ({
  ...everything,
  ...(direction !== undefined && { arrangement: { direction } }),
  view: title,
  closed,
});

/** The choice that shows everything. */
export const everything: ViewChoice = { hiddenLayers: [], hiddenKinds: [], name: '', closed: [] };

/** The visible part of a graph. */
export interface VisibleGraph {
  readonly graph: GraphView;
  /**
   * The number of entities of the whole graph that are not in it; those in a closed container or a stack count as
   * shown.
   */
  readonly hidden: number;
}

/** Returns the part of a graph that a choice shows. The containers of everything shown are shown too. */
export function shownOf(graph: GraphView, choice: ViewChoice): VisibleGraph {
  // Nothing has to be looked at one by one.
  if (!isPart(choice)) return { graph: withClosed(graph, new Set(choice.closed)), hidden: 0 };
  const hiddenLayers = new Set(choice.hiddenLayers);
  const view = choice.view === undefined ? undefined : graph.views?.find(({ title }) => title === choice.view);
  const drawn = view?.relations && new Set<LineKind>(view.relations);
  const edges = graph.edges.filter(({ kind }) => !hiddenLayers.has(layerOf[kind]) && drawn?.has(kind) !== false);
  const inView = view && new Set(view.shown);
  const focused = choice.focus && inFocus({ nodes: graph.nodes, edges }, choice.focus);
  const wanted = wantedBy(choice);
  const isKept = (node: GraphNode): boolean =>
    wanted(node) &&
    focused?.has(node.id) !== false &&
    (inView === undefined || (node.stack ?? [node.id]).some((name) => inView.has(name)));
  const kept = new Set<string>();
  // Backwards, so that it is known what is kept before its container.
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
        ...(graph.views !== undefined && { views: graph.views }),
        entityCount: nodes.reduce((sum, { stack }) => sum + (stack?.length ?? 1), 0),
      };
  return { graph: withClosed(part, new Set(choice.closed)), hidden: graph.entityCount - part.entityCount };
}

/** Returns true if a choice may leave something out. */
const isPart = ({ hiddenLayers, hiddenKinds, name, types, classes, data, view, focus }: ViewChoice): boolean =>
  hiddenLayers.length + hiddenKinds.length > 0 ||
  name.trim() !== '' ||
  [types, classes, data, view, focus].some((each) => each !== undefined);

function wantedBy({ hiddenKinds, hiddenLayers, name, types, classes, data }: ViewChoice): (node: GraphNode) => boolean {
  const kinds = new Set<BoxKind>(hiddenLayers.includes('regions') ? [...hiddenKinds, 'region'] : hiddenKinds);
  const part = name.trim().toLowerCase();
  return (node) => {
    if (kinds.has(node.kind) || !isAmong(types, node.type === undefined ? [] : [node.type])) return false;
    if (!isAmong(classes, node.classes) || !isAmong(data, node.data)) return false;
    return part === '' || (node.stack ?? [node.id]).some((one) => one.toLowerCase().includes(part));
  };
}

/** Returns true if nothing is wanted, or one of what is wanted is there. */
const isAmong = (wanted: readonly string[] | undefined, there: readonly string[] = []): boolean =>
  wanted === undefined || there.some((each) => wanted.includes(each));
