/**
 * Computes the sizes of nodes and labels. The caller may pass a function that measures text in its font; otherwise
 * widths are estimated.
 */
import type { GraphEdge } from '../graph-edge.ts';
import type { GraphNode, GraphView } from '../graph.ts';
import { edgeLabel } from '../edge-words.ts';
import { nodeDetail } from '../labels.ts';
import { shortened } from '../shortened.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { LayoutEdge, LayoutGraph, LayoutNode, Size } from './layout-graph.ts';
import { attachedSpaces, withColumns } from './attached.ts';

/** Returns the width of a text in pixels, at a font size in pixels. */
export type Measure = (text: string, fontSize: number) => number;

/** The measures of the drawing in pixels, shared by renderer and layout. */
export const drawing = {
  nameFont: 13,
  detailFont: 11,
  labelFont: 11,
  /** The distance from the border to the icon, and from the text to the border. */
  padding: 10,
  icon: 16,
  gap: 7,
  nodeHeight: 46,
  resourceHeight: 30,
  gateHeight: 24,
  headerHeight: 46,
  /** The distance from the border of a container to its content. */
  inset: 16,
  labelHeight: 16,
  /** The distance from the corner of a container to the middle of its handle. */
  toggle: 14,
  nameLength: 32,
  detailLength: 40,
} as const;

/** Returns the input of a layout: nodes and edges in the order of the graph, with their sizes. */
export function layoutGraphOf(view: GraphView, measure: Measure = estimatedWidth): LayoutGraph {
  const containers = new Set<string>();
  for (const { parent } of view.nodes) if (parent !== undefined) containers.add(parent);
  const sized = sizedBy(measure);
  const nodes = view.nodes.map((node) => (containers.has(node.id) ? sized.container(node) : sized.leaf(node)));
  return {
    nodes: withColumns(nodes, attachedSpaces(view)),
    edges: view.edges.map(sized.edge),
    frame: { top: drawing.headerHeight, side: drawing.inset },
  };
}

/** What is the same after an edit is measured once. */
const sizedBy = oncePer((measure: Measure) => {
  const nodeOf = (node: GraphNode, isContainer: boolean): LayoutNode => ({
    id: node.id,
    ...(node.parent !== undefined && { parent: node.parent }),
    ...sizeOfNode(node, isContainer, measure),
  });
  return {
    container: oncePer((node: GraphNode) => nodeOf(node, true)),
    leaf: oncePer((node: GraphNode) => nodeOf(node, false)),
    edge: oncePer((edge: GraphEdge): LayoutEdge => {
      const { id, source, target } = edge;
      return { id, source, target, ...labelOf(edge, measure) };
    }),
  };
});

function labelOf(edge: GraphEdge, measure: Measure): Pick<LayoutEdge, 'label'> {
  const text = edgeLabel(edge);
  if (text === '') return {};
  return { label: { width: Math.ceil(measure(text, drawing.labelFont)) + 8, height: drawing.labelHeight } };
}

function sizeOfNode(node: GraphNode, isContainer: boolean, measure: Measure): Size {
  if (node.kind === 'gate')
    return { width: Math.ceil(measure(node.label, drawing.detailFont)) + 24, height: drawing.gateHeight };
  const name = measure(shortened(node.label, drawing.nameLength), drawing.nameFont);
  const isSingleLine = node.kind === 'resource' && !isContainer;
  const details = isSingleLine ? [] : [shortened(nodeDetail(node), drawing.detailLength), longestStatus(node)];
  const handle = isContainer || node.inside !== undefined ? drawing.toggle + 8 : 0;
  const texts = [name, ...details.map((text) => measure(text, drawing.detailFont))];
  const width = 2 * drawing.padding + drawing.icon + drawing.gap + Math.max(...texts) + kindMargin(node) + handle;
  const height = isContainer
    ? drawing.headerHeight + drawing.inset
    : isSingleLine
      ? drawing.resourceHeight
      : drawing.nodeHeight;
  return { width: Math.ceil(width), height };
}

/** Returns the longest possible second line after a crash, so that nothing moves when one is shown. */
function longestStatus({ stack, inside }: GraphNode): string {
  const count = stack?.length ?? (inside === undefined ? undefined : inside.length + 1);
  return count === undefined ? 'destroyed (9)' : `${String(count)} of ${String(count)} destroyed (9)`;
}

/** Returns the extra margin of shapes with slanted or folded sides. */
function kindMargin(node: GraphNode): number {
  switch (node.kind) {
    case 'object':
      return 12;
    case 'node':
    case 'resource':
      return 8;
    case 'pd':
    case 'space':
    case 'region':
    case 'gate':
      return 2;
  }
}

/** Estimates the width of a text in a proportional font, rather too wide than too narrow. */
export function estimatedWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  // Names are bold, and some fonts are wider than others.
  return width * fontSize * 1.08;
}

function characterWidth(character: string): number {
  if (/[il.,:;'|!jtf\s[\](){}]/u.test(character)) return 0.36;
  if (/[mwMW@%]/u.test(character)) return 0.92;
  if (/[A-Z]/u.test(character)) return 0.7;
  return (character.codePointAt(0) ?? 0) < 0x2e80 ? 0.58 : 1.05;
}
