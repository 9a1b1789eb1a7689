/**
 * The summary line of the shown plan: its event, and the number of entities by status.
 */
import type { VNode } from 'preact';
import { madeIn, planAtStep } from '../../../../language/src/view/report/plan-at-step.ts';
import type { PlanOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { worstStatus, statusKinds, type NodeStatus } from '../../../../language/src/drawing/graph/node-status.ts';
import { StatusBadge, type BadgeKind } from '../../../../language/src/drawing/graph/kind-icon.tsx';
import { effectWords, ordersGiveWay, wouldWords } from '../../../../language/src/drawing/graph/words.ts';
import { counted } from '../../../../language/src/model/common/word-list.ts';
import { texts } from '../texts.ts';
import { filled } from '../../page/translated.ts';
import { ToolButton } from '../../page/tool-icon.tsx';
import { Stepper } from './stepper.tsx';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The properties of the summary line. */
export interface PlanLineProps {
  readonly plan: PlanOverlay;
  /** The number of layers after which it is shown; absent for the whole plan. */
  readonly step: number | undefined;
  /** The statuses after that step. */
  readonly statuses: ReadonlyMap<string, NodeStatus>;
  readonly onStepped: (step: number | undefined) => void;
  readonly onClear: () => void;
}

/** Shows the plan's event and the number of entities by status. */
export function PlanLine({ plan, step, statuses, onStepped, onClear }: PlanLineProps): VNode {
  const { event, policy, question } = plan;
  const stage = planAtStep(plan, step);
  const at = Math.min(step ?? plan.steps, plan.steps);
  return (
    <div
      class="plan-line"
      data-plan={event}
      data-end={question.kind === 'plan' ? question.end : undefined}
      data-policy={policy}
    >
      <span class="plan-title">
        <strong>{titled(event)}</strong>
        {policy !== undefined && (
          <>
            {' '}
            {texts.under} <strong>{policy}</strong>
          </>
        )}
        {plan.steps > 1 && t`, in ${counted(plan.steps, 'step')}`}
      </span>
      {plan.isRefused === true && (
        <strong class="plan-refused" data-refused>
          {texts.refused}
        </strong>
      )}
      {plan.steps > 0 && (
        <Stepper
          at={at}
          last={plan.steps}
          words={at === 0 ? texts.atStart : filled(texts.stepOf, at, plan.steps)}
          labels={{
            ...{ group: texts.steps, first: texts.stepStart, back: texts.stepBack },
            ...{ forward: texts.stepForward, last: texts.stepEnd },
          }}
          onStepped={(to) => {
            onStepped(to === plan.steps ? undefined : to);
          }}
        />
      )}
      <span class="plan-counts">
        {planCounts(stage, statuses).map(({ kind, count, words }) => (
          <span key={kind} class="plan-count" data-count={kind}>
            {kind !== 'untouched' && (
              <svg width="16" height="16" viewBox="-9 -9 18 18" aria-hidden="true">
                <StatusBadge kind={kind} />
              </svg>
            )}
            {words(count)}
          </span>
        ))}
      </span>
      <ToolButton icon="close" label={texts.clearPlan} onClick={onClear} />
    </div>
  );
}

/** Returns the plan, or its current step, in one sentence for screen readers. */
export function planSentence(
  plan: PlanOverlay,
  statuses: ReadonlyMap<string, NodeStatus>,
  step: number | undefined,
): string {
  if (step !== undefined && step < plan.steps) {
    if (step === 0) return `${texts.atStart}, ${isStart(plan) ? texts.nothingStarted : texts.nothingYet}`;
    const names = madeIn(plan, step);
    const rest = names.length - namesSaid;
    const more = rest > 0 ? t` and ${rest.toString()} more` : '';
    const does = isStart(plan) ? t`starts` : plan.isRefused === true ? t`would destroy` : t`destroys`;
    return t`Step ${step.toString()} of ${plan.steps.toString()} ${does} ${names.slice(0, namesSaid).join(', ')}${more}.`;
  }
  const counts = planCounts(plan, statuses).map(({ count, words }) => words(count));
  const refused = plan.isRefused === true ? `${texts.refused} ` : '';
  const under = plan.policy === undefined ? '' : t` under ${plan.policy}`;
  return `${titled(plan.event)}${under}: ${refused}${counts.join(', ')}.`;
}

/** Returns true for a plan whose steps bring to life. */
const isStart = ({ question }: PlanOverlay): boolean =>
  question.kind === 'plan' && (question.end === 'start' || question.end === 'recover');

const namesSaid = 8;

interface PlanCount {
  readonly kind: BadgeKind | 'untouched';
  readonly count: number;
  readonly words: (count: number) => string;
}

/** Returns the counts, worst first; omits zeros, except for destroyed entities of an end. */
function planCounts(plan: PlanOverlay, statuses: ReadonlyMap<string, NodeStatus>): readonly PlanCount[] {
  const total = [...statuses.values()].reduce((sum, status) => sum + status.total, 0);
  const worst = plan.marks.map(worstStatus).filter((kind) => kind !== 'untouched');
  const notifiedFirst = plan.marks.filter((mark) => mark.effects.some(({ kind }) => kind === 'notifiedFirst')).length;
  const plain = (kind: keyof typeof effectWords, count: number): PlanCount => ({
    kind,
    count,
    words: (all) => `${all.toString()} ${(plan.isRefused === true ? wouldWords : effectWords)[kind]}`,
  });
  const all = [
    ...statusKinds
      .filter((kind) => kind !== 'untouched')
      .map((kind) => plain(kind, worst.filter((one) => one === kind).length)),
    plain('notifiedFirst', notifiedFirst),
    {
      kind: 'dropped' as const,
      count: plan.droppedCount,
      words: ordersGiveWay,
    },
    plain('untouched', total - worst.length),
  ];
  return all.filter(({ kind, count }) => count > 0 || (kind === 'destroyed' && !isStart(plan)));
}

const titled = (event: string): string => event.charAt(0).toUpperCase() + event.slice(1);
