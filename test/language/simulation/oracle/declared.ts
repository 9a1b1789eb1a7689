/** The declared channel and policy of a random model. */
import type { Model } from '../../../../language/src/model/model.ts';
import { defaultPolicy, type Policy, predefinedPolicies } from '../../../../language/src/model/policy.ts';
import { evaluate, nobody } from './evaluate.ts';
import type { Collector } from './collector.ts';
import type { Setting } from '../../../../language/src/model/entity.ts';
import { type Channel, entityIn, itemsOf, type Value, type World } from './world.ts';

/** Reads the channels of a random model. */
export const channelsOf = (model: Model): Channel[] => model.channels.map(channelOf);

function channelOf(channel: Model['channels'][number]): Channel {
  const place = { model: { entities: [] } as unknown as Model, world: {} as World };
  const said = (name: string): readonly unknown[] => {
    const value = channel.settings.find((setting) => setting.name === name)?.value;
    if (value?.kind === 'range') return [evaluate(place, nobody, value.from), evaluate(place, nobody, value.to)];
    return value === undefined ? [] : [evaluate(place, nobody, value)];
  };
  const [least, most] = said('delay') as { ms: number }[];
  const loss = channel.settings.find(({ name }) => name === 'loss')?.value;
  const between = channel.settings.find(({ name }) => name === 'between')?.value;
  const of = loss?.kind === 'binary' && loss.right.kind === 'number' ? loss.right.numerator : 1;
  return {
    least: least?.ms ?? 0,
    most: (most ?? least)?.ms ?? 0,
    loss: [of > 1 ? 1 : 0, of],
    isOrdered: said('ordered')[0] !== false,
    between: between === undefined ? undefined : itemsOf(evaluate(place, nobody, between)).map(entityIn),
  };
}

/** Reads the collector of a random model. */
export function collectorOf(model: Model): Collector | undefined {
  const [collector] = model.collectors;
  if (collector === undefined) return undefined;
  const place = { model, world: {} as World };
  const read = (settings: readonly Setting[], name: string, usual: Value): Value => {
    const value = settings.find((setting) => setting.name === name)?.value;
    return value === undefined ? usual : evaluate(place, nobody, value);
  };
  const time = (name: string, usual: number): number =>
    (read(collector.settings, name, { ms: usual }) as { ms: number }).ms;
  const word = (name: string, usual: string): string =>
    (read(collector.settings, name, `:${usual}`) as string).slice(1);
  const phases = model.entities.map(({ id, settings }) => [
    id,
    (read(settings, 'phase', { ms: 0 }) as { ms: number }).ms,
  ]);
  return {
    ...{ duration: time('duration', 20_000), period: time('period', 6000), sweep: time('sweep', 1000) },
    ...{ forward: word('forward', 'visited'), origin: word('origin', 'roots'), enter: word('enter', 'created') },
    handover: read(collector.settings, 'handover', true) !== false,
    phases: Object.fromEntries(phases) as Record<string, number>,
  };
}

/** Reads the policy of a random model. */
export const policyOf = ({ policies }: Model, name = 'default'): Policy =>
  [...policies, ...predefinedPolicies].find((each) => each.name === name) ?? defaultPolicy;
