/**
 * The outcomes of moves: the effect of a move on the core of a state does not depend on what else is under way, and
 * of the core only on what the move reads. So it is made once for all cores that are the same in that. Where it does
 * depend on what is under way (what messages keep alive, how an object that came back is being deleted), the kernel
 * steps each time.
 */
import { createPairTable } from '../../tables/pair-table.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { createNumbers } from '../../tables/numbers.ts';
import { coreBits, type Cores } from './cores.ts';
import { createEffects, type KnownEffect, type Faults, outcomeBits, type MoveInCore } from './effects.ts';
import type { StepContext } from './remembered.ts';
import { required } from '../../../../model/common/lookup.ts';

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

/** The outcomes known so far. */
export interface OutcomeTable {
  /** Returns the place of a move's outcomes, by core and `moveKey`; -1 if they are not known. */
  readonly find: (core: number, key: number) => number;
  /**
   * Returns the turns of a move if it does the same everywhere: it takes an entry from under way, and nothing else. -1 if
   * that is not known.
   */
  readonly takesOnly: (key: number) => number;
  /** Returns the number of outcomes at a place; -1 where the kernel has to step. */
  readonly count: (place: number) => number;
  /** Returns a column of the outcome that is the `index`th at a place. */
  readonly at: (place: number, index: number, column: number) => number;
  readonly tables: readonly SharedTable[];
  /** Notes the turns of a move that takes an entry only, and -1 for any other move. */
  readonly noteTaking: (key: number, turns: number) => void;
  /** Begins the outcomes of a move in a core, which are unsure at first; returns their place. */
  readonly begin: (core: number, key: number) => number;
  /** Adds an outcome; returns its place among all numbers. */
  readonly push: (columns: readonly number[]) => number;
  /** Says how many outcomes were added, which are sure. */
  readonly end: (place: number, count: number) => void;
  readonly bytes: () => number;
}

/** Creates an empty table. */
export function createOutcomeTable(): OutcomeTable {
  const places = createPairTable();
  // The number of outcomes at a place precedes them.
  const pool = createNumbers();
  /** By key: the turns of a move that takes an entry only, plus two; 1 for any other move, 0 if that is not known. */
  const takings = createNumbers();
  return {
    takesOnly: (key) => (key < takings.size() && takings.at(key) > 1 ? takings.at(key) - 2 : -1),
    find: places.get,
    count: pool.at,
    at: (place, index, column) => pool.at(place + 1 + index * outcomeWidth + column),
    noteTaking(key, turns) {
      while (takings.size() <= key) takings.push(0);
      takings.set(key, turns + 2);
    },
    begin(core, key) {
      const place = pool.size();
      places.set(core, key, place);
      pool.push(-1);
      return place;
    },
    push(numbers) {
      const place = pool.size();
      for (const number of numbers) pool.push(number);
      return place;
    },
    end: pool.set,
    tables: [places, pool, takings],
    bytes: () => places.bytes() + pool.bytes(),
  };
}

/** What makes outcomes. */
export interface Outcomes {
  readonly table: OutcomeTable;
  /** Makes the outcomes of a move in a core; returns their place. */
  readonly make: (core: number, wanted: MoveInCore) => number;
  /** Returns the faults of a faulty outcome. */
  readonly faults: (place: number, index: number) => Faults;
  readonly bytes: () => number;
}

/** Creates what makes outcomes, with an empty table. */
export function createOutcomes(around: StepContext, cores: Cores): Outcomes {
  const { code } = around;
  const effects = createEffects(around);
  const table = createOutcomeTable();
  const faults = new Map<number, Faults>();

  /** Returns false if the judgement of the core that is led to depends on what is under way. */
  const keep = (core: number, effect: KnownEffect): boolean => {
    const isError = effect.faults?.error !== undefined;
    const target = isError ? 0 : code.slots.changed(core, effect.writes);
    const place = table.push([target, effect.added, effect.turns, effect.overtaking, effect.bits]);
    if (effect.faults !== undefined) faults.set(place, effect.faults);
    return isError || (cores.bitsOf(target) & coreBits.isUnsure) === 0;
  };
  const noteTaking = (key: number): void => {
    const known = effects.ofAll(key);
    const [effect, ...others] = known === undefined || known === 'unsure' ? [] : known;
    const isOnly =
      effect?.bits === outcomeBits.isGone && effect.added === 0 && effect.writes.length + others.length === 0;
    table.noteTaking(key, isOnly ? effect.turns : -1);
  };
  return {
    table,
    make(core, wanted) {
      const made = effects.of(core, wanted);
      noteTaking(wanted.key);
      const place = table.begin(core, wanted.key);
      if (made === 'unsure') return place;
      let isSure = true;
      for (const effect of made) if (!keep(core, effect)) isSure = false;
      if (isSure) table.end(place, made.length);
      return place;
    },
    faults: (place, index) => required(faults.get(place + 1 + index * outcomeWidth)),
    bytes: () => table.bytes() + effects.bytes(),
  };
}
