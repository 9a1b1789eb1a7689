/**
 * The layout of the state of a compiled model: each variable of a finite type, and each key of a map, is one number in
 * an `Int32Array`.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Type } from '../../model/machines/expression.ts';
import type { Model } from '../../model/model.ts';
import type { Check } from '../../model/scenario.ts';
import type { Program } from '../kernel/run.ts';
import { entryOf, equal, isKind, type Value } from '../values/values.ts';
import { Unsupported } from './unsupported.ts';
import { itemAt, at } from '../../model/common/lookup.ts';

/** The values that one number represents, as whole numbers from `low` to `high`. */
export type Domain =
  | { readonly kind: 'bool' }
  | { readonly kind: 'int'; readonly low: number; readonly high: number }
  /** The index of the value in the list. */
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  /** The entity's id, or -1 for none. */
  | { readonly kind: 'entity' }
  /** One bit for each of these values, the first the lowest. */
  | { readonly kind: 'set'; readonly items: readonly number[]; readonly of: Domain };

/** The place of a variable; a map takes one number for each of its keys, from `base` on. */
export interface Field {
  readonly base: number;
  readonly domain: Domain;
  /** For a map: its keys as numbers, in the order of their places. */
  readonly keys: readonly number[] | undefined;
  readonly keyDomain: Domain | undefined;
}

/** The layout of all machines of a model. */
export interface Layout {
  readonly size: number;
  /** The place of the innermost active state of an entity's machine. */
  readonly leafOf: ReadonlyMap<EntityId, number>;
  readonly fieldsOf: ReadonlyMap<EntityId, ReadonlyMap<string, Field>>;
  /**
   * The place of the counter of each action of the environment that has a limit; by its index, absent without limit.
   */
  readonly counterOf: readonly (number | undefined)[];
}

/** The greatest whole number without a range; beyond it the run is interpreted. */
const mostInt = 2 ** 31 - 1;
const mostKeys = 1024;

/** Returns true if a number has no range of its own. */
export const isAnyInt = ({ low, high }: { readonly low: number; readonly high: number }): boolean =>
  low === -mostInt && high === mostInt;

/**
 * Lays out the variables of all machines, and the counters of a check's environment; parameters are constants. Throws
 * `Unsupported`.
 */
export function layOut({ model, active, machineOf }: Program, { possibilities }: Pick<Check, 'possibilities'>): Layout {
  let size = 0;
  const leafOf = new Map<EntityId, number>();
  const fieldsOf = new Map<EntityId, Map<string, Field>>();
  for (const entity of active) {
    if (machineOf[entity]?.tree.isPlain === false) throw new Unsupported('parallel states and histories');
    leafOf.set(entity, size++);
    const fields = new Map<string, Field>();
    for (const { name, type, isParameter } of machineOf[entity]?.variables ?? []) {
      if (isParameter) continue;
      const field = fieldFor(model, type, size);
      fields.set(name, field);
      size += field.keys?.length ?? 1;
    }
    fieldsOf.set(entity, fields);
  }
  const counterOf = possibilities.map(({ upTo }) => (upTo === undefined ? undefined : size++));
  return { size, leafOf, fieldsOf, counterOf };
}

/** Returns the domain of a type. Throws `Unsupported` for a type that is not a single number. */
function domainOf(model: Pick<Model, 'entities'>, type: Type): Domain {
  switch (type.kind) {
    case 'bool':
      return { kind: 'bool' };
    case 'int':
      return { kind: 'int', low: -mostInt, high: mostInt };
    case 'range':
      if (Math.max(-type.from, type.to) > mostInt) throw new Unsupported('a range of very large numbers');
      return { kind: 'int', low: type.from, high: type.to };
    case 'enum':
      return { kind: 'enum', values: type.values };
    case 'entity':
      return { kind: 'entity' };
    case 'set': {
      const of = domainOf(model, type.of);
      const items = numbersOf(model, type.of);
      if (items.length > 31) throw new Unsupported('a set of more than 31 values');
      return { kind: 'set', items, of };
    }
    default:
      throw new Unsupported(`a variable of type ${type.kind}`);
  }
}

/** Returns the number that represents a value of a domain. */
function numberFor(value: Value, domain: Domain): number {
  switch (domain.kind) {
    case 'bool':
      return value === true ? 1 : 0;
    case 'int':
      if (typeof value !== 'number') throw new Unsupported('a number that is not whole');
      return value;
    case 'enum':
      return isKind(value, 'symbol') ? domain.values.indexOf(value.name) : -1;
    case 'entity':
      return isKind(value, 'entity') ? value.id : -1;
    case 'set': {
      const items = isKind(value, 'set') ? value.items.map((item) => numberFor(item, domain.of)) : [];
      return items.reduce((bits, item) => bits | (1 << domain.items.indexOf(item)), 0);
    }
  }
}

/** Returns the value that a number represents. */
function valueFor(number: number, domain: Domain): Value {
  switch (domain.kind) {
    case 'bool':
      return number === 1;
    case 'int':
      return number;
    case 'enum':
      return { kind: 'symbol', name: itemAt(domain.values, number) };
    case 'entity':
      return number < 0 ? null : { kind: 'entity', id: number };
    case 'set':
      return {
        kind: 'set',
        items: domain.items.filter((_, bit) => ((number >> bit) & 1) === 1).map((item) => valueFor(item, domain.of)),
      };
  }
}

/** Writes the value of a variable into a state. */
export function store(state: Int32Array, { base, domain, keys, keyDomain }: Field, value: Value): void {
  if (keys === undefined || keyDomain === undefined) state[base] = numberFor(value, domain);
  else if (isKind(value, 'map')) {
    for (const [place, key] of keys.entries()) {
      state[base + place] = numberFor(entryOf(value, valueFor(key, keyDomain)), domain);
    }
  }
}

/** Reads the value of a variable from a state. */
export function load(state: Int32Array, { base, domain, keys, keyDomain }: Field, type: Value): Value {
  if (keys === undefined || keyDomain === undefined) return valueFor(at(state, base), domain);
  if (!isKind(type, 'map')) return type;
  const entries = new Map<number | string, { readonly key: Value; readonly value: Value }>();
  for (const [place, number] of keys.entries()) {
    const [key, value] = [valueFor(number, keyDomain), valueFor(at(state, base + place), domain)];
    if (!equal(value, type.otherwise))
      entries.set(isKind(key, 'symbol') ? `symbol'${key.name}'` : number, { key, value });
  }
  return { kind: 'map', otherwise: type.otherwise, entries };
}

function fieldFor(model: Pick<Model, 'entities'>, type: Type, base: number): Field {
  if (type.kind !== 'map') return { base, domain: domainOf(model, type), keys: undefined, keyDomain: undefined };
  const keys = numbersOf(model, type.key);
  return { base, domain: domainOf(model, type.value), keys, keyDomain: domainOf(model, type.key) };
}

/** Returns all numbers of a type, for the keys of a map and the items of a set. */
function numbersOf(model: Pick<Model, 'entities'>, type: Type): number[] {
  switch (type.kind) {
    case 'bool':
      return [0, 1];
    case 'range':
      if (type.to - type.from >= mostKeys) throw new Unsupported('a map with very many keys');
      return Array.from({ length: type.to - type.from + 1 }, (_, index) => type.from + index);
    case 'enum':
      return type.values.map((_, index) => index);
    case 'entity':
      return model.entities.filter(({ kind }) => type.of === 'entity' || kind === type.of).map(({ id }) => id);
    default:
      throw new Unsupported(`keys or items of type ${type.kind}`);
  }
}
