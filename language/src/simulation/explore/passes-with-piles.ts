/**
 * The proof that a check passes although its queues grow without end: its states with piles, which are finitely many.
 * A property that they break may hold all the same, so that they never show a violation.
 */
import { expandInSteps } from './space/expand.ts';
import { isLastingBroken, type OfVariant } from './counterexample/broken-runs.ts';
import type { Limit, Progress } from './judgement/verdict.ts';
import { begin, createSpace, isMoment, type Space, type SpaceOptions } from './space/space.ts';
import { createBytes } from './tables/numbers.ts';
import { columns } from './state/stored-state.ts';
import { canPile, longestQueue } from './state/piles.ts';
import type { Check } from '../../model/scenario.ts';

/** A queue that is longer grows without end, more often than not. */
const longest = 16;

/** The outcome of an attempt: the states that prove it, a limit that ended it, or a property that may be broken. */
export type Proof =
  | { readonly kind: 'passes'; readonly space: Space }
  | { readonly kind: 'ended'; readonly limit: Limit }
  | { readonly kind: 'open' | 'none' };

/** The proofs to try during an exploration. */
export interface PileProofs {
  /**
   * Tries to prove that the check passes, if queues are long, with at most as many states as the exploration has, each
   * time it has twice as many. `open`: a property of whole runs may be broken. While
   * that goes on, the exploration stands still: `progress` is what is yielded.
   */
  readonly attempt: (progress: Progress) => Generator<Progress, Proof, Limit | undefined>;
  /** Returns when to try next, and the outcome so far. */
  readonly known: () => TriedProofs;
  /** Goes on from that. */
  readonly resume: (known: TriedProofs) => void;
}

/** The number of states from which to try, and the last outcome that stays. */
export interface TriedProofs {
  readonly next: number;
  readonly last: 'open' | 'none' | undefined;
}

/** Creates the proofs for an exploration of states one by one. */
export function createPileProofs(
  { program, judge, variant, check }: OfVariant & { readonly check: Check },
  space: Space,
  options: SpaceOptions,
  isDue: (space: Space) => boolean,
): PileProofs {
  const { code, states } = space;
  let last: 'open' | 'none' | undefined = space.hashed === undefined && canPile(program, code) ? undefined : 'none';
  let [next, seen] = [1000, 0];
  const known = createBytes();
  let isLong = false;
  const look = (): boolean => {
    for (; seen < states.size() && !isLong; seen++) {
      const list = isMoment(space, seen) ? 0 : states.at(seen, columns.underWay);
      while (known.size() <= list) known.push(0);
      if (known.at(list) === 1) continue;
      known.set(list, 1);
      isLong = code.lists.isLonger(list, longest) && longestQueue(code.dues, code.lists.get(list)) > longest;
    }
    return isLong;
  };
  return {
    known: () => ({ next, last }),
    resume: (known) => {
      ({ next, last } = known);
    },
    *attempt(progress) {
      if (last === 'none' || states.size() < next || !look()) return { kind: 'none' };
      next = 2 * states.size();
      if (last !== undefined) return { kind: last };
      const piled = createSpace(program, check, variant, { ...options, hasPiles: true });
      let found = begin(piled);
      while (found === undefined && piled.expanded < piled.states.size()) {
        if (piled.states.size() > states.size()) return { kind: 'none' };
        const expanding = expandInSteps(piled);
        let step = expanding.next(false);
        for (; step.done !== true; step = expanding.next(false)) {
          const limit = yield progress;
          if (limit !== undefined) return { kind: 'ended', limit };
        }
        found = step.value;
        if (!isDue(piled)) continue;
        const limit = yield progress;
        if (limit !== undefined) return { kind: 'ended', limit };
      }
      const judging = isLastingBroken(judge, piled);
      let judged = found === undefined ? judging.next() : { done: true as const, value: true };
      for (; judged.done !== true; judged = judging.next()) {
        const limit = yield progress;
        if (limit !== undefined) return { kind: 'ended', limit };
      }
      if (!judged.value) return { kind: 'passes', space: piled };
      last = found === undefined ? 'open' : 'none';
      return { kind: last };
    },
  };
}
