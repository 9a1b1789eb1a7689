/**
 * Writes types as the language does.
 */
import type { Type } from './expression.ts';

/** Returns a type as it is declared. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'range':
      return `${type.from}..${type.to}`;
    case 'enum':
      return `{${type.values.join(', ')}}`;
    case 'entity':
      return type.of;
    case 'set':
      return `set<${typeText(type.of)}>`;
    case 'map':
      return `map<${typeText(type.key)}, ${typeText(type.value)}>`;
    default:
      return type.kind;
  }
}
