/**
 * One transition of a chart: its line with the head, and its label; and the mark of an initial state.
 */
import type { VNode } from 'preact';
import type { Box, Point, Route } from '../../view/layout/placement.ts';
import { chart as measures } from '../../view/statechart/chart-layout.ts';
import { timerLine } from '../../view/statechart/shown-chart.ts';
import type { ChartTransition } from '../../view/statechart/statechart.ts';
import { roundedLine } from '../rounded-line.ts';
import type { ChartPictureProps } from './chart-props.ts';
import { standingSign, transitionWords } from './chart-words.ts';

/** The properties of a transition of a chart. */
export interface TransitionLineProps extends ChartPictureProps {
  readonly transition: ChartTransition;
  readonly route: Route;
}

/** Draws a transition without its label. */
export function TransitionLine(props: TransitionLineProps): VNode {
  const { transition, route, chart, run, current, selected, isStill, menuOf } = props;
  const words = transitionWords(transition, chart, run);
  const used = {
    role: 'button' as const,
    tabindex: current === transition.id ? 0 : -1,
    'aria-label': words,
    'aria-pressed': selected === transition.id,
    'data-vscode-context': menuOf?.(transition.id),
  };
  return (
    <g
      class={classesOf(props)}
      data-transition={transition.id}
      data-enabled={run?.enabled.includes(transition.id) === true}
      data-taken={run?.taken.includes(transition.id) === true}
      {...(isStill === true ? {} : used)}
    >
      <title>{words}</title>
      <path class="hit" d={roundedLine(route.points)} />
      <Arrow points={route.points} />
    </g>
  );
}

/** Draws the label of a transition; a timer that is armed says there how much time it has left. */
export function TransitionLabel(props: TransitionLineProps): VNode | null {
  const { transition, route, run, menuOf } = props;
  const { label } = route;
  if (label === undefined) return null;
  const [first = '', ...rest] = transition.lines;
  const left = run?.timers.find((timer) => timer.transition === transition.id)?.left ?? '';
  const lines = [
    `${standingSign(transition.id, run)}${first}`,
    ...rest.map((line) => (line === timerLine ? left : line)),
  ];
  const top = label.y - ((lines.length - 1) * measures.lineHeight) / 2 + 4;
  return (
    <text
      class={`${classesOf(props)} transition-label`}
      data-label={transition.id}
      data-vscode-context={menuOf?.(transition.id)}
      aria-hidden="true"
    >
      {lines.map((line, index) => (
        <tspan key={index} x={label.x} y={top + index * measures.lineHeight}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Draws the mark of an initial state, with the line that leads to it. */
export function InitialMark({
  box,
  route,
}: {
  readonly box: Box | undefined;
  readonly route: Route | undefined;
}): VNode | null {
  if (box === undefined) return null;
  return (
    <g class="initial" aria-hidden="true">
      <circle class="mark" cx={box.x + box.width / 2} cy={box.y + box.height / 2} r={box.width / 2} />
      {route !== undefined && <Arrow points={route.points} />}
    </g>
  );
}

/** Draws the line from a history to the state that it leads to at first. */
export function FirstLine({ route }: { readonly route: Route | undefined }): VNode | null {
  if (route === undefined) return null;
  return (
    <g class="first" aria-hidden="true">
      <Arrow points={route.points} />
    </g>
  );
}

function classesOf({ transition, run, selected }: TransitionLineProps): string {
  const { id, kind } = transition;
  const [isEnabled, isTaken] = [run?.enabled.includes(id) === true, run?.taken.includes(id) === true];
  return [
    'transition',
    `by-${kind}`,
    ...(run === undefined || isEnabled || isTaken ? [] : ['is-quiet']),
    ...(isEnabled ? ['is-enabled'] : []),
    ...(isTaken ? ['is-taken'] : []),
    ...(transition.isInCycle === true ? ['is-in-cycle'] : []),
    ...(selected === id ? ['is-selected'] : []),
  ].join(' ');
}

function Arrow({ points }: { readonly points: readonly Point[] }): VNode {
  const [tip, from] = [points.at(-1) ?? { x: 0, y: 0 }, points.at(-2) ?? { x: 0, y: 0 }];
  const angle = (Math.atan2(tip.y - from.y, tip.x - from.x) * 180) / Math.PI;
  return (
    <>
      <path class="line" d={roundedLine(points)} />
      <path
        class="head"
        d="M0 0L-9 -4.5L-9 4.5Z"
        transform={`translate(${tip.x.toString()} ${tip.y.toString()}) rotate(${angle.toFixed(1)})`}
      />
    </>
  );
}
