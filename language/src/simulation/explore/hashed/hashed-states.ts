/**
 * The states of a search that keeps only their hashes: rows are kept as long as they stand in the queue, and recognized
 * by their hashes from then on. Moments within the plain steps, which are few, are kept for good.
 */
import { at, required } from '../../../model/common/lookup.ts';
import { type PackedSet, unknown } from '../tables/packed-set.ts';
import { createBitTable } from './bit-table.ts';
import { createFingerprints } from './fingerprints.ts';
import { createPassingNumbers, createPassingRows } from './passing-rows.ts';
import type { Hashing, Recognized } from './recognized.ts';
import { createTrail, type Trail } from './trail.ts';

/** Stands for the number of a state that is known, and whose number is not. */
const somewhere = 2 ** 31 - 1;

/** The states, and all lists by state that a search needs. */
export interface HashedStates extends Pick<Recognized, 'omitted' | 'factor'> {
  readonly kind: Hashing['kind'];
  readonly states: PackedSet;
  readonly trail: Trail;
  readonly isCut: ReturnType<typeof createPassingNumbers>;
  /** Forgets the states before one. */
  readonly forget: (before: number) => void;
}

/** Creates an empty set of states, of rows of a width. A row that begins with a negative number is a moment. */
export function createHashedStates(width: number, hashing: Hashing): HashedStates {
  const known =
    hashing.kind === 'compact' ? createFingerprints(width, hashing.bits) : createBitTable(width, hashing.bytes);
  const [rows, isCut] = [createPassingRows(width), createPassingNumbers()];
  // The numbers of moments by what their rows begin with, and back.
  const [moments, firstOf] = [new Map<number, number>(), new Map<number, number>()];

  const addMoment = (row: Int32Array, from: number): number => {
    const first = at(row, from);
    const number = moments.get(first) ?? rows.size();
    if (number < rows.size()) return number;
    moments.set(first, number);
    firstOf.set(number, first);
    rows.push(row, from);
    return number;
  };
  const readAt = (index: number, column: number): number => {
    if (index === somewhere) return 0;
    return rows.has(index) ? rows.at(index, column) : required(firstOf.get(index));
  };
  const add = (row: Int32Array, place = 0): number => {
    const from = place * width;
    if (at(row, from) < 0) return addMoment(row, from);
    if (!known.add(row, from)) return somewhere;
    rows.push(row, from);
    return rows.size() - 1;
  };
  const states: PackedSet = {
    width,
    add,
    addFound: add,
    find(all, count, into) {
      known.find(all, count, into);
      for (let each = 0; each < count; each++) into[each] = into[each] === 1 ? somewhere : unknown;
    },
    read(index, into) {
      for (let column = 0; column < width; column++) into[column] = readAt(index, column);
    },
    at: readAt,
    size: rows.size,
    bytes: () => known.bytes() + rows.bytes() + 100 * moments.size,
    growth: () => 0,
  };
  return {
    ...{ kind: hashing.kind, states, isCut, trail: createTrail() },
    omitted: known.omitted,
    factor: known.factor,
    forget(before) {
      rows.forget(before);
      isCut.forget(before);
    },
  };
}
