/**
 * The measurements of PDs, with names instead of ids: the single source of text and JSON.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { pdsOn, withNodesAsPds } from '../../../language/src/analysis/metrics/merged-nodes.ts';
import { type MemoryCost, memoryCost } from '../../../language/src/analysis/metrics/cost.ts';
import {
  compareTwo,
  type IsolationPair,
  type IsolationReport,
} from '../../../language/src/analysis/metrics/pair-table.ts';
import type { Similarity } from '../../../language/src/analysis/metrics/rsi.ts';
import { impactBoundary, trustedBase } from '../../../language/src/analysis/metrics/trusted-base.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import { entityName, type Model } from '../../../language/src/model/model.ts';

/** The comparison of two PDs, and the measurements of each. */
export interface Comparison extends IsolationReport {
  /** The first PD, the second. */
  readonly each: readonly [Measured, Measured];
  /** The cost of both together; shared parts count once. */
  readonly cost: MemoryCost;
}

/** The measurements of one PD. */
export interface Measured {
  readonly pd: EntityId;
  readonly trustedBase: readonly EntityId[];
  readonly impactBoundary: readonly EntityId[];
  readonly cost: MemoryCost;
}

/** Returns all measurements of two PDs or nodes; a node counts as one PD with all that the PDs on it have. */
export function measureTwo(given: Model, first: EntityId, second: EntityId): Comparison {
  const { model } = startOf(given);
  const merged = withNodesAsPds(model, [first, second]);
  const pdsOf = (id: EntityId): readonly EntityId[] => (model.entities[id]?.kind === 'node' ? pdsOn(model, id) : [id]);
  const measure = (pd: EntityId): Measured => ({
    pd,
    trustedBase: trustedBase(merged, pd),
    impactBoundary: impactBoundary(merged, pd),
    cost: memoryCost(model, pdsOf(pd)),
  });
  return {
    ...compareTwo(merged, first, second),
    each: [measure(first), measure(second)],
    cost: memoryCost(model, [...pdsOf(first), ...pdsOf(second)]),
  };
}

/** Returns the names of entities, in order. */
export const namesOf = (model: Model, ids: readonly EntityId[]): readonly string[] =>
  ids.map((id) => entityName(model, id));

/** Returns a pair as JSON. */
export const pairJson = (model: Model, { first, second, types, all, faultRadius }: IsolationPair): object => ({
  first: model.entities[first]?.name,
  second: model.entities[second]?.name,
  types: types.map(similarityJson),
  all: similarityJson(all),
  faultRadius,
});

/** Returns a comparison as JSON. */
export function comparisonJson(model: Model, comparison: Comparison): object {
  const { direct, shared, level, trusts, harms, each, cost } = comparison;
  return {
    ...pairJson(model, comparison),
    direct: direct.map(similarityJson),
    shared: shared.map(({ resource, first, second }) => ({ name: model.entities[resource]?.name, first, second })),
    level,
    trusts,
    harms,
    pds: each.map((measured) => ({
      name: model.entities[measured.pd]?.name,
      tcb: namesOf(model, measured.trustedBase),
      ib: namesOf(model, measured.impactBoundary),
      cost: costJson(model, measured.cost),
    })),
    cost: costJson(model, cost),
  };
}

const similarityJson = ({ type, first, second, shared, rsi }: Similarity): object => ({
  type,
  first,
  second,
  shared,
  rsi,
});

const costJson = (model: Model, { total, resources, overhead, isExact, unsized }: MemoryCost): object => ({
  total,
  resources,
  overhead,
  isExact,
  unsized: namesOf(model, unsized),
});
