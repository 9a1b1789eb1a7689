/**
 * What is known of steps, as trees of decisions: one tree for each step, which asks for one slot of a core after the
 * other and leads to what the step does. A core that no branch fits is one in which the step has yet to be taken.
 */
import { createPairTable } from '../../tables/pair-table.ts';
import { createNumbers } from '../../tables/numbers.ts';
import type { CoreSlots } from '../../state/core-slots.ts';
import { itemAt } from '../../../../model/common/lookup.ts';

/** The trees of all steps. */
export interface Decisions<T> {
  /** Returns what a step does in a core, if that is known. Cost: O(slots that it reads). */
  readonly find: (step: number, core: number) => T | undefined;
  /** Returns what a step does in every core, if that is known: then it reads nothing of it. */
  readonly findAlways: (step: number) => T | undefined;
  /** Notes what a step does in all cores that are the same as this one in the slots it has read. */
  readonly add: (step: number, core: number, reads: readonly number[], what: T) => void;
  readonly bytes: () => number;
}

/** Creates trees for no steps. */
export function createDecisions<T>(slots: CoreSlots): Decisions<T> {
  const roots = new Map<number, number>();
  // By node: the slot that it asks for, or what is found there, as a negative number.
  const nodes = createNumbers();
  const branches = createPairTable();
  const leaves: T[] = [];

  /** Adds the nodes that ask for the slots from an index on, and a leaf; returns the first of them. */
  const grow = (core: number, asked: readonly number[], what: T): number => {
    const first = nodes.size();
    for (const slot of asked) {
      const node = nodes.size();
      nodes.push(slot);
      branches.set(node, slots.at(core, slot), node + 1);
    }
    nodes.push(-leaves.push(what));
    return first;
  };
  return {
    find(step, core) {
      let node = roots.get(step) ?? -1;
      while (node >= 0) {
        const slot = nodes.at(node);
        if (slot < 0) return itemAt(leaves, -1 - slot);
        node = branches.get(node, slots.at(core, slot));
      }
      return undefined;
    },
    findAlways(step) {
      const root = roots.get(step);
      const slot = root === undefined ? 0 : nodes.at(root);
      return slot < 0 ? itemAt(leaves, -1 - slot) : undefined;
    },
    add(step, core, reads, what) {
      let node = roots.get(step);
      if (node === undefined) {
        roots.set(step, grow(core, reads, what));
        return;
      }
      const left = new Set(reads);
      for (;;) {
        const slot = nodes.at(node);
        const value = slots.at(core, slot);
        left.delete(slot);
        const next = branches.get(node, value);
        if (next < 0) {
          branches.set(node, value, grow(core, [...left], what));
          return;
        }
        node = next;
      }
    },
    bytes: () => nodes.bytes() + branches.bytes() + 200 * leaves.length,
  };
}
