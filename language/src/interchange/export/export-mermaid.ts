/**
 * Writes a model as a Mermaid flowchart, for pages that render Mermaid: a container is a subgraph, kinds differ in
 * shape, relations in line and label.
 */
import type { BoxKind, LineKind } from '../../model/drawn-kinds.ts';
import { mermaidText } from '../../model/common/mermaid-text.ts';
import type { Model } from '../../model/model.ts';
import type { ViewDirection } from '../../model/view.ts';
import { modelDrawing, relationLabel, type Drawing, type DrawingLine, type DrawnRelation } from './drawing-lines.ts';
import type { Exported } from './exported.ts';

/** The brackets around the label of a node. */
const brackets: Readonly<Record<BoxKind, readonly [open: string, close: string]>> = {
  pd: ['([', '])'],
  space: ['[(', ')]'],
  resource: ['[', ']'],
  object: ['(', ')'],
  node: ['[[', ']]'],
  region: ['{{', '}}'],
  gate: ['{', '}'],
};

const arrows: Readonly<Record<LineKind, string>> = {
  holds: '-->',
  manages: '==>',
  requests: '-.->',
  maps: '-.->',
  owns: '--o',
  refers: '-.->',
  'destroyed after': '-.-x',
  'dies with': '==x',
  'stops with': '==x',
  'waits for': '-.-x',
  protects: '-.-o',
  needs: '==>',
  contains: '--o',
  feeds: '-->',
  sends: '-.->',
  names: '-.->',
  channel: '---',
};

/** Returns the flowchart. Ids are `e<number>` in declaration order. Mermaid itself rejects very large texts. */
export const exportMermaid = (model: Model): Exported => ({ text: mermaidFlowchart(modelDrawing(model)), leftOut: [] });

const ranks: Readonly<Record<ViewDirection, string>> = { right: 'LR', left: 'RL', down: 'TD', up: 'BT' };

/** Returns the text of a drawing. */
export function mermaidFlowchart(drawing: Drawing, direction: ViewDirection = 'right'): string {
  const lines = drawing.lines.map((line) => `${'  '.repeat(line.depth + 1)}${entityLine(line)}`);
  const edges = drawing.relations.map((relation) => `  ${edgeLine(relation)}`);
  return [`flowchart ${ranks[direction]}`, ...lines, ...edges, ''].join('\n');
}

function entityLine({ is, entity, label }: DrawingLine): string {
  switch (is) {
    case 'open':
      return `subgraph g${String(entity.id)}[${quote(label)}]`;
    case 'close':
      return 'end';
    case 'entity': {
      const [open, close] = brackets[entity.kind];
      const type = entity.type === undefined ? '' : ` : ${mermaidText(entity.type)}`;
      return `${nodeId(entity.id)}${open}"${mermaidText(label)}${type}"${close}`;
    }
  }
}

function edgeLine(relation: DrawnRelation): string {
  const { source, target, kind } = relation;
  const label = relationLabel(relation);
  const text = label === '' ? '' : `|${quote(label)}|`;
  return `${nodeId(source)} ${arrows[kind]}${text} ${nodeId(target)}`;
}

const nodeId = (id: number): string => `e${String(id)}`;

const quote = (text: string): string => `"${mermaidText(text)}"`;
