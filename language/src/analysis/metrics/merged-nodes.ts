/**
 * Takes nodes for one PD each, so that the metrics of PDs measure them: a node holds, manages, requests and maps what
 * the PDs on it do.
 */
import { at } from '../../model/common/lookup.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';

/**
 * Returns the PDs that exist on a node, on nodes within it and in other PDs on it, in declaration order. Cost: O(V).
 */
export function pdsOn({ entities }: Pick<RelatedEntities, 'entities'>, node: EntityId): EntityId[] {
  const isOn = new Uint8Array(entities.length);
  isOn[node] = 1;
  // An entity comes before those nested in it.
  for (const { id, parent } of entities) if (parent !== undefined && isOn[parent] === 1) isOn[id] = 1;
  return entities.filter(({ id, kind, absent }) => kind === 'pd' && !absent && isOn[id] === 1).map(({ id }) => id);
}

/**
 * Returns a model of the same ids in which each of these nodes is a PD, in place of those on it; the model itself if
 * none of them is a node. Cost: O(V + E).
 */
export function withNodesAsPds(model: RelatedEntities, ids: readonly EntityId[]): RelatedEntities {
  const nodes = ids.filter((id) => model.entities[id]?.kind === 'node');
  if (nodes.length === 0) return model;
  const into = Int32Array.from(model.entities, ({ id }) => id);
  for (const node of nodes) for (const pd of pdsOn(model, node)) into[pd] = node;
  return {
    entities: model.entities.map((each) => {
      if (nodes.includes(each.id)) return { ...each, kind: 'pd' };
      return into[each.id] === each.id ? each : { ...each, absent: true };
    }),
    relations: model.relations.map((each) => ({
      ...each,
      source: at(into, each.source),
      target: at(into, each.target),
    })),
  };
}
