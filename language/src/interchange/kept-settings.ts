/**
 * The settings in which an import keeps what the language has no word for, and how they are read
 * back. Spaces and resources may have any data of their own; for PDs the language has to know these names.
 */
import type { Entity } from '../model/entity.ts';
import type { Expression } from '../model/expression.ts';

/** A setting that an import may give a PD. */
export interface KeptSetting {
  readonly name: string;
  readonly type: 'text' | 'texts' | 'boolean';
  readonly documentation: string;
}

/** What an imported PD may carry; none of it has a meaning for any analysis. */
export const keptPdSettings: readonly KeptSetting[] = [
  { name: 'id', type: 'text', documentation: 'The id of the PD in the dump that it was imported from.' },
  { name: 'rows', type: 'texts', documentation: 'Rows of the imported dump that say more than the model.' },
  { name: 'blankData', type: 'boolean', documentation: 'Whether the dump leaves DATA empty where others write NONE.' },
  { name: 'listed', type: 'boolean', documentation: 'False if the imported dump has no row for the PD.' },
];

/** The value of a setting that is a plain text; absent if there is none. */
export const textSetting = (entity: Entity, name: string): string | undefined => plainText(valueOf(entity, name));

/** Whether a setting has the given truth value. */
export function hasFlag(entity: Entity, name: string, flag: boolean): boolean {
  const value = valueOf(entity, name);
  return value?.kind === 'boolean' && value.value === flag;
}

/** The plain texts in a setting that is a list. */
export function textListSetting(entity: Entity, name: string): readonly string[] {
  const value = valueOf(entity, name);
  const items = value?.kind === 'list' ? value.items : [];
  return items.map(plainText).filter((text) => text !== undefined);
}

const valueOf = (entity: Entity, name: string): Expression | undefined =>
  entity.settings.find((setting) => setting.name === name)?.value;

function plainText(value: Expression | undefined): string | undefined {
  if (value?.kind !== 'text' || !value.parts.every((part) => typeof part === 'string')) return undefined;
  return value.parts.join('');
}
