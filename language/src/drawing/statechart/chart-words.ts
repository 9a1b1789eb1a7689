/**
 * A chart in words: what a state or transition is, and how it stands in a run.
 */
import type { ChartRun } from '../../view/statechart/chart-run.ts';
import type { ChartState, ChartTransition, Statechart } from '../../view/statechart/statechart.ts';

/** Says what a state is, where it is, and whether it is active. */
export function stateWords(state: ChartState, chart: Statechart, run: ChartRun | undefined): string {
  const kinds = [...(state.isInitial ? ['initial'] : []), ...(state.isFinal ? ['final'] : [])];
  const what = state.parent === undefined ? 'machine' : [...kinds, 'state'].join(' ');
  const around = chart.states.find(({ id }) => id === state.parent);
  const inside = around?.parent === undefined ? '' : `, in ${around.name}`;
  return `${state.name}, ${what}${inside}${run?.active.includes(state.id) === true ? ', active' : ''}`;
}

/** Says what a transition is, and whether it was taken, can be taken, or waits. */
export function transitionWords(transition: ChartTransition, chart: Statechart, run: ChartRun | undefined): string {
  const from = chart.states.find(({ id }) => id === transition.source)?.name ?? '';
  return [`${from}: ${transition.text}`, ...standingWords(transition.id, run)].join(', ');
}

/** How a transition stands in a run, in words; none where nothing is to be said. */
export function standingWords(transition: string, run: ChartRun | undefined): readonly string[] {
  const timer = run?.timers.find((each) => each.transition === transition);
  return [
    ...(run?.taken.includes(transition) === true ? ['taken in this step'] : []),
    ...(run?.enabled.includes(transition) === true ? ['enabled'] : []),
    ...(timer === undefined ? [] : [timer.left]),
  ];
}

/** The sign before a text that says the same without words. */
export function standingSign(transition: string | undefined, run: ChartRun | undefined): string {
  if (transition === undefined) return '';
  if (run?.taken.includes(transition) === true) return '» ';
  return run?.enabled.includes(transition) === true ? '› ' : '';
}
