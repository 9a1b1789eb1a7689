/**
 * Computes the order of a whole plan: the teardown of each stage, one stage after another. A later stage follows from
 * an earlier one, as when a deletion in the background reaches the remaining dependents.
 */
import { stronglyConnected } from '../../graph/components.ts';
import { buildDigraph, type Digraph } from '../../graph/digraph.ts';
import { reducedPairs } from '../../graph/member-reduction.ts';
import { shortestPath } from '../../graph/shortest-path.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { DoomedSet } from '../facts/doomed.ts';
import { relationFact } from '../facts/facts.ts';
import type { RelatedEntities } from '../facts/relation-index.ts';
import { relationOf } from '../../model/model.ts';
import {
  type OrderedPair,
  type Teardown,
  teardown,
  type TeardownOptions,
  type TeardownPolicy,
} from '../teardown/teardown.ts';

/** The order of a plan, and the pairs to show. */
export interface PlanOrder extends Teardown {
  /** The pairs that explain it: all of `before`, or for a crash each entity with the cause of its end. */
  readonly shown: readonly OrderedPair[];
}

/** Returns the teardown of the stages of a doomed set; a set with one stage is a plain teardown. */
export function orderOfPlan(
  model: RelatedEntities,
  set: Pick<DoomedSet, 'stages' | 'followsBy' | 'cut'>,
  policy: TeardownPolicy,
  options: TeardownOptions = {},
): PlanOrder {
  const order = orderOfStages(model, set, policy, options);
  return {
    layers: order.layers,
    dropped: order.dropped,
    notifications: order.notifications,
    because: order.because,
    get before() {
      return order.before;
    },
    get shown() {
      return order.before;
    },
  };
}

function orderOfStages(
  model: RelatedEntities,
  { stages, followsBy, cut }: Pick<DoomedSet, 'stages' | 'followsBy' | 'cut'>,
  policy: TeardownPolicy,
  options: TeardownOptions,
): Teardown {
  const gone = new Set<EntityId>();
  const alive = options.alive ?? ((id: EntityId) => model.entities[id]?.absent === false);
  const parts = stages.map((stage) => {
    const before = new Set(gone);
    for (const id of stage) gone.add(id);
    return teardown(model, stage, policy, { alive: (id) => alive(id) && !before.has(id), cut });
  });
  const [first] = parts;
  if (first === undefined) return teardown(model, [], policy, options);
  return parts.length === 1 ? first : joined(model, parts, followsBy);
}

function joined(model: RelatedEntities, parts: readonly Teardown[], followsBy: DoomedSet['followsBy']): Teardown {
  const stageOf = new Map(parts.flatMap(({ layers }, stage) => layers.flat().map((id) => [id, stage] as const)));
  let known: JoinedOrder | undefined;
  const order = (): JoinedOrder => (known ??= joinOrders(model, parts, stageOf, followsBy));
  return {
    layers: parts.flatMap(({ layers }) => layers),
    dropped: parts.flatMap(({ dropped: leftOut }) => leftOut),
    notifications: parts.flatMap(({ notifications }) => notifications),
    get before() {
      return order().before;
    },
    because(first, then) {
      const start = stageOf.get(first);
      if (start === undefined || !stageOf.has(then) || first === then) return [];
      if (start === stageOf.get(then)) return parts[start]?.because(first, then) ?? [];
      return order().because(first, then);
    },
  };
}

interface JoinedOrder {
  readonly before: readonly OrderedPair[];
  readonly because: Teardown['because'];
}

/** Returns one graph of the pairs of all stages, and of the losses by which one stage follows from another. */
function joinOrders(
  model: RelatedEntities,
  parts: readonly Teardown[],
  stageOf: ReadonlyMap<EntityId, number>,
  followsBy: DoomedSet['followsBy'],
): JoinedOrder {
  const inner = parts.flatMap(({ before }) => before);
  const losses = [...stageOf.keys()].flatMap((then) =>
    followsBy(then).flatMap((relation) => {
      const { kind, source, target } = relationOf(model, relation);
      // An owner waits for what it owns in the foreground, and ends in a later stage than that.
      const isWaiting = kind === 'waits for' || then === source;
      const first = isWaiting ? target : source;
      const stage = stageOf.get(first);
      // An entity in the same stage as its owner goes before it.
      return stage === undefined || stage === stageOf.get(then) ? [] : [{ first, then, relation }];
    }),
  );
  const pairs = [...inner, ...losses.map(({ first, then }) => [first, then] as const)];
  const graph: Digraph = buildDigraph(
    model.entities.length,
    Int32Array.from(pairs, ([first]) => first),
    Int32Array.from(pairs, ([, then]) => then),
  );
  const members = new Uint8Array(model.entities.length);
  for (const id of stageOf.keys()) members[id] = 1;
  return {
    before: reducedPairs({ graph, components: stronglyConnected(graph), members }),
    because: (first, then) => {
      const labels = shortestPath(graph, first, then)?.labels ?? [];
      return labels.flatMap((label) => {
        const loss = losses[label - inner.length];
        if (loss !== undefined) return [relationFact(model, loss.relation)];
        const [one, other] = inner[label] ?? [first, then];
        return parts[stageOf.get(one) ?? 0]?.because(one, other) ?? [];
      });
    },
  };
}
