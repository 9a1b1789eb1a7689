/**
 * One edge of the picture: its line with rounded corners, the signs at its ends, and its label.
 */
import type { VNode } from 'preact';
import type { GraphEdge } from '../../view/graph-edge.ts';
import { edgeLabel, edgeWords } from '../../view/edge-words.ts';
import { middleOf, type Point, type Route } from '../../view/layout/placement.ts';
import { roundedLine } from '../rounded-line.ts';
import { edgeStyles, type EndSign } from './edge-style.ts';
import { StatusBadge } from './kind-icon.tsx';
import { gravestProblem } from './problem-words.ts';
import { effectWords, givesWay } from './words.ts';

/** The radius of wide bends, in pixels. */
const curveRadius = 60;

/** The properties of a line of the graph. */
export interface EdgeLineProps {
  readonly edge: GraphEdge;
  readonly route: Route;
  /** True if its bends are wide. */
  readonly isCurved: boolean;
  /** True if it or one of its ends is selected. */
  readonly isNear: boolean;
  readonly isSelected: boolean;
  /** True if it declares an order that gives way. */
  readonly isDropped: boolean;
  /** True if it is on the cycle that is shown. */
  readonly isOnCycle: boolean;
}

/** Draws an edge without its label. */
export function EdgeLine(props: EdgeLineProps): VNode {
  const { edge, route, isDropped } = props;
  const style = edgeStyles[edge.kind];
  const tail = edge.reply === undefined && edge.isMutual !== true ? style.tail : style.head;
  const line = roundedLine(route.points, props.isCurved ? curveRadius : undefined);
  const problem = gravestProblem(edge.problems);
  return (
    <g
      class={edgeClasses('edge', props)}
      data-edge={edge.id}
      data-relation={edge.kind}
      data-problem={problem?.severity}
      data-dropped={isDropped ? true : undefined}
      aria-hidden="true"
    >
      <title>{hoverOf(edge, isDropped)}</title>
      <path class="hit" d={line} />
      <path class="line" d={line} stroke-width={style.width} stroke-dasharray={style.dash} />
      {style.head !== undefined && <EdgeSign sign={style.head} tip={route.points.at(-1)} from={route.points.at(-2)} />}
      {tail !== undefined && <EdgeSign sign={tail} tip={route.points[0]} from={route.points[1]} />}
    </g>
  );
}

/** The most reasons that a hover lists. */
const reasonsShown = 4;

/** Returns a line as a sentence, and the pieces of text for which it is drawn if it is more than one relation. */
function hoverOf(edge: GraphEdge, isDropped: boolean): string {
  const words = [
    edgeWords(edge),
    ...(isDropped ? [givesWay] : []),
    ...(edge.change === undefined ? [] : [effectWords[edge.change]]),
  ].join(', ');
  const reasons = edge.because ?? [];
  const lines = reasons.slice(0, reasonsShown).map(({ text, span }) => `${(span.start.line + 1).toString()}: ${text}`);
  return [words, ...lines, ...(reasons.length > reasonsShown ? ['…'] : [])].join('\n');
}

/** Draws the label of an edge; labels lie above all lines. */
export function EdgeLabel(props: EdgeLineProps): VNode | null {
  const { edge, route } = props;
  if (route.label === undefined) return null;
  return (
    <text
      class={edgeClasses('edge-label', props)}
      data-edge-label={edge.id}
      x={route.label.x}
      y={route.label.y + 3.5}
      aria-hidden="true"
    >
      {edgeLabel(edge)}
    </text>
  );
}

/** Draws the sign of an order that gives way above the label of its edge. */
export function DroppedSign({ edge, route }: Pick<EdgeLineProps, 'edge' | 'route'>): VNode {
  const { x, y } = route.label ?? middleOf(route.points);
  return (
    <g transform={`translate(${x.toString()} ${(y - 15).toString()})`} data-dropped-sign={edge.id} aria-hidden="true">
      <StatusBadge kind="dropped" />
    </g>
  );
}

/** Returns the classes of a drawn edge, `base` first. */
export function edgeClasses(base: string, { edge, isNear, isSelected, isDropped, isOnCycle }: EdgeLineProps): string {
  const classes = [base, `relation-${edge.kind.replaceAll(' ', '-')}`];
  if (edge.change !== undefined) classes.push(`is-${edge.change}`);
  if (isNear) classes.push('is-near');
  if (isSelected) classes.push('is-selected');
  if (isDropped) classes.push('is-dropped');
  if (isOnCycle) classes.push('is-on-cycle');
  return classes.join(' ');
}

/** Draws the sign at the end of a line that comes from the point `from`. */
export function EdgeSign({
  sign,
  tip,
  from,
}: {
  readonly sign: EndSign;
  readonly tip: Point | undefined;
  readonly from: Point | undefined;
}): VNode | null {
  if (tip === undefined || from === undefined) return null;
  const degrees = (Math.atan2(tip.y - from.y, tip.x - from.x) * 180) / Math.PI;
  const transform = `translate(${tip.x.toString()} ${tip.y.toString()}) rotate(${degrees.toFixed(2)})`;
  return <path class={`sign sign-${sign.fill}`} d={sign.path} transform={transform} />;
}
