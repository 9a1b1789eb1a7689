/**
 * Makes the plan of a start, or of a recovery, of what a user names.
 */
import { type Recovery, recoveryFrom } from '../../../../language/src/analysis/plan/recovery.ts';
import { type StartPlan, startPlan } from '../../../../language/src/analysis/plan/start-plan.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { choosePolicy, type ChosenPolicy, type PolicyChoice } from './crash-policy.ts';
import { findCrashed } from './find-crashable.ts';
import { findEntity } from './find-entity.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Returns the entity of a start by its name. */
const findStarted = (model: Model, name: string): Answer<{ readonly id: EntityId }> =>
  findEntity(model, name, {
    fits: () => true,
    noun: 'entity',
    only: t`it cannot be started`,
    without: t`nothing in it can be started`,
    which: t`which copy is started`,
  });

/** Returns the plan of starting everything, or one entity and what it waits for. */
export function makeStart(model: Model, name: string | undefined): Answer<StartPlan> {
  if (name === undefined) return { value: startPlan(model) };
  const found = findStarted(model, name);
  return 'refusal' in found ? found : { value: startPlan(model, found.value.id) };
}

/** Returns the plan of the recovery from a crash of all that is named. */
export function makeRecovery(
  model: Model,
  names: readonly string[],
  choice: PolicyChoice,
): Answer<{ readonly plan: Recovery; readonly chosen: ChosenPolicy }> {
  const found = findCrashed(model, names);
  if ('refusal' in found) return found;
  const chosen = choosePolicy(model, choice);
  if ('refusal' in chosen) return chosen;
  const targets = found.value.map(({ id }) => id);
  return { value: { plan: recoveryFrom(model, targets, chosen.value.policy), chosen: chosen.value } };
}
