/**
 * The moves of what is under way, for each list of entries and what is used up: what is due, and what the network may
 * lose, double or reorder. Each list of moves is made once; their outcomes depend on the core as well.
 */
import { receiversOf } from '../../play/strikes.ts';
import type { FaultProgram, Use } from '../../play/environment.ts';
import { createPairTable } from '../state/pair-table.ts';
import { createNumbers } from '../state/state-graph.ts';
import { createUnderWay } from '../state/under-way.ts';
import { moveKey, stages, type Surroundings } from './remembered.ts';
import type { Uses } from './uses.ts';
import { itemAt } from '../../../model/lookup.ts';

/** The columns of a move. */
export const passingColumns = {
  stage: 0,
  /** See `moveKey`. */
  key: 1,
  use: 2,
  /** The index of its entry in the list. */
  place: 3,
  /** The number of the list without the entry; of a duplicate, of that with it twice. */
  list: 4,
  /** `passingBits`. */
  bits: 5,
  /** The uses after it, wherever it leads. */
  used: 6,
} as const;
const width = 7;

/** Bits of a move. */
export const passingBits = { isDuplicate: 1, isOvertaking: 2 } as const;

/** The lists made so far. */
export interface MovesUnderWay {
  /** Returns the place of the moves of a list of entries and of what is used up. */
  readonly of: (list: number, spent: number) => number;
  readonly count: (place: number) => number;
  /** Returns true if a deletion is under way. */
  readonly hasDeletion: (place: number) => boolean;
  /** Returns a column of the move that is the `index`th at a place. */
  readonly at: (place: number, index: number, column: number) => number;
  /** Returns the number of a list with those of another added, in their order. */
  readonly joined: (list: number, added: number) => number;
  readonly bytes: () => number;
}

/** The moves of one kind in a list. */
interface Passing {
  readonly stage: number;
  readonly kind: 'due' | Disturbing['kind'];
  readonly use: Use;
  readonly spent: number;
}

interface Disturbing {
  readonly kind: 'lose' | 'duplicate' | 'reorder';
  readonly fault: number;
}

/** Creates an empty table. */
export function createMovesUnderWay({ environment, code }: Surroundings, uses: Uses): MovesUnderWay {
  const [places, joins] = [createPairTable(), createPairTable()];
  // Number of the moves at a place, and whether a deletion is under way, precede them.
  const pool = createNumbers();
  const underWay = createUnderWay(code.dues, code.lists);
  const disturbing = environment.faults.map(disturbingOf);
  const isMeant = environment.faults.map((fault) => meantBy(fault, (id) => code.dues.get(id)));

  const add = ({ stage, kind, use, spent }: Passing, place: number): void => {
    const id = uses.idOf(use);
    pool.push(stage);
    // An entry that overtakes others happens as if it were due.
    pool.push(moveKey(underWay.at(place), kind === 'reorder' ? 'due' : kind));
    pool.push(id);
    pool.push(place);
    pool.push(kind === 'duplicate' ? underWay.doubled(place) : underWay.changed(place, []));
    pool.push(kind === 'duplicate' ? passingBits.isDuplicate : kind === 'reorder' ? passingBits.isOvertaking : 0);
    pool.push(uses.used(spent, id));
  };
  const make = (list: number, spent: number): number => {
    const start = pool.size();
    underWay.read(list);
    pool.push(0);
    pool.push(underWay.hasDeletion() ? 1 : 0);
    for (let place = 0; place < underWay.size(); place++)
      if (underWay.isFirst(place)) add({ stage: stages.underWay, kind: 'due', use: due, spent }, place);
    const { faults } = uses.spentOf(spent);
    for (const [fault, { upTo }] of environment.faults.entries()) {
      const use = disturbing[fault];
      if (use === undefined || itemAt(faults, fault) >= upTo) continue;
      for (let place = 0; place < underWay.size(); place++) {
        if (isMeant[fault]?.(underWay.at(place)) !== true) continue;
        if (use.kind === 'reorder' && underWay.isFirst(place)) continue;
        add({ stage: stages.fault(fault), kind: use.kind, use, spent }, place);
      }
    }
    pool.set(start, (pool.size() - start - 2) / width);
    places.set(list, spent, start);
    return start;
  };
  return {
    of(list, spent) {
      const place = places.get(list, spent);
      return place < 0 ? make(list, spent) : place;
    },
    count: (place) => pool.at(place),
    hasDeletion: (place) => pool.at(place + 1) === 1,
    at: (place, index, column) => pool.at(place + 2 + index * width + column),
    joined(list, added) {
      if (added === 0) return list;
      let joined = joins.get(list, added);
      if (joined < 0) {
        underWay.read(list);
        joins.set(list, added, (joined = underWay.changed(-1, code.lists.get(added))));
      }
      return joined;
    },
    bytes: () => places.bytes() + joins.bytes() + pool.bytes(),
  };
}

const due: Use = { kind: 'due' };

function disturbingOf({ kind }: FaultProgram, fault: number): Disturbing | undefined {
  return kind === 'crash' || kind === 'halt' || kind === 'pause' ? undefined : { kind, fault };
}

/** Returns which entries a fault of the network can affect. */
function meantBy({ of }: FaultProgram, dueOf: (id: number) => Parameters<typeof receiversOf>[0]) {
  const known = new Map<number, boolean>();
  return (id: number): boolean => {
    let is = known.get(id);
    if (is === undefined) known.set(id, (is = receiversOf(dueOf(id)).some((entity) => of?.has(entity) ?? true)));
    return is;
  };
}
