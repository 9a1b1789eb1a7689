/**
 * The graph of PDs that request from each other, in which cycles of servers are found. A PD that requests its own space
 * is not a cycle, and a request without a server leads nowhere.
 */
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import type { RelationIndex } from '../facts/relation-index.ts';
import { entityOf, relationOf } from '../../model/model.ts';
import { servicesOf } from '../facts/spread.ts';

/**
 * Returns the graph with an edge from a PD to each other PD that manages what it requests, labelled with the request.
 * Cost: O(V + E).
 */
export function requestedServers(index: RelationIndex): Digraph {
  const { model } = index;
  const edges = createEdgeList();
  const managers = index.to('manages');
  const add = (client: EntityId, server: EntityId, request: RelationId): void => {
    if (client !== server) edges.add(client, server, request);
  };
  for (const { id, source, target } of index.all('requests')) {
    if (entityOf(model, target).kind !== 'space') continue;
    for (let edge = at(managers.offsets, target); edge < at(managers.offsets, target + 1); edge++) {
      add(source, at(managers.targets, edge), id);
    }
  }
  for (const { manager, spaces, requests } of servicesOf(index)) {
    if (spaces.length === 0) continue;
    for (const id of requests) add(relationOf(model, id).source, manager, id);
  }
  return edges.toDigraph(model.entities.length);
}
