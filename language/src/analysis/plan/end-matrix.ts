/**
 * The matrix of orderly ends: what the destruction, eviction or deletion of each entity does under each policy, or what
 * refuses it. For the order and the reasons of one cell, make that plan.
 */
import { allSteps } from '../../model/all-steps.ts';
import type { Entity } from '../../model/entity.ts';
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { matrixCell, type CrashCell, type CrashRow } from '../crash/crash-matrix.ts';
import { startOf } from '../deletion/at-start.ts';
import type { Veto } from '../doomed/protection.ts';
import { idsOf } from '../facts/doomed.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { outcomeSteps } from './plan-outcome.ts';

/** The events other than a crash that a matrix can be of. */
export type MatrixEnd = 'destroy' | 'evict' | 'delete';

/** The effect of the end of one entity under one policy; if something refuses it, what would have happened. */
export interface EndCell extends CrashCell {
  readonly vetoes: readonly Veto[];
}

/** The ends of one entity, in the order of the policies. */
export interface EndRow extends CrashRow {
  readonly cells: readonly EndCell[];
}

/** Returns the vetoes against the event of a cell; a crash has none. */
export const vetoesIn = (cell: CrashCell | EndCell): EndCell['vetoes'] => ('vetoes' in cell ? cell.vetoes : []);

const kindsOf: Readonly<Record<MatrixEnd, readonly EntityKind[]>> = {
  destroy: ['pd', 'node', 'object'],
  evict: ['pd', 'object'],
  delete: ['object'],
};

/** Returns the policies that differ in orderly ends: the one that applies if none is named, then the other declared ones. */
export function endPoliciesOf(model: Pick<Model, 'policies'>): Policy[] {
  const usual = defaultPolicyOf(model);
  return [usual, ...model.policies.filter(({ name }) => name !== usual.name)];
}

const livingIn = (model: Model): readonly Entity[] => startOf(model).model.entities.filter(({ absent }) => !absent);

/** Returns the entities that have a row by default. */
export const endableIn = (model: Model, end: MatrixEnd): EntityId[] =>
  livingIn(model)
    .filter(({ kind }) => kindsOf[end].includes(kind))
    .map(({ id }) => id);

/**
 * Yields the matrix row by row: destructions of PDs, nodes and objects, evictions of PDs and objects, deletions of
 * objects, of all that exist at the start. Cost: that of an outcome for each row and policy.
 */
export function* endRows(
  model: Model,
  end: MatrixEnd,
  policies: readonly Policy[] = endPoliciesOf(model),
  entities: readonly EntityId[] = endableIn(model, end),
): Generator<EndRow, void> {
  const livingIds = livingIn(model).map(({ id }) => id);
  for (const id of entities) {
    yield {
      entity: id,
      cells: policies.map((policy) => {
        const { doomed, hit, vetoes } = allSteps(outcomeSteps(model, { kind: end, targets: [id] }, policy));
        const { blocked, already } = hit;
        const reached = {
          ...{ destroyed: [...doomed].sort((a, b) => a - b), blocked, already },
          ...{ broken: idsOf(hit.broken), degraded: idsOf(hit.degraded), dangling: idsOf(hit.dangling) },
        };
        return Object.assign(matrixCell(reached, id, policy.name, livingIds), { vetoes });
      }),
    };
  }
}
