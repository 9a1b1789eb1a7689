/**
 * `destroyed after` against ownership: one thing must go first because it is owned by, nested in or
 * managed by another, and last because the text says so. The policy decides which side is kept, or
 * that it is an error.
 */
import { stronglyConnected } from '../../graph/components.ts';
import type { Cycle } from '../../graph/cycles.ts';
import { shortestCycles } from '../../graph/cycles.ts';
import type { Digraph, EdgeList } from '../../graph/digraph.ts';
import { at, createEdgeList } from '../../graph/digraph.ts';
import { relationSpan } from '../../model/model.ts';
import type { RelatedPlace, Severity } from '../../model/finding.ts';
import type { Relation } from '../../model/relation.ts';
import { defaultPolicyOf } from '../policies.ts';
import { entityOf, relationOf } from '../relation-index.ts';
import type { CheckContext } from './check.ts';
import { defineCheck, nestingPlace, relationPlace } from './check.ts';
import { declaredRelations, nameOf } from './declarations.ts';

/** Finds the shortest circle of each component that takes both ownership and `destroyed after`. */
export const conflictOwnershipOrder = defineCheck('conflict/ownership-order', (context) => {
  const severity: Severity = defaultPolicyOf(context.model).conflict === 'error' ? 'error' : 'warning';
  const byOrder = new Map<Relation, Cycle>();
  for (const cycle of mixedCycles(context)) {
    const order = cycle.labels.find((label) => isOrder(context, label));
    if (order !== undefined) byOrder.set(relationOf(context.model, order), cycle);
  }
  return declaredRelations(context, [...byOrder.keys()]).map(({ first: { id, source, target } }) => {
    const places = (byOrder.get(relationOf(context.model, id))?.labels ?? []).map((label) => place(context, label));
    const others = places.filter(({ span }) => span !== relationSpan(context.sources, id));
    return {
      message:
        `${nameOf(context, source)} is to be destroyed after ${nameOf(context, target)}, but ownership wants it first: ` +
        `${others.map(({ message }) => message.slice(0, -1)).join(', ')}. ` +
        `Take away one side, or choose with "conflict" in a policy which one is kept.`,
      span: relationSpan(context.sources, id),
      related: places,
      severity,
      remedies: [{ kind: 'unrelate', title: 'Take away this "destroyed after"', relations: [id] }],
    };
  });
});

/** Cycles with edges of both sides. One edge that lies on no circle of its own side makes sure of that. */
function mixedCycles({ model, index }: CheckContext): Cycle[] {
  const order = createEdgeList();
  const hard = createEdgeList();
  const both = createEdgeList();
  const addTo = (list: EdgeList, first: number, then: number, label: number): void => {
    list.add(first, then, label);
    both.add(first, then, label);
  };
  for (const { id, source, target } of index.all('destroyed after')) addTo(order, target, source, id);
  for (const { id, source, target } of index.all('owns')) addTo(hard, target, source, id);
  for (const { id, source, target } of index.all('manages')) addTo(hard, target, source, id);
  for (const { id, kind, parent } of model.entities) {
    // Nesting of an object in an object is an ownership already.
    const isOwned = parent !== undefined && kind === 'object' && entityOf(model, parent).kind === 'object';
    if (parent !== undefined && !isOwned) addTo(hard, id, parent, nestingLabel(id));
  }
  const count = model.entities.length;
  const ofOrder = stronglyConnected(order.toDigraph(count)).of;
  const ofHard = stronglyConnected(hard.toDigraph(count)).of;
  const graph = both.toDigraph(count);
  return shortestCycles(graph, { through: (source, edge) => crosses(graph, source, edge) });

  function crosses({ targets, labels }: Digraph, source: number, edge: number): boolean {
    const label = at(labels, edge);
    const isAfter = label >= 0 && relationOf(model, label).kind === 'destroyed after';
    const of = isAfter ? ofOrder : ofHard;
    return at(of, source) !== at(of, at(targets, edge));
  }
}

/** Nesting has no relation, so its edges carry a negative number from which the nested entity can be read. */
function nestingLabel(nested: number): number {
  return -1 - nested;
}

function place(context: CheckContext, label: number): RelatedPlace {
  return label >= 0 ? relationPlace(context, label) : nestingPlace(context, -1 - label);
}

function isOrder({ model }: CheckContext, label: number): boolean {
  return label >= 0 && relationOf(model, label).kind === 'destroyed after';
}
