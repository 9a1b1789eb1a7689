/**
 * Decides which relations are legal between two entities, and what can be nested in what. All analyses ignore illegal
 * relations.
 */
import { type EntityKind, entityKinds } from '../../model/entity-kind.ts';
import type { Entity } from '../../model/entity.ts';
import { byteAt, required } from '../../model/common/lookup.ts';
import { type Relation, type RelationKind, relationEnds, relationKinds } from '../../model/relation.ts';

/** Returns true if a relation of that kind is legal between these two. */
export const canRelate = (kind: RelationKind, source: Entity, target: Entity): boolean =>
  areLegal(kind, source.kind, target.kind);

function areLegal(kind: RelationKind, source: EntityKind, target: EntityKind): boolean {
  const { from, to } = relationEnds[kind];
  if (kind === 'maps' && source !== target) return false;
  return from.includes(source) && to.includes(target);
}

const kindNumbers: ReadonlyMap<EntityKind, number> = new Map(entityKinds.map((kind, number) => [kind, number]));

/** By kind of relation, then by the numbers of the kinds of its two ends: 1 if it is legal between them. */
const legalEnds: ReadonlyMap<RelationKind, Uint8Array> = new Map(
  relationKinds.map((kind) => {
    const ends = entityKinds.flatMap((from) => entityKinds.map((to) => areLegal(kind, from, to)));
    return [kind, Uint8Array.from(ends, Number)];
  }),
);

/**
 * Returns the relations between legal ends by their kinds, each kind in the order given, and the others. A relation to
 * an entity that is not there throws. Cost: O(entities + relations).
 */
export function sortedByKind(entities: readonly Entity[], relations: Iterable<Relation>): SortedRelations {
  const kindOf = Uint8Array.from(entities, ({ kind }) => required(kindNumbers.get(kind)));
  const legal = new Map<RelationKind, Relation[]>(relationKinds.map((kind) => [kind, []]));
  const illegal: Relation[] = [];
  for (const relation of relations) {
    const { kind, source, target } = relation;
    const ends = byteAt(kindOf, source) * entityKinds.length + byteAt(kindOf, target);
    (required(legalEnds.get(kind))[ends] === 1 ? required(legal.get(kind)) : illegal).push(relation);
  }
  return { legal, illegal };
}

/** The relations of a model that all analyses heed, by kind, and those that they ignore. */
export interface SortedRelations {
  readonly legal: ReadonlyMap<RelationKind, readonly Relation[]>;
  readonly illegal: readonly Relation[];
}

/** The kinds that may be nested in each kind; any kind if there is no row. */
const nestable: Readonly<Partial<Record<EntityKind, readonly EntityKind[]>>> = {
  space: ['resource'],
  resource: [],
  object: ['object'],
  region: [],
};

/** Returns the kinds that may be nested in a kind; undefined if any may. */
export const nestableIn = (around: EntityKind): readonly EntityKind[] | undefined => nestable[around];
