/**
 * Prints declared types.
 */
import type * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { printNumber } from './literals.ts';
import { printName } from '../../../../language/src/dsl/syntax/lexing/print-name.ts';

/** Returns the text of a type. */
export function printType(type: ast.Type): string {
  switch (type.$type) {
    case 'SimpleType':
      return type.name;
    case 'RangeType':
      return `${printNumber(type.from)}..${printNumber(type.to)}`;
    case 'EnumType':
      return `{${type.values.map(({ name }) => printName(name)).join(', ')}}`;
    case 'SetType':
      return `set<${printType(type.of)}>`;
    case 'MapType':
      return `map<${printType(type.key)}, ${printType(type.value)}>`;
  }
}
