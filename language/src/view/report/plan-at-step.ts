/**
 * A plan as far as it has come: after so many layers are destroyed, and nothing else has happened yet.
 */
import { isFound, type PlanEffect, type PlanOverlay } from './plan-overlay.ts';

/**
 * Returns what has happened after a step: at 0, some are told; then layer by layer is destroyed, and with the
 * last one, or without a step, the plan is as a whole. Cost: O(effects).
 */
export function planAtStep(plan: PlanOverlay, step: number | undefined): PlanOverlay {
  if (step === undefined || step >= plan.steps) return plan;
  const hasHappened = (effect: PlanEffect): boolean =>
    isFound(effect) || effect.kind === 'told' || (effect.kind === 'destroyed' && (effect.step ?? 1) <= step);
  return {
    ...plan,
    marks: plan.marks.flatMap((mark) => {
      const effects = mark.effects.filter(hasHappened);
      return effects.length === 0 ? [] : [{ ...mark, effects }];
    }),
  };
}

/** Returns the names of what is destroyed in a step, from 1. */
export function destroyedIn({ marks }: PlanOverlay, step: number): readonly string[] {
  return marks.filter(({ effects }) => effects.some((effect) => effect.step === step)).map(({ name }) => name);
}
