/**
 * Variables of machines as variables of Promela: those that are read are part of each state, those that nothing reads
 * are omitted, as in the states that Aftermath explores.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { entryOf, isKind, type Value } from '../../values/values.ts';
import { choose, equality } from './operations.ts';
import { smallestType, numberOf, finiteShape } from './shapes.ts';
import { loaded } from './stored.ts';
import { bool, entityTerm, known, numberIn, type Term } from './terms.ts';
import { NotCovered } from './uncovered.ts';
import { type Cell, declare, machineOfEntity, type Writing } from './writing.ts';
import { at } from '../../../model/common/lookup.ts';
import { entityName } from '../../../model/model.ts';

/** Returns true if a variable of that name is part of the states. */
export const isKept = ({ relevance }: Writing, name: string): boolean => relevance.isRead(name);

/** Returns the cell of a variable, and declares it. Throws `NotCovered` for a type that is not finite. */
export function declaredCell(writing: Writing, entity: EntityId, name: string): Cell {
  const { program, start } = writing;
  const slot = machineOfEntity(writing, entity)?.slots.get(name) ?? 0;
  const variable = machineOfEntity(writing, entity)?.variables[slot];
  if (variable === undefined || variable.isParameter) throw new NotCovered('writing a parameter or setting');
  const shape = finiteShape(program.model, variable.type);
  const value = start.values[at(program.slotsFrom, entity) + slot] ?? null;
  const cell = { name: `var${entity}_${slot}`, shape, otherwise: isKind(value, 'map') ? value.otherwise : null };
  declare(writing, {
    name: cell.name,
    type: smallestType(shape),
    count: shape.kind === 'map' ? shape.keys.length : undefined,
    initial: numbersOf(value, cell),
    meaning: `${entityName(program.model, entity)}.${name}`,
  });
  return cell;
}

/** Returns the numbers that represent the value of a whole variable. */
export function numbersOf(value: Value, { shape }: Cell): number[] {
  if (shape.kind !== 'map') return [numberOf(value, shape)];
  if (!isKind(value, 'map')) throw new NotCovered('a map with the value none');
  return shape.keys.map((key) => numberOf(entryOf(value, key), shape.of));
}

/** Returns the value of a variable. */
export function readCell({ name, shape, otherwise }: Cell): Term {
  if (shape.kind !== 'map') return loaded(name, shape);
  const { keys, key: keyShape, of } = shape;
  return {
    kind: 'map',
    at: (key) => {
      if (key.kind === 'known') {
        const place = keyIndex(keys, key);
        return place < 0 ? known(otherwise) : loaded(`${name}[${place}]`, of);
      }
      const { text, isInside } = placeText(keys, keyShape, key);
      const read = loaded(`${name}[${conditionalPlace(text, isInside)}]`, of);
      return choose(isInside, read, known(otherwise));
    },
  };
}

/** Returns the place to write a key of a map to, and the condition that there is one. */
export function placeToWrite({ name, shape }: Cell, key: Term): { readonly text: string; readonly isInside: Term } {
  if (shape.kind !== 'map') throw new NotCovered('a key of a value that is not a map');
  if (key.kind === 'known') {
    const place = keyIndex(shape.keys, key);
    return { text: `${name}[${Math.max(0, place)}]`, isInside: known(place >= 0) };
  }
  const { text, isInside } = placeText(shape.keys, shape.key, key);
  return { text: `${name}[${conditionalPlace(text, isInside)}]`, isInside };
}

const keyIndex = (keys: readonly Value[], key: Term): number =>
  keys.findIndex((each) => {
    const isIt = equality(known(each), key);
    return isIt.kind === 'known' && isIt.value === true;
  });

/** SPIN must not access an index outside of an array, not even where the result is unused. */
const conditionalPlace = (text: string, isInside: Term): string =>
  isInside.kind === 'bool' ? `(${isInside.text} -> ${text} : 0)` : text;

function placeText(
  keys: readonly Value[],
  shape: { readonly kind: string },
  key: Term,
): { readonly text: string; readonly isInside: Term } {
  if (shape.kind === 'number') {
    const [first = 0] = keys.filter((each) => typeof each === 'number');
    const last = first + keys.length - 1;
    const { text, low, high } = numberIn(key);
    const isInside = low >= first && high <= last ? known(true) : bool(`${text} >= ${first} && ${text} <= ${last}`);
    return { text: first === 0 ? text : `(${text} - ${first})`, isInside };
  }
  if (shape.kind === 'bool')
    return {
      text: choose(key, known(1), known(0)).kind === 'number' ? numberIn(choose(key, known(1), known(0))).text : '0',
      isInside: known(true),
    };
  const places = keys.map((each) => equality(known(each), key));
  const text = places.reduceRight(
    (rest, isIt, place) => {
      if (isIt.kind === 'known') return isIt.value === true ? String(place) : rest;
      return isIt.kind === 'bool' ? `(${isIt.text} -> ${place} : ${rest})` : rest;
    },
    String(keys.length - 1),
  );
  // A value that is none of the keys is an entity of another kind, or a word of another enumeration.
  const isInside = shape.kind === 'entity' ? insideOf(keys, key) : known(true);
  return { text, isInside };
}

function insideOf(keys: readonly Value[], key: Term): Term {
  const { text, among } = entityTerm(key);
  const ids = new Set(keys.flatMap((each) => (isKind(each, 'entity') ? [each.id] : [])));
  const others = among.filter((id) => !ids.has(id));
  return others.length === 0 ? known(true) : bool(others.map((id) => `${text} != ${id}`).join(' && '));
}
