/**
 * Answers reachability without a search in a graph that only gains edges. Some nodes are *hubs*; for each node two bit
 * sets say which hubs reach it and which it reaches. A set bit stays true; a missing one may have become true since.
 */
import { at } from '../model/lookup.ts';

/** Reachability over hubs; may be outdated, never wrong. */
export interface KnownWays {
  /** Returns true if a path from one node to another is known over a hub that is neither. Cost: O(1). */
  readonly leads: (from: number, to: number) => boolean;
  /** Suggests a node as hub: one on a path that took long to find. */
  readonly suggest: (node: number) => void;
  /** Drops a hub that was merged into another node. Cost: O(1). */
  readonly forget: (node: number) => void;
  /**
   * Replaces the 32 oldest hubs by those suggested since. `order` lists all nodes so that edges follow it, and
   * `forEachTarget` gives the ends of a node's edges. Cost: O(V + E).
   */
  readonly renew: (order: Int32Array, forEachTarget: ForEachTarget) => void;
}

/** Calls back with the end of each edge of a node. */
export type ForEachTarget = (node: number, visit: (target: number) => void) => void;

/** The number of groups of 32 hubs. */
const wordCount = 4;

/** Starts the reachability of a graph without edges. */
export function createKnownWays(nodeCount: number): KnownWays {
  const reachedBy = new Int32Array(nodeCount * wordCount);
  const reaching = new Int32Array(nodeCount * wordCount);
  const standing = new Int32Array(wordCount);
  /** The bit of each hub, counted over all words. */
  const bitOf = new Map<number, number>();
  const suggested = new Set<number>();
  let word = 0;
  const place = (node: number): number => node * wordCount + word;
  const forget = (node: number): void => {
    const bit = bitOf.get(node);
    if (bit !== undefined) standing[bit >> 5] = at(standing, bit >> 5) & ~(1 << (bit & 31));
    bitOf.delete(node);
    suggested.delete(node);
  };
  return {
    leads(from, to) {
      for (let each = 0; each < wordCount; each++) {
        const shared = at(reaching, from * wordCount + each) & at(reachedBy, to * wordCount + each);
        if ((shared & at(standing, each)) !== 0) return true;
      }
      return false;
    },
    suggest(node) {
      if (suggested.size < 32 && !bitOf.has(node)) suggested.add(node);
    },
    forget,
    renew(order, forEachTarget) {
      for (const [hub, bit] of bitOf) if (bit >> 5 === word) bitOf.delete(hub);
      for (let node = 0; node < nodeCount; node++) reachedBy[place(node)] = reaching[place(node)] = 0;
      const hubs = [...suggested];
      for (const [bit, hub] of hubs.entries()) {
        bitOf.set(hub, word * 32 + bit);
        reachedBy[place(hub)] = reaching[place(hub)] = 1 << bit;
      }
      suggested.clear();
      standing[word] = -1;
      spread(order, forEachTarget);
      // No hub is on a path over another node to itself.
      for (const [bit, hub] of hubs.entries()) {
        reachedBy[place(hub)] = at(reachedBy, place(hub)) & ~(1 << bit);
        reaching[place(hub)] = at(reaching, place(hub)) & ~(1 << bit);
      }
      word = (word + 1) % wordCount;
    },
  };

  function spread(order: Int32Array, forEachTarget: ForEachTarget): void {
    for (const node of order) {
      const bits = at(reachedBy, place(node));
      if (bits === 0) continue;
      forEachTarget(node, (target) => (reachedBy[place(target)] = at(reachedBy, place(target)) | bits));
    }
    for (let index = order.length - 1; index >= 0; index--) {
      const node = at(order, index);
      let bits = at(reaching, place(node));
      forEachTarget(node, (target) => (bits |= at(reaching, place(target))));
      reaching[place(node)] = bits;
    }
  }
}
