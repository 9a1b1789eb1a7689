/**
 * Computes the order among doomed entities: all edges of the model between them, without those that a policy gives up
 * so that no two entities wait for each other.
 */
import { type Components, stronglyConnected } from '../../graph/components.ts';
import { type ChosenNodes, graphBetween } from '../../graph/between.ts';
import { createEdgeList, type Digraph } from '../../graph/digraph.ts';
import { at, byteAt } from '../../model/common/lookup.ts';
import { feedbackEdges } from '../../graph/feedback/greedy-order.ts';
import { once } from '../../model/common/once-per.ts';
import type { Policy } from '../../model/policy.ts';
import type { RelationId } from '../../model/relation.ts';
import { type OrderEdges, orderGraph, type OrderSide, orderSides } from './order-edges.ts';

/** The entities to order, and how contradictions are settled. Arrays are indexed by entity. */
export interface OrderQuestion {
  /** 1 for doomed entities. */
  readonly doomed: Uint8Array;
  /** 1 for existing entities; others transmit no order. */
  readonly exists: Uint8Array;
  /** Relations that no longer hold. */
  readonly cut: ReadonlySet<RelationId>;
  readonly policy: Pick<Policy, 'conflict' | 'throughSurvivors'>;
}

/** An order in which no two doomed entities reach each other. */
export interface SettledOrder {
  /** 1 for the nodes of doomed entities. */
  readonly members: Uint8Array;
  /** The edges that hold, labelled with their indices in `OrderEdges`. */
  readonly graph: Digraph;
  readonly components: Components;
  /** The indices of the edges that were given up, ascending. */
  readonly dropped: Int32Array;
}

/** Returns the order that holds. Cost: O(V + E), plus that of `feedbackEdges` if orders contradict each other. */
export function settleOrder(edges: OrderEdges, question: OrderQuestion): SettledOrder {
  const { members, passable } = chosenNodes(edges, question);
  const graph = graphBetween(edgesThatHold(edges, question.cut), { members, passable });
  const components = stronglyConnected(graph);
  const candidates = contradicting(graph, components, members);
  if (candidates.length === 0) return { members, graph, components, dropped: new Int32Array(0) };
  const sequence = inOrderOfRight(edges, candidates, question.policy.conflict);
  const isDropped = chooseDropped(edges, sequence, members);
  const kept = once(() => without(graph, isDropped));
  const keptComponents = once(() => stronglyConnected(kept()));
  return {
    members,
    get graph() {
      return kept();
    },
    get components() {
      return keptComponents();
    },
    dropped: sequence.filter((edge) => isDropped[edge] === 1).sort(),
  };
}

function edgesThatHold(edges: OrderEdges, cut: ReadonlySet<RelationId>): Digraph {
  if (cut.size === 0) return orderGraph(edges);
  const { nodeCount, first, then, relation } = edges;
  const list = createEdgeList(first.length);
  for (let edge = 0; edge < first.length; edge++) {
    if (!cut.has(at(relation, edge))) list.add(at(first, edge), at(then, edge), edge);
  }
  return list.toDigraph(nodeCount);
}

function chosenNodes(
  { index, nodeCount, services }: OrderEdges,
  { doomed, exists, policy }: OrderQuestion,
): ChosenNodes {
  const count = index.model.entities.length;
  const members = new Uint8Array(nodeCount);
  members.set(doomed);
  // A service is not an entity that could survive: it transmits the orders of its PD and spaces, while there is the PD.
  const passable = new Uint8Array(nodeCount);
  for (const [place, { manager }] of services.entries()) passable[count + place] = byteAt(exists, manager);
  if (policy.throughSurvivors) for (let node = 0; node < count; node++) passable[node] = exists[node] === 1 ? 1 : 0;
  return { members, passable };
}

/** Returns the edges within components that contain two or more doomed entities. */
function contradicting(graph: Digraph, { of, count }: Components, members: Uint8Array): Int32Array {
  const memberCount = new Int32Array(count);
  for (let node = 0; node < of.length; node++) {
    if (members[node] === 1) memberCount[at(of, node)] = at(memberCount, at(of, node)) + 1;
  }
  const found = new Int32Array(graph.targets.length);
  let foundCount = 0;
  for (let node = 0; node < graph.nodeCount; node++) {
    if (at(memberCount, at(of, node)) < 2) continue;
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      if (at(of, at(graph.targets, edge)) === at(of, node)) found[foundCount++] = at(graph.labels, edge);
    }
  }
  return found.subarray(0, foundCount);
}

/** Sorts edges: first those that never yield, then the side that is kept, each in declaration order. */
function inOrderOfRight({ side }: OrderEdges, candidates: Int32Array, conflict: Policy['conflict']): Int32Array {
  const ranks: readonly OrderSide[] =
    conflict === 'dependency' ? ['inner', 'dependency', 'ownership'] : ['inner', 'ownership', 'dependency'];
  const sequence = new Int32Array(candidates.length);
  let start = 0;
  for (const each of ranks) {
    const number = orderSides.indexOf(each);
    let end = start;
    for (let place = 0; place < candidates.length; place++) {
      if (side[at(candidates, place)] === number) sequence[end++] = at(candidates, place);
    }
    sequence.subarray(start, end).sort();
    start = end;
  }
  return sequence;
}

/** Marks the edges of a sequence that are given up, by their indices. */
function chooseDropped(edges: OrderEdges, sequence: Int32Array, members: Uint8Array): Uint8Array {
  const numberOf = new Int32Array(edges.nodeCount).fill(-1);
  const nodes: number[] = [];
  const number = (node: number): number => {
    if (at(numberOf, node) < 0) numberOf[node] = nodes.push(node) - 1;
    return at(numberOf, node);
  };
  const sources = sequence.map((edge) => number(at(edges.first, edge)));
  const targets = sequence.map((edge) => number(at(edges.then, edge)));
  const chosen = Uint8Array.from(nodes, (node) => byteAt(members, node));
  const dropped = feedbackEdges({ nodeCount: nodes.length, sources, targets, members: chosen });
  const marks = new Uint8Array(edges.first.length);
  for (let place = 0; place < sequence.length; place++) marks[at(sequence, place)] = byteAt(dropped, place);
  return marks;
}

function without(graph: Digraph, isDropped: Uint8Array): Digraph {
  const kept = createEdgeList(graph.targets.length);
  for (let node = 0; node < graph.nodeCount; node++) {
    for (let edge = at(graph.offsets, node); edge < at(graph.offsets, node + 1); edge++) {
      const label = at(graph.labels, edge);
      if (isDropped[label] !== 1) kept.add(node, at(graph.targets, edge), label);
    }
  }
  return kept.toDigraph(graph.nodeCount);
}
