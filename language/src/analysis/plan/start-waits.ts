/**
 * Finds what each entity waits for before it starts: its host, owner or manager; the space of a resource; what it needs,
 * requests or maps; and what is destroyed after it. Which of them give way is decided in `start-order.ts`.
 */
import { type EntityId, isHostedBy } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { Relation } from '../../model/relation.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { type Need, needsOf } from '../facts/needs.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { at } from '../../model/common/lookup.ts';
import { entityOf } from '../../model/model.ts';

/** One of those that a wait is for, and the facts that say so. */
export interface StartCondition {
  readonly entity: EntityId;
  readonly because: readonly Fact[];
}

/** A condition of a start: `least` of the others have started. */
export interface StartWait {
  readonly subject: EntityId;
  readonly least: number;
  readonly others: readonly StartCondition[];
  /** `soft` gives way on a cycle; without a `required` one nothing starts at all. */
  readonly strength: 'soft' | 'hard' | 'required';
  /** True if a start of the subject alone starts the others, too; false for a mere order. */
  readonly isWanted: boolean;
}

const single = (subject: EntityId, entity: EntityId, because: readonly Fact[]): StartWait => ({
  subject,
  least: 1,
  others: [{ entity, because }],
  strength: 'hard',
  isWanted: true,
});

/** Returns the waits of a model: those of nesting first, then by relation. Cost: O(V + E). */
export function startWaits(model: RelatedEntities): StartWait[] {
  const index = indexRelations(model);
  const fact = ({ id }: Relation): Fact => relationFact(model, id);
  return [
    ...model.entities.flatMap(({ id, parent, kind }): StartWait[] => {
      if (parent === undefined) return [];
      const wait = single(id, parent, [nestingFact(model, id)]);
      return [isHostedBy(kind, entityOf(model, parent).kind) ? { ...wait, strength: 'required' } : wait];
    }),
    ...index
      .all('owns')
      .filter(({ nested }) => !nested)
      .map((each) => single(each.target, each.source, [fact(each)])),
    ...index.all('manages').map((each) => single(each.target, each.source, [fact(each)])),
    ...needsOf(index).flatMap((need) => needed(model, need)),
    ...index.all('requests').flatMap((each) => requested(model, each)),
    ...index.all('maps').map((each) => single(each.source, each.target, [fact(each)])),
    ...index
      .all('destroyed after')
      .map((each) => ({ ...single(each.target, each.source, [fact(each)]), isWanted: false })),
  ];
}

/** Returns the wait of a need. What starts meets a need of itself by that, but none `as start`. */
function needed(model: RelatedEntities, { source, strength, least, members }: Need): StartWait[] {
  const isToStart = strength === 'start';
  const others = members.filter(({ target }) => target !== source);
  const left = isToStart ? least : least - (members.length - others.length);
  if (left <= 0) return [];
  return [
    {
      subject: source,
      least: left,
      others: (left > others.length ? members : others).map(({ id, target }) => ({
        entity: target,
        because: [relationFact(model, id)],
      })),
      strength: isToStart ? 'required' : strength,
      isWanted: true,
    },
  ];
}

/** Returns the waits for the space of a request, or for the PD and its spaces of that type. */
function requested(model: RelatedEntities, request: Relation): StartWait[] {
  const { source, target, as } = request;
  const fact = relationFact(model, request.id);
  const own = single(source, target, [fact]);
  if (entityOf(model, target).kind !== 'pd') return [own];
  const { offsets, targets, labels } = indexRelations(model).from('manages');
  const [first, end] = [at(offsets, target), at(offsets, target + 1)];
  const served = [...targets.subarray(first, end)].map((space, place) => ({ space, id: at(labels, first + place) }));
  return [
    own,
    ...served
      .filter(({ space }) => as === undefined || entityOf(model, space).type === as)
      .map(({ space, id }) => single(source, space, [fact, relationFact(model, id)])),
  ];
}
