/** Expands states with what is at hand: remembered steps, or else the kernel. */
import { expandInSteps } from './space/expand.ts';
import { expandRemembered } from './space/expand-remembered.ts';
import type { OneVariant } from './explore-ahead.ts';
import type { ExploreLimits } from './explore-limits.ts';
import type { Limit, Progress } from './judgement/verdict.ts';
import type { FoundFault, Space } from './space/space.ts';
import { createRounds, type Rounds } from './together/rounds.ts';
import { cut, progressOf } from './total.ts';

/** Returns true if states stand in the queue. */
export const isUnderWay = ({ expanded, states }: Space): boolean => expanded < states.size();

/** Lets threads help in a search, but for one that is saved: that knows no more than one thread would. */
export function roundsFor(space: Space, { engine, keep, resume }: ExploreLimits): Rounds | undefined {
  const isSaved = keep !== undefined || resume !== undefined;
  const rounds = engine?.helping === undefined || isSaved ? undefined : createRounds(space, engine.helping);
  space.helping = rounds;
  return rounds;
}

/** Expands the next states in the queue, with remembered steps as many as these reach for. */
export function* expandSome(
  { total }: OneVariant,
  space: Space,
  rounds: Rounds | undefined,
): Generator<
  Progress,
  { readonly found: FoundFault | undefined; readonly limit: Limit | undefined },
  Limit | undefined
> {
  const together = rounds === undefined ? 'alone' : rounds.expand();
  if (together !== 'alone') return { found: together, limit: undefined };
  const remembered = expandRemembered(space);
  if (remembered !== 'kernel') return { found: remembered, limit: undefined };
  const expanding = expandInSteps(space);
  let limit: Limit | undefined;
  let step = expanding.next(false);
  for (; step.done !== true; step = expanding.next(limit !== undefined)) limit = yield progressOf(total, space);
  const found = step.value;
  if (found === undefined && limit !== undefined) cut(total, limit, 1);
  return { found, limit };
}
