/**
 * The shown graph as the text of a file: the picture itself, or its nodes and relations in a language that other tools
 * draw.
 */
import { dotText } from '../../../language/src/interchange/export/export-dot.ts';
import type { Drawing } from '../../../language/src/interchange/export/drawing-lines.ts';
import { nodesDrawing } from '../../../language/src/interchange/export/drawn-nodes.ts';
import { mermaidFlowchart } from '../../../language/src/interchange/export/export-mermaid.ts';
import { graphFile } from '../../../language/src/drawing/graph/graph-file.tsx';
import type { DroppedOrders } from '../../../language/src/drawing/graph/dropped-orders.ts';
import { statusWords, type NodeStatus } from '../../../language/src/drawing/graph/node-status.ts';
import type { GraphFormat, GraphHost } from './messages.ts';
import type { GraphEdge } from '../../../language/src/view/graph-edge.ts';
import type { Picture } from './page-state.ts';
import { exportedPicture } from '../page/exported-picture.ts';
import { texts } from './texts.ts';
import { errorMessage } from '../../../language/src/model/common/error-message.ts';

/** The content of the page. */
export interface Exportable {
  readonly picture: Picture;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly dropped: DroppedOrders | undefined;
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
  const { picture, statuses, dropped } = shown;
  switch (format) {
    case 'svg':
    case 'png': {
      if (picture.isTooLarge) throw new Error(texts.tooLargeToExport);
      const { graph, placement, title } = picture;
      const svg = graphFile({ title, graph, placement, statuses, dropped });
      return exportedPicture(format, svg);
    }
    case 'mermaid':
      return mermaidFlowchart(drawingOf(shown));
    case 'dot':
      return dotText(drawingOf(shown));
    case 'json':
      return jsonOf(shown);
  }
}

/** Returns the nodes and relations as lines of a nested drawing; under a plan each line ends with its status. */
const drawingOf = ({ picture: { graph }, statuses }: Exportable): Drawing =>
  nodesDrawing(graph, (id) => {
    const status = statuses?.get(id);
    return status === undefined ? '' : `: ${statusWords(status)}`;
  });

/** The version in the field `"version"`; it changes when a field changes its meaning or is removed. */
const jsonVersion = 1;

function jsonOf({ picture: { title, graph, placement, hidden }, statuses }: Exportable): string {
  const nodes = graph.nodes.map(({ id, label, kind, type, parent, root, absent, stack, inside }) => ({
    ...{ id, label, kind, type, parent, root: root || undefined, absent: absent || undefined, stack, inside },
    status: wordsOf(statuses?.get(id)),
    box: placement.boxes.get(id),
  }));
  const edges = graph.edges.flatMap(withOthers).map(({ kind, source, target, as, reply, notify, count, id }) => {
    return { kind, source, target, as, reply, notify, count, points: placement.routes.get(id)?.points };
  });
  const json = { format: 'aftermath-graph', version: jsonVersion, title, hidden, nodes, edges };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/** Returns a line, and one for each other kind of relation that it stands for. */
function withOthers(edge: GraphEdge): readonly GraphEdge[] {
  if (edge.besides === undefined) return [edge];
  const others = (edge.members ?? []).filter(({ kind }) => kind !== edge.kind);
  const kinds = [...new Set(others.map(({ kind }) => kind))];
  const { id, source, target, span } = edge;
  return [
    edge,
    ...kinds.map((kind) => {
      const count = others.reduce((sum, other) => sum + (other.kind === kind ? (other.count ?? 1) : 0), 0);
      return { ...{ id, kind, source, target, span }, ...(count > 1 && { count }) };
    }),
  ];
}

const wordsOf = (status: NodeStatus | undefined): string | undefined => status && statusWords(status);
