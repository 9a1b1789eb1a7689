/**
 * Checks that a value is of a declared type: the last line of defence after the static checks, and the rule for ranges.
 * Also holds the initial value of each type.
 */
import type { Type } from '../../model/machines/expression.ts';
import { itemAt } from '../../model/common/lookup.ts';
import type { Model } from '../../model/model.ts';
import { isExact, isKind, type Value } from './values.ts';

/** Returns true if a value is of that type; `none` is of every entity type. */
export function fits(model: Pick<Model, 'entities'>, value: Value, type: Type): boolean {
  switch (type.kind) {
    case 'bool':
      return typeof value === 'boolean';
    case 'int':
      return typeof value === 'number';
    case 'number':
      // A `let` of unknown type counts as a number as well.
      return isExact(value);
    case 'duration':
      return isKind(value, 'duration');
    case 'rate':
      return isKind(value, 'rate');
    case 'text':
      return typeof value === 'string';
    case 'range':
      return typeof value === 'number' && value >= type.from && value <= type.to;
    case 'enum':
      return isKind(value, 'symbol') && type.values.includes(value.name);
    case 'entity':
      if (value === null) return true;
      return isKind(value, 'entity') && (type.of === 'entity' || model.entities[value.id]?.kind === type.of);
    case 'set':
      return isKind(value, 'set') && value.items.every((item) => fits(model, item, type.of));
    case 'map':
      return (
        isKind(value, 'map') &&
        fits(model, value.otherwise, type.value) &&
        [...value.entries.values()].every(
          (each) => fits(model, each.key, type.key) && fits(model, each.value, type.value),
        )
      );
  }
}

/** Converts a value to the form a type takes: a single value becomes a set, or the value of every key of a map. */
export function asType(value: Value, type: Type): Value {
  if (type.kind === 'map' && !isKind(value, 'map')) {
    return { kind: 'map', otherwise: asType(value, type.value), entries: new Map() };
  }
  if (type.kind === 'set' && !isKind(value, 'set')) return { kind: 'set', items: value === null ? [] : [value] };
  return value;
}

/** Returns the value of a variable declared without one: false, 0, the first of an enumeration, none, or empty. */
export function initialOf(type: Type): Value {
  switch (type.kind) {
    case 'bool':
      return false;
    case 'int':
    case 'number':
      return 0;
    case 'range':
      return type.from;
    case 'duration':
      return { kind: 'duration', microseconds: 0 };
    case 'rate':
      return { kind: 'rate', perDay: 0 };
    case 'text':
      return '';
    case 'enum':
      return { kind: 'symbol', name: itemAt(type.values, 0) };
    case 'entity':
      return null;
    case 'set':
      return { kind: 'set', items: [] };
    case 'map':
      return { kind: 'map', otherwise: initialOf(type.value), entries: new Map() };
  }
}
