/**
 * The transitions from a state without times, looked up in tables of numbers: what is not in them has to be made. Threads
 * that share the tables look up at once what has been made by one of them.
 */
import { manyWaiting } from '../../../kernel/agenda.ts';
import { at } from '../../../../model/common/lookup.ts';
import { createBytes, createNumbers } from '../../tables/numbers.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { columns } from '../../state/stored-state.ts';
import { coreBits } from './cores.ts';
import type { Disturbing } from '../disturbances.ts';
import { blame, type Expanded, needNotHappen, push } from '../expanded.ts';
import { createInertChoice, type InertChoice, nobody } from '../inert.ts';
import { createMovesOfCore, type MovesOfCore, ownBits, ownColumns } from './moves-of-core.ts';
import { createMovesUnderWay, type MovesUnderWay, passingColumns } from './moves-under-way.ts';
import { createOutcomeTable, type OutcomeTable } from './outcomes.ts';
import { createPass, type Here, type Passing, unasked } from './pass.ts';
import { stages } from './remembered.ts';
import { answerIn, createUsesTable, noteAnswer, type UsesTable, yes } from './uses.ts';

/** A fault of what is under way: its kind, and its index among all faults. */
export type PassingFault = Pick<Disturbing, 'kind' | 'fault'>;

/** The tables. */
export interface StepTables {
  /** See `Cores`. */
  readonly bitsOf: (core: number) => number;
  readonly known: SharedTable;
  readonly ofCore: MovesOfCore;
  readonly passing: MovesUnderWay;
  readonly outcomes: OutcomeTable;
  readonly uses: UsesTable;
  readonly inert: InertChoice;
}

/** Makes what the other tables do not have yet; a passing has the index that `Passing` says. */
export interface StepMaking {
  /** Returns the number of the use of a passing. */
  readonly useOf: (passing: number) => number;
  /** Returns true if a fault may affect an entry; the index is that among faults of what is under way. */
  readonly isMeant: (fault: number, id: number) => boolean;
  /** Makes the outcomes of what happens to an entry, by its number, in a core; returns their place. */
  readonly outcome: (
    core: number,
    passed: { readonly id: number; readonly key: number; readonly index: number },
  ) => number;
}

/** What finds transitions. */
export interface LookedUp {
  /** See `RememberedSteps`. */
  readonly expand: (row: Int32Array) => boolean;
  readonly isPartial: () => boolean;
  /** All tables, always in the same order. */
  readonly tables: readonly SharedTable[];
}

/** Creates what adds transitions to what was expanded. */
export function createLookedUp(
  { bitsOf, known, ofCore, passing, outcomes, uses, inert }: StepTables,
  making: StepMaking,
  faults: readonly PassingFault[],
  expanded: Expanded,
): LookedUp {
  const due: Passing = { kind: 'due', index: 0, used: unasked };
  const disturbances = faults.map(({ kind, fault }, index): Passing & { readonly fault: number } => ({
    ...{ kind, fault, index: index + 1, used: unasked },
  }));
  const { useOf, isMeant, tables: ofPassings } = createPassings(making, faults.length);
  const here: Here = { core: 0, list: 0, spent: 0, entries: 0, isDeleting: false, inert: nobody };
  const make = (id: number, key: number, index: number): number => making.outcome(here.core, { id, key, index });
  const pass = createPass(here, { outcomes, uses, passing, expanded, useOf, make });

  const pushOwn = (own: number, index: number): void => {
    if (here.inert !== nobody) {
      expanded.ways += 1;
      return;
    }
    const underWay = passing.joined(here.list, ofCore.at(own, index, ownColumns.added));
    push(
      expanded,
      ofCore.at(own, index, ownColumns.core),
      underWay,
      ofCore.at(own, index, ownColumns.spent),
      ofCore.at(own, index, ownColumns.turn),
    );
    if (!uses.leadsOn(ofCore.at(own, index, ownColumns.use))) needNotHappen(expanded);
    const place = ofCore.at(own, index, ownColumns.place);
    if (place >= 0) blame(expanded, place, ofCore.at(own, index, ownColumns.index));
  };
  const passAll = (own: number): boolean => {
    const [ownCount, count] = [ofCore.count(own), passing.count(here.entries)];
    due.used = unasked;
    for (const each of disturbances) each.used = unasked;
    let next = 0;
    const pushOwnBefore = (stage: number): void => {
      for (; next < ownCount && ofCore.at(own, next, ownColumns.stage) < stage; next++) pushOwn(own, next);
    };
    pushOwnBefore(stages.underWay);
    for (let index = 0; index < count; index++)
      if (passing.at(here.entries, index, passingColumns.isFirst) === 1 && !pass(index, due)) return false;
    for (const each of disturbances) {
      const { kind, fault } = each;
      if (!uses.canHappen(here.spent, fault)) continue;
      pushOwnBefore(stages.fault(fault));
      for (let index = 0; index < count; index++) {
        if (!isMeant(passing.at(here.entries, index, passingColumns.id), each.index)) continue;
        if (kind === 'reorder' && passing.at(here.entries, index, passingColumns.isFirst) === 1) continue;
        if (!pass(index, each)) return false;
      }
    }
    pushOwnBefore(Infinity);
    return true;
  };
  const expandHere = (): boolean => {
    if ((bitsOf(here.core) & coreBits.isUnsure) !== 0) return false;
    const [own, entries] = [ofCore.of(here.core, here.spent), passing.of(here.list)];
    [here.entries, here.isDeleting] = [entries, passing.hasDeletion(entries)];
    const unsure = here.isDeleting ? ownBits.isUnsure | ownBits.isEnding : ownBits.isUnsure;
    if ((ofCore.bits(own) & unsure) !== 0 || passing.count(entries) > manyWaiting) return false;
    here.inert = inert.of(here.list, entries);
    return passAll(own);
  };
  return {
    expand(row) {
      const { size } = expanded;
      [here.core, here.list, here.spent] = [at(row, columns.core), at(row, columns.underWay), at(row, columns.spent)];
      expanded.ways = 0;
      const isSure = expandHere();
      if (!isSure) expanded.size = size;
      return isSure;
    },
    isPartial: () => here.inert !== nobody && expanded.ways > 0,
    tables: [known, ...ofPassings, ...[ofCore, passing, outcomes, uses, inert].flatMap(({ tables }) => tables)],
  };
}

