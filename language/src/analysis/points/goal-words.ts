/**
 * A goal in words, the same in reports, on the command line and in exported fault trees.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityName, type Model, relationOf } from '../../model/model.ts';
import type { FailureGoal } from './single-points.ts';
import { t } from '../../model/common/translation.ts';

/** Returns who needs what, and how many of them: `lb needs 2 of api[0], api[1], api[2]`. */
export function goalWords(
  model: Pick<Model, 'entities' | 'relations'>,
  { needs, pds, least }: Pick<FailureGoal, 'needs' | 'pds' | 'least'>,
): string {
  const names = (ids: readonly EntityId[]): string => [...new Set(ids)].map((id) => entityName(model, id)).join(', ');
  const wanted = needs.map((id) => relationOf(model, id).target);
  const number = least === undefined ? '' : t`${String(least)} of `;
  return `${names(pds)} ${pds.length === 1 ? 'needs' : 'need'} ${number}${names(wanted)}`;
}
