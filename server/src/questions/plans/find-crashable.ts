/**
 * Finds the PDs and nodes that a user's names refer to.
 */
import type { Entity } from '../../../../language/src/model/entity.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { findEntities, type WantedEntity } from './find-entity.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

const crashable: WantedEntity = {
  fits: ({ kind }) => kind === 'pd' || kind === 'node',
  noun: t`PD and no node`,
  only: t`only a PD or a node can crash`,
  without: t`nothing in it can crash`,
  which: t`which copy crashes`,
  ifAbsent: t`it cannot crash`,
};

/** Returns the PDs and nodes of those names, which crash in one event; a name that is given twice is refused. */
export function findCrashed(model: Model, names: readonly string[]): Answer<readonly Entity[]> {
  const found: Entity[] = [];
  for (const name of names) {
    const named = findEntities(model, name, crashable);
    if ('refusal' in named) return named;
    const again = named.value.find((each) => found.includes(each));
    if (again !== undefined) return { refusal: t`"${again.name}" is given twice; it crashes once.` };
    found.push(...named.value);
  }
  return { value: found };
}
