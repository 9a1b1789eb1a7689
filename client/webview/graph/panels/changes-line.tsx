/**
 * The summary line of a comparison: the version it compares with, the numbers of differences, and the difference that
 * is shown by itself.
 */
import type { VNode } from 'preact';
import type { PlanOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { StatusBadge } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import { ToolButton } from '../../page/tool-icon.tsx';
import { filled } from '../../page/translated.ts';
import { texts } from '../texts.ts';
import { Stepper } from './stepper.tsx';

/** The properties of the line. */
export interface ChangesLineProps {
  readonly plan: PlanOverlay;
  /** The number of the difference that is shown; absent for all. */
  readonly step: number | undefined;
  readonly onStepped: (step: number | undefined) => void;
  readonly onClear: () => void;
}

const signs = { worse: 'worse', better: 'better', other: 'changed' } as const;

/** Shows the version compared with, the numbers of differences, and steps through them. */
export function ChangesLine({ plan, step, onStepped, onClear }: ChangesLineProps): VNode {
  const { differences = [], omitted = 0 } = plan;
  const shown = step === undefined ? undefined : differences[step - 1];
  return (
    <div class="plan-line" data-changes={plan.event} data-difference={step}>
      <span class="plan-title">{filled(texts.comparedWith, plan.event)}</span>
      {differences.length > 0 && (
        <Stepper
          at={step ?? 0}
          last={plan.steps}
          words={step === undefined ? texts.allDifferences : filled(texts.differenceOf, step, plan.steps)}
          labels={{
            group: texts.differences,
            first: texts.showAllDifferences,
            back: texts.differenceBack,
            forward: texts.differenceForward,
            last: texts.differenceLast,
          }}
          onStepped={(to) => {
            onStepped(to === 0 ? undefined : to);
          }}
        />
      )}
      <span class="plan-counts">
        {shown !== undefined ? (
          <span class="plan-count" data-difference-text>
            <Badge kind={signs[shown.direction]} />
            {shown.text}
          </span>
        ) : (
          countsOf(plan).map(({ direction, words }) => (
            <span key={direction} class="plan-count" data-count={direction}>
              <Badge kind={signs[direction]} />
              {words}
            </span>
          ))
        )}
        {differences.length === 0 && texts.noDifference}
        {omitted > 0 && <span class="quiet">{filled(texts.more, omitted)}</span>}
      </span>
      <ToolButton icon="close" label={texts.clearComparison} onClick={onClear} />
    </div>
  );
}

const Badge = ({ kind }: { readonly kind: (typeof signs)[keyof typeof signs] }): VNode => (
  <svg width="16" height="16" viewBox="-9 -9 18 18" aria-hidden="true">
    <StatusBadge kind={kind} />
  </svg>
);

function countsOf({ differences = [] }: PlanOverlay): readonly { direction: keyof typeof signs; words: string }[] {
  const all = [
    ['worse', texts.worseCount],
    ['better', texts.betterCount],
    ['other', texts.otherCount],
  ] as const;
  return all.flatMap(([direction, words]) => {
    const count = differences.filter((each) => each.direction === direction).length;
    return count === 0 ? [] : [{ direction, words: filled(words, count) }];
  });
}

/** Returns the comparison, or the difference that is shown, in one sentence for screen readers. */
export function changesSentence(plan: PlanOverlay, step: number | undefined): string {
  const { differences = [] } = plan;
  const shown = step === undefined ? undefined : differences[step - 1];
  if (step !== undefined && shown !== undefined)
    return `${filled(texts.differenceOf, step, plan.steps)}: ${shown.text}.`;
  const counts = countsOf(plan).map(({ words }) => words);
  return `${filled(texts.comparedWith, plan.event)}: ${counts.length === 0 ? texts.noDifference : counts.join(', ')}.`;
}
