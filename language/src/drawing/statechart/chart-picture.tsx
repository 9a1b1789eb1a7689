/**
 * The picture of a chart as plain SVG elements: states within each other, marks of initial and final ones, lines
 * with their labels; and the state of a machine in a run, shown by shapes and words as well as colours.
 */
import type { VNode } from 'preact';
import { firstId, markId } from '../../view/statechart/chart-layout.ts';
import type { ChartPictureProps } from './chart-props.ts';
import { RegionLines } from './region-lines.tsx';
import { StateShape } from './state-shape.tsx';
import { FirstLine, InitialMark, TransitionLabel, TransitionLine } from './transition-line.tsx';

/** Draws the chart in the coordinates of its placement. */
export function ChartPicture(props: ChartPictureProps): VNode {
  const { chart, placement } = props;
  const containers = new Set(chart.states.flatMap(({ parent }) => parent ?? []));
  const lines = chart.transitions.flatMap((transition) => {
    const route = placement.routes.get(transition.id);
    return route === undefined ? [] : [{ transition, route }];
  });
  return (
    <>
      <g class="states">
        {chart.states.map((state) => (
          <StateShape key={state.id} state={state} isContainer={containers.has(state.id)} {...props} />
        ))}
        {chart.states
          .filter(({ id, isParallel }) => isParallel === true && containers.has(id))
          .map(({ id }) => (
            <RegionLines key={id} chart={chart} placement={placement} state={id} />
          ))}
      </g>
      <g class="transitions">
        {chart.states
          .filter(({ isInitial }) => isInitial)
          .map(({ id }) => (
            <InitialMark key={id} box={placement.boxes.get(markId(id))} route={placement.routes.get(markId(id))} />
          ))}
        {chart.states
          .filter(({ leadsTo }) => leadsTo !== undefined)
          .map(({ id }) => (
            <FirstLine key={id} route={placement.routes.get(firstId(id))} />
          ))}
        {lines.map((line) => (
          <TransitionLine key={line.transition.id} {...line} {...props} />
        ))}
      </g>
      <g class="labels">
        {lines.map((line) => (
          <TransitionLabel key={line.transition.id} {...line} {...props} />
        ))}
      </g>
    </>
  );
}
