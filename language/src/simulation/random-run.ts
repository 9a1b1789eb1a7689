/**
 * Random runs: at each turn one of all that may happen next, drawn from the seed.
 */
import type { Run } from './run.ts';
import type { Environment, Move, Spent } from './environment.ts';
import { makeMove, movesOf, nothingSpent } from './environment.ts';
import { drawWait, leeway, mayWait } from './free-time.ts';
import type { Choice, Player, Turn } from './player.ts';

/** Where a random run stands: what of its environment is used up. */
export type RandomPosition = Spent;

/**
 * How often what is due happens for each time that the environment does something: otherwise a large
 * environment would leave no time for the system itself.
 */
const dueShare = 4;

/** Makes the player of random runs in an environment; one that ends only when nothing can happen. */
export function randomPlayer(environment: Environment): Player<RandomPosition> {
  return {
    start: nothingSpent(environment),
    turn: (run, spent) => {
      const moves = movesOf(run, environment, spent);
      if (moves.length === 0) return undefined;
      const move = moves[indexOf(moves, run.draw.pick(weightOf(moves)))];
      if (move === undefined) throw new Error('A number was drawn that stands for no move.');
      return turnBy(run, environment, spent, move);
    },
    choices: (run, spent) => choicesOf(environment, movesOf(run, environment, spent)),
  };
}

function turnBy(run: Run, environment: Environment, from: Spent, move: Move): Turn<RandomPosition> {
  const wait = mayWait(move) ? drawWait(run, leeway(run.state, environment)) : 0;
  const { played, spent } = makeMove(run, environment, from, move, wait);
  const isOver = played.kind === 'judged' || played.stepped.error !== undefined;
  return { played, position: isOver ? undefined : spent };
}

function choicesOf(environment: Environment, moves: readonly Move[]): Choice[] {
  return moves.map((move, index) => ({ ...choiceOf(environment, move), draw: drawOf(moves, index) }));
}

function choiceOf({ actions }: Environment, move: Move): Omit<Choice, 'draw'> {
  switch (move.kind) {
    case 'due':
      return { kind: move.kind, due: move.entry.due };
    case 'action': {
      const { place, event, to } = actions[move.index] ?? {};
      return {
        kind: move.kind,
        ...(place !== undefined && { place }),
        ...(event !== undefined && { event }),
        ...(to !== undefined && { to }),
      };
    }
    case 'crash':
    case 'halt':
    case 'restart':
      return { kind: move.kind, entity: move.entity };
    default:
      return { kind: move.kind, due: move.entry.due };
  }
}

const isDue = (move: Move | undefined): boolean => move?.kind === 'due';

/** Weights are whole numbers, so that one number is drawn for each turn. */
function weightsOf(moves: readonly Move[]): { readonly due: number; readonly other: number } {
  const due = moves.filter(isDue).length;
  const other = moves.length - due;
  return due === 0 || other === 0 ? { due: 1, other: 1 } : { due: dueShare * other, other: due };
}

/** Returns the number that a random run draws, at the least, to make one of its moves. */
export function drawOf(moves: readonly Move[], index: number): number {
  const weights = weightsOf(moves);
  return moves.slice(0, index).reduce((sum, move) => sum + (isDue(move) ? weights.due : weights.other), 0);
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
