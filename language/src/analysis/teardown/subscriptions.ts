/**
 * Finds who is notified before a teardown destroys anything: the actions after `notify`, owner side first.
 * "Notifications" in the language reference.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { relationFact } from '../facts/facts.ts';
import type { RelationIndex } from '../facts/relation-index.ts';
import { relationOf } from '../../model/model.ts';

/** One call of an action: `subject`'s `action` announces that `of` is about to be destroyed. */
export interface AnnouncedCall {
  readonly subject: EntityId;
  readonly action: string;
  readonly of: EntityId;
  readonly because: readonly Fact[];
}

/**
 * Returns the calls in order: last layer first, within a layer in declaration order, within one doomed entity in the
 * order of subscription, each action once. Only existing entities are notified. Cost: O(V + E).
 */
export function announcedCalls(
  index: RelationIndex,
  layers: readonly (readonly EntityId[])[],
  exists: Uint8Array,
): AnnouncedCall[] {
  const subscribers = index.to('destroyed after');
  const calls: AnnouncedCall[] = [];
  for (const of of layers.toReversed().flat()) {
    const seen = new Set<string>();
    // Relation ids ascend in order of declaration or creation; the edges are sorted by subscriber.
    const own = subscribers.labels.slice(at(subscribers.offsets, of), at(subscribers.offsets, of + 1)).sort();
    for (const relation of own) {
      const { id, source, notify } = relationOf(index.model, relation);
      if (notify === undefined || exists[source] !== 1) continue;
      const key = `${source} ${notify}`;
      if (seen.has(key)) continue;
      seen.add(key);
      calls.push({ subject: source, action: notify, of, because: [relationFact(index.model, id)] });
    }
  }
  return calls;
}
