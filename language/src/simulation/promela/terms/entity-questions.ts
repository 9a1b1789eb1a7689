/**
 * Questions about entities: their states, predicates and relations. Each is resolved for every entity that the subject
 * may be.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Expression, Predicate } from '../../../model/machines/expression.ts';
import { isRelated } from '../../program/predicates.ts';
import { lifeBits } from '../../kernel/run.ts';
import { isKind } from '../../values/values.ts';
import { entityValue } from './constants.ts';
import { setItems } from './sets.ts';
import { all, any, bool, entityTerm, known, negation, type Term } from './terms.ts';
import { NotCovered } from './uncovered.ts';
import { type Around, hasLife, aliveCondition, machineOfEntity, stateName } from './writing.ts';

type Related = Extract<Expression, { readonly kind: 'related' }>;

/**
 * Returns the condition that each of some entities is in a state of that name, or in one within it; false for no
 * entity.
 */
export function inStateCondition(subject: Term, state: string, around: Around): Term {
  const subjects = setItems(subject);
  const { writing } = around;
  const isIn = (entity: EntityId): Term => {
    const machine = machineOfEntity(writing, entity);
    const root = (machine?.states.length ?? 0) - 1;
    const inner = (machine?.states ?? []).flatMap(({ path }, index) =>
      index !== root && path.some((each) => each !== root && machine?.states[each]?.name === state)
        ? [bool(`${stateName(entity)} == ${index}`)]
        : [],
    );
    return any(...inner);
  };
  return all(
    any(...subjects.map(({ present }) => present)),
    ...subjects.map(({ item, present }) => any(negation(present), eachEntity(item, isIn))),
  );
}

/** Returns the condition that a predicate is true of an entity, or of each of a set; false for an empty set or none. */
export function isTrueOf(predicate: Predicate, subject: Term, around: Around): Term {
  const subjects = setItems(subject);
  const { writing } = around;
  const holds = (entity: EntityId): Term => {
    const alive = aliveCondition(writing, entity);
    switch (predicate) {
      case 'alive':
        return alive;
      case 'destroyed':
        return all(negation(alive), hasLife(writing, entity, lifeBits.existed));
      case 'crashed':
        return all(negation(alive), hasLife(writing, entity, lifeBits.crashed));
      case 'doomed':
        return hasLife(writing, entity, lifeBits.doomed);
      default:
        throw new NotCovered(`"${predicate}"`);
    }
  };
  return all(
    any(...subjects.map(({ present }) => present)),
    ...subjects.map(({ item, present }) => any(negation(present), eachEntity(item, holds))),
  );
}

/**
 * Returns the condition that every source has a relation to every target. Relations stay as they are at the start:
 * changes of them are not covered.
 */
export function areRelated(
  { relation: kind, as }: Pick<Related, 'relation' | 'as'>,
  source: Term,
  target: Term,
  around: Around,
): Term {
  const { program, start, mortal } = around.writing;
  const [sources, targets] = [setItems(source), setItems(target)];
  const holds = (from: EntityId, to: EntityId): Term => {
    if (mortal.has(from) || mortal.has(to)) throw new NotCovered('a relation of an entity that may end');
    const run = { program, state: start };
    return known(isRelated(run, { kind, as }, entityValue(from), entityValue(to)));
  };
  const pairs = sources.flatMap((one) =>
    targets.map((other) =>
      any(
        negation(all(one.present, other.present)),
        eachEntity(one.item, (from) => eachEntity(other.item, (to) => holds(from, to))),
      ),
    ),
  );
  const isAny = (items: typeof sources): Term => any(...items.map(({ present }) => present));
  return all(isAny(sources), isAny(targets), ...pairs);
}

/** Returns the condition that something holds of the entity that an item is; false for none. */
function eachEntity(item: Term, holds: (entity: EntityId) => Term): Term {
  if (item.kind === 'known' && isKind(item.value, 'entity')) return holds(item.value.id);
  const { text, among } = entityTerm(item);
  return any(...among.map((id) => all(bool(`${text} == ${id}`), holds(id))));
}
