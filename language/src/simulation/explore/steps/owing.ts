/**
 * The turns owed under fairness: to each timer, to the messages between two entities, to each restart and each end of a
 * pause. Nothing is owed to faults and to what the environment may do: they may stay away forever.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Move } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';
import type { Dues } from '../state/dues.ts';
import { type GrowingTable, textTable } from '../tables/growing-table.ts';
import { unowed } from '../state/state-graph.ts';

/** Numbers of turns, the same in all states; all are greater than `plainTurn`. */
export interface Owing {
  /** The turn that a move takes; `unowed` for none. */
  readonly by: (state: State, move: Move, isFromPile: boolean) => number;
  /** The turn of a due entry, as `Dues` numbers it. */
  readonly due: (id: number) => number;
  /** The turns of a pending entry: that of its queue, and in a pile its own. */
  readonly pending: (id: number) => readonly number[];
  readonly restart: (entity: EntityId) => number;
  readonly resume: (entity: EntityId) => number;
  readonly table: GrowingTable;
}

/** Creates a table of the turns that are owed. */
export function createOwing(dues: Dues): Owing {
  const numbers = new Map<string | number, number>();
  const numberOf = (key: string | number): number => {
    let number = numbers.get(key);
    if (number === undefined) numbers.set(key, (number = numbers.size + 1));
    return number;
  };
  const known: number[] = [];
  // Where order is kept, only the first entry can arrive: all of them are one queue, which is owed its turn.
  const due = (id: number): number => {
    const pair = dues.pairOf(id);
    return (known[id] ??= numberOf(pair === undefined ? dues.plainOf(id) : `pair ${pair}`));
  };
  // In a pile, which has no order, each message arrives some time, because before it there are finitely many.
  const piled = (id: number): number => {
    const plain = dues.plainOf(id);
    return dues.pairOf(id) === undefined ? due(id) : numberOf(`pile ${plain}`);
  };
  const restart = (entity: EntityId): number => numberOf(`restart ${entity}`);
  const resume = (entity: EntityId): number => numberOf(`resume ${entity}`);
  return {
    due,
    pending: (id) => (dues.plainOf(id) === id ? [due(id)] : [due(id), piled(id)]),
    restart,
    resume,
    table: textTable(numbers, 1),
    by: (state, move, isFromPile) => {
      if (move.kind === 'due') return (isFromPile ? piled : due)(dues.idOf(state, move.entry.due));
      if (move.kind === 'resume') return resume(move.entity);
      return move.kind === 'restart' ? restart(move.entity) : unowed;
    },
  };
}
