/**
 * Makes a plan: what an event ends, in which order, who is notified, what holds things up, and the consequences for
 * survivors. A plan is computed from the model alone: `on destroy` blocks and machines do not run.
 */
import { allSteps } from '../../model/all-steps.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Explained } from '../../model/fact.ts';
import type { Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import type { Already } from '../crash/already.ts';
import type { Notification } from '../crash/notifications.ts';
import type { JoinedModels } from '../doomed/doomed-since.ts';
import type { Veto } from '../doomed/protection.ts';
import { explainedBy, type Held } from '../facts/doomed.ts';
import { isActedOn } from '../facts/unit-statements.ts';
import { crashOrder } from './crash-order.ts';
import { orderOfPlan, type PlanOrder } from './plan-order.ts';
import { outcomeSteps } from './plan-outcome.ts';
import type { PlanRequest, PlanRefusal } from './plan-request.ts';

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
  /** Messages to the managers that survive, but for those on which systemd does nothing: a stop is no failure. */
  readonly messages: readonly Notification[];
  readonly degraded: readonly Explained[];
  readonly broken: readonly Explained[];
  /** Of these, what is in a call that nothing answers any more. */
  readonly blocked: readonly EntityId[];
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
  readonly refused: readonly PlanRefusal[];
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
  const { request, model, joined, start, cleanup, set, doomed, hit, refused, vetoes } = yield* outcomeSteps(
    given,
    asked,
    policy,
  );
  yield;
  const order = cleanup === undefined ? orderOfPlan(model, set, policy) : crashOrder(model, cleanup);
  yield;
  const ends = new Set(doomed);
  const isDoomed = (id: EntityId): boolean => ends.has(id);
  const failed = new Set(cleanup?.crashed);
  return {
    request,
    policy,
    model,
    doomed: doomed.map((entity) => explainedBy(entity, set.because)),
    order,
    messages: hit.notified.filter((each) => isActedOn(model, each, { isDoomed, hasFailed: (id) => failed.has(id) })),
    degraded: hit.degraded,
    broken: hit.broken,
    blocked: hit.blocked,
    dangling: hit.dangling,
    get already() {
      return hit.already;
    },
    held: set.held,
    anyway: set.anyway.map((each) => ({
      entity: each.entity,
      isBegun: start.ending.modes.has(each.entity),
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
