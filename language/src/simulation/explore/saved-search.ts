/**
 * A search that was ended early, as plain data: everything that it has found, so that it goes on as if it had not been
 * ended. Of what the steps of the kernel are remembered by, and of all else that is found again by looking, nothing is
 * saved. The plain steps of a check, which are few, are taken again; then each table goes on with what was saved.
 */
import type { PlaceId } from '../../model/machines/action.ts';
import { at } from '../../model/common/lookup.ts';
import { plainData, plainText } from '../../model/common/plain-text.ts';
import { meetConfiguration, metConfigurations, type MetConfiguration } from '../kernel/machines/configuration.ts';
import type { MachineProgram, Program } from '../kernel/run.ts';
import type { Asking } from './space/asking.ts';
import type { Broken, Limit } from './judgement/verdict.ts';
import type { PileProofs, TriedProofs } from './passes-with-piles.ts';
import { decodeNumbers, encodeNumbers } from './saved-numbers.ts';
import type { Space } from './space/space.ts';
import {
  type GrowingTable,
  type GrowingTables,
  mapTable,
  numberTable,
  type RowTable,
  setTable,
  within,
} from './tables/growing-table.ts';
import type { Grid, GridKnowledge } from './steps/grid.ts';
import type { Total } from './total.ts';
import { t } from '../../model/common/translation.ts';

/** A piece of a saved search: a line of text, or numbers. */
export type Piece = string | Uint8Array;

/** A search that ended early: its pieces, or a clause that says why it cannot be saved, which may be known before. */
export type Savable =
  | { readonly pieces: () => Generator<Piece, void> }
  | { readonly refusal: string; readonly isEarly?: true };

/** A search that was saved. Its pieces are read when the search goes on, once. */
export interface SavedSearch {
  readonly head: Head;
  readonly rest: Iterator<Piece>;
}

/** Returns the number of states that a saved search has found. */
export const statesSaved = ({ head: { total, search } }: SavedSearch): number =>
  total.states + (search.tables.find(({ name }) => name === 'states')?.size ?? 0);

/** What was known before the combination that was under way, and how far that one was. */
interface Head extends Begun {
  /** The index of the combination. */
  readonly variant: number;
  /** The violations that it is searched for once more; see `exploreVariant`. */
  readonly longer: readonly Broken[] | undefined;
  readonly configurations: readonly (readonly MetConfiguration[])[];
  readonly search: Searched;
}

/** What was known when the combination was begun. */
export interface Begun {
  readonly total: Omit<Total, 'covered'>;
  readonly covered: readonly PlaceId[];
  readonly grid: GridKnowledge | undefined;
}

interface Searched {
  readonly expanded: number;
  readonly transitions: number;
  readonly isPartial: boolean;
  readonly cuts: ReadonlyMap<Limit, number>;
  readonly covered: readonly PlaceId[];
  readonly grid: GridKnowledge | undefined;
  readonly asks: readonly number[];
  readonly tried: TriedProofs;
  /** True if the next thing to do is to try a proof, not to expand a state. */
  readonly isTrying: boolean;
  readonly tables: readonly { readonly name: string; readonly width: number; readonly size: number }[];
}

/** What belongs to a search besides its space. */
export interface SearchParts {
  readonly grid: Grid | undefined;
  readonly asks: Asking;
  readonly proofs: PileProofs;
}

/** How far a space was before the state that it was expanding. */
export interface Mark {
  readonly expanded: number;
  readonly transitions: number;
  readonly edges: number;
  readonly grid: GridKnowledge | undefined;
  /** True if the state there was left in the middle. */
  readonly isLeft: boolean;
}

/** Returns how far a space is. */
export const markOf = ({ expanded, transitions, targets }: Space, grid: Grid | undefined): Mark => ({
  ...{ expanded, transitions },
  edges: targets.size(),
  grid: grid?.known(),
  isLeft: false,
});

