/**
 * Reads the settings in which an import keeps what the language cannot express. Spaces and resources may have any data
 * of their own; for PDs the language defines these names.
 */
import { constantOf } from '../../model/machines/constant-of.ts';
import type { Entity } from '../../model/entity.ts';
import type { Expression } from '../../model/machines/expression.ts';

/** Returns the value of a text setting, with whole numbers in it computed; undefined if there is none. */
export const textSetting = (entity: Entity, name: string): string | undefined => plainText(valueOf(entity, name));

/** Returns true if a setting has the given truth value. */
export function hasFlag(entity: Entity, name: string, flag: boolean): boolean {
  const value = valueOf(entity, name);
  return value?.kind === 'boolean' && value.value === flag;
}

/** Returns the plain texts in a list setting. */
export function textListSetting(entity: Entity, name: string): readonly string[] {
  const value = valueOf(entity, name);
  const items = value?.kind === 'list' ? value.items : [];
  return items.map(plainText).filter((text) => text !== undefined);
}

const valueOf = (entity: Entity, name: string): Expression | undefined =>
  entity.settings.find((setting) => setting.name === name)?.value;

function plainText(value: Expression | undefined): string | undefined {
  const known = value === undefined ? undefined : constantOf(value);
  return known?.kind === 'text' ? known.value : undefined;
}
