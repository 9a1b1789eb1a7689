/**
 * The rates at which a PD or node fails and is repaired, from its settings `mttf` and `mttr`.
 */
import type { Entity } from '../../model/entity.ts';
import type { Expression } from '../../model/expression.ts';

/** The rates of a PD or node, per millisecond; one that is never repaired has a repair rate of 0. */
export interface Rates {
  readonly failure: number;
  readonly repair: number;
}

/** Returns the rates of an entity, per millisecond; undefined if it sets no `mttf`. One that is repaired at once is never down. */
export function ratesOf({ settings }: Pick<Entity, 'settings'>): Rates | undefined {
  const valueOf = (name: string): Expression | undefined => settings.find((setting) => setting.name === name)?.value;
  const [up, down] = [valueOf('mttf'), valueOf('mttr')];
  if (up?.kind !== 'duration' || up.milliseconds <= 0) return undefined;
  if (down !== undefined && down.kind !== 'duration') return undefined;
  const failure = 1 / up.milliseconds;
  if (down === undefined) return { failure, repair: 0 };
  return down.milliseconds === 0 ? { failure: 0, repair: 0 } : { failure, repair: 1 / down.milliseconds };
}
