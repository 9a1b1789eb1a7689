/**
 * The details of the selected node or edge: its properties, the effects of the plan and their reasons, its findings,
 * documentation and relations. Everything can be reached by keyboard, so the panel is also a way along the edges for
 * users who cannot see them.
 */
import type { VNode } from 'preact';
import type { GraphNode } from '../../../../language/src/view/graph.ts';
import { boxWords } from '../../../../language/src/view/box-words.ts';
import { edgeLabelInFull, edgeWords } from '../../../../language/src/view/edge-words.ts';
import { nodeDetail } from '../../../../language/src/view/labels.ts';
import { revealing, withFocus } from '../choice.ts';
import { Panel, ProblemList, type DetailsProps } from './details-panel.tsx';
import { EdgeDetails } from './edge-details.tsx';
import { GroupButton } from './group-button.tsx';
import { NarrowActions } from './narrow-actions.tsx';
import { DroppedOrderList, PlanReasons } from './plan-reasons.tsx';
import { texts } from '../texts.ts';
import { filled } from '../../page/translated.ts';
import { ToolButton, ToolIcon } from '../../page/tool-icon.tsx';

/** Shows the details of the selection. */
export function Details(props: DetailsProps): VNode | null {
  const { graph, selection } = props;
  if (selection.type === 'edge') {
    const edge = graph.edges.find((one) => one.id === selection.id);
    return edge === undefined ? null : <EdgeDetails edge={edge} {...props} />;
  }
  const node = graph.nodes.find((one) => one.id === selection.id);
  return node === undefined ? null : <NodeDetails node={node} {...props} />;
}

function NodeDetails({ node, ...props }: DetailsProps & { readonly node: GraphNode }): VNode {
  const status = props.statuses?.get(node.id);
  return (
    <Panel name={boxWords(node, props.graph)} detail={nodeDetail(node)} node={node} onClose={props.onClose}>
      <div class="actions">
        <ToolButton
          icon="source"
          label={texts.openSource}
          onClick={() => {
            props.onReveal({ type: 'node', id: node.id });
          }}
          hasText
        />
        {node.before !== undefined && (
          <ToolButton
            icon="source"
            label={texts.openSourceBefore}
            onClick={() => {
              props.onReveal({ type: 'before', id: node.id });
            }}
            hasText
          />
        )}
        <GroupButton {...props} />
        {node.kind === 'pd' && node.stack === undefined && (
          <ToolButton
            icon="crash"
            label={texts.simulateCrash}
            onClick={() => {
              props.onCrash(node.id);
            }}
            hasText
          />
        )}
        {node.stack === undefined && !node.absent && (
          <ToolButton
            icon="plan"
            label={texts.choosePlan}
            onClick={() => {
              props.onPlan(node.id);
            }}
            hasText
          />
        )}
        {props.onSupposed !== undefined && node.stack === undefined && !node.absent && node.kind !== 'gate' && (
          <ToolButton
            icon="whatIf"
            label={texts.whatIfGone}
            onClick={() => {
              props.onSupposed?.(node.id);
            }}
            hasText
          />
        )}
      </div>
      {props.whole.nodes.some(({ id }) => id === node.id) && (
        <NarrowActions node={node} whole={props.whole} choice={props.choice} onChange={props.onNarrowed} />
      )}
      {status !== undefined && <PlanReasons status={status} onReveal={props.onReveal} />}
      <DroppedOrderList orders={props.dropped?.nodes.get(node.id)} onReveal={props.onReveal} />
      <ProblemList of={node} />
      {node.documentation !== undefined && <p class="documentation">{node.documentation}</p>}
      {node.data !== undefined && <DataList values={node.data} />}
      {node.stack !== undefined && <Members names={node.stack} {...props} />}
      {node.inside !== undefined && <Members names={node.inside} {...props} />}
      <RelationList node={node} {...props} />
    </Panel>
  );
}

function DataList({ values }: { readonly values: readonly string[] }): VNode {
  return (
    <>
      <h3>{texts.data}</h3>
      <ul class="data" data-own-data>
        {values.map((value) => (
          <li key={value}>
            <code>{value}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

const membersShown = 50;

interface MembersProps extends Pick<DetailsProps, 'whole' | 'choice' | 'onNarrowed'> {
  readonly names: readonly string[];
}

/** Lists the entities in a node; those that can be drawn individually link to their neighbourhood. */
function Members({ names, whole, choice, onNarrowed }: MembersProps): VNode {
  const rest = names.length - membersShown;
  const drawable = new Set(whole.nodes.map(({ id }) => id));
  return (
    <>
      <h3>{texts.members}</h3>
      <p class="members">
        {names.slice(0, membersShown).map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            {drawable.has(name) ? (
              <button
                type="button"
                class="link"
                title={`${texts.near}: ${name}`}
                onClick={() => {
                  onNarrowed(withFocus(revealing(choice, whole, name), { kind: 'near', of: name, hops: 1 }));
                }}
              >
                {name}
              </button>
            ) : (
              name
            )}
          </span>
        ))}
        {rest > 0 && ` ${filled(texts.more, rest)}`}
      </p>
    </>
  );
}

const relationsShown = 200;

function RelationList({ node, graph, onChosen, onReveal }: DetailsProps & { readonly node: GraphNode }): VNode | null {
  const edges = graph.edges.filter((edge) => edge.source === node.id || edge.target === node.id);
  const boxes = new Map(graph.nodes.map((each) => [each.id, each]));
  const children = graph.nodes.filter((one) => one.parent === node.id);
  if (edges.length + children.length === 0) return null;
  const rest = edges.length - relationsShown;
  return (
    <>
      <h3>{texts.relations}</h3>
      <ul class="relations">
        {edges.slice(0, relationsShown).map((edge) => {
          const isOutgoing = edge.source === node.id;
          const other = isOutgoing ? edge.target : edge.source;
          const box = boxes.get(other);
          const name = box === undefined ? other : box.kind === 'gate' ? box.label : boxWords(box, graph);
          return (
            <li key={edge.id} data-relation-row={edge.id}>
              <button
                type="button"
                class="link"
                onClick={() => {
                  onChosen({ type: 'node', id: other });
                }}
              >
                {isOutgoing ? `${edgeLabelInFull(edge)} → ${name}` : `← ${edgeLabelInFull(edge)} ${name}`}
              </button>
              <button
                type="button"
                class="tool"
                title={texts.openSource}
                aria-label={`${texts.openSource}: ${edgeWords(edge)}`}
                onClick={() => {
                  onReveal({ type: 'edge', id: edge.id });
                }}
              >
                <ToolIcon name="source" />
              </button>
            </li>
          );
        })}
        {children.slice(0, relationsShown).map((child) => (
          <li key={child.id}>
            <button
              type="button"
              class="link"
              onClick={() => {
                onChosen({ type: 'node', id: child.id });
              }}
            >
              {`${texts.contains} ${child.label}`}
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p class="quiet">{filled(texts.more, rest)}</p>}
    </>
  );
}
