/**
 * The relations of a model as compact graphs, one for each kind and direction, built when first requested and kept as
 * long as the model. Omits relations between wrong kinds of entities, so that no analysis has to handle them.
 */
import { createEdgeList, type Digraph, type EdgeList, reversed } from '../../graph/digraph.ts';
import type { Entity } from '../../model/entity.ts';
import type { Relation, RelationId, RelationKind } from '../../model/relation.ts';
import { required } from '../../model/common/lookup.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { sortedByKind } from './legal-ends.ts';

/** The part of a model that holds entities and relations. */
export type RelatedEntities = Pick<Model, 'entities' | 'relations'>;

/** The graphs of a model. Nodes are entity ids. */
export interface RelationIndex {
  readonly model: RelatedEntities;
  /** The relations between wrong kinds of entities, in declaration order. */
  readonly illegal: readonly Relation[];
  /** The relations of a kind, in declaration order. */
  readonly all: (kind: RelationKind) => readonly Relation[];
  /** Edges from source to target, labelled with their relation, in declaration order. */
  readonly from: (kind: RelationKind) => Digraph;
  /** The same edges, reversed. */
  readonly to: (kind: RelationKind) => Digraph;
  /** Edges from an entity to those nested directly in it, labelled with the nested one. */
  readonly nested: Digraph;
  /** The space of each resource, by the resource's id; -1 for a resource without one, and for all other entities. */
  readonly spaceOf: Int32Array;
  /** The relations that are omitted though they are legal; see `withoutRelations`. */
  readonly cut: ReadonlySet<RelationId>;
}

const indexes = new WeakMap<RelatedEntities, RelationIndex>();
/** By the list of entities: a later version of a text often has the lists of the version before. */
const indexesOfLists = new WeakMap<RelatedEntities['entities'], RelationIndex>();

/** Returns the index of a model; it is built once for its lists. Cost: O(entities + relations). */
export function indexRelations(model: RelatedEntities): RelationIndex {
  const known = indexes.get(model);
  if (known !== undefined) return known;
  const { entities, relations } = model;
  const shared = indexesOfLists.get(entities);
  // Without the rest of the model, which may be outdated later than these.
  const index = shared?.model.relations === relations ? shared : buildIndex({ entities, relations }, new Set());
  indexesOfLists.set(entities, index);
  indexes.set(model, index);
  return index;
}

/** Returns a model without some of its relations: its index omits them, while the ids of all others stay the same. */
export function withoutRelations<M extends RelatedEntities>(model: M, cut: ReadonlySet<RelationId>): M {
  if (cut.size > 0) indexes.set(model, buildIndex(model, cut));
  return model;
}

function buildIndex(model: RelatedEntities, cut: ReadonlySet<RelationId>): RelationIndex {
  const relations = cut.size === 0 ? model.relations : model.relations.filter(({ id }) => !cut.has(id));
  const { legal, illegal } = sortedByKind(model.entities, relations);
  const all = (kind: RelationKind): readonly Relation[] => required(legal.get(kind));
  const from = remember((kind: RelationKind) => relationEdges(all(kind)).toDigraph(model.entities.length));
  return {
    model,
    illegal,
    all,
    from,
    to: remember((kind: RelationKind) => reversed(from(kind))),
    nested: nestedEdges(model).toDigraph(model.entities.length),
    spaceOf: Int32Array.from(model.entities, (entity) => spaceAround(model, entity)),
    cut,
  };
}

function relationEdges(relations: readonly Relation[]): EdgeList {
  const edges = createEdgeList(relations.length);
  for (const { id, source, target } of relations) edges.add(source, target, id);
  return edges;
}

function nestedEdges(model: RelatedEntities): EdgeList {
  const edges = createEdgeList(model.entities.length);
  for (const { id, parent } of model.entities) if (parent !== undefined) edges.add(parent, id, id);
  return edges;
}

function spaceAround(model: RelatedEntities, { kind, parent }: Entity): number {
  return kind === 'resource' && parent !== undefined && entityOf(model, parent).kind === 'space' ? parent : -1;
}

function remember<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}
