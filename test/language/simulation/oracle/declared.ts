/** What a random model says of its channel and its policy. */
import type { Model } from '../../../../language/src/model/model.ts';
import { evaluate, nobody } from './evaluate.ts';
import type { Channel, Scene, World } from './world.ts';

/** Reads the channel of a random model. */
export function channelOf({ channels: [channel] }: Model): Channel | undefined {
  if (channel === undefined) return undefined;
  const place = { model: { entities: [] } as unknown as Model, world: {} as World };
  const said = (name: string): readonly unknown[] => {
    const value = channel.settings.find((setting) => setting.name === name)?.value;
    if (value?.kind === 'range') return [evaluate(place, nobody, value.from), evaluate(place, nobody, value.to)];
    return value === undefined ? [] : [evaluate(place, nobody, value)];
  };
  const [least, most] = said('delay') as { ms: number }[];
  const loss = channel.settings.find(({ name }) => name === 'loss')?.value;
  const of = loss?.kind === 'binary' && loss.right.kind === 'number' ? loss.right.numerator : 1;
  return {
    least: least?.ms ?? 0,
    most: (most ?? least)?.ms ?? 0,
    loss: [of > 1 ? 1 : 0, of],
    isOrdered: said('ordered')[0] !== false,
  };
}

/** Reads the policy of a random model. */
export function policyOf({ policies }: Model): Scene['policy'] {
  const declared = policies.find(({ name }) => name === 'default');
  return { pdDepth: declared?.pdDepth ?? 0, deletion: 'background', delay: declared?.deletionDelay ?? 1000 };
}
