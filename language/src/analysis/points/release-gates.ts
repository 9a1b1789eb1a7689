/**
 * The gates of what is already ending and held up: it ends once the crashes have ended all that it waits for, whichever
 * of them does so. What dies with it, and what that takes along, is sentenced by its end, but only while it exists: the
 * formula of a sentence counts on no end of what it sentences.
 */
import type { Digraph } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { at } from '../../model/common/lookup.ts';
import { relationOf } from '../../model/model.ts';
import { carryOn, type Ending } from '../deletion/at-start.ts';
import { isSentence } from '../deletion/deletion-state.ts';
import { runDeletion } from '../deletion/deletion-run.ts';
import { inner, takesAlong } from '../deletion/takes-along.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { sharedFates } from '../facts/spread.ts';
import { append } from '../../model/common/append.ts';
import { allOf, anyOf, type Formula, never } from './formula.ts';

/** The entities that crashes release, as formulas; the numbers of the gates follow those of the entities. */
export interface ReleaseGates {
  readonly gates: ReadonlyMap<number, Formula>;
  /** Returns the formula of the release of an entity; none if nothing can release it. */
  readonly releaseOf: (entity: EntityId) => readonly Formula[];
  /** The entity of each gate. */
  readonly entityOf: ReadonlyMap<number, EntityId>;
}

const none: ReleaseGates = { gates: new Map(), releaseOf: () => [], entityOf: new Map() };

/** The most sentences that count on each other; beyond that a sentence may count on the end of what it sentences. */
const mostWithout = 3;

/**
 * Returns the gates of a state; `byCrash` gives the crashes that destroy an entity. Cost: O(V + E), that of `byCrash`,
 * and for each entity that may be sentenced the number of those on the way to it.
 */
export function releaseGates(
  model: RelatedEntities,
  ending: Ending | undefined,
  exists: Uint8Array,
  byCrash: (entity: EntityId) => readonly Formula[],
): ReleaseGates {
  if (ending === undefined || ending.modes.size === 0) return none;
  const { modes, isHeld } = ending;
  const { waitsOf, partsOf, sentencedBy } = graphs(model, ending, exists);
  const now = carryOn(model, ending, exists);
  const isCandidate = candidates(model, ending, exists);
  const gates = new Map<number, Formula>();
  const entityOf = new Map<number, EntityId>();
  const numbers = new Map<string, number>();
  const gate = (name: string, entity: EntityId, without: Without, make: () => Formula): Formula => {
    const key = [name, entity, ...[...without].sort((a, b) => a - b)].join(' ');
    let number = numbers.get(key);
    if (number === undefined) {
      number = model.entities.length + numbers.size;
      numbers.set(key, number);
      entityOf.set(number, entity);
      gates.set(number, make());
    }
    return { kind: 'failed', entity: number };
  };
  const ended = (entity: EntityId, without: Without): Formula =>
    without.has(entity) ? never : anyOf([...byCrash(entity), ...release(entity, without)]);
  const release = (entity: EntityId, without: Without): Formula[] => {
    if (isCandidate[entity] !== 1 || without.has(entity)) return [];
    const own = (): Formula[] => {
      const mode = modes.get(entity);
      if (mode === undefined || (!isSentence(mode) && isHeld(entity))) return [];
      return [allOf(now.waitsFor(entity).map((id) => ended(id, without)))];
    };
    const asSentenced = (): Formula =>
      allOf([sentence(entity, without), ...[...waitsOf(entity), ...partsOf(entity)].map((id) => ended(id, without))]);
    return [gate('release', entity, without, () => anyOf([...own(), asSentenced()]))];
  };
  const sentence = (entity: EntityId, before: Without): Formula => {
    if (modes.get(entity) === 'destroy') return allOf([]);
    const without = before.size < mostWithout ? new Set([...before, entity]) : before;
    return gate('sentence', entity, without, () =>
      anyOf(
        sentencedBy(entity).flatMap(({ by, isEnd }) => {
          if (isCandidate[by] !== 1 || by === entity) return [];
          return isEnd ? release(by, without) : [sentence(by, without)];
        }),
      ),
    );
  };
  const known = new Map<EntityId, readonly Formula[]>();
  for (const { id } of model.entities) if (isCandidate[id] === 1) known.set(id, release(id, new Set()));
  return { gates, entityOf, releaseOf: (entity) => known.get(entity) ?? [] };
}

/** The entities whose end does not count. */
type Without = ReadonlySet<EntityId>;

/** Why an entity is sentenced: by the end of another, or because the other is. */
interface Sentenced {
  readonly by: EntityId;
  readonly isEnd: boolean;
}

function graphs(model: RelatedEntities, { isForeign }: Ending, exists: Uint8Array) {
  const index = indexRelations(model);
  const targetsOf = (graph: Digraph, entity: EntityId): EntityId[] => {
    const [from, to] = [graph.offsets[entity], graph.offsets[entity + 1]];
    const labels = graph.labels.subarray(from, to);
    return Array.from(graph.targets.subarray(from, to)).filter((id, place) => {
      const label = at(labels, place);
      const isOwnership = label >= 0 && relationOf(model, label).kind === 'owns';
      return exists[id] === 1 && !(isOwnership && isForeign(entity, id));
    });
  };
  const sentencedBy = new Map<EntityId, Sentenced[]>();
  for (const { source, target } of sharedFates(index)) append(sentencedBy, source, { by: target, isEnd: true });
  for (const { id } of model.entities) {
    for (const other of targetsOf(takesAlong(index), id)) append(sentencedBy, other, { by: id, isEnd: false });
  }
  return {
    waitsOf: (entity: EntityId) => targetsOf(index.from('waits for'), entity),
    partsOf: (entity: EntityId) => targetsOf(inner(index), entity),
    sentencedBy: (entity: EntityId) => sentencedBy.get(entity) ?? [],
  };
}

/** Marks with 1 what ends within the instant if nothing from outside holds anything up. */
function candidates(model: RelatedEntities, { modes, ...rest }: Ending, exists: Uint8Array): Uint8Array {
  const { mode, stage } = runDeletion({
    ...{ model, exists, ...rest, mode: 'background', targets: [...modes.keys()].sort((a, b) => a - b) },
    ...{ modeOf: (id: EntityId) => modes.get(id), isHeld: () => false, isAwaited: () => false },
  });
  return Uint8Array.from(model.entities, ({ id }) => (mode[id] !== undefined && stage[id] === 0 ? 1 : 0));
}
