/**
 * Describes a chart in words: its states and transitions, and their status in a run.
 */
import type { ChartRun } from '../../view/statechart/chart-run.ts';
import type { ChartMark, ChartState, ChartTransition, Statechart } from '../../view/statechart/statechart.ts';
import { t } from '../../model/common/translation.ts';

/** Describes a state, its container, and whether it is active. */
export function describeState(state: ChartState, chart: Statechart, run: ChartRun | undefined): string {
  const root = chart.explored === undefined ? t`machine` : t`explored states`;
  const what = state.parent === undefined ? root : kindWords(state);
  const around = chart.states.find(({ id }) => id === state.parent);
  const inside = around?.parent === undefined ? '' : t`, in ${around.name}`;
  const mark = state.mark === undefined ? '' : `, ${markWords[state.mark].words}`;
  return `${state.name}, ${what}${inside}${mark}${run?.active.includes(state.id) === true ? t`, active` : ''}`;
}

/** The words and signs of the marks of explored states. */
export const markWords = {
  broken: { words: t`breaks the check`, sign: '✗' },
  end: { words: 'the run ends', sign: '■' },
  cut: { words: t`not explored further`, sign: '…' },
} as const satisfies Readonly<Record<ChartMark, { readonly words: string; readonly sign: string }>>;

function kindWords({ isInitial, isFinal, isParallel, history }: ChartState): string {
  if (history !== undefined) return history === 'deep' ? 'deep history' : 'history';
  const kinds = [isInitial && 'initial', isFinal && 'final', isParallel === true && 'parallel', 'state'];
  return kinds.filter((kind) => kind !== false).join(' ');
}

/** Describes a transition, and whether it was taken, can be taken, or waits. */
export function transitionWords(transition: ChartTransition, chart: Statechart, run: ChartRun | undefined): string {
  const from = chart.states.find(({ id }) => id === transition.source)?.name ?? '';
  return [`${from}: ${transition.text}`, ...standingWords(transition.id, run)].join(', ');
}

/** Returns the status of a transition in a run, in words; empty if there is nothing to say. */
export function standingWords(transition: string, run: ChartRun | undefined): readonly string[] {
  const timer = run?.timers.find((each) => each.transition === transition);
  return [
    ...(run?.taken.includes(transition) === true ? [t`taken in this step`] : []),
    ...(run?.enabled.includes(transition) === true ? ['enabled'] : []),
    ...(timer === undefined ? [] : [timer.left]),
  ];
}

/** Returns the sign before a text with the same meaning as its status. */
export function standingSign(transition: string | undefined, run: ChartRun | undefined): string {
  if (transition === undefined) return '';
  if (run?.taken.includes(transition) === true) return '» ';
  return run?.enabled.includes(transition) === true ? '› ' : '';
}
