/** A guide of an exploration: only the moves that it accepts are followed, along a run that is known from elsewhere. */
import type { Move } from '../../play/environment.ts';

/** Accepts moves; states are the numbers that they have in the exploration. */
export interface Guide {
  /** Returns true if a move from a state is to be followed. */
  readonly accepts: (from: number, move: Move) => boolean;
  /** Is told where a transition leads; the move is absent for a plain step. */
  readonly followed: (from: number, to: number, move: Move | undefined) => void;
}
