/**
 * The shown graph as the text of a file: the picture itself, or its nodes and relations in a language that other tools
 * draw.
 */
import { dotText } from '../../../language/src/interchange/export/export-dot.ts';
import type { Drawing, DrawingLine } from '../../../language/src/interchange/export/drawing-lines.ts';
import { mermaidText } from '../../../language/src/interchange/export/export-mermaid.ts';
import { graphFile } from '../../../language/src/drawing/graph/graph-file.tsx';
import type { LeftOut } from '../../../language/src/drawing/graph/left-out.ts';
import { statusWords, type NodeStatus } from '../../../language/src/drawing/graph/node-status.ts';
import type { GraphNode } from '../../../language/src/view/graph.ts';
import type { GraphFormat, GraphHost } from './messages.ts';
import type { Picture } from './page-state.ts';
import { pngOf } from '../page/png.ts';
import { texts } from './texts.ts';
import { errorMessage } from '../../../language/src/model/error-message.ts';
import { append } from '../../../language/src/model/append.ts';

/** The content of the page. */
export interface Exportable {
  readonly picture: Picture;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly leftOut: LeftOut | undefined;
}

/** Sends the shown graph to the extension, or the reason why it cannot be written. */
export async function answerExport(host: GraphHost, format: GraphFormat, shown: Exportable): Promise<void> {
  try {
    host.post({ type: 'exported', format, content: await exported(format, shown) });
  } catch (error) {
    host.post({ type: 'trouble', message: errorMessage(error) });
  }
}

/** Returns the text of a file; of a PNG in base64. Throws an error with a sentence if there is nothing to draw. */
async function exported(format: GraphFormat, shown: Exportable): Promise<string> {
  const { picture, statuses, leftOut } = shown;
  switch (format) {
    case 'svg':
    case 'png': {
      if (picture.isTooLarge) throw new Error(texts.tooLargeToExport);
      const { graph, placement, title } = picture;
      const svg = graphFile({ title, graph, placement, statuses, leftOut });
      return format === 'svg' ? svg : pngOf(svg);
    }
    case 'mermaid':
      return mermaidText(drawingOf(shown));
    case 'dot':
      return dotText(drawingOf(shown));
    case 'json':
      return jsonOf(shown);
  }
}

/** Returns the nodes and relations as lines of a nested drawing; under a plan each line ends with its status. */
function drawingOf({ picture: { graph }, statuses }: Exportable): Drawing {
  const numbers = new Map(graph.nodes.map(({ id }, at) => [id, at]));
  const children = new Map<string | undefined, GraphNode[]>();
  for (const node of graph.nodes) {
    append(children, node.parent, node);
  }
  const lines: DrawingLine[] = [];
  const write = (node: GraphNode, depth: number): void => {
    const inner = children.get(node.id) ?? [];
    const { kind, root, absent, type } = node;
    const entity = { id: numbers.get(node.id) ?? 0, kind, root, absent, type };
    const status = statuses?.get(node.id);
    const inside = node.inside === undefined ? '' : ` (+${node.inside.length.toString()})`;
    const label = `${node.label}${inside}${status === undefined ? '' : `: ${statusWords(status)}`}`;
    if (inner.length === 0) {
      lines.push({ is: 'entity', entity, label, depth });
      return;
    }
    lines.push({ is: 'open', entity, label: node.label, depth }, { is: 'entity', entity, label, depth: depth + 1 });
    for (const child of inner) write(child, depth + 1);
    lines.push({ is: 'close', entity, label: node.label, depth });
  };
  for (const node of children.get(undefined) ?? []) write(node, 0);
  const relations = graph.edges.flatMap(({ source, target, kind, as, count }) => {
    const ends = { source: numbers.get(source), target: numbers.get(target) };
    if (ends.source === undefined || ends.target === undefined) return [];
    return [{ source: ends.source, target: ends.target, kind, as, count }];
  });
  return { lines, relations };
}

/** The version in the field `"version"`; it changes when a field changes its meaning or is removed. */
const jsonVersion = 1;

function jsonOf({ picture: { title, graph, placement, hidden }, statuses }: Exportable): string {
  const nodes = graph.nodes.map(({ id, label, kind, type, parent, root, absent, stack, inside }) => ({
    ...{ id, label, kind, type, parent, root: root || undefined, absent: absent || undefined, stack, inside },
    status: wordsOf(statuses?.get(id)),
    box: placement.boxes.get(id),
  }));
  const edges = graph.edges.map(({ kind, source, target, as, notify, count, id }) => {
    return { kind, source, target, as, notify, count, points: placement.routes.get(id)?.points };
  });
  const json = { format: 'aftermath-graph', version: jsonVersion, title, hidden, nodes, edges };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

const wordsOf = (status: NodeStatus | undefined): string | undefined => status && statusWords(status);
