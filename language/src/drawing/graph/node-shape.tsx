/**
 * One node of the picture: its shape, icon, name, what it is, and the badges that tell its state in
 * signs and words. Text of the model is only ever a text node.
 */
import type { VNode } from 'preact';
import type { GraphNode } from '../../view/graph.ts';
import { nodeDetail } from '../../view/labels.ts';
import { shortened } from '../../view/shortened.ts';
import type { Box } from '../../view/layout/placement.ts';
import { drawing } from '../../view/layout/sizes.ts';
import { KindIcon, ProblemBadge, StatusBadge, StepBadge, stepWidth } from './kind-icon.tsx';
import { outlineOf } from './node-outline.ts';
import { shortStatusWords, statusWords, stepNumber, type NodeStatus } from './node-status.ts';
import { gravestProblem } from './problem-words.ts';
import { counted } from '../../model/common/word-list.ts';

/** The properties of a box of the graph. */
export interface NodeShapeProps {
  readonly node: GraphNode;
  readonly box: Box;
  readonly isContainer: boolean;
  /** Absent while no plan is shown. */
  readonly status: NodeStatus | undefined;
  readonly isSelected: boolean;
  /** True if the Tab key stops here. */
  readonly isCurrent: boolean;
  /** True if it cannot be operated. */
  readonly isStill: boolean;
  /** True if the search matches it; absent without a search. */
  readonly isMatch: boolean | undefined;
  /** True if it is on the cycle that is shown. */
  readonly isOnCycle: boolean;
}

/** Draws a node. */
export function NodeShape(props: NodeShapeProps): VNode {
  const { node, box, status, isContainer } = props;
  const { shape, detail } = outlineOf(node.kind, box);
  const problem = gravestProblem(node.problems);
  return (
    <g
      class={nodeClasses(props)}
      transform={`translate(${box.x.toString()} ${box.y.toString()})`}
      data-node={node.id}
      data-kind={node.kind}
      data-status={status?.kind}
      data-distance={status?.distance}
      data-step={status?.steps === undefined ? undefined : stepNumber(status.steps)}
      data-notified-first={status?.isNotifiedFirst === true ? true : undefined}
      data-problem={problem?.severity}
      {...(!props.isStill && handlesOf(props))}
    >
      <title>{nodeWords(node, status)}</title>
      <path class="focus-ring" d={ringAround(box)} />
      {node.stack !== undefined && <path class="stacked" d={shape} transform="translate(5 5)" />}
      <path class="shape" d={shape} />
      {status !== undefined && status.kind !== 'untouched' && (
        <path class="pattern" d={shape} fill={`url(#${status.kind})`} />
      )}
      {detail !== undefined && <path class="outline-detail" d={detail} />}
      {!props.isStill && ((isContainer && node.isHull !== true) || node.inside !== undefined) && (
        <Toggle node={node} box={box} />
      )}
      <NodeText node={node} box={box} isContainer={isContainer} status={status} />
      {problem !== undefined && (
        <g transform="translate(3 3)">
          <ProblemBadge severity={problem.severity} />
        </g>
      )}
      <StatusBadges status={status} width={box.width} y={isLow(node, isContainer) ? box.height + 2 : 0} />
      <StartBadges node={node} box={box} />
    </g>
  );
}

/** The handle that closes and opens a container; the same is done by key and from the details. */
function Toggle({ node, box }: Pick<NodeShapeProps, 'node' | 'box'>): VNode {
  const y = topOf(node) + drawing.toggle;
  return (
    <g
      class="toggle"
      data-toggle={node.id}
      transform={`translate(${(box.width - drawing.toggle - topOf(node) / 2).toString()} ${y.toString()})`}
      aria-hidden="true"
    >
      <rect x="-8" y="-8" width="16" height="16" rx="3" />
      <path d={node.inside === undefined ? 'M-4 0H4' : 'M-4 0H4M0-4V4'} />
    </g>
  );
}

/** Returns true for a box of one line: its badges are on the lower border, where no text is. */
const isLow = ({ kind }: GraphNode, isContainer: boolean): boolean => kind === 'resource' && !isContainer;

/** Returns the height of a shape's sides above the room for its name. */
const topOf = ({ kind }: GraphNode): number => (kind === 'space' ? 8 : kind === 'node' ? 6 : 0);

/** Returns the attributes that make a node a button with a name for screen readers. */
const handlesOf = ({ node, status, isSelected, isCurrent }: NodeShapeProps) => ({
  'data-vscode-context': contextOf(node),
  role: 'button' as const,
  'aria-label': nodeWords(node, status),
  'aria-pressed': isSelected,
  // Elements of SVG know it by this name only.
  tabindex: isCurrent ? 0 : -1,
});

