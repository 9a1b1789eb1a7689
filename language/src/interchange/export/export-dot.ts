/**
 * Writes a model as a Graphviz graph: a container is a cluster, kinds differ in shape, relations in line and label.
 * Uses no colours, so that the picture works in print.
 */
import type { BoxKind, LineKind } from '../../model/drawn-kinds.ts';
import type { Model } from '../../model/model.ts';
import type { ViewDirection } from '../../model/view.ts';
import { modelDrawing, relationLabel, type Drawing, type DrawingLine, type DrawnRelation } from './drawing-lines.ts';
import type { Exported } from './exported.ts';

/** Shapes by kind; a PD is a box with round corners. */
const shapes: Readonly<Record<BoxKind, string>> = {
  pd: 'box',
  space: 'cylinder',
  resource: 'note',
  object: 'ellipse',
  node: 'box3d',
  region: 'hexagon',
  gate: 'diamond',
};

const edgeStyles: Readonly<Record<LineKind, string>> = {
  holds: 'style=solid, arrowhead=vee',
  manages: 'style=bold, arrowhead=normal',
  requests: 'style=dashed, arrowhead=vee',
  maps: 'style=dotted, arrowhead=vee',
  owns: 'style=solid, dir=both, arrowtail=diamond, arrowhead=none',
  refers: 'style=dashed, arrowhead=empty',
  'destroyed after': 'style=dashed, arrowhead=tee',
  'dies with': 'style=bold, arrowhead=dot',
  'stops with': 'style=dashed, arrowhead=dot',
  'waits for': 'style=dotted, arrowhead=tee',
  protects: 'style=dotted, arrowhead=invempty',
  needs: 'style=bold, arrowhead=vee',
  contains: 'style=solid, arrowhead=odiamond',
  feeds: 'style=solid, arrowhead=normal, arrowsize=1.4',
  sends: 'style=dashed, arrowhead=open',
  names: 'style=dotted, arrowhead=open',
  channel: 'style=bold, dir=none',
};

/** Returns the graph. Ids are `e<number>` in declaration order. */
export const exportDot = (model: Model): Exported => ({ text: dotText(modelDrawing(model)), leftOut: [] });

const ranks: Readonly<Record<ViewDirection, string>> = { right: 'LR', left: 'RL', down: 'TB', up: 'BT' };

/** Returns the text of a drawing. */
export function dotText(drawing: Drawing, direction: ViewDirection = 'right'): string {
  const lines = drawing.lines.map((line) => `${'  '.repeat(line.depth + 1)}${entityLine(line)}`);
  const edges = drawing.relations.map((relation) => `  ${edgeLine(relation)}`);
  const head = [
    'digraph aftermath {',
    '  compound=true;',
    `  rankdir=${ranks[direction]};`,
    '  node [fontname="sans-serif"];',
  ];
  return [...head, ...lines, ...edges, '}', ''].join('\n');
}

function entityLine(line: DrawingLine): string {
  switch (line.is) {
    case 'open':
      return `subgraph cluster_${String(line.entity.id)} { label=${quote(line.label)};`;
    case 'close':
      return '}';
    case 'entity':
      return `${nodeId(line.entity.id)} [label=${quote(labelText(line.entity, line.label))}, shape=${shapeOf(line.entity)}];`;
  }
}

function shapeOf({ kind, root, absent }: DrawingLine['entity']): string {
  const styles = [...(kind === 'pd' ? ['rounded'] : []), ...(absent ? ['dashed'] : [])];
  const style = styles.length === 0 ? '' : `, style="${styles.join(',')}"`;
  return `${shapes[kind]}${style}${root ? ', peripheries=2' : ''}`;
}

function edgeLine(relation: DrawnRelation): string {
  const { source, target, kind } = relation;
  const label = relationLabel(relation);
  return `${nodeId(source)} -> ${nodeId(target)} [label=${quote(label)}, ${edgeStyles[kind]}];`;
}

const nodeId = (id: number): string => `e${String(id)}`;

const labelText = ({ type }: DrawingLine['entity'], label: string): string =>
  type === undefined ? label : `${label}\n: ${type}`;

/** Writes a text in double quotes; a backslash stays a backslash, and `&lt;` is no `<`. */
const quote = (text: string): string =>
  `"${text
    .replaceAll('&', '&amp;')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/\r?\n|\r/g, '\\n')}"`;
