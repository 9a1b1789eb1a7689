/** The limits of runs of any kind: a number of turns, or a condition that comes to hold. */
import { isTrue } from '../kernel/operators.ts';
import type { Player } from './player.ts';
import type { Evaluate, Run } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';

/** The ways in which a run ends, besides by itself. */
export interface Limits {
  /** The most turns; absent for any number. */
  readonly turns: number | undefined;
  /** The run is over as soon as this comes to hold; see `watch`. */
  readonly until: Evaluate | undefined;
}

/** The knowledge about a condition that a run waits for. */
export interface ConditionWatch {
  readonly holds: boolean;
  /** Microseconds from the start: the time since when it has been so. */
  readonly since: number;
}

/**
 * Judges a condition after a step, given the knowledge before it; undefined at the start. A condition without meaning
 * in a state does not hold in it.
 */
export function watch(condition: Evaluate, run: Run, before: ConditionWatch | undefined): ConditionWatch {
  const holds = holdsIn(condition, run);
  return before?.holds === holds ? before : { holds, since: run.state.now };
}

/** Returns true if a condition has come to hold: one that holds from the start must have ceased to in between. */
export const isReached = (before: ConditionWatch | undefined, after: ConditionWatch): boolean =>
  before?.holds === false && after.holds;

/** The position of a limited run. */
export interface LimitedPosition<Position> {
  readonly inner: Position;
  readonly turns: number;
  readonly watch: ConditionWatch | undefined;
}

/** Creates a player that does the same as another one, within limits. */
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
