/**
 * How runs of any kind are cut off: after so many turns, or as soon as a condition comes to hold.
 */
import { isTrue } from '../kernel/operators.ts';
import type { Player } from './player.ts';
import type { Evaluate, Run } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';

/** How a run ends, besides by itself. */
export interface Limits {
  /** At most so many turns; any number without. */
  readonly turns: number | undefined;
  /** The run is over as soon as this comes to hold; see `watch`. */
  readonly until: Evaluate | undefined;
}

/** What is known of a condition that a run waits for. */
export interface Watch {
  readonly holds: boolean;
  /** Microseconds from the start: since when it has been so. */
  readonly since: number;
}

/**
 * Judges a condition after a step, from what was known of it before that; nothing at the start. What
 * has no meaning in a state does not hold in it.
 */
export function watch(condition: Evaluate, run: Run, before: Watch | undefined): Watch {
  const holds = holdsIn(condition, run);
  return before?.holds === holds ? before : { holds, since: run.state.now };
}

/** Whether a condition has come to hold: what holds from the start must have ceased to in between. */
export const isReached = (before: Watch | undefined, after: Watch): boolean => before?.holds === false && after.holds;

/** Where a limited run stands. */
export interface LimitedPosition<Position> {
  readonly inner: Position;
  readonly turns: number;
  readonly watch: Watch | undefined;
}

/** Makes a player that does as another one, within limits. */
export function limited<Position>(
  player: Player<Position>,
  { turns, until }: Limits,
): Player<LimitedPosition<Position>> {
  return {
    start: { inner: player.start, turns: 0, watch: undefined },
    turn: (run, from) => {
      if (turns !== undefined && from.turns >= turns) return undefined;
      const before = until === undefined ? undefined : (from.watch ?? watch(until, run, undefined));
      const turn = player.turn(run, from.inner);
      if (turn === undefined) return undefined;
      const after = until === undefined ? undefined : watch(until, run, before);
      const isOver = turn.position === undefined || (after !== undefined && isReached(before, after));
      const position = isOver ? undefined : { inner: turn.position, turns: from.turns + 1, watch: after };
      // Without a position of its own the run was over already.
      return { played: turn.played, position: position as LimitedPosition<Position> | undefined };
    },
    choices: (run, { inner }) => player.choices?.(run, inner) ?? [],
  };
}

function holdsIn(condition: Evaluate, run: Run): boolean {
  try {
    return isTrue(condition({ run, self: -1, locals: [] }));
  } catch (error) {
    if (error instanceof RunError) return false;
    throw error;
  }
}
