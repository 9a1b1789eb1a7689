/**
 * Who is owed a turn: each timer, what travels between two, each restart. What the environment may do,
 * and faults, are owed nothing: they may stay away for ever.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Move } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';
import type { Dues } from '../state/dues.ts';
import { unowed } from '../state/state-graph.ts';

/** Numbers for whoever gets a turn, the same in all states; all are above `plainTurn`. */
export interface Owing {
  /** By a move; `unowed` for nobody. */
  readonly by: (state: State, move: Move) => number;
  /** By what is due, as `Dues` numbers it. */
  readonly due: (id: number) => number;
  readonly restart: (entity: EntityId) => number;
}

/** Makes a table of those who are owed a turn. */
export function createOwing(dues: Dues): Owing {
  const numbers = new Map<string | number, number>();
  const numberOf = (key: string | number): number => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size + 1));
    return number;
  };
  const known: number[] = [];
  // Of what keeps its order only the first can arrive: all of it is one queue, which is owed its turn.
  const due = (id: number): number => {
    const pair = dues.pairOf(id);
    return (known[id] ??= numberOf(pair === undefined ? id : `pair ${pair}`));
  };
  const restart = (entity: EntityId): number => numberOf(`restart ${entity}`);
  return {
    due,
    restart,
    by: (state, move) => {
      if (move.kind === 'due') return due(dues.idOf(state, move.entry.due));
      return move.kind === 'restart' ? restart(move.entity) : unowed;
    },
  };
}
