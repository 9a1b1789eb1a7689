/**
 * The probability that a PD or node is down: `probability`, or from the mean times to failure and to repair, both
 * exponentially distributed.
 */
import type { Declared } from '../../model/machines/constant-of.ts';
import type { Entity } from '../../model/entity.ts';
import { meanTime, shareOf, statedProbability } from './rates.ts';

/**
 * Returns the probability; undefined if there is no setting, or its value is known only in a run. In the long run, for
 * mean times.
 */
export function downProbability(entity: Entity, model: Declared): number | undefined {
  const said = statedProbability(entity, model);
  if (said !== undefined) return shareOf(said, entity, model);
  const [up, down] = [meanTime(entity, 'mttf', model), meanTime(entity, 'mttr', model)];
  if (typeof up !== 'number' || typeof down !== 'number' || up + down === 0) return undefined;
  if (up === Number.POSITIVE_INFINITY) return 0;
  return down === Number.POSITIVE_INFINITY ? 1 : down / (up + down);
}
