/**
 * The entities that each parameter, variable and message argument of a model may hold, whatever happens: every
 * assignment counts, in whichever order. Scenarios do not count, since they are no part of what is declared.
 */
import { entitiesOfSet } from '../../model/built-in-set.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Model } from '../../model/model.ts';

/** A set of entities. */
export type EntitySet = ReadonlySet<EntityId>;

/** The reader of an expression: whose machine it is in, and what its local names may hold. */
export interface Reader {
  readonly self: EntityId;
  readonly locals: ReadonlyMap<string, EntitySet>;
}

/** The entities held so far; it only grows. */
export interface HeldEntities {
  /** Returns the entities that an expression may name, alone or in a set or map. */
  readonly of: (expression: Expression, reader: Reader) => EntitySet;
  /** Returns the entities in a slot of an entity: a parameter, variable, setting, or an argument of an event. */
  readonly at: (entity: EntityId, slot: string) => EntitySet;
  readonly put: (entity: EntityId, slot: string, ids: EntitySet) => void;
  /** Returns true if anything was added since the last call. */
  readonly hasGrown: () => boolean;
}

const none: EntitySet = new Set();

/** Returns the slot of an argument of an event. */
export const argumentSlot = (event: string, index: number): string => `${event} ${index.toString()}`;

/** Returns what is held at the start: members, what is owned, and the settings with their defaults. */
export function heldAtStart(model: Model): HeldEntities {
  const slots = new Map<string, Set<EntityId>>();
  let hasGrown = true;
  const keyOf = (entity: EntityId, slot: string): string => `${entity.toString()} ${slot}`;
  const put = (entity: EntityId, slot: string, ids: EntitySet): void => {
    if (ids.size === 0) return;
    const key = keyOf(entity, slot);
    const known = slots.get(key) ?? new Set();
    slots.set(key, known);
    const before = known.size;
    for (const id of ids) known.add(id);
    if (known.size > before) hasGrown = true;
  };
  const at = (entity: EntityId, slot: string): EntitySet => slots.get(keyOf(entity, slot)) ?? none;
  for (const { kind, source, target } of model.relations) {
    if (kind === 'contains') put(source, 'members', new Set([target]));
    if (kind === 'owns') put(source, 'owned', new Set([target]));
  }
  return {
    at,
    put,
    of: createReading(model, at),
    hasGrown: () => {
      const answer = hasGrown;
      hasGrown = false;
      return answer;
    },
  };
}

function createReading(model: Model, at: HeldEntities['at']): HeldEntities['of'] {
  const sets = new Map<string, EntitySet>();
  const setNamed = (name: string): EntitySet => {
    const known = sets.get(name) ?? new Set(entitiesOfSet(model.entities, name).map(({ id }) => id));
    sets.set(name, known);
    return known;
  };
  const read = (expression: Expression, reader: Reader): EntitySet => {
    const all = (...parts: readonly Expression[]): EntitySet => union(parts.map((part) => read(part, reader)));
    switch (expression.kind) {
      case 'entity':
        return new Set([expression.entity]);
      case 'self':
        return new Set([reader.self]);
      case 'local':
        return reader.locals.get(expression.name) ?? none;
      case 'all':
        return setNamed(expression.of);
      case 'list':
        return all(...expression.items);
      case 'property':
        return union([...read(expression.of, reader)].map((id) => at(id, expression.name)));
      case 'at':
        return all(expression.map);
      case 'if':
        return all(expression.then, expression.else);
      case 'binary':
        return expression.operator === '+' ? all(expression.left, expression.right) : all(expression.left);
      case 'quantified':
        return expression.quantifier === 'those' ? all(expression.set) : none;
      case 'call':
        return expression.function === 'tcb' || expression.function === 'impact' ? setNamed('pds') : none;
      default:
        return none;
    }
  };
  return read;
}

function union(sets: readonly EntitySet[]): EntitySet {
  const [only] = sets;
  if (only !== undefined && sets.length === 1) return only;
  return new Set(sets.flatMap((set) => [...set]));
}
