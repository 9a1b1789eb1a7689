/**
 * A sequence of nodes in which some can be moved behind another, and two compared at once: a linked
 * list with ascending labels.
 */
import { at } from './digraph.ts';

/** A sequence of all nodes from 0 on. */
export interface MovableOrder {
  /** Returns whether `a` comes before `b`. Cost: O(1). */
  readonly isBefore: (a: number, b: number) => boolean;
  /** Moves nodes, in the order that they have, directly behind a node that is none of them. */
  readonly moveBehind: (nodes: readonly number[], behind: number) => void;
  /** Moves nodes, in the order that they have, directly in front of a node that is none of them. */
  readonly moveBefore: (nodes: readonly number[], before: number) => void;
  /** Returns all nodes as they stand now. Cost: O(V). */
  readonly toArray: () => Int32Array;
}

/**
 * Returns the sequence in which node v stands at `places[v]`. Cost of a move: O(k log k) for k nodes; where
 * the labels have become too close, the nodes around, twice as many each time, share the room anew.
 */
export function createMovableOrder(places: Int32Array): MovableOrder {
  const { next, previous, label, end, spacing } = startList(places);
  const labelOf = (node: number): number => label[node] ?? -1;
  const isBefore = (a: number, b: number): boolean => labelOf(a) < labelOf(b);
  const moveBehind = (moved: readonly number[], behind: number): void => {
    const sorted = [...moved].sort((a, b) => labelOf(a) - labelOf(b));
    for (const node of sorted) connect(at(previous, node), at(next, node));
    let place = behind;
    const after = at(next, behind);
    for (const node of sorted) {
      connect(place, node);
      place = node;
    }
    connect(place, after);
    spread(behind, after, sorted.length);
  };
  return {
    isBefore,
    moveBehind,
    moveBefore: (moved, before) => {
      const isMoved = new Set(moved);
      let behind = at(previous, before);
      while (isMoved.has(behind)) behind = at(previous, behind);
      moveBehind(moved, behind);
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

  /** Gives new labels to the nodes between two, and to as many around them as it takes to find room. */
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

  /** Wider rooms must be emptier, so that it lasts the longer until they have to be shared anew. */
  function hasRoom(left: number, right: number, inside: number, width: number): boolean {
    const [low, high] = bounds(left, right);
    return (left === end && right === end) || high - low > (inside + 1) * (width === 1 ? 1 : 4 * width);
  }

  function bounds(left: number, right: number): readonly [number, number] {
    return [left === end ? 0 : labelOf(left), right === end ? (end + 1) * spacing : labelOf(right)];
  }
}

/** The nodes in a ring; one node more is both ends. */
interface List {
  readonly next: Int32Array;
  readonly previous: Int32Array;
  /** Ascending along the list; whole numbers, so that they are exact. */
  readonly label: Float64Array;
  readonly end: number;
  /** The room between two labels at the start. */
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
  for (const [node, place] of places.entries()) nodes[place] = node;
  let last = end;
  for (const [place, node] of [...nodes, end].entries()) {
    list.next[last] = node;
    list.previous[node] = last;
    if (node !== end) list.label[node] = (place + 1) * list.spacing;
    last = node;
  }
  return list;
}
