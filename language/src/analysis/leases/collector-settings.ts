/**
 * Reads the settings of a collector and of channels that are plain values, with their defaults. Changes made by a run
 * are not known here.
 */
import { itemAt } from '../../model/common/lookup.ts';
import { millisecondsOf, numberOf } from '../../model/machines/constant-of.ts';
import type { Setting } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Channel, Model } from '../../model/model.ts';

/** The defaults of the collector's settings, in milliseconds. */
export const collectorDefaults = { duration: 20_000, period: 6000, sweep: 1000, index: 0 } as const;

/** The range of a delay, in milliseconds. */
export interface Delay {
  readonly least: number;
  readonly most: number;
}

/** The settings of a collector; undefined if not a plain value. Durations in milliseconds. */
export interface CollectorSettings {
  readonly duration: number | undefined;
  readonly period: number | undefined;
  /** The longest time that an index may hold a keepalive. */
  readonly wait: number | undefined;
  readonly forward: string;
  readonly handsOver: boolean | undefined;
}

/** Returns the settings of a model's collector, the first one declared. */
export function collectorSettings(model: Model): CollectorSettings | undefined {
  const [collector] = model.collectors;
  if (collector === undefined) return undefined;
  const { settings } = collector;
  const timeOf = (name: keyof typeof collectorDefaults): number | undefined => {
    const value = valueOf(settings, name);
    return value === undefined ? collectorDefaults[name] : millisecondsOf(value, model);
  };
  const limit = valueOf(settings, 'indexLimit');
  const [index, most] = [timeOf('index'), limit === undefined ? Infinity : millisecondsOf(limit, model)];
  const [forward, handover] = [valueOf(settings, 'forward'), valueOf(settings, 'handover')];
  return {
    duration: timeOf('duration'),
    period: timeOf('period'),
    wait: index === undefined || most === undefined ? undefined : Math.min(index, most),
    forward: forward?.kind === 'symbol' ? forward.name : 'visited',
    handsOver: handover === undefined ? true : handover.kind === 'boolean' ? handover.value : undefined,
  };
}

/** Returns the clock rate of a node; undefined if it is computed. */
export function clockRateOf(model: Model, node: EntityId | undefined): number | undefined {
  const value = node === undefined ? undefined : valueOf(itemAt(model.entities, node).settings, 'clockRate');
  const rate = value === undefined ? 1 : numberOf(value, model);
  return rate !== undefined && rate > 0 ? rate : undefined;
}

/** Returns the delay of a channel; undefined if it is computed. */
export function delayOf({ settings }: Channel, model: Model): Delay | undefined {
  const value = valueOf(settings, 'delay');
  if (value === undefined) return { least: 0, most: 0 };
  const [from, to] = value.kind === 'range' ? [value.from, value.to] : [value, value];
  const [least, most] = [millisecondsOf(from, model), millisecondsOf(to, model)];
  return least === undefined || most === undefined ? undefined : { least, most: Math.max(least, most) };
}

/**
 * Returns the channel between two locations, each given with everything around it: one that names both, otherwise one
 * for all.
 */
export function channelBetween(
  { channels }: Model,
  from: ReadonlySet<EntityId>,
  to: ReadonlySet<EntityId>,
): Channel | undefined {
  const joins = (channel: Channel): boolean => {
    const [first, second = first] = endsOf(channel);
    if (first === undefined || second === undefined) return false;
    return (from.has(first) && to.has(second)) || (from.has(second) && to.has(first));
  };
  return channels.find(joins) ?? channels.find(({ settings }) => valueOf(settings, 'between') === undefined);
}

function endsOf({ settings }: Channel): EntityId[] {
  const value = valueOf(settings, 'between');
  const items = value?.kind === 'list' ? value.items : value === undefined ? [] : [value];
  return items.flatMap((item) => (item.kind === 'entity' ? [item.entity] : []));
}

const valueOf = (settings: readonly Setting[], name: string): Expression | undefined =>
  settings.find((setting) => setting.name === name)?.value;
