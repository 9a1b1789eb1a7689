/**
 * Finds the direct successors of one member by walking the nodes between it and the last of them: fast if there are
 * few, as usual, and given up if there are many.
 */
import { at } from '../model/common/lookup.ts';
import { createNumberHeap, type NumberHeap } from './number-heap.ts';
import type { RankedMembers } from './ranked-members.ts';

/**
 * Returns a function that finds the ranks of the members that a rank reaches without another member in between on any
 * path; undefined if that would visit more than `limit` edges. A successor in the next layer is direct and needs no
 * walk.
 */
export function createNextMembers(ranked: RankedMembers): (rank: number, limit: number) => number[] | undefined {
  const walk = startWalk(ranked);
  return (rank, limit) => {
    const { layer, memberAt, offsets, ends, targets } = ranked;
    const successors = targets.subarray(at(offsets, rank), at(ends, rank));
    const isNext = (target: number): boolean => at(memberAt, target) >= 0 && at(layer, target) === at(layer, rank) + 1;
    return successors.every(isNext) ? [...successors] : directSuccessors(walk, rank, limit);
  };
}

interface Walk {
  readonly ranked: RankedMembers;
  /** The last round in which a rank was found, and in which it was found after another member. */
  readonly seen: Int32Array;
  readonly covered: Int32Array;
  readonly pending: NumberHeap;
  round: number;
  /** The number of edges visited in this round. */
  work: number;
  /** The number of pending ranks that only transmit and are not covered. */
  openCount: number;
  /** The last rank of a member that is or was pending and not covered. */
  lastOpen: number;
  /** The number of pending ranks that are not covered. */
  uncoveredCount: number;
}

function startWalk(ranked: RankedMembers): Walk {
  const rankCount = ranked.memberAt.length;
  return {
    ranked,
    seen: new Int32Array(rankCount),
    covered: new Int32Array(rankCount),
    pending: createNumberHeap(),
    round: 0,
    work: 0,
    openCount: 0,
    lastOpen: -1,
    uncoveredCount: 0,
  };
}

function directSuccessors(walk: Walk, start: number, limit: number): number[] | undefined {
  walk.round += 1;
  walk.pending.clear();
  walk.work = 0;
  walk.openCount = 0;
  walk.uncoveredCount = 0;
  walk.lastOpen = -1;
  const found: number[] = [];
  follow(walk, start, false);
  // Ranks come in topological order, so whether a rank is covered is known when it is taken.
  while (walk.uncoveredCount > 0) {
    const rank = walk.pending.take();
    const isCovered = at(walk.covered, rank) === walk.round;
    const isMember = at(walk.ranked.memberAt, rank) >= 0;
    if (!isCovered) {
      walk.uncoveredCount -= 1;
      if (isMember) found.push(rank);
      else walk.openCount -= 1;
    }
    if (isCovered || isMember) {
      if (walk.uncoveredCount > 0) follow(walk, rank, true);
    } else follow(walk, rank, false);
    if (walk.work > limit && walk.uncoveredCount > 0) return undefined;
  }
  return found;
}

/** Marks the direct successors of a rank. */
function follow(walk: Walk, rank: number, isCovering: boolean): void {
  const { ranked, seen, covered, pending, round } = walk;
  const { offsets, ends, targets, memberAt } = ranked;
  const end = at(ends, rank);
  walk.work += end - at(offsets, rank);
  for (let edge = at(offsets, rank); edge < end; edge++) {
    const target = at(targets, edge);
    const isKnown = at(seen, target) === round;
    if (isKnown && (!isCovering || at(covered, target) === round)) continue;
    const isMember = at(memberAt, target) >= 0;
    if (isKnown) {
      covered[target] = round;
      walk.uncoveredCount -= 1;
      if (!isMember) walk.openCount -= 1;
      continue;
    }
    // After the last open member, covered ranks change nothing.
    if (isCovering && walk.openCount === 0 && target > walk.lastOpen) return;
    seen[target] = round;
    pending.add(target);
    if (isCovering) {
      covered[target] = round;
      continue;
    }
    walk.uncoveredCount += 1;
    if (!isMember) walk.openCount += 1;
    else if (target > walk.lastOpen) walk.lastOpen = target;
  }
}
