/**
 * Servers that request from each other in a circle: none of them can serve before the others, and
 * with enough PD distance the crash of one takes all. A PD that requests its own space is no circle.
 */
import { shortestCycles } from '../../graph/cycles.ts';
import type { Digraph } from '../../graph/digraph.ts';
import { at, createEdgeList } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import { entityOf, relationOf } from '../relation-index.ts';
import { servicesOf } from '../spread.ts';
import type { CheckContext } from './check.ts';
import { defineCheck } from './check.ts';
import { cycleFaults } from './cycle-faults.ts';

/** Finds the shortest circle of servers of each component. */
export const cycleRequests = defineCheck('cycle/requests', (context) =>
  cycleFaults(context, shortestCycles(requestedServers(context)), {
    fault: 'Servers request from each other in a circle',
    advice: 'Take away one of these requests, or split a server in two.',
  }),
);

/** An edge from a PD to each other PD that manages what it requests. */
function requestedServers({ model, index }: CheckContext): Digraph {
  const edges = createEdgeList();
  const managers = index.to('manages');
  const add = (client: EntityId, server: EntityId, request: RelationId): void => {
    if (client !== server) edges.add(client, server, request);
  };
  for (const { id, source, target } of index.all('requests')) {
    if (entityOf(model, target).kind !== 'space') continue;
    for (const manager of managers.targets.subarray(at(managers.offsets, target), at(managers.offsets, target + 1))) {
      add(source, manager, id);
    }
  }
  for (const { manager, spaces, requests } of servicesOf(index)) {
    if (spaces.length === 0) continue;
    for (const id of requests) add(relationOf(model, id).source, manager, id);
  }
  return edges.toDigraph(model.entities.length);
}
