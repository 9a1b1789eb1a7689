/**
 * Computes the sizes of the states and labels of a chart, and the input and output of its layout: states as nested
 * boxes, with a small mark beside each initial one.
 */
import type { LayoutEdge, LayoutGraph, LayoutNode, Size } from '../layout/layout-graph.ts';
import type { Box, Placement, Point, Route } from '../layout/placement.ts';
import { estimatedWidth, type Measure } from '../layout/sizes.ts';
import type { ChartNote, Statechart } from './statechart.ts';
import { append } from '../../model/append.ts';

/** The measures of the drawing, in pixels. */
export const chart = {
  nameFont: 13,
  noteFont: 11,
  labelFont: 11,
  padding: 12,
  nameHeight: 30,
  noteHeight: 16,
  lineHeight: 14,
  /** The mark of an initial state. */
  mark: 14,
  frame: { top: 40, side: 40 },
} as const;

/** Returns the id of the mark beside the initial state within a state, also used for the line from it. */
export const markId = (state: string): string => `initial ${state}`;
/** Returns the id of the text in a state that contains others: a box of its own among them. */
export const notesId = (state: string): string => `notes ${state}`;

/**
 * Returns the chart as laid out: rotated, because layouts go from left to right and a chart is read from top to bottom.
 * `chartPlacement` rotates it back.
 */
export function chartLayout(statechart: Statechart, measure: Measure = estimatedWidth): LayoutGraph {
  const { nodes, edges, frame } = uprightLayout(statechart, measure);
  return {
    nodes: nodes.map((node) => ({ ...node, ...turnedSize(node) })),
    edges: edges.map((edge) => ({ ...edge, ...(edge.label !== undefined && { label: turnedSize(edge.label) }) })),
    frame,
  };
}

/** Rotates the placement of a chart back. */
export function chartPlacement({ boxes, routes, width, height, engine }: Placement): Placement {
  const turnedBox = ([id, box]: readonly [string, Box]): readonly [string, Box] => [
    id,
    { ...turned(box), ...turnedSize(box) },
  ];
  const turnedRoute = ([id, { points, label }]: readonly [string, Route]): readonly [string, Route] => [
    id,
    { points: points.map(turned), ...(label !== undefined && { label: turned(label) }) },
  ];
  return {
    boxes: new Map([...boxes].map(turnedBox)),
    routes: new Map([...routes].map(turnedRoute)),
    width: height,
    height: width,
    engine,
  };
}

const turned = ({ x, y }: Point): Point => ({ x: y, y: x });
const turnedSize = ({ width, height }: Size): Size => ({ width: height, height: width });

function uprightLayout({ states, transitions, notes }: Statechart, measure: Measure): LayoutGraph {
  const inside = new Set(states.flatMap(({ parent }) => parent ?? []));
  const nodes = states.flatMap(({ id, name, parent, isInitial }): LayoutNode[] => {
    const own = notes.filter(({ state }) => state === id);
    const within = { ...(parent !== undefined && { parent }), ...(isInitial && { first: 'start' as const }) };
    if (!inside.has(id)) return [{ id, ...within, ...sizeOf(name, own, measure) }];
    const box = { id, ...within, ...sizeOf(name, [], measure) };
    return own.length === 0 ? [box] : [box, { id: notesId(id), parent: id, ...sizeOf('', own, measure) }];
  });
  const initial = states.filter(({ isInitial }) => isInitial);
  const marks = initial.map(({ id, parent = '' }): LayoutNode => ({
    id: markId(id),
    parent,
    first: 'mark',
    width: chart.mark,
    height: chart.mark,
  }));
  const lines = transitions.flatMap(({ id, source, target, lines: text }): LayoutEdge[] =>
    target === undefined ? [] : [{ id, source, target, label: labelSize(text, measure) }],
  );
  const first = initial.map(({ id }): LayoutEdge => ({ id: markId(id), source: markId(id), target: id }));
  return { nodes: inOrder([...marks, ...nodes]), edges: [...first, ...lines], frame: chart.frame };
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

function sizeOf(name: string, notes: readonly ChartNote[], measure: Measure): Size {
  const texts = [measure(name, chart.nameFont), ...notes.map(({ text }) => measure(text, chart.noteFont))];
  const width = Math.ceil(Math.max(72, ...texts) + 2 * chart.padding);
  const head = name === '' ? 4 : chart.nameHeight;
  return { width, height: head + notes.length * chart.noteHeight + 6 };
}

const labelSize = (lines: readonly string[], measure: Measure): Size => ({
  width: Math.ceil(Math.max(...lines.map((line) => measure(line, chart.labelFont)))) + 8,
  height: lines.length * chart.lineHeight + 2,
});
