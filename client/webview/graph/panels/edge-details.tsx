/**
 * The details of the selected line: why it is there, piece by piece of the text, and its two ends.
 */
import type { VNode } from 'preact';
import type { GraphEdge } from '../../../../language/src/view/graph-edge.ts';
import { boxWords } from '../../../../language/src/view/box-words.ts';
import { edgeLabelInFull, edgeWords, reasonsOf } from '../../../../language/src/view/edge-words.ts';
import { relationKinds } from '../../../../language/src/model/relation.ts';
import { placeOfReason } from '../place-of-reason.ts';
import { texts } from '../texts.ts';
import { effectWords } from '../../../../language/src/drawing/graph/words.ts';
import { filled } from '../../page/translated.ts';
import { Panel, ProblemList, type DetailsProps } from './details-panel.tsx';
import { ToolButton } from '../../page/tool-icon.tsx';
import { GroupButton } from './group-button.tsx';
import { DroppedOrderList } from './plan-reasons.tsx';

/** Shows the details of a line. */
export function EdgeDetails({ edge, ...props }: DetailsProps & { readonly edge: GraphEdge }): VNode {
  const { graph, dropped, onChosen, onReveal, onSupposed, onClose } = props;
  const statement = statementOf(edge, graph);
  const ends = graph.nodes.filter((node) => node.id === edge.source || node.id === edge.target);
  const reasons = reasonsOf(edge);
  const rest = Math.max(edge.count ?? 1, edge.members?.length ?? 1) - reasons.length;
  return (
    <Panel name={edgeWords(edge)} detail={edge.count === undefined ? '' : edgeLabelInFull(edge)} onClose={onClose}>
      <div class="actions">
        <GroupButton {...props} />
        {statement !== undefined && onSupposed !== undefined && (
          <ToolButton
            icon="whatIf"
            label={texts.whatIfGone}
            onClick={() => {
              onSupposed(statement);
            }}
            hasText
          />
        )}
        {edge.before !== undefined && (
          <ToolButton
            icon="source"
            label={texts.openSourceBefore}
            onClick={() => {
              onReveal({ type: 'before', id: edge.id });
            }}
            hasText
          />
        )}
      </div>
      {edge.change !== undefined && <p>{filled(texts.lineIs, effectWords[edge.change])}</p>}
      <h3>{texts.whyLine}</h3>
      <ul class="relations" data-because>
        {reasons.map((reason) => (
          <li key={`${reason.span.start.line.toString()} ${reason.text}`}>
            <button
              type="button"
              class="link"
              title={texts.openSource}
              onClick={() => {
                onReveal(placeOfReason(reason));
              }}
            >
              {reason.text} <span class="quiet">{filled(texts.line, reason.span.start.line + 1)}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p class="quiet">{filled(texts.more, rest)}</p>}
      <DroppedOrderList orders={dropped?.edges.get(edge.id)} onReveal={onReveal} />
      <ProblemList of={edge} />
      <h3>{texts.between}</h3>
      <ul class="relations">
        {ends.map((node) => (
          <li key={node.id}>
            <button
              type="button"
              class="link"
              onClick={() => {
                onChosen({ type: 'node', id: node.id });
              }}
            >
              {node.kind === 'gate' ? node.label : boxWords(node, graph)}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Returns the statement that a line stands for, if it is one relation of two entities. */
function statementOf({ kind, source, target, count }: GraphEdge, { nodes }: DetailsProps['graph']): string | undefined {
  const isEntity = (id: string): boolean =>
    nodes.some((node) => node.id === id && node.kind !== 'gate' && node.stack === undefined);
  const isOne = count === undefined && relationKinds.some((each) => each === kind);
  return isOne && isEntity(source) && isEntity(target) ? `${source} ${kind} ${target}` : undefined;
}
