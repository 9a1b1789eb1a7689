/**
 * The cycle doctor: what to take away so that nothing goes round in a circle. For each component with
 * a cycle its shortest cycle and the smallest sets of relations that break all its cycles, ranked. The
 * findings say that there is a cycle; this says what to do about it.
 */
import type { CyclicComponent } from '../../graph/feedback-sets.ts';
import { cyclicComponents } from '../../graph/feedback-sets.ts';
import type { Digraph } from '../../graph/digraph.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { RelationId } from '../../model/relation.ts';
import { requestedServers } from './cuts-requests.ts';
import type { RelatedEntities, RelationIndex } from '../facts/relation-index.ts';
import { indexRelations, relationOf } from '../facts/relation-index.ts';

/** The relations that may form cycles, each in a graph of its own, in the order of the answer. */
export const cycleKinds = ['owns', 'maps', 'destroyed after', 'requests'] as const;
export type CycleKind = (typeof cycleKinds)[number];

/** A set of relations that, taken away together, break all cycles of a component. */
export interface RelationCut {
  /** In declaration order. */
  readonly relations: readonly RelationId[];
  /** Whether every one of them is needed. */
  readonly isMinimal: boolean;
}

/** One component with a cycle, and how to break it. */
export interface Diagnosis {
  readonly kind: CycleKind;
  /** All that are on some cycle of the component, in declaration order. */
  readonly members: readonly EntityId[];
  readonly relationCount: number;
  /** The relations of a shortest cycle, each beginning where the one before ends. */
  readonly shortest: readonly RelationId[];
  /** Fewest relations first, then by declaration. */
  readonly cuts: readonly RelationCut[];
  /**
   * `exact`: these are the first of all minimal cuts in this order; always so up to 12 relations.
   * `heuristic`: good cuts, found by a rule of thumb; there may be smaller ones.
   */
  readonly method: CyclicComponent['method'];
  /** A cycle of relations that may not be cut; then there is no cut at all. */
  readonly locked: readonly RelationId[] | undefined;
}

/** What may be cut, and how many answers are wanted. */
export interface DoctorOptions {
  /** Relations that are never offered. Those that nesting alone says never are: there is no word to take away. */
  readonly locked?: ReadonlySet<RelationId>;
  /** How many cuts of each component. Default: 5. */
  readonly alternatives?: number;
  /** Default: all. */
  readonly kinds?: readonly CycleKind[];
  /** How many edges may be looked at for each kind in components of more than 12 relations. */
  readonly budget?: number;
}

/** Returns a diagnosis of each component that has a cycle, by kind and declaration. Cost: O(V + E) and the budget. */
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

/** Returns the graph whose cycles are meant by a kind; labels are relation ids. */
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
