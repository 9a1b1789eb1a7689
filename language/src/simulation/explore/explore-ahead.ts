/** Hands an exploration over to the engine, which goes on from the only state that the plain steps lead to. */
import type { Check } from '../../model/scenario.ts';
import type { State } from '../kernel/run.ts';
import { lastingFault, nothingHappens, type OfVariant } from './counterexample/broken-runs.ts';
import { runWithActions } from './counterexample/counterexample.ts';
import type { ExploreLimits } from './explore-limits.ts';
import { exploreRules, type ExploredRules } from './explore-rules.ts';
import { needsKernel } from './judgement/watched.ts';
import type { Broken, Counterexample, Limit, Progress } from './judgement/verdict.ts';
import { shownState } from './counterexample/retrace.ts';
import type { SavedSearch } from './saved-search.ts';
import type { Space } from './space/space.ts';
import { bytesOf } from './space/space-graph.ts';
import type { Grid } from './steps/grid.ts';
import { cut, progressOf, type Total } from './total.ts';
import { t } from '../../model/common/translation.ts';

/** One combination that is being explored. */
export interface OneVariant extends OfVariant {
  readonly check: Check;
  readonly limits: ExploreLimits;
  readonly total: Total;
  readonly grid: Grid | undefined;
  /** Present if it goes on with a search that was saved. */
  readonly resumed?: SavedSearch | undefined;
  /** The violations for which it is searched once more for a shorter run. */
  readonly longer?: readonly Broken[] | undefined;
}

/** Lets the engine go on from a state, as soon as it is the only one; the engine may refuse. */
export function* exploreAhead(
  { program, check, judge, limits: { engine, states, bytes = mostBytes, keep }, total }: OneVariant,
  space: Space,
  state: State,
): Generator<Progress, ExploredRules | undefined, Limit | undefined> {
  // With a limit on states, or plain steps to be judged with the rest, the kernel explores.
  const mustStep = states !== undefined || needsKernel(check) || (judge.lasting.length > 0 && space.expanded > 0);
  if (engine === undefined || mustStep) return undefined;
  const exploring = exploreRules({ program, check, judge, space, state, engine, memory: bytes });
  const before = { ...total };
  let next = exploring.next();
  // At once, not after hours.
  if (next.done !== true)
    keep?.({ refusal: t`compiled rules explore this check, and their states are not saved`, isEarly: true });
  while (next.done !== true) {
    const { states: known, transitions, depth, bytes: used, queue } = next.value;
    next = exploring.next(
      yield {
        ...progressOf(total, space),
        states: before.states + space.expanded + known,
        transitions: before.transitions + space.transitions + transitions,
        depth: Math.max(before.depth, space.expanded + depth),
        bytes: Math.max(before.bytes, used),
        queue,
      },
    );
  }
  return next.value;
}

/** Takes over the result of the engine. */
export function adoptResult(
  one: OneVariant,
  before: Readonly<Total>,
  space: Space,
  explored: ExploredRules,
): Limit | undefined {
  const { judge, total } = one;
  const { found, lasting, bounded, queue, limit } = explored;
  const steps = space.expanded;
  const shown = shownState(space, space.states.size() - 1);
  total.states = before.states + steps + explored.states;
  total.transitions = before.transitions + space.transitions + explored.transitions;
  total.depth = Math.max(before.depth, space.levels.last() + explored.depth);
  total.bytes = Math.max(before.bytes, bytesOf(space) + explored.bytes);
  const run = (actions: readonly number[]): Counterexample => ({
    ...nothingHappens(one),
    ...runWithActions(shown.space, shown.state, actions),
  });
  if (found !== undefined) {
    total.broken.push({ ...found.fault, counterexample: run(found.actions) });
    total.isWhole = false;
    return limit;
  }
  for (const place of explored.reached) total.covered.add(place);
  if (bounded > 0) cut(total, 'bound', bounded);
  if (limit !== undefined) cut(total, limit, queue);
  for (const { index, actions } of lasting) {
    const property = judge.lasting[index];
    if (property !== undefined) total.broken.push({ ...lastingFault(one, property), counterexample: run(actions) });
  }
  return limit;
}

/** The most bytes that states may take where no limit is given. */
const mostBytes = 2 ** 33;
