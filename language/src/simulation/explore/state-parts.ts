/**
 * The parts of a state that change seldom, as one number: what is alive, links, losses, settings, what
 * is deferred, and so on. Of incarnations only one thing is kept: whether a link means the latest one.
 */
import type { Program, State } from '../run.ts';
import { lifeBits } from '../run.ts';
import type { Value } from '../values.ts';
import type { Dues } from './dues.ts';
import type { Interned } from './interned.ts';
import { createInterned } from './interned.ts';
import { leasesKey, standingLeases } from './lease-parts.ts';
import type { Lists } from './lists.ts';
import { createPackedSet } from './packed-set.ts';

/** The fields of a state that this file is about. */
export type Parts = Pick<
  State,
  'life' | 'lives' | 'turns' | 'links' | 'losses' | 'places' | 'settings' | 'deletions' | 'leases' | 'lastEnd'
> &
  Pick<State, 'deferred' | 'held'>;

export interface PartsTable {
  readonly idOf: (state: State) => number;
  /** Makes fields that a new state may have. */
  readonly get: (id: number) => Parts;
  readonly bytes: () => number;
}

/** The latest incarnation of what ever came to life, and all that were before it. */
const [latest, earlier] = [2, 1];

interface Tables {
  readonly values: Interned<Value | undefined>;
  readonly dues: Dues;
  readonly lists: Lists;
  /** Whether anything asks for the order of the last end. */
  readonly keepsLastEnd: boolean;
}

/** Makes an empty table. */
export function createParts({ model }: Program, { values, dues, lists, keepsLastEnd }: Tables): PartsTable {
  const rows = createPackedSet(10);
  const row = new Int32Array(10);
  const hasLeases = model.collectors.length > 0;
  const lives = createInterned(({ life, lives: counts }: Pick<State, 'life' | 'lives'>) =>
    hasLeases ? `${life.join()};${counts.join()}` : life.join(),
  );
  const links = createInterned((all: State['links']) =>
    all
      .map((each) =>
        [
          each.kind,
          each.source,
          each.target,
          each.as ?? '',
          each.notify ?? '',
          each.sourceLife,
          each.targetLife,
          each.declared ?? '',
        ].join(),
      )
      .join(';'),
  );
  const losses = createInterned((all: State['losses']) =>
    all.map(({ pd, kind, target }) => `${pd},${kind},${target}`).join(';'),
  );
  const places = createInterned((all: State['places']) => sortedText(all));
  const settings = createInterned((all: State['settings']) =>
    [...all]
      .map(([name, value]) => `${name}=${values.idOf(value)}`)
      .sort()
      .join(';'),
  );
  const deletions = createInterned((all: State['deletions']) => sortedText(all));
  const leases = createInterned(leasesKey);
  const ends = createInterned(endKey);

  const deferredId = (state: State): number =>
    state.deferred.size === 0
      ? 0
      : lists.idOf(
          [...state.deferred]
            .sort(([a], [b]) => a - b)
            .flatMap(([entity, messages]) => [
              entity,
              messages.length,
              ...messages.map((message) => dues.idOf(state, { kind: 'message', message, isOrdered: true })),
            ]),
        );
  const deferredOf = (id: number): State['deferred'] => {
    const numbers = lists.get(id);
    const deferred = new Map<number, State['deferred'] extends ReadonlyMap<number, infer M> ? M : never>();
    for (let index = 0; index < numbers.length;) {
      const [entity = 0, count = 0] = numbers.slice(index, index + 2);
      const messages = numbers.slice(index + 2, index + 2 + count).flatMap((each) => {
        const due = dues.get(each);
        // Equal messages are told apart by being different objects.
        return due.kind === 'message' ? [{ ...due.message }] : [];
      });
      deferred.set(entity, messages);
      index += 2 + count;
    }
    return deferred;
  };
  const getLives = (id: number): Pick<Parts, 'life' | 'lives' | 'turns'> => {
    const { life, lives: counts } = lives.get(id);
    const isKnown = (bits: number): boolean => (bits & lifeBits.existed) !== 0;
    return {
      life: life.slice(),
      lives: hasLeases ? counts.slice() : Int32Array.from(life, (bits) => (isKnown(bits) ? latest : 0)),
      // Caches take the number of turns for what is alive: it has to be another one for other lives.
      turns: id * 1_000_000,
    };
  };
  const settled = new Map<number, Omit<Parts, 'life' | 'lives' | 'turns' | 'deferred'>>();
  return {
    idOf(state) {
      row[0] = lives.idOf({ life: state.life, lives: state.lives });
      row[1] = links.idOf(hasLeases ? state.links : withTwoLives(state));
      row[2] = losses.idOf(state.losses);
      row[3] = places.idOf(state.places);
      row[4] = settings.idOf(state.settings);
      row[5] = deletions.idOf(state.deletions);
      row[6] = state.leases === undefined ? 0 : leases.idOf(state.leases) + 1;
      row[7] = state.lastEnd === undefined || !keepsLastEnd ? 0 : ends.idOf(state.lastEnd) + 1;
      row[8] = deferredId(state);
      row[9] = dues.agendaId(state, state.held);
      return rows.add(row);
    },
    get(id) {
      let known = settled.get(id);
      if (known === undefined) {
        known = {
          links: links.get(rows.at(id, 1)),
          losses: losses.get(rows.at(id, 2)),
          places: places.get(rows.at(id, 3)),
          settings: settings.get(rows.at(id, 4)),
          deletions: deletions.get(rows.at(id, 5)),
          leases: rows.at(id, 6) === 0 ? undefined : standingLeases(leases.get(rows.at(id, 6) - 1)),
          lastEnd: rows.at(id, 7) === 0 ? undefined : ends.get(rows.at(id, 7) - 1),
          held: dues.agendaOf(rows.at(id, 9)),
        };
        settled.set(id, known);
      }
      return { ...known, ...getLives(rows.at(id, 0)), deferred: deferredOf(rows.at(id, 8)) };
    },
    bytes: () => rows.bytes() + 300 * rows.size(),
  };
}

const sortedText = (all: ReadonlyMap<number, number | string>): string =>
  [...all]
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => `${key}=${value}`)
    .join(';');

/** All that matters of an incarnation is whether it is the latest one. */
function withTwoLives({ links, lives }: State): State['links'] {
  const classOf = (entity: number, life: number): number =>
    life < 0 ? life : life === lives[entity] ? latest : earlier;
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

/** The incarnation that a state without leases knows for one of a run: see `withTwoLives`. */
export const lifeClass = ({ lives }: State, entity: number, life: number): number =>
  life === lives[entity] ? latest : earlier;

function endKey({ layers, isBefore }: NonNullable<State['lastEnd']>): string {
  const all = layers.flat().sort((a, b) => a - b);
  const pairs = all.flatMap((first) => all.filter((then) => isBefore(first, then)).map((then) => `${first}<${then}`));
  return `${JSON.stringify(layers)} ${pairs.join()}`;
}
