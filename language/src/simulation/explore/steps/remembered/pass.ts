/** What happens to one entry under way: it is due, or the network loses, doubles or reorders it. */
import type { Move, Use } from '../../../play/environment.ts';
import type { Entry } from '../../../kernel/run.ts';
import type { Disturbing } from '../disturbances.ts';
import { outcomeBits } from './effects.ts';
import { blame, type Expanded, needNotHappen, push } from '../expanded.ts';
import { type MovesUnderWay, passingColumns } from './moves-under-way.ts';
import { outcomeColumns, type OutcomeTable } from './outcomes.ts';
import { nobody } from '../inert.ts';
import { moveKey } from './remembered.ts';
import type { UsesTable } from './uses.ts';

/** What happens to an entry under way. */
export interface Passing {
  readonly kind: 'due' | Disturbing['kind'];
  /** Its index among all that can happen: 0 is to be due, and the disturbances follow. */
  readonly index: number;
  /** The number of what is used up after it in the state that is expanded; `unasked` until that is asked for. */
  used: number;
}

/** Stands for a number that was not asked for yet. */
export const unasked = -1;

/** The state that is expanded. */
export interface Here {
  core: number;
  list: number;
  spent: number;
  /** The place of the entries of the list. */
  entries: number;
  /** True if a deletion is under way. */
  isDeleting: boolean;
  /** The index of the entry that all other moves wait for; see `InertChoice`. */
  inert: number;
}

interface Tables {
  readonly outcomes: OutcomeTable;
  readonly uses: UsesTable;
  readonly passing: MovesUnderWay;
  readonly expanded: Expanded;
  /** Returns the number of the use of a passing. */
  readonly useOf: (index: number) => number;
  /** Makes the outcomes of a move in the state that is expanded; returns their place. */
  readonly make: (id: number, key: number, index: number) => number;
}

/** Returns what adds the transitions of one entry of a list, by its index; it returns false where the kernel has to step. */
export function createPass(
  here: Here,
  { outcomes, uses, passing, expanded, useOf, make }: Tables,
): (index: number, how: Passing) => boolean {
  const isMeant = (index: number): boolean => here.inert === nobody || here.inert === index;
  /** Adds the outcomes at a place. */
  const add = (index: number, how: Passing, place: number, count: number): void => {
    const { list, entries } = here;
    const turn = how.kind === 'reorder' ? outcomeColumns.overtaking : outcomeColumns.turns;
    for (let each = 0; each < count; each++) {
      const bits = outcomes.at(place, each, outcomeColumns.bits);
      const target = outcomes.at(place, each, outcomeColumns.core);
      const isFaulty = (bits & outcomeBits.isFaulty) !== 0;
      const left = (bits & outcomeBits.isGone) === 0 ? list : passing.without(list, entries, index);
      const underWay =
        how.kind === 'duplicate'
          ? passing.doubled(list, index)
          : passing.joined(left, outcomes.at(place, each, outcomeColumns.added));
      push(expanded, target, underWay, isFaulty ? 0 : uses.left(how.used, target), outcomes.at(place, each, turn));
      if (how.kind !== 'due') needNotHappen(expanded);
      if (isFaulty) blame(expanded, place, each);
    }
  };
  const isEnding = (place: number, count: number): boolean => {
    for (let each = 0; each < count; each++)
      if ((outcomes.at(place, each, outcomeColumns.bits) & outcomeBits.isEnding) !== 0) return true;
    return false;
  };
  return (index, how) => {
    const { core, list, entries } = here;
    const id = passing.at(entries, index, passingColumns.id);
    // An entry that overtakes others happens as if it were due.
    const key = moveKey(id, how.kind === 'reorder' ? 'due' : how.kind);
    if (how.used === unasked) how.used = uses.used(here.spent, useOf(how.index));
    const only = how.kind === 'lose' ? outcomes.takesOnly(key) : -1;
    if (only >= 0) {
      if (!isMeant(index)) expanded.ways += 1;
      else {
        push(expanded, core, passing.without(list, entries, index), uses.left(how.used, core), only);
        needNotHappen(expanded);
      }
      return true;
    }
    let place = outcomes.find(core, key);
    if (place < 0) place = make(id, key, how.index);
    const count = outcomes.count(place);
    if (count < 0 || (here.isDeleting && isEnding(place, count))) return false;
    if (isMeant(index)) add(index, how, place, count);
    else expanded.ways += count;
    return true;
  };
}

/** Returns the move that happens to an entry. */
export function moveWith(use: Use, entry: Entry): Move {
  switch (use.kind) {
    case 'lose':
    case 'duplicate':
    case 'reorder':
      return { kind: use.kind, fault: use.fault, entry };
    default:
      return { kind: 'due', entry };
  }
}
