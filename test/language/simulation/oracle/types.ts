/** Types of variables: their values, and their initial values. */
import type { Type } from '../../../../language/src/model/machines/expression.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { isSet } from './evaluate.ts';
import { entityIn, itemsOf, setOf, type Value } from './world.ts';

/** Returns true if a value is of a type. */
export function fits(model: Model, value: Value, type: Type): boolean {
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
    case 'number':
      return typeof value === 'number';
    case 'range':
      return typeof value === 'number' && value >= type.from && value <= type.to;
    case 'enum':
      return typeof value === 'string' && type.values.includes(value.slice(1));
    case 'entity':
      return value === null || (typeof value === 'string' && model.entities[entityIn(value)]?.kind === type.of);
    case 'set':
      return isSet(value) && itemsOf(value).every((item) => fits(model, item, type.of));
    case 'map':
      return (
        typeof value === 'object' &&
        value !== null &&
        'entries' in value &&
        [value.otherwise, ...Object.values(value.entries)].every((each) => fits(model, each, type.value))
      );
    default:
      throw new Error(`Random models have no variable of type ${type.kind}.`);
  }
}

/** Returns the default value of a type. */
export function firstValue(type: Type): Value {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'range':
      return type.from;
    case 'enum':
      return `:${type.values[0] ?? ''}`;
    case 'entity':
      return null;
    case 'set':
      return setOf([]);
    case 'map':
      return { entries: {}, otherwise: firstValue(type.value) };
    default:
      return 0;
  }
}

/** Converts a single value to a set of it, or to a map with it for every key. */
export function asType(value: Value, type: Type): Value {
  if (type.kind === 'set' && !isSet(value)) return setOf(itemsOf(value));
  if (type.kind !== 'map' || (typeof value === 'object' && value !== null && 'entries' in value)) return value;
  return { entries: {}, otherwise: asType(value, type.value) };
}
