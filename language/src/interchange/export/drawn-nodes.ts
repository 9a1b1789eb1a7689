/**
 * Turns nodes and edges that are drawn into the lines of a nested drawing language. They are given by their parts, so
 * that any picture of a model can be written.
 */
import { append } from '../../model/common/append.ts';
import type { BoxKind, LineKind } from '../../model/drawn-kinds.ts';
import { protectedMark, type Drawing, type DrawingLine, type DrawnRelation } from './drawing-lines.ts';
import { required } from '../../model/common/lookup.ts';

/** A node that is drawn; a container comes before its content. */
interface DrawnNode {
  readonly id: string;
  readonly label: string;
  readonly kind: BoxKind;
  readonly type?: string;
  readonly parent?: string;
  readonly root: boolean;
  readonly absent: boolean;
  readonly inside?: readonly string[];
  readonly protected?: boolean;
}

/** The drawn part of a model. */
export interface ExportedGraph {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    readonly kind: LineKind;
    readonly as?: string;
    readonly count?: number;
    readonly quorum?: DrawnRelation['number'];
    readonly gateOf?: string;
  }[];
}

/** Returns the drawing of nodes and edges; `suffix` ends the label of a node. */
export function nodesDrawing(graph: ExportedGraph, suffix: (id: string) => string = () => ''): Drawing {
  const numbers = new Map(graph.nodes.map(({ id }, at) => [id, at]));
  const children = new Map<string | undefined, DrawnNode[]>();
  for (const node of graph.nodes) append(children, node.parent, node);
  const lines: DrawingLine[] = [];
  const write = (node: DrawnNode, depth: number): void => {
    const inner = children.get(node.id) ?? [];
    const { kind, root, absent, type } = node;
    const entity = { id: required(numbers.get(node.id)), kind, root, absent, type };
    const inside = node.inside === undefined ? '' : ` (+${node.inside.length.toString()})`;
    const label = `${node.label}${node.protected === true ? protectedMark : ''}${inside}${suffix(node.id)}`;
    if (inner.length === 0) {
      lines.push({ is: 'entity', entity, label, depth });
      return;
    }
    lines.push({ is: 'open', entity, label: node.label, depth }, { is: 'entity', entity, label, depth: depth + 1 });
    for (const child of inner) write(child, depth + 1);
    lines.push({ is: 'close', entity, label: node.label, depth });
  };
  for (const node of children.get(undefined) ?? []) write(node, 0);
  const relations = graph.edges.flatMap(({ source, target, kind, as, count, quorum, gateOf }) => {
    const ends = { source: numbers.get(source), target: numbers.get(target) };
    if (ends.source === undefined || ends.target === undefined) return [];
    const after = gateOf === undefined ? {} : { isAfterGate: true as const };
    return [{ source: ends.source, target: ends.target, kind, as, count, number: quorum, ...after }];
  });
  return { lines, relations };
}
