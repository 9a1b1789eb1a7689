/**
 * Makes a plan: what an event ends, in which order, who is notified, what holds things up, and the consequences for
 * survivors. A plan is computed from the model alone: `on destroy` blocks and machines do not run.
 */
import { allSteps } from '../../model/all-steps.ts';
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Policy } from '../../model/policy.ts';
import type { Already } from '../crash/already.ts';
import { crash } from '../crash/cleanup.ts';
import { crashOrder } from './crash-order.ts';
import { type DoomedSet, explainedBy, type Held } from '../facts/doomed.ts';
import { doomedByCollection, doomedByRemoval } from '../doomed/doomed-by-collection.ts';
import { type Ending, startOf } from '../deletion/at-start.ts';
import { isNamedOnly, ownModeIn } from '../deletion/deletion-settings.ts';
import { doomedByDeletion, doomedByEviction } from '../doomed/doomed-by-deletion.ts';
import type { DeletionMode } from '../deletion/deletion-state.ts';
import { doomedByCrash, doomedByDestruction } from '../doomed/doomed-by-destruction.ts';
import type { Moment } from '../doomed/doomed-keepers.ts';
import { doomedSince, type JoinedModels } from '../doomed/doomed-since.ts';
import { withRelease } from '../doomed/doomed-with-release.ts';
import { type Veto, vetoesOf } from '../doomed/protection.ts';
import type { Notification } from '../crash/notifications.ts';
import { orderOfPlan, type PlanOrder } from './plan-order.ts';
import { consequences } from './plan-survivors.ts';
import { entityOf, type Model } from '../../model/model.ts';

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
export interface Refusal {
  readonly entity: EntityId;
  readonly text: string;
}

/** An entity that ends, but not because of the event. */
export interface Anyway extends Explained {
  /** True if its end had begun before. */
  readonly isBegun: boolean;
}

/** The plan. All ids are of `model`; each `because` and the pairs of `order` are computed when read. */
export interface Plan {
  readonly request: PlanRequest;
  readonly policy: Policy;
  /** The model that was asked about; for `since` the older and the newer one joined. */
  readonly model: Model;
  /** In declaration order. */
  readonly doomed: readonly Explained[];
  /** Providers first for a crash; a teardown for everything else. */
  readonly order: PlanOrder;
  /** Messages to the managers that survive. */
  readonly messages: readonly Notification[];
  readonly degraded: readonly Explained[];
  readonly broken: readonly Explained[];
  readonly dangling: readonly Explained[];
  /** Damage that predates the event and remains. */
  readonly already: Already;
  readonly held: readonly Held[];
  /**
   * Entities that end as well, but not because of the event: they were ending already, or a deletion finds them without
   * owners.
   */
  readonly anyway: readonly Anyway[];
  readonly later: readonly Explained[];
  readonly spared: readonly Explained[];
  readonly refused: readonly Refusal[];
  /** The reasons why nothing of this happens: then all else is what would have happened. */
  readonly vetoes: readonly Veto[];
  /** For `since`: what joins the older and the newer model. */
  readonly joined: Pick<JoinedModels, 'newerEntities' | 'newerRelations'> | undefined;
}

/** Returns the plan of a request. Cost: that of the doomed set and of its teardown, plus O(V + E) for the survivors. */
export function planOf(model: Model, asked: PlanRequest, policy: Policy): Plan {
  return allSteps(planSteps(model, asked, policy));
}

/** Makes the plan of a request in steps: what ends, the consequences for the rest, the order. */
export function* planSteps(given: Model, asked: PlanRequest, policy: Policy): Generator<undefined, Plan> {
  const start = startOf(given);
  const { model } = start;
  const request = withOwnMode(model, asked);
  const refused = refusals(model, request);
  const accepted = withoutRefused(request, refused);
  const older = request.kind === 'since' ? startOf(request.older) : undefined;
  const joined = older === undefined ? undefined : doomedSince(older.model, model);
  const subject = joined?.model ?? model;
  const cleanup = accepted.kind === 'crash' ? crash(model, accepted.targets, policy) : undefined;
  yield;
  const own = joined?.doomed ?? (cleanup === undefined ? doomedBy(model, accepted, policy) : doomedByCrash(cleanup));
  const vetoes = vetoesAgainst(subject, accepted, own, policy, (older ?? start).ending);
  const set = isDeletion(accepted) ? own : withRelease(subject, older ?? start, own);
  const doomed = set.stages.flat().sort((a, b) => a - b);
  yield;
  const hit = cleanup ?? consequences(subject, set, doomed, joined?.lapsed ?? set.cut, older ?? start);
  yield;
  const order = cleanup === undefined ? orderOfPlan(subject, set, policy) : crashOrder(subject, cleanup);
  yield;
  return {
    request,
    policy,
    model: subject,
    doomed: doomed.map((entity) => explainedBy(entity, set.because)),
    order,
    messages: hit.notified,
    degraded: hit.degraded,
    broken: hit.broken,
    dangling: hit.dangling,
    get already() {
      return hit.already;
    },
    held: set.held,
    anyway: set.anyway.map((each) => ({
      entity: each.entity,
      isBegun: (older ?? start).ending.modes.has(each.entity),
      get because() {
        return each.because;
      },
    })),
    later: set.later.filter(({ isDeadlocked }) => !isDeadlocked),
    spared: set.spared,
    refused,
    vetoes,
    joined,
  };
}

