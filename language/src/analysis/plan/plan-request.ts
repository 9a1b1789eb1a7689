/**
 * The events that can be planned, and to what they apply.
 */
import { type DeletionMode, deletionModes } from '../../model/policy.ts';
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import { entityOf, type Model } from '../../model/model.ts';
import { startOf } from '../deletion/at-start.ts';
import { ownModeIn } from '../deletion/deletion-settings.ts';
import type { EndMode } from '../deletion/deletion-state.ts';
import type { Moment } from '../doomed/doomed-keepers.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { t } from '../../model/common/translation.ts';

/** The event to plan. */
export type PlanRequest =
  /** All of them in one event. */
  | { readonly kind: 'crash'; readonly targets: readonly EntityId[] }
  | { readonly kind: 'destroy'; readonly targets: readonly EntityId[] }
  /** Objects are deleted, everything else is destroyed; what protects `as eviction` is asked. */
  | { readonly kind: 'evict'; readonly targets: readonly EntityId[] }
  /** Evicts all that is on a node. */
  | { readonly kind: 'drain'; readonly target: EntityId }
  | { readonly kind: 'remove'; readonly targets: readonly EntityId[] }
  /** Without a mode, that of a finalizer applies, otherwise that of the policy. */
  | { readonly kind: 'delete'; readonly targets: readonly EntityId[]; readonly mode?: DeletionMode }
  | { readonly kind: 'collect'; readonly moment: Moment }
  /** Everything that the older model has and this one lacks is doomed. */
  | { readonly kind: 'since'; readonly older: Model };

/** A target that the request cannot apply to, with a full sentence that says why. */
export interface PlanRefusal {
  readonly entity: EntityId;
  readonly text: string;
}

/** Returns the request with the mode in which all targets of a deletion are ending or ask to end, if they agree. */
export function withOwnMode(model: Model, request: PlanRequest): PlanRequest {
  if (request.kind !== 'delete' || request.mode !== undefined) return request;
  const { modes } = startOf(model).ending;
  const modeOf = (target: EntityId): EndMode | undefined => modes.get(target) ?? ownModeIn(model, target);
  const [mode, ...others] = new Set(request.targets.map((id) => deletionModes.find((each) => each === modeOf(id))));
  return mode === undefined || others.length > 0 ? request : { ...request, mode };
}

/**
 * Returns the entities that a request names; those of a drain are on its node, by nesting or because they die with it,
 * but for nodes.
 */
export function targetsOf(
  model: Model,
  request: Exclude<PlanRequest, { readonly kind: 'collect' | 'since' }>,
): readonly EntityId[] {
  if (request.kind !== 'drain') return request.targets;
  const { entities } = model;
  const isOn = (id: EntityId | undefined): boolean =>
    id !== undefined && (id === request.target || (entities[id]?.kind === 'node' && isOn(entities[id].parent)));
  const { target: node } = request;
  const dying = indexRelations(model)
    .all('dies with')
    .filter(({ target }) => target === node);
  const isDying = new Set(dying.map(({ source }) => source));
  return entities
    .filter(({ id, kind, parent, absent }) => kind !== 'node' && !absent && (isOn(parent) || isDying.has(id)))
    .map(({ id }) => id);
}

/** Returns the targets that a request cannot apply to, and why. */
export function refusals({ entities }: Model, request: PlanRequest): PlanRefusal[] {
  if (request.kind === 'collect' || request.kind === 'since') return [];
  const targets = request.kind === 'drain' ? [request.target] : request.targets;
  const kinds = {
    crash: ['pd', 'node'],
    destroy: undefined,
    evict: undefined,
    drain: ['node'],
    remove: ['object'],
    delete: ['object'],
  }[request.kind];
  const words = {
    crash: t`a PD or a node can crash`,
    drain: t`a node can be drained`,
    remove: t`an object can be removed`,
    delete: t`an object can be deleted`,
  };
  return targets.flatMap((id) => {
    const entity = entityOf({ entities }, id);
    if (entity.absent) {
      const why = entity.doomed === true ? t`is doomed, and has ended at the start` : t`does not exist at the start`;
      return [{ entity: id, text: `"${entity.name}" ${why}.` }];
    }
    if (kinds === undefined || kinds.includes(entity.kind) || request.kind === 'destroy' || request.kind === 'evict')
      return [];
    return [{ entity: id, text: t`"${entity.name}" is ${kindWords[entity.kind]}; only ${words[request.kind]}.` }];
  });
}

const kindWords: Readonly<Record<EntityKind, string>> = {
  pd: t`a PD`,
  space: t`a space`,
  resource: t`a resource`,
  object: t`an object`,
  node: t`a node`,
  region: t`a region`,
};

/** Returns the request without these targets. */
export function withoutRefused(request: PlanRequest, refused: readonly PlanRefusal[]): PlanRequest {
  if (request.kind === 'collect' || request.kind === 'since' || request.kind === 'drain') return request;
  const isRefused = new Set(refused.map(({ entity }) => entity));
  return { ...request, targets: request.targets.filter((id) => !isRefused.has(id)) };
}
