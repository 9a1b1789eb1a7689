/** What a search keeps of each state: the state itself, or its hashes. */
import { createHashedStates, type HashedStates } from '../hashed/hashed-states.ts';
import { createPassingNumbers } from '../hashed/passing-rows.ts';
import type { Hashing } from '../hashed/recognized.ts';
import type { Origins } from '../hashed/trail.ts';
import { createPackedSet, type PackedSet } from '../tables/packed-set.ts';
import type { StateCode } from '../state/state-code.ts';
import { createBytes, type Numbers } from '../tables/numbers.ts';
import { createStateSet } from '../state/state-set.ts';
import { stateWidth } from '../state/stored-state.ts';

/** The lists by state of a search. */
export interface KeptStates {
  readonly states: PackedSet;
  /** Present where states are recognized by their hashes; then rows and the rest are kept only while they stand in the queue. */
  readonly hashed: HashedStates | undefined;
  /** By state: how it was found, and 1 if it is cut off. */
  readonly cameFrom: Origins;
  readonly isCut: Numbers;
}

/** Creates the lists of a search that keeps states whole, unless it is to recognize them by hashes. */
export function keptStates(code: StateCode, hashing: Hashing | undefined): KeptStates {
  if (hashing === undefined) return wholeStates(code);
  const width = code.time === 'absolute' ? stateWidth : stateWidth - 1;
  return hashedStates(createHashedStates(width, hashing));
}

/** Creates the lists by state where states are kept whole. */
export const wholeStates = (code: StateCode): KeptStates => ({
  states: code.time === 'absolute' ? createPackedSet(stateWidth) : createStateSet(),
  hashed: undefined,
  // In chunks, so that growing copies nothing.
  cameFrom: createPassingNumbers(),
  isCut: createBytes(),
});

const hashedStates = (hashed: HashedStates): KeptStates => ({
  ...{ hashed, states: hashed.states, isCut: hashed.isCut },
  cameFrom: {
    ...hashed.trail,
    at: () => {
      throw new Error('Only the trail knows how a state was found.');
    },
  },
});
