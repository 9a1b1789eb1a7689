/** The explored states of a check of a document, and the runs that lead to them. */
import { t } from '../../../language/src/model/common/translation.ts';
import type { Loaded } from '../../../language/src/dsl/loaded.ts';
import type { Answer } from '../../../language/src/model/common/answer.ts';
import { exploredSteps, type ExploredStates, type ExploredWay } from '../pictures/explored-states.ts';
import type { OfDocument } from '../protocol/protocol.ts';
import { faultsOf } from './simulation-scenarios.ts';

type OfCheck = OfDocument & { readonly title: string; readonly groupedBy?: string };

/** Explores a check of a document state by state. */
export function* exploredIn(
  model: Loaded | undefined,
  { uri, title, groupedBy }: OfCheck,
): Generator<undefined, Answer<ExploredStates>> {
  yield;
  if (model === undefined) return { refusal: t`The document ${uri} is not open.` };
  const refusal = faultsOf(model);
  if (refusal !== undefined) return { refusal };
  const check = model.model.checks.find((each) => each.title === title);
  if (check === undefined) return { refusal: t`The model has no check "${title}".` };
  return yield* exploredSteps(model.model, check, groupedBy);
}

/** Returns a shortest run to one of the explored states of a check. */
export function* wayToState(
  model: Loaded | undefined,
  of: OfCheck & { readonly state: string },
): Generator<undefined, Answer<ExploredWay>> {
  const explored = yield* exploredIn(model, of);
  if ('refusal' in explored) return explored;
  const way = explored.value.runTo(of.state);
  return way === undefined ? { refusal: t`The check no longer has this state.` } : { value: way };
}
