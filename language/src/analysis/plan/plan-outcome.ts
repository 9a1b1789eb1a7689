/**
 * Finds what an event ends, what refuses it, and the consequences for survivors: all of a plan but its order.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entityOf, type Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { type Cleanup, crash } from '../crash/cleanup.ts';
import { type Ending, type Start, startOf } from '../deletion/at-start.ts';
import { isNamedOnly } from '../deletion/deletion-settings.ts';
import { withLostOperators } from '../deletion/lost-operators.ts';
import { doomedByCollection, doomedByRemoval } from '../doomed/doomed-by-collection.ts';
import { doomedByDeletion, doomedByEviction } from '../doomed/doomed-by-deletion.ts';
import { doomedByCrash, doomedByDestruction } from '../doomed/doomed-by-destruction.ts';
import { doomedSince, type JoinedModels } from '../doomed/doomed-since.ts';
import { withRelease } from '../doomed/doomed-with-release.ts';
import { type Veto, vetoesOf } from '../doomed/protection.ts';
import { type DoomedSet, existing } from '../facts/doomed.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { withoutRelations } from '../facts/relation-index.ts';
import {
  type PlanRequest,
  type PlanRefusal,
  refusals,
  targetsOf,
  withOwnMode,
  withoutRefused,
} from './plan-request.ts';
import { type Consequences, consequences } from './plan-survivors.ts';

/** What an event ends, and what refuses it. */
export interface EventEnds {
  /** The request, with the mode of a deletion that its targets ask for. */
  readonly request: PlanRequest;
  /** The model in which this happens; for `since` the older and the newer one joined. */
  readonly model: Model;
  readonly joined: JoinedModels | undefined;
  /** The state at the start in which it happens. */
  readonly start: Start<Model>;
  /** Of a crash. */
  readonly cleanup: Cleanup | undefined;
  readonly set: DoomedSet;
  /** In declaration order. */
  readonly doomed: readonly EntityId[];
  readonly refused: readonly PlanRefusal[];
  readonly vetoes: readonly Veto[];
}

/** The effects of an event, without their order. */
export interface EventOutcome extends EventEnds {
  readonly hit: Consequences;
}

/**
 * Finds the outcome of a request in steps: what ends, then the consequences. Cost: that of the doomed set, plus O(V +
 * E).
 */
export function* outcomeSteps(given: Model, asked: PlanRequest, policy: Policy): Generator<undefined, EventOutcome> {
  const ends = yield* endSteps(given, asked, policy);
  yield;
  const { cleanup, model, set, doomed, joined, start } = ends;
  return { ...ends, hit: cleanup ?? consequences(model, set, doomed, joined?.lapsed ?? set.cut, start) };
}

/** Finds in steps what a request ends, for questions that do not ask about the survivors. */
export function* endSteps(given: Model, asked: PlanRequest, policy: Policy): Generator<undefined, EventEnds> {
  const now = startOf(given);
  const { model } = now;
  const request = withOwnMode(model, asked);
  const refused = refusals(model, request);
  const accepted = withoutRefused(request, refused);
  const older = request.kind === 'since' ? startOf(request.older) : undefined;
  const start = older ?? now;
  const joined = older === undefined ? undefined : doomedSince(older.model, model);
  const subject = joined?.model ?? model;
  const cleanup = accepted.kind === 'crash' ? crash(model, accepted.targets, policy) : undefined;
  yield;
  const own =
    joined?.doomed ??
    (cleanup === undefined ? doomedBy(model, accepted, policy, start.ending) : doomedByCrash(cleanup));
  const vetoes = vetoesAgainst(subject, accepted, own, policy, start.ending);
  // What a removal cuts holds nothing up any more.
  const left = accepted.kind === 'remove' ? withoutRelations({ ...subject }, own.cut) : subject;
  const known = isDeletion(accepted) ? own : withRelease(left, start, own);
  const isRefused = isDeletion(accepted) && vetoes.length > 0;
  const ended = isRefused ? { ...known, anyway: withoutOwners(model, policy) } : known;
  const doomed = ended.stages.flat().sort((a, b) => a - b);
  const set = withLostOperators(subject, ended, { exists: existing(subject, {}), gone: doomed });
  return { request, model: subject, joined, start, cleanup, set, doomed, refused, vetoes };
}

/** Returns true for a request that joins what is already ending: its doomed set knows what it releases. */
const isDeletion = ({ kind }: PlanRequest): boolean => kind === 'delete' || kind === 'evict' || kind === 'drain';

/** Returns what ends though nothing is deleted, because it has lost its owners. */
const withoutOwners = (model: Model, policy: Policy): DoomedSet['anyway'] =>
  doomedBy(model, { kind: 'delete', targets: [] }, policy, startOf(model).ending).anyway;

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
    ending: [...new Set([...[...set.stages.flat(), ...later].filter((id) => !isBegun(id)), ...(set.again ?? [])])],
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

function doomedBy(model: Model, request: PlanRequest, policy: Policy, { modes }: Ending): DoomedSet {
  // What loses its owners is deleted later, by nobody's step.
  const { protection } = defaultPolicyOf(model);
  const later = { protection, isIgnoring: policy.protection === 'ignore' };
  const kept = {
    protection: policy.protection,
    isDoomed: (id: EntityId) => modes.has(id),
    modeOf: (id: EntityId) => modes.get(id),
  };
  switch (request.kind) {
    case 'destroy':
      return doomedByDestruction(model, request.targets);
    case 'evict':
    case 'drain':
      return doomedByEviction(model, targetsOf(model, request), policy.deletion, later);
    case 'remove':
      return doomedByRemoval(model, request.targets, kept);
    case 'delete':
      return doomedByDeletion(model, request.targets, { mode: request.mode, otherwise: policy.deletion }, later);
    case 'collect':
      return doomedByCollection(model, request.moment, kept);
    case 'crash':
    case 'since':
      return doomedByDestruction(model, []);
  }
}
