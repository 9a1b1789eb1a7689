/**
 * A binary heap of numbers.
 */

/** A priority queue of numbers. */
export interface NumberHeap {
  readonly add: (number: number) => void;
  /** Removes and returns the least number; -1 if there is none. Cost: O(log n). */
  readonly take: () => number;
  readonly clear: () => void;
}

/** Returns an empty heap. */
export function createNumberHeap(): NumberHeap {
  const heap: number[] = [];
  const get = (place: number): number => heap[place] ?? Number.POSITIVE_INFINITY;
  return {
    add(number) {
      let place = heap.length;
      for (let above = (place - 1) >> 1; place > 0 && get(above) > number; above = (place - 1) >> 1) {
        heap[place] = get(above);
        place = above;
      }
      heap[place] = number;
    },
    take() {
      const least = heap[0] ?? -1;
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return least;
      let place = 0;
      for (;;) {
        let below = 2 * place + 1;
        if (get(below + 1) < get(below)) below += 1;
        if (get(below) >= last) break;
        heap[place] = get(below);
        place = below;
      }
      heap[place] = last;
      return least;
    },
    clear() {
      heap.length = 0;
    },
  };
}
