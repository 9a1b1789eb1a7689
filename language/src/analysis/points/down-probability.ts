/**
 * The probability that a PD or node is down: `probability`, or from `mttf` and `mttr`, both exponentially distributed.
 */
import type { Entity } from '../../model/entity.ts';
import type { Expression } from '../../model/expression.ts';
import { plainNumber } from '../../model/number-in.ts';

/** Returns the probability; undefined if there is no setting, or its value is computed. In the long run, for `mttf` and `mttr`. */
export function downProbability({ settings }: Pick<Entity, 'settings'>): number | undefined {
  const valueOf = (name: string): Expression | undefined => settings.find((setting) => setting.name === name)?.value;
  const [said, lasting, repaired] = [valueOf('probability'), valueOf('mttf'), valueOf('mttr')];
  if (said !== undefined) return plainNumber(said);
  const [up, down] = [lasting, repaired].map((value) => (value?.kind === 'duration' ? value.milliseconds : undefined));
  return up === undefined || down === undefined || up + down === 0 ? undefined : down / (up + down);
}
