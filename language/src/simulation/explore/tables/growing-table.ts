/**
 * The tables of a search that only grow, by number, as something that saves and restores them sees them: whatever they
 * hold, they are rows of whole numbers, or things of plain data.
 */
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { Lists } from './lists.ts';
import type { Interned } from './interned.ts';
import type { PackedSet } from './packed-set.ts';
import type { Numbers } from './numbers.ts';

/** A table of rows of one width. */
export interface RowTable {
  readonly kind: 'rows';
  readonly width: number;
  readonly size: () => number;
  readonly at: (index: number, column: number) => number;
  /** Adds the next row. */
  readonly add: (row: Int32Array) => unknown;
  /** Changes a row, if rows that are there may change. */
  readonly set?: (index: number, row: Int32Array) => void;
}

/** A table of plain data. */
export interface ThingTable {
  readonly kind: 'things';
  /** Returns all things, in order. */
  readonly all: () => readonly unknown[];
  /** Adds the next thing. */
  readonly add: (thing: unknown) => unknown;
}

/** A table that only grows. */
export type GrowingTable = RowTable | ThingTable;

/** Tables by name. */
export type GrowingTables = Readonly<Record<string, GrowingTable>>;

/** Returns a set of rows as a table. */
export const setTable = ({ width, size, at: numberAt, add }: PackedSet): RowTable => ({
  ...{ kind: 'rows', width, size, at: numberAt },
  add: (row) => add(row),
});

/** Returns a list of numbers as a table. */
export const numberTable = ({ size, at: numberAt, push }: Numbers): RowTable => ({
  ...{ kind: 'rows', width: 1, size },
  at: (index) => numberAt(index),
  add: (row) => {
    push(at(row, 0));
  },
});

/** Returns a table of lists as one of their first numbers and rests; the empty list is left out. */
export const listTable = ({ size, firstOf, restOf, before }: Lists): RowTable => ({
  ...{ kind: 'rows', width: 2 },
  size: () => size() - 1,
  at: (index, column) => (column === 0 ? firstOf : restOf)(index + 1),
  add: (row) => before(at(row, 0), at(row, 1)),
});

/** Returns things with numbers as a table. */
export const internedTable = <T>({ size, get, idOf }: Interned<T>): ThingTable => ({
  kind: 'things',
  all: () => Array.from({ length: size() }, (_, id) => get(id)),
  add: (thing) => idOf(thing as T),
});

/** Returns texts with numbers as a table. */
export const textTable = <T extends string | number>(numbers: Map<T, number>, first = 0): ThingTable => ({
  kind: 'things',
  all: () => [...numbers.keys()],
  add: (text) => numbers.set(text as T, numbers.size + first),
});

/** Returns a map of whole numbers as a table, in the order of the map. */
export const mapTable = (map: Map<number, number>): RowTable => {
  let known: (readonly [number, number])[] = [];
  return {
    ...{ kind: 'rows', width: 2 },
    size: () => map.size,
    at(index, column) {
      if (known.length !== map.size) known = [...map];
      return itemAt(itemAt(known, index), column);
    },
    add: (row) => map.set(at(row, 0), at(row, 1)),
  };
};

/** Returns tables with names that begin with a word. */
export const within = (word: string, tables: GrowingTables): GrowingTables =>
  Object.fromEntries(Object.entries(tables).map(([name, table]) => [`${word} ${name}`, table]));
