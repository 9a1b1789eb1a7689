/**
 * Answers without a search whether a path with two chosen nodes leads from one node to another, in a graph that only
 * gains edges. Some chosen nodes are *hubs*; for each node four sets of bits say which hubs reach it and which it
 * reaches, and to or from which of them a path has another chosen node. A set bit stays true; a missing one may have
 * become true since.
 */
import { type GrowingGraph, representative } from './growing-graph.ts';
import { at, byteAt } from '../../model/common/lookup.ts';

/** The paths over hubs; may be outdated, never wrong. */
export interface KnownWays {
  /** Returns true if a path with two chosen nodes, its ends included, is known over a hub. Cost: O(1). */
  readonly leads: (from: number, to: number) => boolean;
  /** Suggests a chosen node as hub: one on a path that took long to find. */
  readonly suggest: (node: number) => void;
  /** Notes that a node was merged into another one. Cost: O(1). */
  readonly merge: (kept: number, node: number) => void;
  /**
   * Replaces the 32 oldest hubs by those suggested since. `order` lists all representatives so that edges follow it, and
   * `weight` has 1 for the chosen ones. Cost: O(V + E).
   */
  readonly renew: (order: Int32Array, graph: GrowingGraph, weight: Uint8Array) => void;
}

/** The number of groups of 32 hubs. */
const wordCount = 4;

/** Starts the reachability of a graph without edges. */
export function createKnownWays(nodeCount: number): KnownWays {
  const table = (): Int32Array => new Int32Array(nodeCount * wordCount);
  const [reachedBy, reaching] = [table(), table()];
  /** The same over paths with a chosen node besides the hub. */
  const [reachedOver, reachingOver] = [table(), table()];
  /** The bit of each new hub, while they are spread. */
  const own = new Int32Array(nodeCount);
  const suggested = new Set<number>();
  let word = 0;
  const place = (node: number): number => node * wordCount + word;
  return {
    leads(from, to) {
      for (let each = 0; each < wordCount; each++) {
        const [start, end] = [from * wordCount + each, to * wordCount + each];
        if ((at(reachingOver, start) & at(reachedBy, end)) !== 0) return true;
        if ((at(reaching, start) & at(reachedOver, end)) !== 0) return true;
      }
      return false;
    },
    suggest(node) {
      if (suggested.size < 32) suggested.add(node);
    },
    merge(kept, node) {
      if (suggested.delete(node)) suggested.add(kept);
    },
    renew(order, graph, weight) {
      for (const bits of [reachedBy, reaching, reachedOver, reachingOver]) {
        for (let node = 0; node < nodeCount; node++) bits[place(node)] = 0;
      }
      for (const [bit, hub] of [...suggested].entries()) own[hub] = 1 << bit;
      spreadAlong(order, graph, weight);
      spreadAgainst(order, graph, weight);
      for (const hub of suggested) own[hub] = 0;
      suggested.clear();
      word = (word + 1) % wordCount;
    },
  };

  function spreadAlong(order: Int32Array, { parent, nextMerged, out }: GrowingGraph, weight: Uint8Array): void {
    const { starts, limits, ends } = out;
    for (let index = 0; index < order.length; index++) {
      const node = at(order, index);
      const before = at(reachedBy, place(node));
      const bits = before | at(own, node);
      if (bits === 0) continue;
      // A chosen node is itself one besides the hubs that reach it.
      const over = byteAt(weight, node) === 1 ? before : at(reachedOver, place(node));
      reachedBy[place(node)] = bits;
      reachedOver[place(node)] = over;
      for (let member = node; member >= 0; member = at(nextMerged, member)) {
        for (let edge = at(starts, member); edge < at(limits, member); edge++) {
          const end = representative(parent, at(ends, edge));
          if (end === node) continue;
          reachedBy[place(end)] = at(reachedBy, place(end)) | bits;
          reachedOver[place(end)] = at(reachedOver, place(end)) | over;
        }
      }
    }
  }

  function spreadAgainst(order: Int32Array, { parent, nextMerged, out }: GrowingGraph, weight: Uint8Array): void {
    const { starts, limits, ends } = out;
    for (let index = order.length - 1; index >= 0; index--) {
      const node = at(order, index);
      let after = 0;
      let over = 0;
      for (let member = node; member >= 0; member = at(nextMerged, member)) {
        for (let edge = at(starts, member); edge < at(limits, member); edge++) {
          const end = representative(parent, at(ends, edge));
          if (end === node) continue;
          after |= at(reaching, place(end));
          over |= at(reachingOver, place(end));
        }
      }
      reaching[place(node)] = after | at(own, node);
      reachingOver[place(node)] = byteAt(weight, node) === 1 ? after : over;
    }
  }
}
