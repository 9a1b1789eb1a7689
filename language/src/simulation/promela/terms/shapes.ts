/**
 * Values of finite types as numbers in Promela: a boolean is 0 or 1, a word its index in its enumeration, an entity its
 * id or -1 for none, a set one bit for each of its possible items. Whole numbers without a range are finite too, up to
 * a bound that the exported model checks.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Type } from '../../../model/machines/expression.ts';
import type { Model } from '../../../model/model.ts';
import { equal, isKind, type Value } from '../../values/values.ts';
import { NotCovered } from './uncovered.ts';

/** A finite type. */
export type FiniteShape =
  | { readonly kind: 'bool' }
  /** `isAny`: without a range of its own. */
  | { readonly kind: 'number'; readonly low: number; readonly high: number; readonly isAny: boolean }
  /** In whole milliseconds. */
  | { readonly kind: 'duration'; readonly low: number; readonly high: number }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'entity'; readonly among: readonly EntityId[] }
  | { readonly kind: 'set'; readonly items: readonly Value[] }
  | { readonly kind: 'map'; readonly keys: readonly Value[]; readonly key: FiniteShape; readonly of: FiniteShape };

/** The bound of a whole number without a range, which the exported model reports if it is exceeded. */
const mostNumber = 1_000_000;
const mostKeys = 256;
/** The number of bits of SPIN's whole numbers besides the sign. */
const mostItems = 31;

/** Returns the shape of a type. Throws `NotCovered` for one that is not finite. */
export function finiteShape(model: Pick<Model, 'entities'>, type: Type): FiniteShape {
  switch (type.kind) {
    case 'bool':
      return { kind: 'bool' };
    case 'int':
      return { kind: 'number', low: -mostNumber, high: mostNumber, isAny: true };
    case 'duration':
      return { kind: 'duration', low: -mostNumber, high: mostNumber };
    case 'range':
      if (Math.max(-type.from, type.to) > mostNumber) throw new NotCovered('a range of very large numbers');
      return { kind: 'number', low: type.from, high: type.to, isAny: false };
    case 'enum':
      return { kind: 'word', words: type.values };
    case 'entity': {
      const among = model.entities.filter(({ kind }) => type.of === 'entity' || kind === type.of);
      return { kind: 'entity', among: among.map(({ id }) => id) };
    }
    case 'set': {
      const items = universeOf(finiteShape(model, type.of));
      if (items.length > mostItems) throw new NotCovered(`a set of more than ${mostItems} possible items`);
      return { kind: 'set', items };
    }
    case 'map': {
      const key = finiteShape(model, type.key);
      const of = finiteShape(model, type.value);
      if (of.kind === 'map') throw new NotCovered('a map of maps');
      return { kind: 'map', keys: universeOf(key), key, of };
    }
    default:
      throw new NotCovered(`a value of type ${type.kind}`);
  }
}

/** Returns the number that represents a value. Throws `NotCovered` for a value of another type. */
export function numberOf(value: Value, shape: FiniteShape): number {
  switch (shape.kind) {
    case 'bool':
      return value === true ? 1 : 0;
    case 'number':
      if (typeof value === 'number') return value;
      throw new NotCovered('a number that is not whole');
    case 'duration':
      return wholeMilliseconds(value);
    case 'word':
      return isKind(value, 'symbol') ? shape.words.indexOf(value.name) : -1;
    case 'entity':
      return isKind(value, 'entity') ? value.id : -1;
    case 'set': {
      const has = isKind(value, 'set') ? value.items : [];
      return shape.items.reduce<number>(
        (bits, item, place) => (has.some((each) => equal(each, item)) ? bits | (1 << place) : bits),
        0,
      );
    }
    case 'map':
      throw new NotCovered('a map as a single value');
  }
}

/** Returns a duration as a number. Throws `NotCovered` for one that is not of whole milliseconds. */
export function wholeMilliseconds(value: Value): number {
  const microseconds = isKind(value, 'duration') ? value.microseconds : undefined;
  if (typeof microseconds === 'number' && microseconds % 1000 === 0) return microseconds / 1000;
  throw new NotCovered('a duration that is not of whole milliseconds');
}

/** Returns the values of a shape, in the order of their numbers; `none` is the last of the entities. */
function universeOf(shape: FiniteShape): Value[] {
  switch (shape.kind) {
    case 'bool':
      return [false, true];
    case 'number':
      if (shape.high - shape.low >= mostKeys) throw new NotCovered('a map or set over very many numbers');
      return Array.from({ length: shape.high - shape.low + 1 }, (_, index) => shape.low + index);
    case 'word':
      return shape.words.map((name) => ({ kind: 'symbol', name }));
    case 'entity':
      return [...shape.among.map((id): Value => ({ kind: 'entity', id })), null];
    default:
      throw new NotCovered('a map or set over sets or maps');
  }
}

/** Returns the smallest type of Promela that holds all values of a shape. */
export function smallestType(shape: FiniteShape): string {
  switch (shape.kind) {
    case 'bool':
      return 'bit';
    case 'number':
    case 'duration':
      return typeBetween(shape.low, shape.high);
    case 'word':
      return typeBetween(0, shape.words.length);
    case 'entity':
      return 'short';
    case 'set':
      return typeBetween(0, 2 ** shape.items.length - 1);
    case 'map':
      return smallestType(shape.of);
  }
}

/** Returns the smallest type of Promela for whole numbers from one to another. */
export function typeBetween(low: number, high: number): string {
  if (low >= 0 && high <= 255) return 'byte';
  return low >= -32768 && high <= 32767 ? 'short' : 'int';
}
