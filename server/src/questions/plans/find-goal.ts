/**
 * Finds the entity whose goals a user asks for: what needs something.
 */
import { stateBefore } from '../../../../language/src/analysis/crash/cleanup.ts';
import { goalsOf } from '../../../../language/src/analysis/points/fault-tree.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { findEntity } from './find-entity.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Returns the subject of goals by its name; undefined if no name is given. */
export function findGoal(given: Model, name: string | undefined): Answer<EntityId | undefined> {
  if (name === undefined) return { value: undefined };
  const found = findEntity(given, name, {
    fits: ({ kind }) => kind !== 'space' && kind !== 'resource',
    noun: t`PD, object, node or region`,
    only: t`only PDs, objects, nodes and regions have goals`,
    without: t`nothing in it has a goal`,
    which: t`the goal of which copy is meant`,
    ifAbsent: t`it has no goal`,
  });
  if ('refusal' in found) return found;
  const { model, aliveBefore } = stateBefore(given, {});
  const { id, name: full } = found.value;
  if (goalsOf(model, aliveBefore).some(({ subjects }) => subjects.includes(id))) return { value: id };
  return { refusal: t`"${full}" needs nothing, so it has no goal.` };
}
