/**
 * The transition graph of an exploration: for each state its transitions, in the order in which they are explored, and
 * the turn that each of them gives to whatever is owed one.
 */
import { createNumbers } from '../tables/numbers.ts';
import { createPairTable } from '../tables/pair-table.ts';

/** The number for transitions that are owed no turn: one may stay possible forever without being taken. */
export const unowed = -1;

/** The turn of the plain steps of a check, which go on by themselves. */
export const plainTurn = 0;

/** The turn of time itself. */
export const timeTurn = -2;

/** The turns of transitions as small numbers: what each takes, and what it relieves. */
export interface Turns {
  /** Returns the number for a turn that is taken (`unowed` for none) and the number of a list of turns relieved. */
  readonly idOf: (owed: number, relieved: number) => number;
  readonly owed: (id: number) => number;
  readonly relieved: (id: number) => number;
  readonly size: () => number;
}

/** Creates an empty table of turns. */
export function createTurns(): Turns {
  const [ids, owed, relieved] = [createPairTable(), createNumbers(), createNumbers()];
  return {
    idOf(taken, freed) {
      let id = ids.get(freed, taken);
      if (id < 0) {
        id = owed.size();
        ids.set(freed, taken, id);
        owed.push(taken);
        relieved.push(freed);
      }
      return id;
    },
    owed: (id) => owed.at(id),
    relieved: (id) => relieved.at(id),
    size: owed.size,
  };
}

/**
 * States from 0, numbered breadth first; the transitions of state s are from `offsets(s)` to before `ends(s)`. States in
 * which nothing is awaited may be without theirs.
 */
export interface StateGraph {
  readonly stateCount: number;
  readonly offsets: (state: number) => number;
  readonly ends: (state: number) => number;
  readonly target: (edge: number) => number;
  /** Returns the index of a transition among all from its state. */
  readonly way: (hop: { readonly from: number; readonly edge: number }) => number;
  /**
   * Returns true if the other moves of a state wait for those that are followed, which make no other one possible or
   * impossible: in a loop of states not all of which are such, these tell nothing of what is owed a turn.
   */
  readonly isPartial: (state: number) => boolean;
  /** The turn that a transition takes, of a machine's timer, a message, a restart; `unowed` if it need not happen. */
  readonly owed: (edge: number) => number;
  /**
   * Returns the turns relieved along an edge that does not give them: that of a timer that is disarmed, also if it is
   * armed again in the same step; with an exact clock that of time itself, where some passes.
   */
  readonly relieved: (edge: number) => readonly number[];
  /** The turns owed in each state: with an exact clock that of time itself, which no run holds up forever. */
  readonly waits: readonly number[];
  /** Returns true if not every transition of a state was followed: because of a bound, a horizon or another limit. */
  readonly isCut: (state: number) => boolean;
  /** The predecessor through which a state was found; -1 for one that a run may start in. */
  readonly cameFrom: (state: number) => number;
}
