/**
 * Random runs: at each turn one of all that may happen next, drawn from the seed.
 */
import type { Evaluate, Run } from './run.ts';
import type { Environment, Move, Spent } from './environment.ts';
import { makeMove, movesOf, nothingSpent } from './environment.ts';
import { moveClock } from './kernel.ts';
import { isTrue } from './operators.ts';
import type { Player, Turn } from './player.ts';
import { RunError } from './run-error.ts';

/** Where a random run stands. */
export interface RandomPosition {
  readonly spent: Spent;
  readonly turns: number;
}

/** How a random run ends. */
export interface RandomLimits {
  /** At most so many turns; none without. */
  readonly turns: number | undefined;
  /** The run is over as soon as this holds. */
  readonly until: Evaluate | undefined;
}

/**
 * How often what is due happens for each time that the environment does something: otherwise a large
 * environment would leave no time for the system itself.
 */
const dueShare = 4;

/** Makes the player of random runs in an environment. */
export function randomPlayer(environment: Environment, { turns, until }: RandomLimits): Player<RandomPosition> {
  return {
    start: { spent: nothingSpent(environment), turns: 0 },
    turn: (run, position) => {
      if (turns !== undefined && position.turns >= turns) return undefined;
      const moves = movesOf(run, environment, position.spent);
      const move = moves[indexOf(moves, run.draw.pick(weightOf(moves)))];
      if (move === undefined) {
        passTime(run, environment);
        return undefined;
      }
      return turnBy(run, environment, position, move, until);
    },
  };
}

/** Returns the number to draw for which a random run makes that move. */
export function drawFor(moves: readonly Move[], index: number): number {
  const weights = weightsOf(moves);
  let sum = 0;
  for (let each = 0; each < index; each++) sum += isDue(moves[each]) ? weights.due : weights.other;
  return sum;
}

function turnBy(
  run: Run,
  environment: Environment,
  { spent, turns }: RandomPosition,
  move: Move,
  until: Evaluate | undefined,
): Turn<RandomPosition> {
  const made = makeMove(run, environment, spent, move);
  const next = { spent: made.spent, turns: turns + 1 };
  const { played } = made;
  if (played.kind === 'judged' || played.stepped.error !== undefined) return { played, position: undefined };
  if (until === undefined) return { played, position: next };
  try {
    return { played, position: isTrue(until({ run, self: -1, locals: [] })) ? undefined : next };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { played: { ...played, stepped: { ...played.stepped, error } }, position: undefined };
  }
}

/** Nothing is left to happen: with a horizon, the time until then passes. */
function passTime(run: Run, { horizon }: Environment): void {
  if (horizon !== undefined) moveClock(run.state, horizon);
}

const isDue = (move: Move | undefined): boolean => move?.kind === 'due';

/** Weights are whole numbers, so that one number is drawn for each turn. */
function weightsOf(moves: readonly Move[]): { readonly due: number; readonly other: number } {
  const due = moves.filter(isDue).length;
  const other = moves.length - due;
  return due === 0 || other === 0 ? { due: 1, other: 1 } : { due: dueShare * other, other: due };
}

function weightOf(moves: readonly Move[]): number {
  const weights = weightsOf(moves);
  return moves.reduce((sum, move) => sum + (isDue(move) ? weights.due : weights.other), 0);
}

function indexOf(moves: readonly Move[], drawn: number): number {
  const weights = weightsOf(moves);
  let left = drawn;
  return moves.findIndex((move) => (left -= isDue(move) ? weights.due : weights.other) < 0);
}
