/**
 * The cycle doctor: finds what to remove so that no cycle remains. For each component with a cycle it gives the
 * shortest cycle and the smallest sets of relations that break all its cycles, ranked. The findings report the cycles;
 * this analysis resolves them.
 */
import { type CyclicComponent, cyclicComponents } from '../../graph/feedback-sets.ts';
import type { Digraph } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import { requestedServers } from './cuts-requests.ts';
import { indexRelations, type RelatedEntities, type RelationIndex } from '../facts/relation-index.ts';
import { relationOf } from '../../model/model.ts';

/** The relations that may form cycles, each in a graph of its own, in the order of the answer. */
export const cycleKinds = ['owns', 'maps', 'destroyed after', 'requests'] as const;
/** One of these relations. */
export type CycleKind = (typeof cycleKinds)[number];

/** A set of relations whose joint removal breaks all cycles of a component. */
export interface RelationCut {
  /** In declaration order. */
  readonly relations: readonly RelationId[];
  /** True if every one of them is needed. */
  readonly isMinimal: boolean;
}

/** A component with a cycle, and the ways to break it. */
export interface Diagnosis {
  readonly kind: CycleKind;
  /** The entities on some cycle of the component, in declaration order. */
  readonly members: readonly EntityId[];
  readonly relationCount: number;
  /** The relations of a shortest cycle, each beginning at the end of the one before. */
  readonly shortest: readonly RelationId[];
  /** Fewest relations first, then in declaration order. */
  readonly cuts: readonly RelationCut[];
  /**
   * `exact`: the first of all minimal cuts in this order; always so up to 12 relations. `heuristic`: good cuts found by
   * a heuristic; smaller ones may exist.
   */
  readonly method: CyclicComponent['method'];
  /** A cycle of relations that may not be cut, so that there is no cut; undefined if there is none. */
  readonly locked: readonly RelationId[] | undefined;
}

/** The relations that may be cut, and the number of cuts wanted. */
export interface DoctorOptions {
  /** Relations that are never offered. Those from nesting alone are never offered: there is no text to remove. */
  readonly locked?: ReadonlySet<RelationId>;
  /** The number of cuts of each component. Default: 5. */
  readonly alternatives?: number;
  /** Default: all. */
  readonly kinds?: readonly CycleKind[];
  /** The number of edges to visit for each kind in components of more than 12 relations. */
  readonly budget?: number;
}

/**
 * Returns a diagnosis of each component that has a cycle, by kind and in declaration order. Cost: O(V + E) and the
 * budget.
 */
export function cycleDoctor(model: RelatedEntities, options: DoctorOptions = {}): Diagnosis[] {
  const index = indexRelations(model);
  const isLocked = (id: RelationId): boolean => relationOf(model, id).nested || options.locked?.has(id) === true;
  const { alternatives, budget } = options;
  const limits = {
    ...(alternatives === undefined ? {} : { alternatives }),
    ...(budget === undefined ? {} : { budget }),
  };
  return (options.kinds ?? cycleKinds).flatMap((kind) =>
    cyclicComponents(cycleGraph(index, kind), { isLocked, ...limits }).map((component) => diagnosis(kind, component)),
  );
}

/** Returns the graph whose cycles are of this kind; labels are relation ids. */
export function cycleGraph(index: RelationIndex, kind: CycleKind): Digraph {
  return kind === 'requests' ? requestedServers(index) : index.from(kind);
}

function diagnosis(kind: CycleKind, component: CyclicComponent): Diagnosis {
  const { nodes, labelCount, shortest, cuts, method, lockedCycle } = component;
  return {
    kind,
    members: nodes,
    relationCount: labelCount,
    shortest: shortest.labels,
    cuts: cuts.map(({ labels, isMinimal }) => ({ relations: labels, isMinimal })),
    method,
    locked: lockedCycle?.labels,
  };
}
