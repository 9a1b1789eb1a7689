/**
 * The probability that a PD or node is down: `probability`, or from the mean times to failure and to repair, both
 * exponentially distributed.
 */
import type { Entity } from '../../model/entity.ts';
import { plainNumber } from '../../model/number-in.ts';
import { meanTime } from './rates.ts';

/** Returns the probability; undefined if there is no setting, or its value is computed. In the long run, for mean times. */
export function downProbability(entity: Pick<Entity, 'settings'>): number | undefined {
  const said = entity.settings.find(({ name }) => name === 'probability')?.value;
  if (said !== undefined) return plainNumber(said);
  const [up, down] = [meanTime(entity, 'mttf'), meanTime(entity, 'mttr')];
  if (typeof up !== 'number' || typeof down !== 'number' || up + down === 0) return undefined;
  if (up === Number.POSITIVE_INFINITY) return 0;
  return down === Number.POSITIVE_INFINITY ? 1 : down / (up + down);
}
