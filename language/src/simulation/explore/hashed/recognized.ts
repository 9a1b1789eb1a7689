/** How states are recognized that are not kept: what a set of their hashes answers, and how far that can be trusted. */

/** A way to recognize states by hashes. */
export type Hashing =
  /** Hash compaction: of each state a fingerprint of so many bits; the most by default. */
  | { readonly kind: 'compact'; readonly bits?: number }
  /** Bit-state hashing: of each state three bits in a table of at most so many bytes. */
  | { readonly kind: 'bitstate'; readonly bytes: number };

/** A set that takes a row for one that it knows if their hashes are equal. */
export interface Recognized {
  /** Writes for each of consecutive rows 1 if it is, or is taken for, one that was added, otherwise 0. */
  readonly find: (rows: Int32Array, count: number, into: Int32Array) => void;
  /** Adds a row; returns false if it is, or is taken for, a known one. */
  readonly add: (rows: Int32Array, from: number) => boolean;
  /** Returns the number of rows that are to be expected to have been taken for others, if hashes are random. */
  readonly omitted: () => number;
  /** Returns how many bits of the table there are for each row, where there is a table. */
  readonly factor: () => number | undefined;
  readonly bytes: () => number;
}
