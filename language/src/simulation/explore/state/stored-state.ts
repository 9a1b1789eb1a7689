/** A state in a space: a row of up to four numbers, and its meaning. */
import type { Spent } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';

/** The columns of a state; the last is kept only where states know the time. */
export const columns = { core: 0, underWay: 1, spent: 2, now: 3 } as const;
/** The number of columns. */
export const stateWidth = 4;

/** A state that was looked up, to go on from, and what the environment has used up in it. */
export interface StoredState {
  readonly state: State;
  readonly spent: Spent;
  readonly row: ArrayLike<number>;
}
