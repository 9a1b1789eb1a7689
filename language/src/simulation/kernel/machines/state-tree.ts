/**
 * The tree of a machine's states, and what follows from it alone: the domain of a transition and the states that it
 * enters. After the algorithm of SCXML (https://www.w3.org/TR/scxml, appendix D). The machine itself is the last state.
 */

import { required } from '../../../model/common/lookup.ts';
import type { History } from '../../../model/machines/machine.ts';

/** The states that histories stand for, by their numbers; a history whose state has not been left yet is missing. */
export type Memories = ReadonlyMap<number, readonly number[]>;

/** The nesting of states; lists are by state. */
export interface StateTree {
  /** Itself first, then the states around it, the machine last. */
  readonly paths: readonly (readonly number[])[];
  /** The states directly in it, in document order. */
  readonly inner: readonly (readonly number[])[];
  /** The one that is entered with it, if one of those in it is. */
  readonly initial: readonly (number | undefined)[];
  /** True if all the states directly in it are active with it. */
  readonly parallel: readonly boolean[];
  /** In document order. */
  readonly histories: readonly Pick<History, 'state' | 'deep' | 'persistent' | 'target'>[];
  /** True without parallel states and histories: then each configuration has the number of its innermost state. */
  readonly isPlain: boolean;
}

/** Returns true if a state is in another one, at any depth. */
export const isStateWithin = ({ paths }: StateTree, state: number, around: number): boolean =>
  state !== around && paths[state]?.includes(around) === true;

/**
 * Returns the state that stays active around a transition: the innermost one, not parallel, that is around its source
 * and its targets and different from all of them; the machine itself for its own transitions. An internal one to inner
 * states of its source leaves only these.
 */
export function domainOf(
  tree: StateTree,
  { source, isInternal }: { readonly source: number; readonly isInternal: boolean },
  targets: readonly number[],
): number {
  const isInside = isInternal && tree.parallel[source] !== true;
  if (isInside && targets.every((target) => isStateWithin(tree, target, source))) return source;
  const path = required(tree.paths[source]);
  const root = path.at(-1) ?? source;
  const aroundTargets = targets.map((target) => new Set(required(tree.paths[target]).slice(1)));
  const isAround = (index: number): boolean => aroundTargets.every((around) => around.has(index));
  return path.slice(1).find((index) => tree.parallel[index] !== true && isAround(index)) ?? root;
}

/**
 * Returns the states that are entered within a domain for some targets in it, in document order: those around the
 * targets, what is initial in them, and the other states of parallel ones.
 */
export function enteredFor(tree: StateTree, targets: readonly number[], domain: number): number[] {
  const entered = new Set<number>();
  const enterAll = (parallel: number): void => {
    for (const inner of required(tree.inner[parallel])) {
      if (![...entered].some((each) => each === inner || isStateWithin(tree, each, inner))) enterDown(inner);
    }
  };
  const enterDown = (state: number): void => {
    entered.add(state);
    const initial = tree.initial[state];
    if (tree.parallel[state] === true) enterAll(state);
    else if (initial !== undefined) enterDown(initial);
  };
  for (const target of targets) enterDown(target);
  for (const target of targets) {
    for (const around of required(tree.paths[target]).slice(1)) {
      if (around === domain) break;
      entered.add(around);
      if (tree.parallel[around] === true) enterAll(around);
    }
  }
  return [...entered].sort((a, b) => a - b);
}
