/** Expands states with what is at hand: remembered steps, or else the kernel. */
import { expandInSteps } from './space/expand.ts';
import { expandRemembered } from './space/expand-remembered.ts';
import type { OneVariant } from './explore-ahead.ts';
import type { Limit, Progress } from './judgement/verdict.ts';
import type { FoundFault, Space } from './space/space.ts';
import { cut, progressOf } from './total.ts';

/** Expands the next states in the queue, with remembered steps as many as these reach for. */
export function* expandSome(
  { total }: OneVariant,
  space: Space,
): Generator<
  Progress,
  { readonly found: FoundFault | undefined; readonly limit: Limit | undefined },
  Limit | undefined
> {
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
