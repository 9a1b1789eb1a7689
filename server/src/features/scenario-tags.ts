/**
 * The tags of scenarios and checks, by which tests are filtered: what the text itself says of them.
 */
import type { Check, Scenario, Step } from '../../../language/src/model/scenario.ts';
import type { ScenarioTag } from '../protocol/coverage-protocol.ts';

/** Returns the tags of a scenario or check. */
export function tagsOf(test: Scenario | Check): readonly ScenarioTag[] {
  const steps = allSteps(test.steps);
  const has = (...kinds: readonly Step['kind'][]): boolean => steps.some(({ kind }) => kinds.includes(kind));
  const isCheck = 'faults' in test;
  return [
    isCheck ? 'check' : 'scenario',
    ...(has('each') ? ['for' as const] : []),
    ...(has('crash', 'halt') ? ['crash' as const] : []),
    ...(isCheck && test.faults.length > 0 ? ['fault' as const] : []),
    ...(isCheck && test.fails ? ['fails' as const] : []),
  ];
}

/** Returns all steps, those within others too. */
function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => [step, ...allSteps(stepsIn(step))]);
}

function stepsIn(step: Step): readonly Step[] {
  if (step.kind === 'each' || step.kind === 'for') return step.body;
  if (step.kind === 'if') return [...step.then, ...step.else];
  return step.kind === 'at' && step.step !== undefined ? [step.step] : [];
}
