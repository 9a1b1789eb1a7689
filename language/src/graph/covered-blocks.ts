/**
 * Finds the direct successors of members where walks would take too long. The members in question are columns, taken in
 * blocks of 512; for each rank a bit set says which columns of the block it reaches. The sets of one block are small
 * enough to stay in the processor's cache.
 */
import { at, itemAt } from '../model/common/lookup.ts';
import type { RankedMembers } from './ranked-members.ts';

/** Integers per bit set: 512 columns. */
const width = 16;
const blockSize = width * 32;

/**
 * Calls `keep` with each rank marked in `hard` and each of its successors that has no member in between, in no
 * particular order. Removes edges implied by others from `ranked`, so each block makes the next one cheaper. Cost: O(n
 * × R / 32) for n columns and R remaining edges; each block visits only the ranks between the first one that asks for a
 * column and the last column.
 */
export function coveredPairs(
  ranked: RankedMembers,
  hard: Uint8Array,
  keep: (first: number, then: number) => void,
): void {
  const asker = firstAskers(ranked, hard);
  const columns: number[] = [];
  const columnOf = new Int32Array(asker.length).fill(-1);
  for (let rank = 0; rank < asker.length; rank++) {
    if (at(asker, rank) >= 0 && at(ranked.memberAt, rank) >= 0) columnOf[rank] = columns.push(rank) - 1;
  }
  const sets = startSets(ranked, columnOf);
  for (let start = 0; start < columns.length; start += blockSize) {
    const block = columns.slice(start, start + blockSize);
    const lowest = block.reduce((least, rank) => Math.min(least, at(asker, rank)), asker.length);
    const range = { lowest, highest: itemAt(block, block.length - 1), start };
    for (let rank = range.highest; rank >= range.lowest; rank--) {
      gather(sets, range, rank);
      if (hard[rank] === 1 && sets.isByWay) for (const column of byWayOnly(sets)) keep(rank, itemAt(block, column));
    }
  }
  keepEdges(ranked, hard, keep);
}

/**
 * Returns for each rank the first hard rank that has it as successor, directly or over ranks that only transmit; -1 if
 * none does.
 */
function firstAskers({ memberAt, layer, offsets, ends, targets }: RankedMembers, hard: Uint8Array): Int32Array {
  const asker = new Int32Array(hard.length).fill(-1);
  for (let rank = 0; rank < hard.length; rank++) {
    const isMember = at(memberAt, rank) >= 0;
    const asking = isMember ? (hard[rank] === 1 ? rank : -1) : at(asker, rank);
    if (asking < 0) continue;
    for (let edge = at(offsets, rank); edge < at(ends, rank); edge++) {
      const target = at(targets, edge);
      // A member of the next layer follows directly: nothing to decide.
      const isSettled = isMember && at(memberAt, target) >= 0 && at(layer, target) === at(layer, rank) + 1;
      if (!isSettled && (at(asker, target) < 0 || asking < at(asker, target))) asker[target] = asking;
    }
  }
  return asker;
}

/** Bit sets of the columns of one block; the set of rank r starts at `reached[(r - lowest) * width]`. */
interface Sets {
  readonly ranked: RankedMembers;
  readonly columnOf: Int32Array;
  /** The members that a rank reaches. */
  readonly reached: Int32Array;
  /** For ranks that only transmit, by their number: the members reached after another member. */
  readonly covered: Int32Array;
  readonly numberOf: Int32Array;
  /** 1 for a rank that reaches no column. */
  readonly isEmpty: Uint8Array;
  /**
   * For the current rank: columns reached after a member, its member successors, and columns reached over transmitting
   * ranks.
   */
  readonly indirect: Int32Array;
  readonly direct: Int32Array;
  readonly byWay: Int32Array;
  /** True if the current rank has a successor that only transmits. */
  isByWay: boolean;
}

interface Range {
  readonly lowest: number;
  readonly highest: number;
  /** The first column of the block. */
  readonly start: number;
}

