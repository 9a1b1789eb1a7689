/**
 * Collects everything in a model that determines an order of destruction as one list of edges in declaration order:
 * "Order" in the language reference. `settled-order.ts` selects the edges that count and those that yield.
 */
import { stronglyConnected } from '../../graph/components.ts';
import { buildDigraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import { oncePer } from '../../model/common/once-per.ts';
import type { Relation, RelationId } from '../../model/relation.ts';
import { nestingFact, relationFact } from '../facts/facts.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { type Service, servicesOf } from '../facts/spread.ts';

/** The side of an edge when orders contradict each other; an `inner` edge never yields. */
export type OrderSide = 'inner' | 'ownership' | 'dependency';

/**
 * The orders of a model. Edge i says that `first[i]` is destroyed before `then[i]`. Nodes are entity ids, and V + k for
 * the k-th *service*: all spaces of a type that one PD manages, as in `requests p as type`.
 */
export interface OrderEdges {
  readonly index: RelationIndex;
  readonly nodeCount: number;
  readonly first: Int32Array;
  readonly then: Int32Array;
  /** The relation that implies the edge; -1 for nesting, and from a service to its manager. */
  readonly relation: Int32Array;
  /** Indices into `orderSides`. */
  readonly side: Uint8Array;
  readonly services: readonly Service[];
}

/** The sides by their index. */
export const orderSides: readonly OrderSide[] = ['inner', 'ownership', 'dependency'];

/** Returns the edges of a model, built once for each model object: nesting first, then relations. Cost: O(V + E). */
export const orderEdges = (model: RelatedEntities): OrderEdges => edgesOnce(indexRelations(model));

const edgesOnce = oncePer(buildEdges);

/** Returns the graph of all these edges, labelled with their indices; built once. */
export const orderGraph = oncePer(({ nodeCount, first, then }: OrderEdges) => buildDigraph(nodeCount, first, then));

/** Returns the components of that graph, found once. */
export const orderComponents = oncePer((edges: OrderEdges) => stronglyConnected(orderGraph(edges)));

/** Returns the fact that an edge follows from; undefined for the edge from a service to its own manager. */
export function orderFact({ index, first, relation }: OrderEdges, edge: number): Fact | undefined {
  const id = at(relation, edge);
  if (id >= 0) return relationFact(index.model, id);
  const node = at(first, edge);
  return node < index.model.entities.length ? nestingFact(index.model, node) : undefined;
}

/** Returns the two entities of an edge: the earlier and the later one. */
export function orderEnds({ index, first, then, services }: OrderEdges, edge: number): readonly [EntityId, EntityId] {
  const entity = (node: number): EntityId => {
    const service = services[node - index.model.entities.length];
    return service === undefined ? node : service.manager;
  };
  return [entity(at(first, edge)), entity(at(then, edge))];
}

/** The edges so far: the first `count` of arrays with room for all. */
interface Draft extends Pick<OrderEdges, 'first' | 'then' | 'relation' | 'side'> {
  count: number;
}

/** The relations that imply an order. */
const orderKinds = ['manages', 'requests', 'maps', 'owns', 'destroyed after', 'waits for'] as const;

function buildEdges(index: RelationIndex): OrderEdges {
  const { model } = index;
  const services = servicesOf(index);
  const draft = startDraft(
    model.entities.length + model.relations.length + services.reduce((sum, { spaces }) => sum + spaces.length + 1, 0),
  );
  addServices(draft, index, services);
  for (const { id, kind, parent } of model.entities) {
    // An object in an object has an `owns` relation already.
    const isOwned = parent !== undefined && kind === 'object' && entityOf(model, parent).kind === 'object';
    if (parent !== undefined && !isOwned) add(draft, id, parent, 'ownership');
  }
  const serviceOf = serviceNodes(index, services);
  const isOrder = new Uint8Array(model.relations.length);
  for (const kind of orderKinds) for (const { id } of index.all(kind)) isOrder[id] = 1;
  for (const relation of model.relations) if (isOrder[relation.id] === 1) addRelation(draft, relation, serviceOf);
  const { first, then, relation, side, count } = draft;
  return {
    index,
    nodeCount: model.entities.length + services.length,
    first: first.slice(0, count),
    then: then.slice(0, count),
    relation: relation.slice(0, count),
    side: side.slice(0, count),
    services,
  };
}

function startDraft(room: number): Draft {
  return {
    first: new Int32Array(room),
    then: new Int32Array(room),
    relation: new Int32Array(room),
    side: new Uint8Array(room),
    count: 0,
  };
}

/** Adds the edges of services: what a PD serves goes before the PD, even if none of its spaces remains. */
function addServices(draft: Draft, { model }: RelationIndex, services: readonly Service[]): void {
  for (const [number, { manager, spaces }] of services.entries()) {
    const node = model.entities.length + number;
    for (const id of spaces) add(draft, node, relationOf(model, id).target, 'inner', id);
    add(draft, node, manager, 'inner');
  }
}

/** Returns the node of the service that each request by PD and type asks for. */
function serviceNodes({ model }: RelationIndex, services: readonly Service[]): ReadonlyMap<RelationId, number> {
  const nodes = new Map<RelationId, number>();
  for (const [number, { requests }] of services.entries()) {
    for (const id of requests) nodes.set(id, model.entities.length + number);
  }
  return nodes;
}

function addRelation(draft: Draft, relation: Relation, serviceOf: ReadonlyMap<RelationId, number>): void {
  const { id, kind, source, target } = relation;
  if (kind === 'owns' || kind === 'manages') add(draft, target, source, 'ownership', id);
  else if (kind === 'destroyed after') add(draft, target, source, 'dependency', id);
  else if (kind === 'waits for') add(draft, target, source, 'inner', id);
  else add(draft, source, serviceOf.get(id) ?? target, 'dependency', id);
}

function add(draft: Draft, first: number, then: number, side: OrderSide, relation: RelationId = -1): void {
  const edge = draft.count++;
  draft.first[edge] = first;
  draft.then[edge] = then;
  draft.relation[edge] = relation;
  draft.side[edge] = orderSides.indexOf(side);
}
