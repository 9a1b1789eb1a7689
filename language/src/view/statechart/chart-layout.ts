/**
 * Computes the sizes of the states and labels of a chart, and the input and output of its layout: states as nested
 * boxes, with a small mark beside each initial one, and one line for all transitions from one state to another.
 */
import type { LayoutEdge, LayoutGraph, LayoutNode, Size } from '../layout/layout-graph.ts';
import type { Placement, Route } from '../layout/placement.ts';
import { estimatedWidth, type Measure } from '../layout/sizes.ts';
import { shownChart, wholeChart, type ShownChart, type ShownState } from './shown-chart.ts';
import type { ChartNote, ChartTransition, Statechart } from './statechart.ts';
import { append } from '../../model/common/append.ts';

/** The measures of the drawing, in pixels. */
export const chart = {
  nameFont: 13,
  noteFont: 11,
  labelFont: 11,
  padding: 10,
  nameHeight: 28,
  noteHeight: 15,
  lineHeight: 14,
  /** The mark of an initial state. */
  mark: 12,
  /** The circle of a history. */
  history: 26,
  frame: { top: 34, side: 12 },
} as const;

/** The window of a picture that is made for none: the shape of a page across. */
const pageRoom: Size = { width: 1200, height: 850 };

/** Returns the id of the mark beside the initial state within a state, also used for the line from it. */
export const markId = (state: string): string => `initial ${state}`;
/** Returns the id of the text in a state that contains others: a box of its own among them. */
export const notesId = (state: string): string => `notes ${state}`;
/** Returns the id of the line from a history to the state that it leads to at first. */
export const firstId = (history: string): string => `first ${history}`;

/** Lays out a graph. */
export type PlaceGraph = (graph: LayoutGraph) => Promise<Placement>;

/** Returns a whole chart as drawn on a page, with its placement. */
export async function pageChart(
  statechart: Statechart,
  place: PlaceGraph,
): Promise<{ readonly chart: ShownChart; readonly placement: Placement }> {
  const shown = shownChart(statechart, wholeChart);
  return { chart: shown, placement: chartPlacement(shown, await place(chartLayout(shown))) };
}

/** Returns the input of the layout of what is shown of a chart. */
export function chartLayout(shown: ShownChart, room: Size = pageRoom, measure: Measure = estimatedWidth): LayoutGraph {
  const { states, notes } = shown;
  const containers = new Set(states.flatMap(({ parent }) => parent ?? []));
  const nodes = states.flatMap((state): LayoutNode[] => {
    const own = notes.filter((note) => note.state === state.id);
    const within = {
      ...(state.parent !== undefined && { parent: state.parent }),
      ...(state.isInitial && { first: 'start' as const }),
    };
    if (!containers.has(state.id)) return [{ id: state.id, ...within, ...sizeOf(state, own, measure) }];
    const box = { id: state.id, ...within, ...sizeOf(state, [], measure) };
    return own.length === 0 ? [box] : [box, { id: notesId(state.id), parent: state.id, ...notesSize(own, measure) }];
  });
  const ids = new Set(states.map(({ id }) => id));
  const initial = states.filter(({ isInitial }) => isInitial);
  const marks = initial.map(({ id, parent = '' }): LayoutNode => ({
    id: markId(id),
    parent,
    first: 'mark',
    width: chart.mark,
    height: chart.mark,
  }));
  const lines = [...bundlesOf(shown)].map(([id, [first, ...more]]): LayoutEdge => ({
    id,
    source: first.source,
    target: first.target ?? first.source,
    label: labelSize([first, ...more], measure),
  }));
  const first = initial.map(({ id }): LayoutEdge => ({ id: markId(id), source: markId(id), target: id }));
  const histories = states.flatMap(({ id, leadsTo }): LayoutEdge[] =>
    leadsTo !== undefined && ids.has(leadsTo) ? [{ id: firstId(id), source: id, target: leadsTo }] : [],
  );
  return { nodes: inOrder([...marks, ...nodes]), edges: [...first, ...histories, ...lines], frame: chart.frame, room };
}

/** Returns the placement in which each transition has the line of its bundle, and its own part of the label. */
export function chartPlacement(shown: ShownChart, placement: Placement): Placement {
  const routes = new Map<string, Route>(placement.routes);
  for (const [id, bundle] of bundlesOf(shown)) {
    const route = placement.routes.get(id);
    if (route === undefined) continue;
    const { points, label } = route;
    let top = (label?.y ?? 0) - heightOf(bundle) / 2;
    for (const transition of bundle) {
      const height = heightOf([transition]);
      const own = label === undefined ? {} : { label: { x: label.x, y: top + height / 2 } };
      routes.set(transition.id, { points, ...own });
      top += height;
    }
  }
  return { ...placement, routes };
}

type Bundle = readonly [ChartTransition, ...ChartTransition[]];

/** Returns the transitions from one state to another, under the id of the first. */
function bundlesOf({ transitions }: ShownChart): ReadonlyMap<string, Bundle> {
  const ids = new Map<string, string>();
  const bundles = new Map<string, [ChartTransition, ...ChartTransition[]]>();
  for (const transition of transitions) {
    const { id, source, target } = transition;
    if (target === undefined) continue;
    const key = `${source} ${target}`;
    const first = ids.get(key);
    if (first === undefined) {
      ids.set(key, id);
      bundles.set(id, [transition]);
    } else bundles.get(first)?.push(transition);
  }
  return bundles;
}

/** Returns each node after its container. */
function inOrder(nodes: readonly LayoutNode[]): readonly LayoutNode[] {
  const byParent = new Map<string | undefined, LayoutNode[]>();
  for (const node of nodes) {
    append(byParent, node.parent, node);
  }
  const below = (parent: string | undefined): readonly LayoutNode[] =>
    (byParent.get(parent) ?? []).flatMap((node) => [node, ...below(node.id)]);
  return below(undefined);
}

/** Returns the text of a state whose content is folded. */
export const insideText = (count: number): string => `▸ ${count.toString()} ${count === 1 ? 'state' : 'states'}`;

function sizeOf({ name, history, inside }: ShownState, notes: readonly ChartNote[], measure: Measure): Size {
  if (history !== undefined) return { width: chart.history, height: chart.history };
  const texts = [
    // The sign of an active state follows the name.
    measure(name, chart.nameFont) + 24,
    ...notes.map(({ text }) => measure(text, chart.noteFont)),
    ...(inside === undefined ? [] : [measure(insideText(inside), chart.noteFont)]),
  ];
  const lines = notes.length + (inside === undefined ? 0 : 1);
  return {
    width: Math.ceil(Math.max(44, ...texts) + 2 * chart.padding),
    height: chart.nameHeight + (lines === 0 ? 2 : lines * chart.noteHeight + 8),
  };
}

const notesSize = (notes: readonly ChartNote[], measure: Measure): Size => ({
  width: Math.ceil(Math.max(...notes.map(({ text }) => measure(text, chart.noteFont)))) + 12,
  height: notes.length * chart.noteHeight + 4,
});

const heightOf = (transitions: readonly ChartTransition[]): number =>
  transitions.reduce((sum, { lines }) => sum + lines.length * chart.lineHeight, 0);

/** The sign of a transition in a run precedes its label. */
const labelSize = (bundle: Bundle, measure: Measure): Size => ({
  width:
    Math.ceil(Math.max(...bundle.flatMap(({ lines }) => lines).map((line) => measure(line, chart.labelFont)))) + 10,
  height: heightOf(bundle) + 2,
});