/** Returns what is known when a combination is begun. */
export const begunWith = (total: Total, grid: Grid | undefined): Begun => {
  const { covered, ...rest } = total;
  const unexplored = new Map(total.unexplored);
  return {
    total: { ...rest, broken: [...total.broken], faults: [...total.faults], unexplored },
    ...{ covered: [...covered], grid: grid?.known() },
  };
};

/** Takes over what was known when the combination of a saved search was begun. */
export function resumeTotal(total: Total, program: Program, { head }: SavedSearch): void {
  const { broken, faults, unexplored, ...counts } = head.total;
  Object.assign(total, counts);
  total.broken.push(...broken);
  total.faults.push(...faults);
  for (const [limit, states] of unexplored) total.unexplored.set(limit, states);
  for (const place of head.covered) total.covered.add(place);
  for (const [index, machine] of machinesOf(program).entries())
    for (const each of head.configurations[index] ?? []) meetConfiguration(machine, each);
}

const machinesOf = ({ machineOf }: Program): MachineProgram[] => [
  ...new Set(machineOf.filter((machine) => machine !== undefined)),
];

/** Returns true if the plain steps are over wherever a run may be. */
export const arePlainStepsOver = ({ instants, moments }: Space): boolean => instants.isClosed(moments.length);

/** Returns a search as it can be saved, with how far it was. */
export function savable(
  space: Space,
  { asks }: Pick<SearchParts, 'asks'>,
  known: Pick<Head, 'variant' | 'longer'> &
    Pick<Searched, 'tried' | 'isTrying'> & { readonly begun: Begun; readonly mark: Mark },
): Savable {
  if (!arePlainStepsOver(space)) return { refusal: t`the plain steps of the check, which are not saved, are not over` };
  const { begun, mark, variant, longer, tried, isTrying } = known;
  const tables = tablesOf(space, mark);
  const head: Head = {
    ...{ ...begun, variant, longer },
    configurations: machinesOf(space.program).map(metConfigurations),
    search: {
      ...{ expanded: mark.expanded, transitions: mark.transitions, isPartial: space.isPartial, cuts: space.cuts },
      ...{ covered: [...space.covered], grid: mark.grid, asks: asks.known(), tried, isTrying },
      tables: Object.entries(tables).map(([name, table]) => ({ name, width: widthOf(table), size: sizeOf(table) })),
    },
  };
  return {
    *pieces() {
      yield plainText(head);
      for (const table of Object.values(tables)) yield* piecesOf(table);
    },
  };
}

const widthOf = (table: GrowingTable): number => (table.kind === 'rows' ? table.width : 0);

const sizeOf = (table: GrowingTable): number => (table.kind === 'rows' ? table.size() : table.all().length);

/** The most things in one piece. */
const thingsAtOnce = 1000;

function* piecesOf(table: GrowingTable): Generator<Piece, void> {
  if (table.kind === 'rows') {
    yield* encodeNumbers(table);
    return;
  }
  const all = table.all();
  for (let from = 0; from < all.length; from += thingsAtOnce) yield plainText(all.slice(from, from + thingsAtOnce));
}

/** Returns a saved search by its pieces. Throws where it is none. */
export function openSaved(pieces: Iterator<Piece>): SavedSearch {
  const first = pieces.next();
  if (first.done === true || typeof first.value !== 'string') throw new Error('A saved search begins with a text.');
  return { head: plainData(first.value) as Head, rest: pieces };
}

/** The number of things or rows after which to ask whether to go on. */
const addedAtOnce = 4096;

/**
 * Lets a space whose plain steps are over go on with what was saved, in steps. Throws where that does not begin with
 * what the space has found by itself.
 */
