/**
 * The event of a plan. Independent of a model until it is resolved in one.
 */
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import type { EntityId } from '../../../../language/src/model/entity-kind.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import type { Policy } from '../../../../language/src/model/policy.ts';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { findCrashed } from './find-crashable.ts';
import { findEntities, findEntity, type WantedEntity } from './find-entity.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** The times of a collection; without one, it is on demand. */
export const timedCollections = ['before', 'after'] as const;

/** The kinds of events, in the order of the documentation. */
export const eventKinds = ['crash', 'destroy', 'evict', 'drain', 'remove', 'delete', 'collect', 'since'] as const;

/** An event, not yet resolved in a model. */
export interface PlanEvent {
  readonly kind: (typeof eventKinds)[number];
  /** A name, a time or a file; empty for a collection on demand. */
  readonly of: string;
  /** The entities of the same event, besides `of`; not for a drain. */
  readonly also?: readonly string[] | undefined;
  readonly deletion: Policy['deletion'] | undefined;
}

/** Resolves an event in a model; `older` is the model of an event `since`. */
export function requestIn(model: Model, event: PlanEvent, older: Model | undefined): Answer<PlanRequest> {
  const { kind, of, also = [], deletion } = event;
  if (kind === 'since') return { value: { kind, older: older ?? model } };
  if (kind === 'collect') return { value: { kind, moment: timedCollections.find((each) => each === of) ?? 'demand' } };
  if (kind === 'crash') {
    const crashed = findCrashed(model, [of, ...also]);
    return 'refusal' in crashed ? crashed : { value: { kind, targets: crashed.value.map(({ id }) => id) } };
  }
  const targets = new Set<EntityId>();
  for (const name of [of, ...also]) {
    if (kind === 'drain') {
      const node = findEntity(model, name, wanted[kind]);
      return 'refusal' in node ? node : { value: { kind, target: node.value.id } };
    }
    const found = findEntities(model, name, wanted[kind]);
    if ('refusal' in found) return found;
    const again = found.value.find(({ id }) => targets.has(id));
    if (again !== undefined) return { refusal: t`"${again.name}" is named twice; name it once.` };
    for (const { id } of found.value) targets.add(id);
  }
  if (kind === 'drain') throw new Error('A drain has a target.');
  if (kind === 'delete')
    return { value: { kind, targets: [...targets], ...(deletion === undefined ? {} : { mode: deletion }) } };
  return { value: { kind, targets: [...targets] } };
}

const wanted: Readonly<Record<'destroy' | 'evict' | 'drain' | 'remove' | 'delete', WantedEntity>> = {
  destroy: {
    fits: () => true,
    noun: 'entity',
    only: t`it cannot be destroyed`,
    without: t`nothing in it can be destroyed`,
    which: t`which copy is destroyed`,
    ifAbsent: t`it cannot be destroyed`,
  },
  evict: {
    fits: () => true,
    noun: 'entity',
    only: t`it cannot be evicted`,
    without: t`nothing in it can be evicted`,
    which: t`which copy is evicted`,
    ifAbsent: t`it cannot be evicted`,
  },
  drain: {
    fits: ({ kind }) => kind === 'node',
    noun: 'node',
    only: t`only a node can be drained`,
    without: t`nothing in it can be drained`,
    which: t`which copy is drained`,
    ifAbsent: t`it cannot be drained`,
  },
  remove: {
    fits: ({ kind }) => kind === 'object',
    noun: 'object',
    only: t`only an object can be removed`,
    without: t`nothing in it can be removed`,
    which: t`which copy is removed`,
    ifAbsent: t`it cannot be removed`,
  },
  delete: {
    fits: ({ kind }) => kind === 'object',
    noun: 'object',
    only: t`only an object can be deleted`,
    without: t`nothing in it can be deleted`,
    which: t`which copy is deleted`,
    ifAbsent: t`it cannot be deleted`,
  },
};