/** Returns true for a request that joins what is ending already: its doomed set knows what it releases. */
const isDeletion = ({ kind }: PlanRequest): boolean => kind === 'delete' || kind === 'evict' || kind === 'drain';

/** Returns the request with the mode that all targets of a deletion ask for themselves, if they agree. */
function withOwnMode(model: Model, request: PlanRequest): PlanRequest {
  if (request.kind !== 'delete' || request.mode !== undefined) return request;
  const [mode, ...others] = new Set(request.targets.map((target) => ownModeIn(model, target)));
  return mode === undefined || others.length > 0 ? request : { ...request, mode };
}

/**
 * Returns the vetoes against a request that would end a set; a collection keeps what is protected, and a crash asks
 * nobody.
 */
function vetoesAgainst(
  model: Model,
  request: PlanRequest,
  set: DoomedSet,
  { protection }: Policy,
  { modes }: Ending,
): Veto[] {
  if (protection === 'ignore' || request.kind === 'crash' || request.kind === 'collect' || request.kind === 'remove') {
    return [];
  }
  const later = [...set.held, ...set.later].map(({ entity }) => entity);
  const isBegun = (id: EntityId): boolean => modes.has(id) && request.kind !== 'destroy' && request.kind !== 'since';
  return vetoesOf(model, {
    ending: [...new Set([...set.stages.flat(), ...later])].filter((id) => !isBegun(id)),
    named: request.kind === 'since' ? set.stages.flat() : targetsOf(model, request),
    isEviction: request.kind === 'evict' || request.kind === 'drain',
    isAlive: (id) => !entityOf(model, id).absent,
    isDoomed: (id) => modes.has(id),
    isNamedOnly: (id) => isNamedOnly(model, id),
    because: (id) => {
      const chain = set.because(id);
      return chain.length > 0 ? chain : (set.later.find(({ entity }) => entity === id)?.because ?? []);
    },
  });
}

/** Returns the entities that a request names; those of a drain are on its node, but for nodes. */
function targetsOf(
  model: Model,
  request: Exclude<PlanRequest, { readonly kind: 'collect' | 'since' }>,
): readonly EntityId[] {
  if (request.kind !== 'drain') return request.targets;
  const { entities } = model;
  const isOn = (id: EntityId | undefined): boolean =>
    id !== undefined && (id === request.target || (entities[id]?.kind === 'node' && isOn(entities[id].parent)));
  return entities.filter(({ kind, parent, absent }) => kind !== 'node' && !absent && isOn(parent)).map(({ id }) => id);
}

function doomedBy(model: Model, request: PlanRequest, policy: Policy): DoomedSet {
  switch (request.kind) {
    case 'destroy':
      return doomedByDestruction(model, request.targets);
    case 'evict':
    case 'drain':
      return doomedByEviction(model, targetsOf(model, request), policy.deletion, { protection: policy.protection });
    case 'remove':
      return doomedByRemoval(model, request.targets, { protection: policy.protection });
    case 'delete':
      return doomedByDeletion(
        model,
        request.targets,
        { mode: request.mode, otherwise: policy.deletion },
        { protection: policy.protection },
      );
    case 'collect':
      return doomedByCollection(model, request.moment, { protection: policy.protection });
    case 'crash':
    case 'since':
      return doomedByDestruction(model, []);
  }
}

function refusals({ entities }: Model, request: PlanRequest): Refusal[] {
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
    crash: 'a PD or a node can crash',
    drain: 'a node can be drained',
    remove: 'an object can be removed',
    delete: 'an object can be deleted',
  };
  return targets.flatMap((id) => {
    const entity = entityOf({ entities }, id);
    if (entity.absent) {
      const why = entity.doomed === true ? 'is doomed, and has ended at the start' : 'does not exist at the start';
      return [{ entity: id, text: `"${entity.name}" ${why}.` }];
    }
    if (kinds === undefined || kinds.includes(entity.kind) || request.kind === 'destroy' || request.kind === 'evict')
      return [];
    return [{ entity: id, text: `"${entity.name}" is ${kindWords[entity.kind]}; only ${words[request.kind]}.` }];
  });
}

const kindWords: Readonly<Record<EntityKind, string>> = {
  pd: 'a PD',
  space: 'a space',
  resource: 'a resource',
  object: 'an object',
  node: 'a node',
  region: 'a region',
};

function withoutRefused(request: PlanRequest, refused: readonly Refusal[]): PlanRequest {
  if (request.kind === 'collect' || request.kind === 'since' || request.kind === 'drain') return request;
  const isRefused = new Set(refused.map(({ entity }) => entity));
  return { ...request, targets: request.targets.filter((id) => !isRefused.has(id)) };
}
