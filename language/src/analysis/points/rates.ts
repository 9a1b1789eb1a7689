/**
 * The rates at which a PD or node fails and is repaired, from its settings `mttf` and `mttr`, or `failureRate` and
 * `repairRate`. One that is written in either way has exactly the same rates.
 */
import type { SizeConstant } from '../../model/machines/constant.ts';
import { constantOf, type Declared, unknownPart } from '../../model/machines/constant-of.ts';
import type { Entity } from '../../model/entity.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { otherSpellings } from '../../model/fixed-settings.ts';
import { fractionOf } from '../../model/rate.ts';

/** The rates of a PD or node, per millisecond; one that is never repaired has a repair rate of 0. */
export interface Rates {
  readonly failure: number;
  readonly repair: number;
}

/** Returns the rates of an entity, per millisecond; undefined if it sets no `mttf`. One that is repaired at once is never down. */
export function ratesOf(entity: Entity, model: Declared): Rates | undefined {
  const [up, down] = [meanTime(entity, 'mttf', model), meanTime(entity, 'mttr', model)];
  if (up === undefined || up === 'computed' || up <= 0 || down === 'computed') return undefined;
  if (down === undefined) return { failure: 1 / up, repair: 0 };
  return down === 0 ? { failure: 0, repair: 0 } : { failure: 1 / up, repair: 1 / down };
}

/**
 * Returns a mean time in milliseconds, from the setting of that name or the one that gives it as a rate: infinite for a
 * rate of 0. Undefined if neither is set; `computed` if the value is known only in a run.
 */
export function meanTime(entity: Entity, name: 'mttf' | 'mttr', model: Declared): number | 'computed' | undefined {
  const value = statedTime(entity, name, model);
  if (value === undefined) return undefined;
  const known = constantOf(value, model, entity.id);
  const mean = known?.kind === 'duration' || known?.kind === 'rate' ? meanOf(known) : undefined;
  return mean === undefined || mean < 0 ? 'computed' : mean;
}

/**
 * Returns what a PD or node says of its failures that only a run knows, as the smallest part that it depends on;
 * undefined if there is nothing like that.
 */
export function unknownRate(entity: Entity, model: Declared): Expression | undefined {
  const said = statedProbability(entity, model);
  const value =
    unknownTime(entity, model) ?? (said !== undefined && shareOf(said, entity, model) === undefined ? said : undefined);
  return value === undefined ? undefined : unknownPart(value, model, entity.id);
}

/** Returns the mean time to failure or to repair, or the rate, that only a run knows; undefined if there is none. */
export const unknownTime = (entity: Entity, model: Declared): Expression | undefined =>
  (['mttf', 'mttr'] as const)
    .flatMap((name) => (meanTime(entity, name, model) === 'computed' ? [statedTime(entity, name, model)] : []))
    .find((value) => value !== undefined);

/** Returns a probability of an entity; undefined if it is known only in a run, or is none. */
export function shareOf(value: Expression, { id }: Entity, model: Declared): number | undefined {
  const known = constantOf(value, model, id);
  return known?.kind === 'number' && known.value >= 0 && known.value <= 1 ? known.value : undefined;
}

const statedTime = (entity: Entity, name: 'mttf' | 'mttr', model: Declared): Expression | undefined =>
  stated(entity, model, (each) => each === name || otherSpellings.get(each) === name);

/** Returns the probability that a PD or node states. */
export const statedProbability = (entity: Entity, model: Declared): Expression | undefined =>
  stated(entity, model, (each) => each === 'probability');

/** Returns the value of a setting, or the default of the parameter of the machine that has this name. */
function stated(
  { settings, machine }: Entity,
  { machines }: Declared,
  isMeant: (name: string) => boolean,
): Expression | undefined {
  const given = settings.find(({ name }) => isMeant(name))?.value;
  return given ?? machines?.[machine ?? -1]?.parameters.find(({ name }) => isMeant(name))?.initial;
}

/** Returns the milliseconds of a mean time or of the one that a rate says, rounded only once. */
function meanOf({ kind, top, bottom }: SizeConstant): number {
  const [over, under] = kind === 'duration' ? [top, bottom] : top < 0n ? [-bottom, -top] : [bottom, top];
  if (under === 0n) return Number.POSITIVE_INFINITY;
  const exact = fractionOf(over, under * 1000n);
  return exact === undefined ? Number(over) / Number(under) / 1000 : exact.numerator / exact.denominator;
}
