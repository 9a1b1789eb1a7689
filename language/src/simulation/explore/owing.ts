/**
 * Who is owed a turn: each timer, what travels between two, each restart. What the environment may do,
 * and faults, are owed nothing: they may stay away for ever.
 */
import { orderedPair } from '../agenda.ts';
import type { Move } from '../environment.ts';
import type { State } from '../run.ts';
import type { Dues } from './dues.ts';
import { unowed } from './state-graph.ts';

/** Returns a number for whoever gets a turn by a move, the same in all states; `unowed` for nobody. */
export type Owing = (state: State, move: Move) => number;

/** The plain steps of a check go on by themselves. */
export const plainTurn = 0;

/** Makes a table of those who are owed a turn. */
export function createOwing(dues: Dues): Owing {
  const numbers = new Map<string | number, number>();
  const numberOf = (key: string | number): number => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size + 1));
    return number;
  };
  return (state, move) => {
    switch (move.kind) {
      case 'due': {
        // Of what keeps its order only the first can arrive: all of it is one queue, which is owed its turn.
        const pair = orderedPair(move.entry.due);
        return pair === undefined ? numberOf(dues.idOf(state, move.entry.due)) : numberOf(`pair ${pair}`);
      }
      case 'restart':
        return numberOf(`restart ${move.entity}`);
      default:
        return unowed;
    }
  };
}
