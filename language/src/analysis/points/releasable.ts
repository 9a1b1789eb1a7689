/**
 * What may end once crashes have ended what holds it up: how it is ending, what it waits for, and what goes with it.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import type { Ending } from '../deletion/at-start.ts';
import { runDeletion } from '../deletion/deletion-run.ts';
import type { EndMode } from '../deletion/deletion-state.ts';
import { inner, takesAlong } from '../deletion/takes-along.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { sharedFates } from '../facts/spread.ts';

/** An entity that may be released. All lists are of entities that exist. */
export interface Releasable {
  readonly id: EntityId;
  /** How it is ending before any crash; undefined if it is not. */
  readonly mode: EndMode | undefined;
  /** True if something of its own holds it up, until it is destroyed. */
  readonly isHeld: boolean;
  /** True if no collection takes it along. */
  readonly isProtected: boolean;
  /** What it waits for by `waits for`. */
  readonly waits: readonly EntityId[];
  /** What it hosts, owns or manages: it ends with these when it is destroyed. */
  readonly parts: readonly EntityId[];
  /** What it owns and waits for in the foreground. */
  readonly owned: readonly EntityId[];
  /** What is destroyed with it, what stops with it, and what dies with it. */
  readonly along: readonly EntityId[];
  readonly stops: readonly EntityId[];
  readonly dies: readonly EntityId[];
}

/** Returns what may be released, by its number. Cost: O(V + E). */
export function releasables(
  model: RelatedEntities,
  ending: Ending,
  exists: Uint8Array,
): ReadonlyMap<EntityId, Releasable> {
  const { modes, isHeld, isForeign, isAwaited } = ending;
  const index = indexRelations(model);
  const targetsIn = (graph: Digraph, entity: EntityId): EntityId[] => {
    const [from, to] = [at(graph.offsets, entity), at(graph.offsets, entity + 1)];
    return Array.from(graph.targets.subarray(from, to)).filter((id, place) => {
      const label = at(graph.labels, from + place);
      const isOwnership = label >= 0 && relationOf(model, label).kind === 'owns';
      return exists[id] === 1 && !(isOwnership && isForeign(entity, id));
    });
  };
  const dies = new Map<EntityId, EntityId[]>();
  const stops = new Map<EntityId, EntityId[]>();
  const owned = new Map<EntityId, EntityId[]>();
  for (const { source, target } of sharedFates(index)) if (exists[source] === 1) append(dies, target, source);
  for (const { source, target } of sharedFates(index, 'stops with'))
    if (exists[source] === 1) append(stops, target, source);
  for (const { source, target, as } of index.all('owns'))
    if (as !== 'nonblocking' && exists[target] === 1 && !isForeign(source, target)) append(owned, source, target);
  const shielded = new Set(index.all('protects').flatMap(({ target, as }) => (as === 'eviction' ? [] : [target])));
  return new Map(
    candidates(model, ending, exists).map((id) => [
      id,
      {
        ...{ id, mode: modes.get(id), isHeld: isHeld(id) },
        isProtected: entityOf(model, id).protected === true || shielded.has(id),
        waits: targetsIn(index.from('waits for'), id).filter((other) => isAwaited?.(other) !== false),
        parts: targetsIn(inner(index), id),
        owned: modes.get(id) === 'foreground' ? (owned.get(id) ?? []) : [],
        along: targetsIn(takesAlong(index), id),
        stops: stops.get(id) ?? [],
        dies: dies.get(id) ?? [],
      },
    ]),
  );
}

/** Returns what ends within the instant if nothing from outside holds anything up. */
function candidates(model: RelatedEntities, { modes, ...rest }: Ending, exists: Uint8Array): EntityId[] {
  const { mode, stage } = runDeletion({
    ...{ model, exists, ...rest, mode: 'background', targets: [...modes.keys()].sort((a, b) => a - b) },
    ...{ modeOf: (id: EntityId) => modes.get(id), isHeld: () => false, isAwaited: () => false },
  });
  return model.entities.flatMap(({ id }) => (mode[id] !== undefined && stage[id] === 0 ? [id] : []));
}
