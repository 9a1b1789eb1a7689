/**
 * The summary line of what lies over the graph: a plan, or a comparison with an earlier version.
 */
import type { VNode } from 'preact';
import { ChangesLine, changesSentence } from './changes-line.tsx';
import { PlanLine, type PlanLineProps, planSentence } from './plan-line.tsx';

/** Shows the line. */
export const OverlayLine = (props: PlanLineProps): VNode =>
  props.plan.question.kind === 'changes' ? <ChangesLine {...props} /> : <PlanLine {...props} />;

/** Returns the same in one sentence for screen readers. */
export const overlaySentence = (...[plan, statuses, step]: Parameters<typeof planSentence>): string =>
  plan.question.kind === 'changes' ? changesSentence(plan, step) : planSentence(plan, statuses, step);
