/**
 * Finds what a crash or halt of a check may strike.
 */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Model } from '../../model/model.ts';

/**
 * Returns what a fault may strike, alive or not, in declaration order: the PDs and nodes that it names, all PDs if it
 * names none.
 */
export const struckBy = (
  model: Pick<Model, 'entities'>,
  { of }: { readonly of: ReadonlySet<EntityId> | undefined },
): EntityId[] =>
  model.entities
    .filter(({ id, kind }) => (of === undefined ? kind === 'pd' : of.has(id) && canCrash(kind)))
    .map(({ id }) => id);
