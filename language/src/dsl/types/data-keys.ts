/**
 * The keys of the author's own data, each one name for all entities that have it.
 */
import type { BuiltInName } from './built-ins.ts';
import { unknownType } from './static-type.ts';
import { t } from '../../model/common/translation.ts';

const dataKeys = new Map<string, BuiltInName>();

/** Returns the key of `data { … }` of that name. */
export function dataNamed(name: string): BuiltInName {
  const known = dataKeys.get(name);
  if (known !== undefined) return known;
  const documentation = t`A key of the author's own data.`;
  const key: BuiltInName = {
    $type: 'BuiltIn',
    name,
    group: 'data',
    valueType: unknownType,
    documentation,
    parameters: [],
  };
  dataKeys.set(name, key);
  return key;
}
