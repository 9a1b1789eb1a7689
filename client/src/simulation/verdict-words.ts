/**
 * The verdict on a check in words, the same in messages, lenses, the Testing view and the side bar: the verdict first.
 */
import * as vscode from 'vscode';
import type { CheckOutcome } from '../../../server/src/protocol/protocol.ts';
import type { RunState } from './last-runs.ts';

/** Returns the verdict: `Passed`, `Broken in 6 steps`. */
export function verdictTitle({ verdict, messages }: Pick<CheckOutcome, 'verdict' | 'messages'>): string {
  switch (verdict) {
    case 'passed':
      return vscode.l10n.t('Passed');
    case 'bounded':
      return vscode.l10n.t('Passed within its bounds');
    case 'failed': {
      const steps = messages.flatMap(({ question }) => (question?.kind === 'counterexample' ? question.steps : []));
      if (steps.length === 0) return vscode.l10n.t('Failed');
      const least = Math.min(...steps);
      return least === 1 ? vscode.l10n.t('Broken in 1 step') : vscode.l10n.t('Broken in {0} steps', least);
    }
    case 'undecided':
      return vscode.l10n.t('Undecided');
  }
}

/** Returns the extent of the exploration, and what was not explored. */
export const extentText = ({ text, left }: CheckOutcome): string =>
  left.length === 0 ? text : vscode.l10n.t('{0}; not explored: {1}', text, left.join('; '));

/** Returns the verdict with the number of states and the time: `Passed · 512 states · 0.3 s`. */
export function shortVerdict(outcome: CheckOutcome, milliseconds: number): string {
  const [states = outcome.text] = outcome.text.split(',');
  return [verdictTitle(outcome), states, timeText(milliseconds)].join(' · ');
}

/** Returns a duration of the clock on the wall. */
export const timeText = (milliseconds: number): string =>
  milliseconds < 1000
    ? vscode.l10n.t('{0} ms', Math.max(1, Math.round(milliseconds)))
    : vscode.l10n.t('{0} s', (milliseconds / 1000).toFixed(1));

/** Returns the state of a verdict: an undecided check has neither passed nor failed. */
export function stateOfVerdict(verdict: CheckOutcome['verdict']): RunState {
  if (verdict === 'failed') return 'failed';
  return verdict === 'undecided' ? 'open' : 'passed';
}