function NodeText({
  node,
  box,
  isContainer,
  status,
}: Pick<NodeShapeProps, 'node' | 'box' | 'isContainer' | 'status'>): VNode {
  if (node.kind === 'gate')
    return (
      <text class="detail number" x={box.width / 2} y={box.height / 2 + 4}>
        {node.label}
      </text>
    );
  const top = node.kind === 'space' ? 12 : node.kind === 'node' ? 6 : 0;
  const isSingleLine = isLow(node, isContainer);
  const height = isContainer ? drawing.headerHeight - 4 : box.height;
  const middle = (height + top) / 2;
  const left = drawing.padding + (node.kind === 'object' ? 3 : 0);
  const textLeft = left + drawing.icon + drawing.gap;
  const words = status === undefined || status.kind === 'untouched' ? nodeDetail(node) : shortStatusWords(status);
  return (
    <>
      <g transform={`translate(${left.toString()} ${(middle - drawing.icon / 2).toString()})`}>
        <KindIcon kind={node.kind} />
      </g>
      <text class="name" x={textLeft} y={isSingleLine ? middle + 4.5 : middle - 3}>
        {shortened(node.label, drawing.nameLength)}
      </text>
      {!isSingleLine && (
        <text class="detail" x={textLeft} y={middle + 12}>
          {shortened(words, drawing.detailLength)}
        </text>
      )}
    </>
  );
}

function StatusBadges({
  status,
  width,
  y,
}: {
  readonly status: NodeStatus | undefined;
  readonly width: number;
  /** Their middle. */
  readonly y: number;
}): VNode | null {
  if (status === undefined) return null;
  let right = width + 4;
  return (
    <>
      {badgesOf(status).map(({ key, badge, width: own }) => {
        const x = right - own / 2;
        right -= own + 3;
        return (
          <g key={key} transform={`translate(${x.toString()} ${y.toString()})`}>
            {badge}
          </g>
        );
      })}
    </>
  );
}

/** Draws how an entity is at the start: protected by a shield, or doomed. They sit on the lower border. */
function StartBadges({ node, box }: Pick<NodeShapeProps, 'node' | 'box'>): VNode {
  const signs = [
    ...(node.protected === true ? ['protected' as const] : []),
    ...(node.doomed === true ? ['doomed' as const] : []),
  ];
  return (
    <>
      {signs.map((kind, at) => (
        <g key={kind} transform={`translate(${(box.width - 6 - 19 * at).toString()} ${(box.height - 1).toString()})`}>
          <StatusBadge kind={kind} />
        </g>
      ))}
    </>
  );
}

interface PlacedBadge {
  readonly key: string;
  readonly badge: VNode;
  readonly width: number;
}

/** From the right to the left. */
function badgesOf({ kind, steps, isNotifiedFirst: isTold, isNotified }: NodeStatus): readonly PlacedBadge[] {
  const sign = (of: Exclude<typeof kind, 'untouched'> | 'notifiedFirst' | 'notified'): PlacedBadge => ({
    key: of,
    badge: <StatusBadge kind={of} />,
    width: 16,
  });
  const step = steps === undefined ? undefined : stepNumber(steps);
  return [
    ...(kind === 'untouched' ? [] : [sign(kind)]),
    ...(step === undefined ? [] : [{ key: 'step', badge: <StepBadge step={step} />, width: stepWidth(step) }]),
    ...(isTold ? [sign('notifiedFirst')] : []),
    ...(isNotified ? [sign('notified')] : []),
  ];
}

/** Returns what a screen reader says of a node, and a pointer that rests on it shows. */
function nodeWords(node: GraphNode, status: NodeStatus | undefined): string {
  const words =
    node.kind === 'gate' ? [node.label] : [node.stack === undefined ? node.id : node.label, nodeDetail(node)];
  if (status !== undefined) words.push(statusWords(status));
  if (node.problems !== undefined) words.push(counted(node.problems.length, 'problem'));
  return words.join(', ');
}

/** Returns the classes of a node: all that its look depends on besides its kind's shape. */
export function nodeClasses({ node, status, isContainer, isSelected, isMatch, isOnCycle }: NodeShapeProps): string {
  const classes = ['node', `kind-${node.kind}`];
  if (isContainer) classes.push('is-container');
  if (node.absent) classes.push('is-absent');
  if (node.root) classes.push('is-root');
  if (isOnCycle) classes.push('is-on-cycle');
  if (isSelected) classes.push('is-selected');
  if (isMatch === true) classes.push('is-match');
  if (isMatch === false) classes.push('is-no-match');
  if (status !== undefined) classes.push(`status-${status.kind}`);
  if (status?.isRefused === true) classes.push('is-refused');
  if (status !== undefined && status.count < status.total) classes.push('is-partly');
  return classes.join(' ');
}

/** Returns the facts about a node for the context menu of VS Code. */
const contextOf = (node: GraphNode): string =>
  JSON.stringify({
    webviewSection: 'node',
    aftermathKind: node.kind,
    aftermathName: node.stack?.[0] ?? node.id,
    preventDefaultContextMenuItems: true,
  });

function ringAround({ width, height }: Box): string {
  const gap = 4;
  const [w, h] = [(width + 2 * gap).toString(), (height + 2 * gap).toString()];
  return `M-4-4h${w}v${h}h-${w}z`;
}