function startSets(ranked: RankedMembers, columnOf: Int32Array): Sets {
  const { memberAt } = ranked;
  let count = 0;
  const numberOf = memberAt.map((member) => (member < 0 ? count++ : -1));
  const row = (): Int32Array => new Int32Array(width);
  return {
    ranked,
    columnOf,
    reached: new Int32Array(memberAt.length * width),
    covered: new Int32Array(count * width),
    numberOf,
    isEmpty: new Uint8Array(memberAt.length),
    indirect: row(),
    direct: row(),
    byWay: row(),
    isByWay: false,
  };
}

/**
 * Computes the columns that a rank reaches, given those of all higher ranks up to the last column, and removes the
 * edges that others imply.
 */
function gather(sets: Sets, range: Range, rank: number): void {
  const { ranked, indirect, direct, byWay, covered, reached, numberOf, isEmpty } = sets;
  const { offsets, ends, targets, memberAt } = ranked;
  indirect.fill(0);
  direct.fill(0);
  byWay.fill(0);
  sets.isByWay = false;
  let isNothing = true;
  const end = at(ends, rank);
  let edge = at(offsets, rank);
  let kept = edge;
  for (; edge < end && at(targets, edge) <= range.highest; edge++) {
    const target = at(targets, edge);
    if (at(memberAt, target) < 0) {
      targets[kept++] = target;
      if (isEmpty[target] === 1) continue;
      isNothing = false;
      sets.isByWay = true;
      add(indirect, covered, at(numberOf, target) * width);
      add(byWay, reached, (target - range.lowest) * width);
      continue;
    }
    const column = at(sets.columnOf, target) - range.start;
    const isInBlock = column >= 0 && column < blockSize;
    // Successors ascend, so everything that leads to this one has been added.
    if (isInBlock && (at(indirect, column >> 5) & (1 << (column & 31))) !== 0) continue;
    targets[kept++] = target;
    if (isInBlock) direct[column >> 5] = at(direct, column >> 5) | (1 << (column & 31));
    if (isInBlock || isEmpty[target] === 0) isNothing = false;
    if (isEmpty[target] === 0) add(indirect, reached, (target - range.lowest) * width);
  }
  if (kept < edge) {
    targets.copyWithin(kept, edge, end);
    ranked.ends[rank] = end - (edge - kept);
  }
  isEmpty[rank] = isNothing ? 1 : 0;
  if (!isNothing) store(sets, range, rank);
}

function store({ reached, covered, numberOf, indirect, direct, byWay }: Sets, { lowest }: Range, rank: number): void {
  const place = (rank - lowest) * width;
  for (let word = 0; word < width; word++) {
    reached[place + word] = at(indirect, word) | at(direct, word) | at(byWay, word);
  }
  if (at(numberOf, rank) >= 0) covered.set(indirect, at(numberOf, rank) * width);
}

function add(to: Int32Array, from: Int32Array, place: number): void {
  for (let word = 0; word < width; word++) to[word] = at(to, word) | at(from, place + word);
}

/**
 * Returns the columns, counted from the start of the block, that the current rank reaches only over transmitting ranks
 * and without a member in between.
 */
function byWayOnly({ indirect, direct, byWay }: Sets): number[] {
  const found: number[] = [];
  for (let word = 0; word < width; word++) {
    let rest = at(byWay, word) & ~at(indirect, word) & ~at(direct, word);
    while (rest !== 0) {
      const bit = 31 - Math.clz32(rest & -rest);
      found.push(word * 32 + bit);
      rest &= rest - 1;
    }
  }
  return found;
}

/** Reports the remaining edges between members, which are all direct. */
function keepEdges(
  { memberAt, offsets, ends, targets }: RankedMembers,
  hard: Uint8Array,
  keep: (first: number, then: number) => void,
): void {
  for (let rank = 0; rank < hard.length; rank++) {
    if (hard[rank] !== 1) continue;
    for (let edge = at(offsets, rank); edge < at(ends, rank); edge++) {
      const target = at(targets, edge);
      if (at(memberAt, target) >= 0) keep(rank, target);
    }
  }
}
