/**
 * Finds the entities whose goals a user asks for: what needs something.
 */
import { stateBefore } from '../../../../language/src/analysis/crash/cleanup.ts';
import { goalsOf } from '../../../../language/src/analysis/points/fault-tree.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { findEntities, type WantedEntity } from './find-entity.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Returns the subjects of goals by their name, copies by the name of all; undefined if no name is given. */
export function findSubjects(given: Model, name: string | undefined): Answer<ReadonlySet<EntityId> | undefined> {
  if (name === undefined) return { value: undefined };
  const wanted: WantedEntity = {
    fits: ({ kind }) => kind !== 'space' && kind !== 'resource',
    noun: t`PD, object, node or region`,
    only: t`only PDs, objects, nodes and regions have goals`,
    without: t`nothing in it has a goal`,
    which: t`the goal of which copy is meant`,
    ifAbsent: t`it has no goal`,
  };
  const all = findEntities(given, `${name}[*]`, wanted);
  const found = 'value' in all ? all : findEntities(given, name, wanted);
  if ('refusal' in found) return found;
  const { model, aliveBefore } = stateBefore(given, {});
  const wantedIds = new Set(found.value.map(({ id }) => id));
  if (goalsOf(model, aliveBefore).some(({ subjects }) => subjects.some((id) => wantedIds.has(id))))
    return { value: wantedIds };
  return {
    refusal: t`"${found.value.length > 1 ? name : itemAt(found.value, 0).name}" needs nothing, so it has no goal.`,
  };
}