/** Creates what is known of passings: the number of the use of each, and which entries a fault may affect. */
function createPassings(making: StepMaking, faults: number) {
  // By passing the number of its use, plus one; by entry and fault, whether it may be affected.
  const [useIds, meant] = [createNumbers(), createBytes()];
  for (let index = 0; index <= faults; index++) useIds.push(0);
  return {
    useOf: (index: number): number => {
      const id = useIds.at(index);
      if (id !== 0) return id - 1;
      const made = making.useOf(index);
      useIds.set(index, made + 1);
      return made;
    },
    isMeant: (id: number, index: number): boolean => {
      const place = id * faults + index - 1;
      return (answerIn(meant, place) || noteAnswer(meant, place, making.isMeant(index - 1, id))) === yes;
    },
    tables: [useIds, meant],
  };
}

/** Is thrown where something has yet to be made, by what only looks up. */
export const notMade = new Error('This has yet to be made.');

/** Returns the functions of what makes something, each of which asks before whether it may. */
export const askingFirst = <T extends object>(ask: () => void, making: T): T =>
  Object.fromEntries(
    Object.entries(making).map(([name, make]: [string, (...given: readonly unknown[]) => unknown]) => [
      name,
      (...given: readonly unknown[]): unknown => {
        ask();
        return make(...given);
      },
    ]),
  ) as T;

const unmade = (): never => {
  throw notMade;
};

/** What looks up in tables that another thread writes. */
export interface Reader extends Pick<LookedUp, 'isPartial' | 'tables'> {
  /** See `RememberedSteps`. */
  readonly lookUp: (row: Int32Array) => boolean;
}

/** Calls what throws `notMade` where something has to be made; returns false then. */
export function ifMade(expand: (row: Int32Array) => boolean, row: Int32Array): boolean {
  try {
    return expand(row);
  } catch (error) {
    if (error === notMade) return false;
    throw error;
  }
}

/** Creates what looks up in tables that have yet to be attached. */
export function createReader(faultCount: number, faults: readonly PassingFault[], expanded: Expanded): Reader {
  const known = createBytes();
  const tables: StepTables = {
    known,
    bitsOf: (core) => (core < known.size() && known.at(core) !== 0 ? known.at(core) : unmade()),
    ofCore: createMovesOfCore(unmade),
    passing: createMovesUnderWay({
      ...{ read: unmade, size: unmade, at: unmade, isFirst: unmade, hasDeletion: unmade },
      ...{ without: unmade, doubled: unmade, joined: unmade },
    }),
    outcomes: createOutcomeTable(),
    uses: createUsesTable(faultCount, {
      ...{ used: unmade, left: unmade, isOpen: unmade, isOwing: unmade, leadsOn: unmade, partsOf: unmade },
    }),
    inert: createInertChoice(unmade, () => 0),
  };
  const making = { useOf: unmade, isMeant: unmade, outcome: unmade };
  const { expand, isPartial, tables: all } = createLookedUp(tables, making, faults, expanded);
  return { lookUp: (row) => ifMade(expand, row), isPartial, tables: all };
}
