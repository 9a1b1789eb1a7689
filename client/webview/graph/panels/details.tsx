/**
 * The details of the selected node or edge: its properties, the effects of the plan and their reasons, its findings,
 * documentation and relations. Everything can be reached by keyboard, so the panel is also a way along the edges for
 * users who cannot see them.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { GraphEdge } from '../../../../language/src/view/graph-edge.ts';
import type { GraphNode, GraphView } from '../../../../language/src/view/graph.ts';
import { edgeLabel, edgeWords } from '../../../../language/src/view/edge-words.ts';
import { nodeDetail } from '../../../../language/src/view/labels.ts';
import type { DroppedOrders } from '../../../../language/src/drawing/graph/dropped-orders.ts';
import { KindIcon } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import type { NodeStatus } from '../../../../language/src/drawing/graph/node-status.ts';
import type { Selection } from '../../../../language/src/drawing/graph/selection.ts';
import type { Choice } from '../../../../language/src/view/shown/shown.ts';
import { revealing, withFocus } from '../choice.ts';
import type { DrawnPart } from '../messages.ts';
import { NarrowActions } from './narrow-actions.tsx';
import { DroppedOrderList, PlanReasons } from './plan-reasons.tsx';
import { texts } from '../texts.ts';
import { filled } from '../../page/translated.ts';
import { ToolButton, ToolIcon } from '../../page/tool-icon.tsx';

/** The properties of the details panel. */
export interface DetailsProps {
  /** The whole graph, and the choice of the shown part. */
  readonly whole: GraphView;
  readonly choice: Choice;
  readonly onNarrowed: (choice: Choice) => void;
  readonly graph: GraphView;
  readonly selection: Selection;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly dropped: DroppedOrders | undefined;
  readonly onChosen: (selection: Selection) => void;
  readonly onReveal: (place: DrawnPart) => void;
  readonly onCrash: (pd: string) => void;
  readonly onPlan: (of: string) => void;
  readonly onClose: () => void;
}

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
    <Panel
      name={node.stack === undefined ? node.id : node.label}
      detail={nodeDetail(node)}
      node={node}
      onClose={props.onClose}
    >
      <div class="actions">
        <ToolButton
          icon="source"
          label={texts.openSource}
          onClick={() => {
            props.onReveal({ type: 'node', id: node.id });
          }}
          hasText
        />
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

function EdgeDetails({
  edge,
  graph,
  dropped,
  onChosen,
  onReveal,
  onClose,
}: DetailsProps & { readonly edge: GraphEdge }): VNode {
  const ends = graph.nodes.filter((node) => node.id === edge.source || node.id === edge.target);
  return (
    <Panel name={edgeWords(edge)} detail={edge.count === undefined ? '' : edgeLabel(edge)} onClose={onClose}>
      <div class="actions">
        <ToolButton
          icon="source"
          label={texts.openSource}
          onClick={() => {
            onReveal({ type: 'edge', id: edge.id });
          }}
          hasText
        />
      </div>
      <DroppedOrderList orders={dropped?.edges.get(edge.id)} onReveal={onReveal} />
      <ProblemList of={edge} />
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
              {node.id}
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface PanelProps {
  readonly name: string;
  readonly detail: string;
  readonly node?: GraphNode;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

function Panel({ name, detail, node, onClose, children }: PanelProps): VNode {
  return (
    <aside class="details" aria-label={name} data-details={node?.id ?? name}>
      <header>
        {node !== undefined && (
          <svg class={`tool-icon kind-${node.kind}`} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <KindIcon kind={node.kind} />
          </svg>
        )}
        <h2>{name}</h2>
        <ToolButton icon="close" label={texts.close} onClick={onClose} />
      </header>
      {detail !== '' && <p class="quiet">{detail}</p>}
      {children}
    </aside>
  );
}

function ProblemList({ of: { problems } }: { readonly of: GraphNode | GraphEdge }): VNode | null {
  if (problems === undefined) return null;
  return (
    <>
      <h3>{texts.problems}</h3>
      <ul class="problems">
        {problems.map((problem) => (
          <li key={problem.code + problem.message} class={`severity-${problem.severity}`} data-code={problem.code}>
            <strong>{problem.severity}</strong> {problem.message} <span class="quiet">{problem.code}</span>
          </li>
        ))}
      </ul>
    </>
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
          return (
            <li key={edge.id} data-relation-row={edge.id}>
              <button
                type="button"
                class="link"
                onClick={() => {
                  onChosen({ type: 'node', id: other });
                }}
              >
                {isOutgoing ? `${edgeLabel(edge)} → ${other}` : `← ${edgeLabel(edge)} ${other}`}
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
