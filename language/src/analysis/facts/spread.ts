/**
 * Describes how a crash spreads, as two graphs over one set of nodes: edges at no distance, and edges that are one
 * step. Depends on the model alone; policies and the set of living entities apply when it is walked.
 *
 * Nodes: `e` is the end of entity e itself; `V + e` is the end of a space or resource because its manager ended, from
 * which PD and space distances continue; `2V + k` is the loss of the k-th *service*: all spaces of one type that one PD
 * manages, as requested by `requests p as type`.
 */
import { createEdgeList, type Digraph, type EdgeList } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from './relation-index.ts';
import { entityOf, relationOf } from '../../model/model.ts';

/** The spaces of one type that a PD manages; `type` is absent if a request does not name one. */
export interface Service {
  readonly manager: EntityId;
  readonly type: string | undefined;
  /** The `manages` relations of the spaces in the service. */
  readonly spaces: readonly RelationId[];
  /** The `requests` relations that ask for it. */
  readonly requests: readonly RelationId[];
}

/**
 * The graphs of a model. Labels are relation ids; `nestingLabel` marks nesting, and the first living space of a
 * service.
 */
export interface Spread {
  readonly index: RelationIndex;
  readonly nodeCount: number;
  readonly services: readonly Service[];
  /** Hosting, `dies with`, managed spaces and their resources: no distance. */
  readonly free: Digraph;
  /** Requests of a lost space, holds of a lost resource: one PD distance each. */
  readonly pdSteps: Digraph;
  /** Space maps, reversed: one space distance each. */
  readonly spaceSteps: Digraph;
}

/** The label of an edge without a relation. */
export const nestingLabel = -1;

/** Returns the graphs of a model, built once for each index. Cost: O(entities + relations). */
export const spreadOf = (model: RelatedEntities): Spread => spreadOfIndex(indexRelations(model));

const spreadOfIndex = oncePer((index: RelationIndex): Spread => {
  const services = servicesOf(index);
  const nodeCount = 2 * index.model.entities.length + services.length;
  return {
    index,
    nodeCount,
    services,
    free: freeEdges(index, services).toDigraph(nodeCount),
    pdSteps: pdStepEdges(index, services).toDigraph(nodeCount),
    spaceSteps: spaceStepEdges(index).toDigraph(nodeCount),
  };
});

/** Returns all services that are requested by PD and type, in the order of their first requests; found once. */
export const servicesOf = oncePer((index: RelationIndex): readonly Service[] => {
  const { model } = index;
  const services = new Map<string, Service & { readonly requests: RelationId[] }>();
  const managed = index.from('manages');
  for (const { id, target, as } of index.all('requests')) {
    if (entityOf(model, target).kind !== 'pd') continue;
    const key = `${target} ${as ?? ''}`;
    const known = services.get(key);
    if (known !== undefined) {
      known.requests.push(id);
      continue;
    }
    const spaces: RelationId[] = [];
    for (let edge = at(managed.offsets, target); edge < at(managed.offsets, target + 1); edge++) {
      const { type } = entityOf(model, at(managed.targets, edge));
      if (as === undefined || type === as) spaces.push(at(managed.labels, edge));
    }
    services.set(key, { manager: target, type: as, spaces, requests: [id] });
  }
  return [...services.values()];
});

/** Returns every `dies with`, or `stops with`, that ends its source: a root PD is never destroyed as a dependent. */
export const sharedFates = (index: RelationIndex, kind: 'dies with' | 'stops with' = 'dies with'): Relation[] =>
  index.all(kind).filter(({ source }) => !isRootPd(entityOf(index.model, source)));

const isRootPd = ({ kind, root }: Entity): boolean => kind === 'pd' && root;

function freeEdges(index: RelationIndex, services: readonly Service[]): EdgeList {
  const { entities } = index.model;
  const count = entities.length;
  const edges = createEdgeList(count * 2);
  for (const { id, parent, kind } of entities) {
    if (parent === undefined) continue;
    edges.add(parent, id, nestingLabel);
    if (kind === 'resource' && entityOf(index.model, parent).kind === 'space') {
      edges.add(count + parent, count + id, nestingLabel);
    }
  }
  for (const { id, source, target } of sharedFates(index)) {
    edges.add(target, source, id);
    // The end of a space or resource because its manager ended is another node.
    edges.add(count + target, source, id);
  }
  for (const { id, source, target } of index.all('manages')) edges.add(source, count + target, id);
  for (const [number, { manager }] of services.entries()) {
    edges.add(manager, 2 * count + number, nestingLabel);
  }
  return edges;
}

function pdStepEdges(index: RelationIndex, services: readonly Service[]): EdgeList {
  const { model } = index;
  const count = model.entities.length;
  const edges = createEdgeList(model.relations.length);
  const step = (from: number, { id, source }: Relation): void => {
    // A root PD is never destroyed as a dependent.
    if (!entityOf(model, source).root) edges.add(from, source, id);
  };
  for (const relation of index.all('requests')) {
    if (entityOf(model, relation.target).kind === 'space') step(count + relation.target, relation);
  }
  for (const [number, { requests }] of services.entries()) {
    for (const relation of requests) step(2 * count + number, relationOf(model, relation));
  }
  for (const relation of index.all('holds')) {
    if (entityOf(model, relation.target).kind === 'resource') step(count + relation.target, relation);
  }
  return edges;
}

function spaceStepEdges(index: RelationIndex): EdgeList {
  const count = index.model.entities.length;
  const edges = createEdgeList();
  for (const { id, source, target } of index.all('maps')) {
    if (entityOf(index.model, source).kind === 'space') edges.add(count + target, count + source, id);
  }
  return edges;
}
