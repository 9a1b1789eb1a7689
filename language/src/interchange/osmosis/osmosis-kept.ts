/**
 * Reads the id and the EXTRA that an entity keeps from a dump; for copies, computes those of each one.
 */
import type { Entity } from '../../model/entity.ts';
import { textSetting } from './kept-settings.ts';
import { laterExtra, laterId } from './osmosis-numbering.ts';
import { readExtra } from './osmosis-extra.ts';

/** Returns the id in the dump, if the name does not show it. */
export function keptId(entity: Entity): string | undefined {
  const first = textSetting(entity, 'firstId');
  if (first === undefined || entity.copy === undefined) return textSetting(entity, 'id');
  return laterId(first, 16, entity.copy);
}

/** Returns the column EXTRA of a resource of the given type. */
export function keptExtra(entity: Entity, type: string): string | undefined {
  const first = textSetting(entity, 'firstExtra');
  if (first === undefined || entity.copy === undefined) return textSetting(entity, 'extra');
  const bytes = readExtra(type, first)?.bytes;
  return bytes === undefined ? first : laterExtra(first, BigInt(entity.copy) * BigInt(bytes));
}
