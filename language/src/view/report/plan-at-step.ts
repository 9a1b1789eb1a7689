/**
 * A plan in progress: after some of its layers are destroyed, and before anything else.
 */
import { isFound, type PlanEffect, type PlanOverlay } from './plan-overlay.ts';

/**
 * Returns the effects up to a step: at 0, only notifications, and what ended before a recovery; then one more layer each,
 * destroyed or started; with the last step,
 * or without one, the whole plan. Of a comparison, a step is one difference; what is gone stays so. Cost: O(effects).
 */
export function planAtStep(plan: PlanOverlay, step: number | undefined): PlanOverlay {
  if (step === undefined) return plan;
  if (plan.question.kind === 'changes')
    return withEffects(plan, (effect) => effect.step === step || effect.kind === 'removed');
  if (step >= plan.steps) return plan;
  const hasHappened = (effect: PlanEffect): boolean =>
    isFound(effect) ||
    effect.kind === 'refused' ||
    effect.kind === 'notifiedFirst' ||
    ((effect.kind === 'destroyed' || effect.kind === 'started') && (effect.step ?? 0) <= step);
  return withEffects(plan, hasHappened);
}

const withEffects = (plan: PlanOverlay, isShown: (effect: PlanEffect) => boolean): PlanOverlay => ({
  ...plan,
  marks: plan.marks.flatMap((mark) => {
    const effects = mark.effects.filter(isShown);
    return effects.length === 0 ? [] : [{ ...mark, effects }];
  }),
});

/** Returns the names of the entities destroyed or started in a step, from 1. */
export function madeIn({ marks }: PlanOverlay, step: number): readonly string[] {
  return marks.filter(({ effects }) => effects.some((effect) => effect.step === step)).map(({ name }) => name);
}
