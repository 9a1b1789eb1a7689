/**
 * The parts of a state that change seldom, as one number: what is alive, links, losses, settings, deferred messages,
 * and so on. Of incarnations only one fact is kept: whether a link means the latest one.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { lifeBits, type Message, type Program, type State } from '../../kernel/run.ts';
import type { Value } from '../../values/values.ts';
import type { Dues } from './dues.ts';
import { type GrowingTables, internedTable, setTable, type ThingTable } from '../tables/growing-table.ts';
import { createInterned, type Interned } from '../tables/interned.ts';
import { leasesKey, type PastOfLeases, standingLeases } from '../relevance/lease-parts.ts';
import type { Lists } from '../tables/lists.ts';
import { byteAt } from '../../../model/common/lookup.ts';
import { createPackedSet } from '../tables/packed-set.ts';

/** The fields of a state that this file handles. */
export type HandledFields = Pick<
  State,
  'life' | 'lives' | 'turns' | 'links' | 'losses' | 'places' | 'settings' | 'deletions' | 'leases' | 'lastEnd'
> &
  Pick<State, 'deferred' | 'held'>;

/** The numbering of the parts of states. */
export interface PartsTable {
  readonly idOf: (state: State) => number;
  /** Returns fields for a new state. */
  readonly get: (id: number) => HandledFields;
  /** Returns the number of one field; see `partsColumns`. */
  readonly at: (id: number, column: number) => number;
  /** Returns the bits of an entity; see `lifeBits`. */
  readonly lifeOf: (id: number, entity: EntityId) => number;
  readonly tables: GrowingTables;
  readonly bytes: () => number;
}

/** The fields of a state, by column. */
export const partsColumns = {
  turns: 0,
  links: 1,
  losses: 2,
  places: 3,
  settings: 4,
  deletions: 5,
  leases: 6,
  lastEnd: 7,
  deferred: 8,
  held: 9,
} as const;

/** The latest incarnation of an entity that ever came to life, and all that were before it. */
const [latest, earlier] = [2, 1];

interface Tables {
  readonly values: Interned<Value | undefined>;
  readonly dues: Dues;
  readonly lists: Lists;
  /** True if anything asks for the order of the last end. */
  readonly keepsLastEnd: boolean;
  readonly keptOfLeases: PastOfLeases;
}

/** Creates an empty table. */
export function createParts({ model }: Program, tables: Tables): PartsTable {
  const { lists, dues, keepsLastEnd } = tables;
  const rows = createPackedSet(10);
  const row = new Int32Array(10);
  const hasLeases = model.collectors.length > 0;
  const fields = createFields(tables, hasLeases);
  const settled = new Map<number, Settled>();
  let latestLives = -1;
  /** Most steps end nothing and begin nothing, and so leave these as they were in the last state. */
  const livesId = ({ life, lives }: State): number => {
    const known = latestLives < 0 ? undefined : fields.lives.get(latestLives);
    const isKnownLife = known !== undefined && isSameList(known.life, life);
    if (!isKnownLife || (hasLeases && !isSameList(known.lives, lives)))
      latestLives = fields.lives.idOf({ life, lives });
    return latestLives;
  };
  return {
    idOf(state) {
      row[0] = livesId(state);
      row[1] = fields.links.idOf(hasLeases ? state.links : withTwoLives(state));
      row[2] = fields.losses.idOf(state.losses);
      row[3] = fields.places.idOf(state.places);
      row[4] = fields.settings.idOf(state.settings);
      row[5] = fields.deletions.idOf(state.deletions);
      row[6] = state.leases === undefined ? 0 : fields.leases.idOf(state.leases) + 1;
      row[7] = state.lastEnd === undefined || !keepsLastEnd ? 0 : fields.ends.idOf(state.lastEnd) + 1;
      row[8] = deferredId(state, tables);
      row[9] = dues.agendaId(state, state.held);
      return rows.add(row);
    },
    get(id) {
      let known = settled.get(id);
      if (known === undefined) {
        known = settledOf(fields, tables, (column) => rows.at(id, column));
        settled.set(id, known);
      }
      const deferred = deferredOf(lists.get(rows.at(id, 8)), dues);
      return { ...known, ...livesOf(fields.lives, rows.at(id, 0), hasLeases), deferred };
    },
    at: rows.at,
    lifeOf: (id, entity) => byteAt(fields.lives.get(rows.at(id, partsColumns.turns)).life, entity),
    tables: { rows: setTable(rows), ...tablesOf(fields) },
    bytes: () => rows.bytes() + 300 * rows.size(),
  };
}

