/**
 * Finds what a recovery leaves dangling: what points to an incarnation that has ended, because it lives on from before
 * the crash, or came back before what it points to.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { append } from '../../model/common/append.ts';
import { relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';

/** The end of a recovery. */
export interface Recovered {
  readonly isAlive: (id: EntityId) => boolean;
  /** Returns true for what has ended at any time before, even if it has come back. */
  readonly hasEnded: (id: EntityId) => boolean;
  /** The number of the action by which something came back; undefined if none did. */
  readonly stepOf: ReadonlyMap<EntityId, number>;
}

/** Returns what points to something ended, each with all these relations, in declaration order. Cost: O(relations). */
export function leftDangling(model: RelatedEntities, { isAlive, hasEnded, stepOf }: Recovered): Explained[] {
  const found = new Map<EntityId, Fact[]>();
  for (const kind of ['maps', 'refers', 'owns'] as const)
    for (const { id, source, target } of indexRelations(model).all(kind)) {
      // What is owned points to its owner.
      const [pointer, other] = kind === 'owns' ? [target, source] : [source, target];
      if (!isAlive(pointer) || !hasEnded(other)) continue;
      const back = stepOf.get(pointer);
      // A declared map is made only to what is alive.
      const isMadeAgain = back !== undefined && (kind === 'maps' || (stepOf.get(other) ?? Infinity) <= back);
      if (!isMadeAgain) append(found, pointer, relationFact(model, id));
    }
  return [...found].sort(([a], [b]) => a - b).map(([entity, because]) => ({ entity, because }));
}
