/** Random runs: at each turn one of the possible next steps, drawn from the seed. */
import { itemAt } from '../../model/common/lookup.ts';
import type { Run } from '../kernel/run.ts';
import { type Environment, makeMove, type Move, movesOf, nothingSpent, type Spent } from './environment.ts';
import { drawWait, leeway, mayWait } from './free-time.ts';
import type { Choice, Player, Turn } from './player.ts';

/** The position of a random run: what its environment has used up. */
export type RandomPosition = Spent;

/**
 * The number of due entries that happen for each action of the environment: otherwise a large environment would leave
 * no time for the system itself.
 */
export const dueShare = 4;

/** Creates the player of random runs in an environment; a run ends only when nothing can happen. */
export function randomPlayer(environment: Environment): Player<RandomPosition> {
  return {
    start: nothingSpent(environment),
    turn: (run, spent) => {
      const moves = movesOf(run, environment, spent);
      if (moves.length === 0) return undefined;
      const move = moves[drawIndex(run, moves)];
      if (move === undefined) throw new Error('No move has the number that was drawn.');
      return turnBy(run, environment, spent, move);
    },
    choices: (run, spent) => choicesAmong(environment, movesOf(run, environment, spent)),
  };
}

function turnBy(run: Run, environment: Environment, from: Spent, move: Move): Turn<RandomPosition> {
  const wait = mayWait(move) ? drawWait(run, leeway(run.state, environment)) : 0;
  const { played, spent } = makeMove(run, environment, from, move, wait);
  const isOver = played.kind === 'judged' || played.stepped.error !== undefined;
  return { played, position: isOver ? undefined : spent };
}

/** An option with a weight: a move, or the next plain step of a check, which counts as a due entry. */
type Weighed = Move | { readonly kind: 'plain' };

/** Returns the options as choices, with the number to draw for each. */
export function choicesAmong(environment: Environment, options: readonly Weighed[]): Choice[] {
  return options.map((option, index) => ({ ...choiceOf(environment, option), draw: drawOf(options, index) }));
}

/** Returns the choices without the next plain step. */
export const movesAmong = (choices: readonly Choice[]): readonly Choice[] =>
  choices.filter(({ kind }) => kind !== 'plain');

function choiceOf({ actions }: Environment, move: Weighed): Omit<Choice, 'draw'> {
  switch (move.kind) {
    case 'plain':
      return { kind: move.kind };
    case 'due':
      return { kind: move.kind, due: move.entry.due };
    case 'action': {
      const { place, event, to } = itemAt(actions, move.index);
      return {
        kind: move.kind,
        place,
        ...(event !== undefined && { event }),
        ...(to !== undefined && { to }),
      };
    }
    case 'crash':
    case 'halt':
    case 'pause':
      return { kind: move.kind, entity: move.entity, ...(move.others !== undefined && { others: move.others }) };
    case 'restart':
    case 'resume':
      return { kind: move.kind, entity: move.entity };
    default:
      return { kind: move.kind, due: move.entry.due };
  }
}

const isDue = ({ kind }: Weighed): boolean => kind === 'due' || kind === 'plain';

/** Weights are whole numbers, so that one number is drawn for each turn. */
function weightsOf(moves: readonly Weighed[]): { readonly due: number; readonly other: number } {
  const due = moves.filter(isDue).length;
  const other = moves.length - due;
  return due === 0 || other === 0 ? { due: 1, other: 1 } : { due: dueShare * other, other: due };
}

/** Returns the least number that a random run draws to make one of its moves. */
export function drawOf(moves: readonly Weighed[], index: number): number {
  const weights = weightsOf(moves);
  return moves.slice(0, index).reduce((sum, move) => sum + (isDue(move) ? weights.due : weights.other), 0);
}

/** Draws one of the options; returns its index. */
export const drawIndex = (run: Run, moves: readonly Weighed[]): number =>
  indexOf(moves, run.draw.pick(weightOf(moves)));

function weightOf(moves: readonly Weighed[]): number {
  const weights = weightsOf(moves);
  return moves.reduce((sum, move) => sum + (isDue(move) ? weights.due : weights.other), 0);
}

function indexOf(moves: readonly Weighed[], drawn: number): number {
  const weights = weightsOf(moves);
  let left = drawn;
  return moves.findIndex((move) => (left -= isDue(move) ? weights.due : weights.other) < 0);
}
