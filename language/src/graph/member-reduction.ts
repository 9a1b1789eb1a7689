/**
 * Computes the transitive reduction of members over the nodes that only transmit order: the smallest set of pairs from
 * which their whole partial order follows.
 */
import { coveredPairs } from './covered-blocks.ts';
import { buildDigraph } from './digraph.ts';
import { at } from '../model/common/lookup.ts';
import type { OrderedMembers } from './member-layers.ts';
import { createNextMembers } from './next-members.ts';
import { type RankedMembers, rankMembers } from './ranked-members.ts';

/** The number of edges to visit for one member: `longWalk` while the allowance lasts, then `shortWalk`. */
const longWalk = 128;
const shortWalk = 16;

/**
 * Returns the pairs `[first, then]` of members with no third member in between, by `first`, then by `then`. Cost: O(V +
 * E) if few edges skip layers or little lies between their ends: chains, trees, and nearly every model, whose paths are
 * short. The n members that remain are decided 512 successors at a time with bit sets: O(n × R / 32) for R edges in the
 * result if edges are random, far less if they lead to near layers. The answer itself can be quadratic: n members
 * before one transmitting node before n others are n² pairs.
 */
export function reducedPairs(ordered: OrderedMembers): (readonly [number, number])[] {
  const ranked = rankMembers(ordered);
  const found: Found = { firsts: [], thens: [] };
  const hard = walkShortWays(ranked, found);
  if (hard !== undefined) {
    coveredPairs(ranked, hard, (first, then) => {
      keep(ranked, found, first, then);
    });
  }
  return sorted(ordered.members.length, found);
}

/** The pairs found so far, as members. */
interface Found {
  readonly firsts: number[];
  readonly thens: number[];
}

/** Finds the pairs of every member whose walk is short, and marks the other members with 1 by rank. */
function walkShortWays(ranked: RankedMembers, found: Found): Uint8Array | undefined {
  const { memberAt, offsets, ends, targets } = ranked;
  const nextMembers = createNextMembers(ranked);
  const hard = new Uint8Array(memberAt.length);
  let hardCount = 0;
  let allowance = 4 * (memberAt.length + targets.length);
  // Backwards, so that a walk meets only the edges that remain of later members.
  for (let rank = memberAt.length - 1; rank >= 0; rank--) {
    if (at(memberAt, rank) < 0) continue;
    const limit = (allowance > 0 ? longWalk : shortWalk) + 4 * (at(ends, rank) - at(offsets, rank));
    const next = nextMembers(rank, limit);
    if (next === undefined) {
      allowance -= limit;
      hard[rank] = 1;
      hardCount += 1;
      continue;
    }
    for (const then of next) keep(ranked, found, rank, then);
    // Edges that follow from others need no second visit.
    if (next.length > at(ends, rank) - at(offsets, rank)) continue;
    targets.set(
      next.sort((a, b) => a - b),
      at(offsets, rank),
    );
    ranked.ends[rank] = at(offsets, rank) + next.length;
  }
  return hardCount > 0 ? hard : undefined;
}

function keep({ memberAt }: RankedMembers, { firsts, thens }: Found, first: number, then: number): void {
  firsts.push(at(memberAt, first));
  thens.push(at(memberAt, then));
}

function sorted(nodeCount: number, { firsts, thens }: Found): (readonly [number, number])[] {
  const { offsets, targets } = buildDigraph(nodeCount, Int32Array.from(firsts), Int32Array.from(thens));
  const pairs: (readonly [number, number])[] = [];
  for (let first = 0; first < nodeCount; first++) {
    for (const then of targets.subarray(at(offsets, first), at(offsets, first + 1)).sort()) pairs.push([first, then]);
  }
  return pairs;
}