export function* resumeSpace(
  space: Space,
  { head: { search }, rest }: SavedSearch,
  { grid, asks, proofs }: SearchParts,
): Generator<undefined, void> {
  const tables = tablesOf(space, undefined);
  for (const [index, [name, table]] of Object.entries(tables).entries()) {
    const saved = search.tables[index];
    if (saved?.name !== name || saved.width !== widthOf(table) || saved.size < sizeOf(table)) throw otherSearch();
    if (table.kind === 'rows') yield* resumeRows(table, saved.size, rest);
    else yield* resumeThings(table, saved.size, rest);
    if (sizeOf(table) !== saved.size) throw otherSearch();
  }
  for (const place of search.covered) space.covered.add(place);
  space.cuts.clear();
  for (const [limit, count] of search.cuts) space.cuts.set(limit, count);
  [space.expanded, space.transitions, space.isPartial] = [search.expanded, search.transitions, search.isPartial];
  if (search.grid !== undefined) grid?.resume(search.grid);
  asks.resume(search.asks);
  proofs.resume(search.tried);
}

function* resumeRows(table: RowTable, size: number, rest: Iterator<Piece>): Generator<undefined, void> {
  const row = new Int32Array(table.width);
  const known = table.size();
  let index = 0;
  for (const numbers of decodeNumbers(size, table.width, rest)) {
    for (let place = 0; place < numbers.length; place += table.width, index++) {
      for (let column = 0; column < table.width; column++) row[column] = at(numbers, place + column);
      if (index >= known) table.add(row);
      else if (table.set !== undefined) table.set(index, row);
      else if (row.some((number, column) => number !== table.at(index, column))) throw otherSearch();
      if (index % addedAtOnce === 0) yield;
    }
  }
}

function* resumeThings(
  table: Extract<GrowingTable, { readonly kind: 'things' }>,
  size: number,
  rest: Iterator<Piece>,
): Generator<undefined, void> {
  const known = [...table.all()];
  for (let index = 0; index < size;) {
    const next = rest.next();
    const things = next.done === true || typeof next.value !== 'string' ? undefined : plainData(next.value);
    if (!Array.isArray(things) || things.length === 0) throw otherSearch();
    for (const thing of things as unknown[]) {
      if (index >= known.length) table.add(thing);
      else if (plainText(known[index]) !== plainText(thing)) throw otherSearch();
      index += 1;
    }
    yield;
  }
}

const otherSearch = (): Error => new Error('the file holds another search than this one');

/** Returns all that is saved of a space, up to a mark, in an order in which nothing depends on what follows. */
function tablesOf(space: Space, mark: Mark | undefined): GrowingTables {
  const { states, cameFrom, levels, isCut, bits, offsets, targets, turnIds, turns } = space;
  const upTo = (table: RowTable, size: number | undefined): RowTable =>
    size === undefined ? table : { ...table, size: () => Math.min(size, table.size()) };
  const origins: RowTable = {
    ...{ kind: 'rows', width: 1, size: cameFrom.size, at: cameFrom.at },
    add(row) {
      levels.note(cameFrom.size(), at(row, 0));
      cameFrom.push(at(row, 0), 0);
    },
  };
  const cut = numberTable(isCut);
  // A state that was left in the middle is expanded once more.
  const cutOff: RowTable = {
    ...cut,
    at: (index, column) => (mark?.isLeft === true && index === mark.expanded ? 0 : cut.at(index, column)),
    set: (index, row) => {
      isCut.set(index, at(row, 0));
    },
  };
  return {
    ...within('code', space.code.tables),
    turns: {
      ...{ kind: 'rows', width: 2, size: turns.size },
      at: (index: number, column: number) => (column === 0 ? turns.owed : turns.relieved)(index),
      add: (row: Int32Array) => turns.idOf(at(row, 0), at(row, 1)),
    },
    ...{ owing: space.owing.table, inert: mapTable(space.inertRanks) },
    ...{ states: setTable(states), origins },
    cut: cutOff,
    ...within('awaited', Object.fromEntries(bits.map((each, index) => [String(index), numberTable(each)]))),
    offsets: upTo(numberTable(offsets), mark?.expanded),
    ...{ targets: upTo(numberTable(targets), mark?.edges), turnIds: upTo(numberTable(turnIds), mark?.edges) },
  };
}
