/**
 * The settings of entities with a fixed meaning, by kind. What else a body sets is a parameter of a machine, or the
 * author's own data.
 */
import type { EntityKind } from './entity-kind.ts';
import type { Entity, Setting } from './entity.ts';

/** The names of the settings with a fixed meaning, by the kind of entity that has them. */
export const fixedSettings: Readonly<Record<EntityKind, readonly string[]>> = {
  pd: [
    'protection',
    'probability',
    'mttf',
    'mttr',
    'failureRate',
    'repairRate',
    'overhead',
    'removes',
    'id',
    'rows',
    'blankData',
    'listed',
  ],
  space: ['size', 'protection'],
  resource: ['size', 'protection'],
  object: ['size', 'protection', 'finalizers', 'namespace', 'removes'],
  node: ['probability', 'mttf', 'mttr', 'failureRate', 'repairRate', 'phase', 'clockRate', 'paused', 'protection'],
  region: ['protection'],
};

/** The settings that say the same as another one in another unit: a rate is 1 / a mean time. */
export const otherSpellings: ReadonlyMap<string, string> = new Map([
  ['failureRate', 'mttf'],
  ['repairRate', 'mttr'],
]);

const inBothWays: ReadonlyMap<string, string> = new Map([
  ...otherSpellings,
  ...[...otherSpellings].map(([rate, time]) => [time, rate] as const),
]);

/** Returns the setting of a kind of entities that says the same as one of them in another unit. */
export function otherSpellingOf(kind: EntityKind, name: string): string | undefined {
  const other = inBothWays.get(name);
  return other !== undefined && fixedSettings[kind].includes(name) ? other : undefined;
}

/** The settings without a default: what lacks one, though something else in the model has it, reads it as `none`. */
export const settingsWithoutDefault: ReadonlySet<string> = new Set([
  ...['probability', 'mttf', 'mttr', 'failureRate', 'repairRate', 'namespace'],
]);

/** Returns the data of an entity that can be read: a setting of its kind hides the key of its name, even if it is not set. */
export function readableData({ kind, data }: Pick<Entity, 'kind' | 'data'>): readonly Setting[] {
  const isHidden = ({ name }: Setting): boolean => fixedSettings[kind].includes(name);
  return data.some(isHidden) ? data.filter((each) => !isHidden(each)) : data;
}
