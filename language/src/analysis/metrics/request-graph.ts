/**
 * The graph of requests between PDs, both declared ones and those implied by holds. The fault radius, the trusted base
 * and cycles of servers are found on it.
 *
 * Nodes: `e` is entity e; `V + s` is the group of PDs that hold or manage space s. A step leads from a client to a PD,
 * to a space (and on to its managers) or to a resource that it holds (and on to the group of its space, and to the
 * members of that group).
 */
import { createEdgeList, type Digraph, type EdgeList, reversed } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import { oncePer } from '../../model/common/once-per.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { entityOf } from '../../model/model.ts';

/** The label of the edge from a resource to its space, which has no relation. */
export const inSpaceLabel = -1;

/** The graph in both directions. Labels are relation ids. */
export interface RequestGraph {
  readonly nodeCount: number;
  /** From a client to what it requests, one step each. */
  readonly steps: Digraph;
  /** From what is requested to the PDs that serve it, at no cost. */
  readonly free: Digraph;
  /** The same edges, reversed. */
  readonly backSteps: Digraph;
  readonly backFree: Digraph;
}

/** Returns the graph, built once for each index. Cost: O(V + E). */
export const requestGraph = (model: RelatedEntities): RequestGraph => graphOfIndex(indexRelations(model));

const graphOfIndex = oncePer((index: RelationIndex): RequestGraph => {
  const nodeCount = 2 * index.model.entities.length;
  const steps = createEdgeList(index.model.relations.length);
  for (const { id, source, target } of index.all('requests')) steps.add(source, target, id);
  addHolds(index, steps);
  const free = servers(index).toDigraph(nodeCount);
  const digraph = steps.toDigraph(nodeCount);
  return { nodeCount, steps: digraph, free, backSteps: reversed(digraph), backFree: reversed(free) };
});

/** Adds one step for each hold of a resource, unless the client holds or manages the space itself. */
function addHolds(index: RelationIndex, steps: EdgeList): void {
  const { model, spaceOf } = index;
  const holds = index.from('holds');
  const managed = index.from('manages');
  // The last client that holds or manages the space itself.
  const ownedBy = new Int32Array(model.entities.length).fill(-1);
  for (let client = 0; client < model.entities.length; client++) {
    for (const graph of [managed, holds]) {
      for (let edge = at(graph.offsets, client); edge < at(graph.offsets, client + 1); edge++) {
        ownedBy[at(graph.targets, edge)] = client;
      }
    }
    for (let edge = at(holds.offsets, client); edge < at(holds.offsets, client + 1); edge++) {
      const resource = at(holds.targets, edge);
      const space = at(spaceOf, resource);
      if (space < 0 || ownedBy[space] === client) continue;
      steps.add(client, resource, at(holds.labels, edge));
    }
  }
}

function servers(index: RelationIndex): EdgeList {
  const { model } = index;
  const count = model.entities.length;
  const edges = createEdgeList();
  for (const { id } of model.entities) {
    const space = at(index.spaceOf, id);
    if (space >= 0) edges.add(id, count + space, inSpaceLabel);
  }
  for (const { id, source, target } of index.all('manages')) {
    edges.add(target, source, id);
    edges.add(count + target, source, id);
  }
  for (const { id, source, target } of index.all('holds')) {
    if (entityOf(model, target).kind === 'space') edges.add(count + target, source, id);
  }
  return edges;
}
