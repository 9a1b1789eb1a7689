/**
 * Adds to a doomed set what its event releases: entities that were ending already, or that the event dooms and cannot
 * end yet, and that wait for nothing more once the rest has ended.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { EndMode } from '../deletion/deletion-state.ts';
import { type Collected, endOfCollected } from './doomed-by-collection.ts';
import type { Start } from '../deletion/at-start.ts';
import { deadlocksAfter, releasedBy } from '../deletion/released.ts';
import { type DoomedSet, existing, explainedBy, type Held, laterBy } from '../facts/doomed.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';

/** Returns the set with what its event releases as a last stage, and with what was ending and still is. */
export function withRelease(
  model: RelatedEntities,
  { ending, because: becauseOf }: Start<RelatedEntities>,
  set: DoomedSet | Collected,
): DoomedSet {
  if (ending.modes.size + set.held.length === 0) return set;
  const gone = set.stages.flat();
  const modeOf = (entity: EntityId): EndMode => ('taken' in set ? endOfCollected(set, entity) : 'destroy');
  const event = { existsBefore: existing(model, {}), gone, held: set.held, because: set.because, modeOf };
  const released = releasedBy(model, ending, event);
  const isDeadlocked = set.held.length === 0 ? () => false : deadlocksAfter(model, ending, event);
  const ends = new Set([...gone, ...released.entities]);
  const because = (entity: EntityId): readonly Fact[] =>
    released.entities.includes(entity) ? released.because(entity) : set.because(entity);
  const isNamed = new Set(set.held.map(({ entity }) => entity));
  return {
    ...set,
    stages: released.entities.length === 0 ? set.stages : [...set.stages, released.entities],
    followsBy: (entity) => [...set.followsBy(entity), ...released.followsBy(entity)],
    because,
    hops: (entity) => (ends.has(entity) ? because(entity).length - 1 : set.hops(entity)),
    held: [
      ...set.held
        .filter(({ entity }) => !ends.has(entity))
        .map((each) => heldAs(each, each.isDeadlocked || isDeadlocked(each.entity))),
      ...released.held,
    ].sort((a, b) => a.entity - b.entity),
    later: set.later
      .filter(({ entity }) => !ends.has(entity))
      .map((each) => laterBy(each.entity, () => each.because, each.isDeadlocked || isDeadlocked(each.entity))),
    anyway: [
      ...set.anyway,
      ...[...ending.modes.keys()]
        .filter((id) => !ends.has(id) && !isNamed.has(id))
        .map((id) => explainedBy(id, becauseOf)),
    ].sort((a, b) => a.entity - b.entity),
  };
}

/** Returns what is held, in a deadlock or not; its chain is still computed when read. */
const heldAs = (held: Held, isDeadlocked: boolean): Held => ({
  ...{ entity: held.entity, finalizers: held.finalizers, waitsFor: held.waitsFor, isDeadlocked },
  get because() {
    return held.because;
  },
});
