/**
 * A sequence of nodes that supports moving nodes and comparing two in constant time: a linked list with ascending
 * labels.
 */
import { at, itemAt } from '../../model/common/lookup.ts';

/** A sequence of all nodes, numbered from 0. */
export interface MovableOrder {
  /** Ascending along the sequence, by node; it changes as nodes are moved. */
  readonly label: Float64Array;
  /** Returns true if `a` comes before `b`. Cost: O(1). */
  readonly isBefore: (a: number, b: number) => boolean;
  /** Moves nodes, in their current order, directly after a node that is not among them. */
  readonly moveAfter: (nodes: readonly number[], anchor: number) => void;
  /** Moves nodes, in their current order, directly before a node that is not among them. */
  readonly moveBefore: (nodes: readonly number[], anchor: number) => void;
  /** Returns all nodes in their current order. Cost: O(V). */
  readonly toArray: () => Int32Array;
}

/**
 * Returns the sequence in which node v is at `places[v]`. Cost of a move: O(k log k) for k nodes; if labels are too
 * close, the neighbours, twice as many on each attempt, are relabelled.
 */
export function createMovableOrder(places: Int32Array): MovableOrder {
  const { next, previous, label, end, spacing } = startList(places);
  const labelOf = (node: number): number => itemAt(label, node);
  const isBefore = (a: number, b: number): boolean => labelOf(a) < labelOf(b);
  const moveAfter = (moved: readonly number[], anchor: number): void => {
    const sorted = moved.length < 2 ? moved : [...moved].sort((a, b) => labelOf(a) - labelOf(b));
    for (const node of sorted) connect(at(previous, node), at(next, node));
    let place = anchor;
    const following = at(next, anchor);
    for (const node of sorted) {
      connect(place, node);
      place = node;
    }
    connect(place, following);
    spread(anchor, following, sorted.length);
  };
  return {
    label,
    isBefore,
    moveAfter,
    moveBefore: (moved, before) => {
      if (moved.length === 0) return;
      const isMoved = moved.length < 2 ? undefined : new Set(moved);
      let anchor = at(previous, before);
      while (isMoved === undefined ? anchor === moved[0] : isMoved.has(anchor)) anchor = at(previous, anchor);
      moveAfter(moved, anchor);
    },
    toArray: () => {
      const nodes = new Int32Array(end);
      let node = end;
      return nodes.map(() => (node = at(next, node)));
    },
  };

  function connect(first: number, then: number): void {
    next[first] = then;
    previous[then] = first;
  }

  /** Relabels the nodes between two, and as many around them as it takes to find room. */
  function spread(from: number, to: number, between: number): void {
    let [left, right, inside] = [from, to, between];
    for (let more = 1; !hasRoom(left, right, inside, more); more *= 2) {
      for (let step = 0; step < more && left !== end; step++, inside++) left = at(previous, left);
      for (let step = 0; step < more && right !== end; step++, inside++) right = at(next, right);
    }
    const [low, high] = bounds(left, right);
    const gap = (high - low) / (inside + 1);
    let place = 1;
    for (let node = at(next, left); node !== right; node = at(next, node)) {
      label[node] = Math.floor(low + gap * place++);
    }
  }

  /** Wider ranges must be emptier, so that they take longer to fill up again. */
  function hasRoom(left: number, right: number, inside: number, width: number): boolean {
    const [low, high] = bounds(left, right);
    return (left === end && right === end) || high - low > (inside + 1) * (width === 1 ? 1 : 4 * width);
  }

  function bounds(left: number, right: number): readonly [number, number] {
    return [left === end ? 0 : labelOf(left), right === end ? (end + 1) * spacing : labelOf(right)];
  }
}

/** The nodes in a ring; one extra node marks both ends. */
interface List {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Ascending along the list; whole numbers, so that they are exact. */
  readonly label: Float64Array;
  readonly end: number;
  /** The initial distance between two labels. */
  readonly spacing: number;
}

function startList(places: Int32Array): List {
  const end = places.length;
  const list = {
    next: new Int32Array(end + 1),
    previous: new Int32Array(end + 1),
    label: new Float64Array(end + 1),
    end,
    spacing: Math.floor(2 ** 52 / (end + 2)),
  };
  const nodes = new Int32Array(end);
  for (let node = 0; node < end; node++) nodes[at(places, node)] = node;
  let last = end;
  for (let place = 0; place <= end; place++) {
    const node = place < end ? at(nodes, place) : end;
    list.next[last] = node;
    list.previous[node] = last;
    if (node !== end) list.label[node] = (place + 1) * list.spacing;
    last = node;
  }
  return list;
}
