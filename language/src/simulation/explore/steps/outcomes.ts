/**
 * The outcomes of moves: the effect of a move on the core of a state does not depend on what else is under way, so it
 * is made once for each core and move. Where it does depend on that (what messages keep alive, how an object that came
 * back is being deleted), the kernel steps each time.
 */
import { isArmed } from '../../kernel/agenda.ts';
import type { State } from '../../kernel/run.ts';
import type { Move } from '../../play/environment.ts';
import { errorFault, type Violation } from '../judgement/judge.ts';
import { createPairTable } from '../state/pair-table.ts';
import { createNumbers, unowed } from '../state/state-graph.ts';
import type { StoredState } from '../state/stored-state.ts';
import { disarmedBy } from './relieved.ts';
import { coreBits, type Cores } from './cores.ts';
import type { Surroundings } from './remembered.ts';
import type { Way } from './ways.ts';
import { required } from '../../../model/lookup.ts';

/** The faults on the way of a move: an error that ends the run, and an event that was dropped. */
export interface Faults {
  readonly error: Violation | undefined;
  readonly dropped: Violation | undefined;
}

/** The columns of an outcome. */
export const outcomeColumns = {
  /** The number of the core that it leads to. */
  core: 0,
  /** The number of the list of entries that are new under way. */
  added: 1,
  /** The number of its turns, for the move itself and for one that overtakes others. */
  turns: 2,
  overtaking: 3,
  /** `outcomeBits`. */
  bits: 4,
} as const;

/** The number of columns. */
const outcomeWidth = 5;

/** Bits of an outcome: ending if it can call off a deletion under way, gone if what was taken is no longer under way. */
export const outcomeBits = { isGone: 1, isEnding: 2, isFaulty: 4 } as const;

/** The outcomes known so far. */
export interface Outcomes {
  /** Returns the place of a move's outcomes, by core and `moveKey`; -1 if they are not known. */
  readonly find: (core: number, key: number) => number;
  /** Makes the outcomes of a move, whose turn is `owed`, in one state that has the core; returns their place. */
  readonly make: (core: number, key: number, move: Move, owed: number, standing: StoredState) => number;
  /** Returns the number of outcomes at a place; -1 where the kernel has to step. */
  readonly count: (place: number) => number;
  /** Returns a column of the outcome that is the `index`th at a place. */
  readonly at: (place: number, index: number, column: number) => number;
  /** Returns the faults of a faulty outcome. */
  readonly faults: (place: number, index: number) => Faults;
  readonly bytes: () => number;
}

/** Creates an empty table. */
export function createOutcomes(around: Surroundings, cores: Cores): Outcomes {
  const { code, dropped, turns } = around;
  const places = createPairTable();
  // The number of outcomes at a place precedes them.
  const pool = createNumbers();
  const faults = new Map<number, Faults>();

  const keep = (standing: StoredState, owed: number, { run, move, played }: Way): void => {
    const { state } = standing;
    const error = 'stepped' in played ? played.stepped.error : undefined;
    const found: Faults = { error: error === undefined ? undefined : errorFault(error), dropped: dropped.fault() };
    const isFaulty = found.error !== undefined || found.dropped !== undefined;
    if (isFaulty) faults.set(pool.size(), found);
    let bits: number = isFaulty ? outcomeBits.isFaulty : 0;
    if (error !== undefined) {
      for (const number of [0, 0, turns.idOf(owed, 0), turns.idOf(unowed, 0), bits]) pool.push(number);
      return;
    }
    const before = new Set(state.agenda);
    const added = run.state.agenda
      .filter((entry) => !before.has(entry) && !isArmed(entry.due))
      .map(({ due }) => code.dues.idOf(run.state, due));
    const relieved = disarmedBy(around, { before: state, move, after: run.state });
    if ('entry' in move && !run.state.agenda.includes(move.entry)) bits |= outcomeBits.isGone;
    if (changesDeletions(state, run.state)) bits |= outcomeBits.isEnding;
    pool.push(code.coreOf(run.state, standing));
    pool.push(code.lists.idOf(added));
    pool.push(turns.idOf(owed, relieved));
    pool.push(turns.idOf(unowed, relieved));
    pool.push(bits);
  };
  /** Returns false if the judgement of a core that is led to depends on what is under way. */
  const areSure = (place: number, count: number): boolean => {
    for (let index = 0; index < count; index++) {
      const first = place + 1 + index * outcomeWidth;
      if (faults.get(first)?.error !== undefined) continue;
      if ((cores.bitsOf(pool.at(first + outcomeColumns.core)) & coreBits.isUnsure) !== 0) return false;
    }
    return true;
  };
  return {
    find: (core, key) => places.get(core, key),
    make(core, key, move, owed, standing) {
      const place = pool.size();
      places.set(core, key, place);
      pool.push(0);
      const isSure = around.ways.of(standing.state, standing.spent, move, (way) => {
        if (way.run.step.asksUnderWay) return false;
        keep(standing, owed, way);
        return true;
      });
      const count = isSure ? (pool.size() - place - 1) / outcomeWidth : -1;
      pool.set(place, areSure(place, count) ? count : -1);
      return place;
    },
    count: (place) => pool.at(place),
    at: (place, index, column) => pool.at(place + 1 + index * outcomeWidth + column),
    faults: (place, index) => required(faults.get(place + 1 + index * outcomeWidth)),
    bytes: () => places.bytes() + pool.bytes(),
  };
}

/** Returns true if anything came to life or ended, is deleted, or has another owner. */
const changesDeletions = (before: State, after: State): boolean =>
  before.turns !== after.turns ||
  before.links !== after.links ||
  before.deletions !== after.deletions ||
  before.settings !== after.settings;
