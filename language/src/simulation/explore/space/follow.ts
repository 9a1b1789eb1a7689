/** Follows the transitions from an explored state, in the same order each time. */
import type { Played } from '../../play/player.ts';
import type { Move } from '../../play/environment.ts';
import type { Run, State } from '../../kernel/run.ts';
import { isMoment, keep, keepMoment, type Space } from './space.ts';
import { type StoredState, stateWidth } from '../state/stored-state.ts';

/** One transition while it is examined: the run is in its target state. */
export interface Onward {
  readonly run: Run;
  readonly played: Played;
  readonly draws: readonly number[];
  /** The move; absent for a plain step. */
  readonly move: Move | undefined;
  /** The time that the environment has waited before. */
  readonly wait: number;
  /** The predecessor state. */
  readonly before: State | undefined;
  /** True if the move takes a message from a pile. */
  readonly isFromPile: boolean;
}

/** A transition; `target` keeps the state that it leads to, and returns its number. */
export interface Followed {
  readonly onward: Onward;
  readonly target: () => number;
}

/** Follows all transitions from a state; `visit` returns false to stop. */
export function follow(space: Space, state: number, visit: (onward: Onward) => boolean): void {
  for (const { onward } of following(space, state)) if (!visit(onward)) return;
}

/**
 * Yields all transitions from a state, which another one of the same space must not interrupt. Returns the state as it
 * was looked up, unless it is within the plain steps.
 */
export function* following(space: Space, state: number): Generator<Followed, StoredState | undefined> {
  const { states, code, moments, plain, ways } = space;
  if (isMoment(space, state)) {
    const moment = moments[-1 - states.at(state, 0)];
    if (moment === undefined) return undefined;
    for (const { run, played, draws, move, wait, moment: next } of plain.turn(moment)) {
      const before = move === undefined ? undefined : moment.state;
      yield {
        onward: { run, played, draws, move, wait, before, isFromPile: false },
        target: () => (next === undefined ? state : keepMoment(space, next)),
      };
    }
    return undefined;
  }
  const row = new Int32Array(stateWidth);
  states.read(state, row);
  const standing = code.decode(row);
  for (const { run, before, isFromPile, move, played, spent, wait, draws } of ways.from(
    standing.state,
    standing.spent,
  )) {
    yield {
      onward: { run, move, played, wait, draws, before, isFromPile },
      target: () => keep(space, run.state, spent, standing),
    };
  }
  return standing;
}
