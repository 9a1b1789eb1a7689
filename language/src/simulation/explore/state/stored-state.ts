/** A state in a space: a row of four numbers, and its meaning. */
import type { Spent } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';

/** The columns of a state. */
export const columns = { spent: 0, now: 1, underWay: 2, core: 3 } as const;
/** The number of columns. */
export const stateWidth = 4;

/** A state that was looked up, to go on from, and what the environment has used up in it. */
export interface StoredState {
  readonly state: State;
  readonly spent: Spent;
  readonly row: ArrayLike<number>;
}
