/**
 * Finds the PD or node that a user's name refers to.
 */
import type { Entity } from '../../../language/src/model/entity.ts';
import type { Model } from '../../../language/src/model/model.ts';
import type { Answer } from '../../../language/src/model/answer.ts';
import { findEntity, type Wanted } from './find-entity.ts';

const crashable: Wanted = {
  fits: ({ kind }) => kind === 'pd' || kind === 'node',
  noun: 'PD and no node',
  only: 'only a PD or a node can crash',
  without: 'nothing in it can crash',
  which: 'which copy crashes',
  ifAbsent: 'it cannot crash',
};

/** Returns the PD or node of that name that can crash at the start. */
export const findCrashable = (model: Pick<Model, 'entities'>, name: string): Answer<Entity> =>
  findEntity(model, name, crashable);
