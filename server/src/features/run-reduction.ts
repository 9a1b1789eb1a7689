/**
 * Makes a failing random run small, as `simulate --minimize` does.
 */
import { minimizeSteps } from '../../../language/src/simulation/sampling/minimize.ts';
import type { BranchPoint, Reduction } from '../../../language/src/view/run/run-summary.ts';
import type { RunSession } from './run-opening.ts';
import { judgedBy } from './run-verdicts.ts';

/** The most steps of all tries together: seconds, as the user waits for the run. */
const effort = 200_000;

/** Returns the branch with the smaller run; nothing if the run does not fail, or nothing can be left out. */
export function* reducedSteps({
  model: { program },
  origin,
  seed,
  timeline,
  interventions,
  summary: { steps },
  isCut,
}: RunSession): Generator<undefined, BranchPoint | undefined> {
  if (origin.kind !== 'random' || interventions.length > 0) return undefined;
  const judge = yield* judgedBy(program, origin, timeline, steps);
  const { outcome, verdicts } = judge.result(isCut);
  if (outcome.kind !== 'broken' && outcome.kind !== 'error') return undefined;
  const broken = verdicts.flatMap((each) => (each.broken === undefined ? [] : [each.broken.step]));
  const from = outcome.kind === 'broken' ? Math.min(steps, ...broken) : steps;
  timeline.goTo(steps);
  const draws = timeline.draws().slice(0, timeline.drawnAt());
  const small = yield* minimizeSteps(program, { origin, seed, draws, outcome: outcome.text, effort });
  if (small === undefined || small.steps >= from) return undefined;
  const move: Reduction = {
    ...{ kind: 'reduced', draws: small.draws, steps: small.steps },
    ...{ from, isMinimal: small.isMinimal },
  };
  return { after: 0, move };
}
