/**
 * The transitions that a core and what is used up make possible by themselves, whatever is under way: of armed timers,
 * of the environment's actions, of entities that fail or come back. Each list of them is made once.
 */
import type { Use } from '../../../play/environment.ts';
import { manyWaiting } from '../../../kernel/agenda.ts';
import { createPairTable } from '../../tables/pair-table.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { createNumbers } from '../../tables/numbers.ts';
import type { Cores } from './cores.ts';
import { outcomeBits } from './effects.ts';
import { createFreeMoves, type Own } from './free-moves.ts';
import { outcomeColumns, type Outcomes } from './outcomes.ts';
import { moveKey, stages, type StepContext } from './remembered.ts';
import type { UsesMet } from './uses.ts';
import { required } from '../../../../model/common/lookup.ts';

/** The columns of a transition. */
export const ownColumns = {
  stage: 0,
  core: 1,
  added: 2,
  spent: 3,
  turn: 4,
  use: 5,
  /** The index of its faults: the place and the index of its outcome; the place is -1 if it has none. */
  place: 6,
  index: 7,
} as const;
const width = 8;

/** Bits of a list: one or more outcomes in its core are known to the kernel alone, or may call off a deletion under way. */
export const ownBits = { isUnsure: 1, isEnding: 2 } as const;

/** The lists made so far. */
export interface MovesOfCore {
  /** Returns the place of the list of a core and what is used up. */
  readonly of: (core: number, spent: number) => number;
  readonly count: (place: number) => number;
  readonly bits: (place: number) => number;
  /** Returns a column of the transition that is the `index`th at a place. */
  readonly at: (place: number, index: number, column: number) => number;
  readonly tables: readonly SharedTable[];
  readonly bytes: () => number;
}

/** A list that was made: its bits, and its transitions row by row. */
export interface OwnMoves {
  readonly bits: number;
  readonly rows: readonly number[];
}

const due = { kind: 'due' } as const satisfies Use;

/** Creates an empty table; `make` makes what it does not have yet. */
export function createMovesOfCore(make: (core: number, spent: number) => OwnMoves): MovesOfCore {
  const places = createPairTable();
  // Number and bits of the transitions at a place precede them.
  const pool = createNumbers();
  const keep = (core: number, spent: number): number => {
    const { bits, rows } = make(core, spent);
    const place = pool.size();
    for (const number of [rows.length / width, bits, ...rows]) pool.push(number);
    places.set(core, spent, place);
    return place;
  };
  return {
    of(core, spent) {
      const place = places.get(core, spent);
      return place < 0 ? keep(core, spent) : place;
    },
    count: (place) => pool.at(place),
    bits: (place) => pool.at(place + 1),
    at: (place, index, column) => pool.at(place + 2 + index * width + column),
    tables: [places, pool],
    bytes: () => places.bytes() + pool.bytes(),
  };
}

/** Creates what makes the lists. */
export function createOwnMoves(
  around: StepContext,
  cores: Cores,
  { table: outcomes, make: makeOutcomes }: Outcomes,
  uses: UsesMet,
): (core: number, spent: number) => OwnMoves {
  const { owing, code } = around;
  const freeMoves = createFreeMoves(around, cores, uses);
  const movesOf = (coreId: number, spent: number): readonly Own[] => {
    const timers = code.timersOf(coreId).map((id): Own => ({
      ...{ stage: stages.timers, key: moveKey(id, 'due'), use: due, owed: owing.due(id) },
      in: ({ agenda }) => ({ kind: 'due', entry: required(agenda.find((entry) => entry.due === code.dues.get(id))) }),
    }));
    return [...timers, ...freeMoves(coreId, spent)];
  };
  return (coreId, spent) => {
    let bits: number = code.timersOf(coreId).length > manyWaiting ? ownBits.isUnsure : 0;
    const rows: number[] = [];
    for (const { stage, use, ...own } of movesOf(coreId, spent)) {
      let place = outcomes.find(coreId, own.key);
      if (place < 0) place = makeOutcomes(coreId, { ...own, underWay: [] });
      const useId = uses.idOf(use);
      if (outcomes.count(place) < 0) bits |= ownBits.isUnsure;
      for (let index = 0; index < outcomes.count(place); index++) {
        const of = (column: number): number => outcomes.at(place, index, column);
        const isFaulty = (of(outcomeColumns.bits) & outcomeBits.isFaulty) !== 0;
        if ((of(outcomeColumns.bits) & outcomeBits.isEnding) !== 0) bits |= ownBits.isEnding;
        const core = of(outcomeColumns.core);
        const then = isFaulty ? spent : uses.left(uses.used(spent, useId), core);
        const turn = of(outcomeColumns.turns);
        rows.push(stage, core, of(outcomeColumns.added), then, turn, useId, isFaulty ? place : -1, index);
      }
    }
    return { bits, rows };
  };
}
