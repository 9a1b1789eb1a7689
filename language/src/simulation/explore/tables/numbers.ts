/** Lists of whole numbers that grow, in typed arrays. */
import { at, byteAt, required } from '../../../model/common/lookup.ts';
import { longer } from './longer.ts';
import { bytesInShared, inShared, lengthened, lengthenedBytes, memoryOf, type SharedTable } from './shared-table.ts';

/** A list of numbers that grows. */
export interface Numbers {
  readonly push: (number: number) => void;
  readonly at: (index: number) => number;
  readonly set: (index: number, number: number) => void;
  readonly size: () => number;
  readonly bytes: () => number;
}

/** A list of numbers that threads can share; what is beyond its end reads as 0 in the others. */
export type SharedNumbers = Numbers & SharedTable;

/** A list of whole numbers of 32 bits. */
export interface WholeNumbers extends SharedNumbers {
  /** Returns them without a copy; it does not grow with the list. */
  readonly all: () => Int32Array;
}

/** Creates an empty list of whole numbers of 32 bits. */
export function createNumbers(): WholeNumbers {
  let numbers: Int32Array = new Int32Array(64);
  let size = 0;
  return {
    push(number) {
      if (size === numbers.length) numbers = lengthened(numbers, longer(size));
      numbers[size++] = number;
    },
    at: (index) => at(numbers, index),
    set: (index, number) => {
      numbers[index] = number;
    },
    size: () => size,
    all: () => numbers.subarray(0, size),
    bytes: () => 4 * numbers.length,
    share: () => [memoryOf((numbers = inShared(numbers)))],
    attach([list]) {
      numbers = new Int32Array(required(list));
      size = numbers.length;
    },
  };
}

/** Creates an empty list of whole numbers from 0 to 255. */
export function createBytes(): SharedNumbers {
  let numbers: Uint8Array = new Uint8Array(64);
  let size = 0;
  return {
    push(number) {
      if (size === numbers.length) numbers = lengthenedBytes(numbers, longer(size));
      numbers[size++] = number;
    },
    at: (index) => byteAt(numbers, index),
    set: (index, number) => {
      numbers[index] = number;
    },
    size: () => size,
    bytes: () => numbers.length,
    share: () => [memoryOf((numbers = bytesInShared(numbers)))],
    attach([list]) {
      numbers = new Uint8Array(required(list));
      size = numbers.length;
    },
  };
}
