/**
 * Writes the types of variables as declared.
 */
import type { Type } from '../model/expression.ts';

/** Writes a type as declared. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'range':
      return `${String(type.from)}..${String(type.to)}`;
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
