/**
 * Two independent hashes of a row of whole numbers, of 32 bits each. Every number is mixed in full before the next one
 * comes, so that small numbers, which are all that rows hold, spread as well as any others.
 */
import { at } from '../../../model/common/lookup.ts';

/** Returns the first hash. */
export function firstHash(rows: Int32Array, from: number, width: number): number {
  let hash = 0x2545f491;
  for (let column = 0; column < width; column++) {
    hash ^= at(rows, from + column);
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
    hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
    hash = (hash ^ (hash >>> 16)) + 0x9e3779b9;
  }
  return hash | 0;
}

/** Returns the second hash. */
export function secondHash(rows: Int32Array, from: number, width: number): number {
  let hash = 0x1b873593;
  for (let column = 0; column < width; column++) {
    hash = (hash + at(rows, from + column)) | 0;
    hash = Math.imul(hash ^ (hash >>> 17), 0xed5ad4bb);
    hash = Math.imul(hash ^ (hash >>> 11), 0xac4c1b51);
    hash = Math.imul(hash ^ (hash >>> 15), 0x31848bab);
    hash ^= hash >>> 14;
  }
  return hash;
}
