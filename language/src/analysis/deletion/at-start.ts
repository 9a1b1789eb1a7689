/**
 * The state in which every question begins. What is `doomed` at the start and held up by nothing is gone; the rest is
 * still ending, and goes on to end once an event removes what holds it up.
 */
import type { DeletionMode } from '../../model/policy.ts';
import { relationOf, type Model } from '../../model/model.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Fact } from '../../model/fact.ts';
import type { RelationId } from '../../model/relation.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { type RelatedEntities, withoutRelations } from '../facts/relation-index.ts';
import { deletionChain } from './deletion-chain.ts';
import { areApart, hasHolding, ownEndIn, ownModeIn } from './deletion-settings.ts';
import type { DeletionRun, DeletionStart, EndMode } from './deletion-state.ts';
import { runDeletion } from './deletion-run.ts';

/** The entities that are ending in a state. */
export interface Ending {
  /** Each entity whose end is decided and that still exists, with the way in which it ends. */
  readonly modes: ReadonlyMap<EntityId, EndMode>;
  readonly ownModeOf: (entity: EntityId) => DeletionMode | undefined;
  /** Returns true if something must not end yet for reasons of its own. */
  readonly isHeld: (entity: EntityId) => boolean;
  /** Returns true if an owner does not count as the owner of an object. */
  readonly isForeign: (owner: EntityId, owned: EntityId) => boolean;
  /** Returns true if one waits for an entity by `waits for`; always if absent. */
  readonly isAwaited?: (entity: EntityId) => boolean;
}

/** The part of a model that says how it begins. */
export type StartingModel = RelatedEntities & Partial<Pick<Model, 'policies'>>;

/** A model at its start. */
export interface Start<M extends StartingModel> {
  /** The model without what has ended: that is absent, and so are the relations that its end has cut. */
  readonly model: M;
  readonly ending: Ending;
  /** The entities that have ended. */
  readonly ended: ReadonlySet<EntityId>;
  /** Returns why something has ended or is ending. */
  readonly because: (entity: EntityId) => readonly Fact[];
}

const starts = new WeakMap<StartingModel, Start<StartingModel>>();

/** Returns a model at its start; computed once for each model. Cost: O(V + E). */
export function startOf<M extends StartingModel>(model: M): Start<M> {
  // A start has the type of its model: `begin` only marks entities and leaves out relations.
  const known = (starts.get(model) as Start<M> | undefined) ?? begin(model);
  starts.set(model, known);
  starts.set(known.model, known);
  return known;
}

function begin<M extends StartingModel>(model: M): Start<M> {
  const doomed = model.entities.filter((each) => each.doomed === true && !each.absent);
  const settings: Omit<Ending, 'modes'> = {
    ownModeOf: (id) => ownModeIn(model, id),
    isHeld: (id) => hasHolding(model, id),
    isForeign: (owner, owned) => areApart(model, owner, owned),
  };
  if (doomed.length === 0) return nothingEnding(model, settings);
  const otherwise = defaultPolicyOf({ policies: model.policies ?? [] }).deletion;
  const modes = new Map(doomed.map(({ id }) => [id, ownEndIn(model, id) ?? otherwise]));
  const exists = Uint8Array.from(model.entities, ({ absent }) => (absent ? 0 : 1));
  const run = carryOn(model, { ...settings, modes }, exists);
  return {
    model: afterwards(model, run),
    ending: { ...settings, modes: underWay(run) },
    ended: new Set(model.entities.flatMap(({ id }) => (endsAtOnce(run, id) ? [id] : []))),
    because: (entity) => deletionChain(model, run, entity),
  };
}

const nothingEnding = <M extends StartingModel>(model: M, settings: Omit<Ending, 'modes'>): Start<M> => ({
  ...{ model, ending: { ...settings, modes: new Map() } },
  ...{ ended: new Set(), because: () => [] },
});

/** Continues what is ending as far as it ends within the instant: `endedAt` is 0 for that. Cost: O(V + E). */
export function carryOn(model: RelatedEntities, { modes, ...rest }: Ending, exists: Uint8Array): DeletionRun {
  const start: DeletionStart = {
    ...{ model, exists, mode: 'background', isInstant: true, ...rest },
    targets: [...modes.keys()].sort((a, b) => a - b),
    modeOf: (id) => modes.get(id),
  };
  return runDeletion(start);
}

/** Returns true if an entity ends within the instant of a run. */
export const endsAtOnce = ({ ended, endedAt }: DeletionRun, entity: EntityId): boolean =>
  ended[entity] === 1 && endedAt[entity] === 0;

/** Returns what is still ending after the instant; an orphaning has cut what it cuts. */
function underWay(run: DeletionRun): ReadonlyMap<EntityId, EndMode> {
  return new Map(
    run.mode.flatMap((mode, id) => {
      if (mode === undefined || run.stage[id] !== 0 || endsAtOnce(run, id)) return [];
      return [[id, mode === 'orphan' ? 'background' : mode] as const];
    }),
  );
}

function afterwards<M extends StartingModel>(model: M, run: DeletionRun): M {
  const entities = model.entities.map((each) =>
    endsAtOnce(run, each.id) ? { ...each, absent: true, doomed: true } : each,
  );
  const relations = model.relations.map((each) =>
    each.kind === 'owns' && run.released[each.target] === 1 ? { ...each, as: 'nonblocking' } : each,
  );
  const cut = new Set<RelationId>([...run.cut].filter((id) => run.stage[relationOf(model, id).source] === 0));
  return withoutRelations({ ...model, entities, relations }, cut);
}
