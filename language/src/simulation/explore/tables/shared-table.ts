/**
 * Tables in memory that threads share: one thread writes them, and at times when it does not, others read them. A
 * table that has grown is in other memory, which the others have to be given.
 */

import { required } from '../../../model/common/lookup.ts';

/** A table that can be shared. */
export interface SharedTable {
  /** Moves the lists of the table to memory that threads share, unless they are there, and returns them. */
  readonly share: () => readonly SharedArrayBuffer[];
  /** Reads the lists of a table that another thread writes. */
  readonly attach: (lists: readonly SharedArrayBuffer[]) => void;
}

/** Numbers or bytes, which threads may share. */
type List = Int32Array | Uint8Array;

/** Returns the memory of a list, if threads share it. */
const sharedOf = ({ buffer }: List): SharedArrayBuffer | undefined =>
  typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer ? buffer : undefined;

const isShared = (list: List): boolean => sharedOf(list) !== undefined;

/** Returns so many zeros in the kind of memory that a list is in. */
export const zerosLike = (list: Int32Array, length: number): Int32Array =>
  isShared(list) ? new Int32Array(new SharedArrayBuffer(4 * length)) : new Int32Array(length);

/** Returns a longer copy, in the same kind of memory. */
export function lengthened(numbers: Int32Array, length: number): Int32Array {
  const longer = zerosLike(numbers, length);
  longer.set(numbers);
  return longer;
}

/** Returns a longer copy of bytes, in the same kind of memory. */
export function lengthenedBytes(bytes: Uint8Array, length: number): Uint8Array {
  const longer = isShared(bytes) ? new Uint8Array(new SharedArrayBuffer(length)) : new Uint8Array(length);
  longer.set(bytes);
  return longer;
}

/** Returns numbers in memory that threads share: themselves, or a copy. */
export function inShared(numbers: Int32Array): Int32Array {
  if (isShared(numbers)) return numbers;
  const shared = new Int32Array(new SharedArrayBuffer(4 * numbers.length));
  shared.set(numbers);
  return shared;
}

/** Returns bytes in memory that threads share: themselves, or a copy. */
export function bytesInShared(bytes: Uint8Array): Uint8Array {
  if (isShared(bytes)) return bytes;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** Returns the memory of a list that is shared. */
export function memoryOf(list: List): SharedArrayBuffer {
  return required(sharedOf(list));
}
