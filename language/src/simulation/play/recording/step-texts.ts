/** The steps of scenarios and checks as text of the language, by their places. */
import { entityName, type Model } from '../../../model/model.ts';
import type { PlaceId } from '../../../model/machines/action.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { oncePer } from '../../../model/common/once-per.ts';
import { printAction } from '../../../model/machines/print-action.ts';
import type { Step } from '../../../model/scenario.ts';

/** Returns the step of a scenario or check, or the possible action, at a place. Cost: O(scenarios), once. */
export const stepTextAt = (model: Model, place: PlaceId): string | undefined => textsByPlace(model).get(place);

const textsByPlace = oncePer(stepTexts);

function stepTexts({ entities, scenarios, checks }: Model): Map<PlaceId, string> {
  const found = new Map<PlaceId, string>();
  const path = (id: EntityId): string => entityName({ entities }, id);
  const visit = (steps: readonly Step[]): void => {
    for (const step of steps) {
      found.set(step.place, printAction(step, path));
      if (step.kind === 'each') visit(step.body);
      if (step.kind === 'at' && step.step !== undefined) visit([step.step]);
    }
  };
  for (const { steps } of scenarios) visit(steps);
  for (const { steps, possibilities } of checks) {
    visit(steps);
    for (const { action, place } of possibilities) found.set(place, printAction(action, path));
  }
  return found;
}