/** Returns true if two lists of one length have the same numbers. */
export function isSameList(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** The fields that states share unchanged. */
type Settled = Omit<HandledFields, 'life' | 'lives' | 'turns' | 'deferred'>;

type Lives = Pick<State, 'life' | 'lives'>;

interface Fields {
  readonly lives: Interned<Lives>;
  readonly links: Interned<State['links']>;
  readonly losses: Interned<State['losses']>;
  readonly places: Interned<State['places']>;
  readonly settings: Interned<State['settings']>;
  readonly deletions: Interned<State['deletions']>;
  readonly leases: Interned<NonNullable<State['leases']>>;
  readonly ends: Interned<LastEnd>;
}

function createFields({ values, keptOfLeases }: Tables, hasLeases: boolean): Fields {
  return {
    lives: createInterned(({ life, lives }) => (hasLeases ? `${life.join()};${lives.join()}` : life.join())),
    links: createInterned((all) => all.map(linkKey).join(';')),
    losses: createInterned((all) => all.map(({ pd, kind, target }) => `${pd},${kind},${target}`).join(';')),
    places: createInterned((all) => sortedText(all)),
    settings: createInterned(
      (all) =>
        [...all]
          .map(([name, value]) => `${name}=${values.idOf(value)}`)
          .sort()
          .join(';'),
      (all, last) => all.size === last.size && [...all].every(([name, value]) => last.get(name) === value),
    ),
    deletions: createInterned((all) => sortedText(all)),
    leases: createInterned((leases) => leasesKey(leases, keptOfLeases)),
    ends: createInterned(endKey),
  };
}

function tablesOf({ ends, ...others }: Fields): GrowingTables {
  const known = Object.entries(others).map(([name, field]) => [
    name,
    internedTable<unknown>(field as unknown as Interned<unknown>),
  ]);
  return { ...(Object.fromEntries(known) as GrowingTables), ends: endTable(ends) };
}

/** An order is kept as its pairs; nothing asks a state for the reasons of its last end. */
function endTable({ size, get, idOf }: Fields['ends']): ThingTable {
  return {
    kind: 'things',
    all: () => Array.from({ length: size() }, (_, id) => ({ layers: get(id).layers, pairs: pairsOf(get(id)) })),
    add: (thing) => {
      const { layers, pairs } = thing as { readonly layers: LastEnd['layers']; readonly pairs: readonly string[] };
      const known = new Set(pairs);
      idOf({ layers, isBefore: (first, then) => known.has(`${first}<${then}`), because: () => [] });
    },
  };
}

const linkKey = ({ kind, source, target, as, notify, sourceLife, targetLife, declared }: State['links'][number]) =>
  [kind, source, target, as ?? '', notify ?? '', sourceLife, targetLife, declared ?? ''].join();

function settledOf(fields: Fields, { dues, keptOfLeases }: Tables, at: (column: number) => number): Settled {
  return {
    links: fields.links.get(at(1)),
    losses: fields.losses.get(at(2)),
    places: fields.places.get(at(3)),
    settings: fields.settings.get(at(4)),
    deletions: fields.deletions.get(at(5)),
    leases: at(6) === 0 ? undefined : standingLeases(fields.leases.get(at(6) - 1), keptOfLeases),
    lastEnd: at(7) === 0 ? undefined : fields.ends.get(at(7) - 1),
    held: dues.agendaOf(at(9)),
  };
}

function livesOf(
  lives: Fields['lives'],
  id: number,
  hasLeases: boolean,
): Pick<HandledFields, 'life' | 'lives' | 'turns'> {
  const { life, lives: counts } = lives.get(id);
  const isKnown = (bits: number): boolean => (bits & lifeBits.existed) !== 0;
  return {
    life: life.slice(),
    lives: hasLeases ? counts.slice() : Int32Array.from(life, (bits) => (isKnown(bits) ? latest : 0)),
    // Caches identify what is alive by the number of turns: it has to differ for other lives.
    turns: id * 1_000_000,
  };
}

function deferredId(state: State, { dues, lists }: Tables): number {
  if (state.deferred.size === 0) return 0;
  const numbers = [...state.deferred]
    .sort(([a], [b]) => a - b)
    .flatMap(([entity, messages]) => [
      entity,
      messages.length,
      ...messages.map((message) => dues.idOf(state, { kind: 'message', message, isOrdered: true })),
    ]);
  return lists.idOf(numbers);
}

/** One for all states: what depends on it is known again. */
const noneDeferred: State['deferred'] = new Map();

function deferredOf(numbers: readonly number[], dues: Dues): State['deferred'] {
  if (numbers.length === 0) return noneDeferred;
  const deferred = new Map<EntityId, readonly Message[]>();
  for (let index = 0; index < numbers.length;) {
    const [entity = 0, count = 0] = numbers.slice(index, index + 2);
    const messages = numbers.slice(index + 2, index + 2 + count).flatMap((each) => {
      const due = dues.get(each);
      // Equal messages are distinguished by being different objects.
      return due.kind === 'message' ? [{ ...due.message }] : [];
    });
    deferred.set(entity, messages);
    index += 2 + count;
  }
  return deferred;
}

const sortedText = (all: ReadonlyMap<number, number | string>): string =>
  [...all]
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => `${key}=${value}`)
    .join(';');

/** All that matters of an incarnation is whether it is the latest one, or none because there was none yet. */
function withTwoLives({ links, lives }: State): State['links'] {
  const classOf = (entity: number, life: number): number => {
    if (life < 0 || (life === 0 && lives[entity] === 0)) return life;
    return life === lives[entity] ? latest : earlier;
  };
  const isSame = links.every(
    ({ source, target, sourceLife, targetLife }) =>
      classOf(source, sourceLife) === sourceLife && classOf(target, targetLife) === targetLife,
  );
  if (isSame) return links;
  return links.map((link) => ({
    ...link,
    sourceLife: classOf(link.source, link.sourceLife),
    targetLife: classOf(link.target, link.targetLife),
  }));
}

type LastEnd = NonNullable<State['lastEnd']>;

const endKey = (end: LastEnd): string => `${JSON.stringify(end.layers)} ${pairsOf(end).join()}`;

function pairsOf({ layers, isBefore }: LastEnd): string[] {
  const all = layers.flat().sort((a, b) => a - b);
  return all.flatMap((first) => all.filter((then) => isBefore(first, then)).map((then) => `${first}<${then}`));
}
