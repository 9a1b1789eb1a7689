/** Describes the effects of one event on the entities of a model, by their names. */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { entityName, type Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { crash } from '../crash/cleanup.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import { indexRelations } from '../facts/relation-index.ts';
import { type Plan, planOf } from '../plan/plan.ts';
import { at } from '../../model/common/lookup.ts';
import { type ComparedEvent, comparedFates, type Side } from './change.ts';

/** The entities of two models, numbered together: those with the same name have the same number. */
export interface SharedNames {
  readonly names: readonly string[];
  /** The number of each entity, by its id. */
  readonly numbers: Readonly<Record<Side, Int32Array>>;
  /** 1 for the numbers of entities that exist at the start, 0 for all others. */
  readonly exists: Readonly<Record<Side, Uint8Array>>;
}

/** The effects of an event. */
export interface EventEffects {
  /** The worst fate of each entity by its number in both models, as an index in `fates`. */
  readonly fates: Uint8Array;
  /** Returns why an entity, by its id, has its fate. */
  readonly because: (entity: EntityId) => readonly Fact[];
}

/** An orderly end. */
export interface OrderlyEnd {
  readonly outcomes: EventEffects;
  /** The number of the step in which an entity ends, by name. */
  readonly steps: ReadonlyMap<string, number>;
  readonly refused: readonly ReasonedName[];
  readonly deadlocked: readonly ReasonedName[];
}

/** A name, and why it is there. */
export interface ReasonedName {
  readonly name: string;
  readonly because: readonly Fact[];
}

/** Numbers the entities of two models together. */
export function shareNames(models: Readonly<Record<Side, Model>>): SharedNames {
  const known = new Map<string, number>();
  const numbered = ({ entities }: Model): Int32Array =>
    Int32Array.from(entities, ({ name }) => {
      const number = known.get(name) ?? known.size;
      known.set(name, number);
      return number;
    });
  const numbers = { base: numbered(models.base), head: numbered(models.head) };
  const existing = (side: Side): Uint8Array => {
    const exists = new Uint8Array(known.size);
    for (const { id, absent } of models[side].entities) if (!absent) exists[at(numbers[side], id)] = 1;
    return exists;
  };
  return { names: [...known.keys()], numbers, exists: { base: existing('base'), head: existing('head') } };
}

/** Returns the crashes of a model, in declaration order. */
export const crashesIn = (model: Model): readonly EntityId[] =>
  model.entities.filter(({ kind, absent }) => canCrash(kind) && !absent).map(({ id }) => id);

/**
 * Returns what is ended in an orderly way: each root object, all that is protected, and all that something else ends
 * with, in declaration order.
 */
export function endsIn(model: Model): readonly EntityId[] {
  const relations = indexRelations(model);
  const targets = new Set(
    (['protects', 'stops with', 'dies with'] as const).flatMap((kind) =>
      relations.all(kind).map(({ target }) => target),
    ),
  );
  const isEnded = (entity: Model['entities'][number]): boolean =>
    (entity.kind === 'object' && entity.root) || entity.protected === true || targets.has(entity.id);
  return model.entities.filter((entity) => !entity.absent && isEnded(entity)).map(({ id }) => id);
}

/** Returns the event that is the orderly end of an entity. */
export const endOf = (model: Model, id: EntityId): ComparedEvent => ({
  kind: model.entities[id]?.kind === 'object' ? 'deletion' : 'destruction',
  name: entityName(model, id),
});

/** One of the compared models. */
export interface OneSide {
  readonly model: Model;
  readonly side: Side;
  readonly shared: SharedNames;
  /** The damage before any event. */
  readonly resting: EventEffects;
}

/** Prepares one of the compared models. */
export function oneSide(model: Model, side: Side, shared: SharedNames): OneSide {
  const { already } = planOf(model, { kind: 'destroy', targets: [] }, defaultPolicyOf(model));
  const exists = shared.exists[side];
  const unharmed = exists.map((is) => (is === 1 ? untouched : absent));
  return { model, side, shared, resting: outcomesOf({ side, shared }, unharmed, { ...already, destroyed: [] }) };
}

/** Returns what a crash does under a policy. */
export const crashOutcomes = (one: OneSide, id: EntityId, policy: Policy): EventEffects =>
  outcomesOf(one, one.resting.fates, crash(one.model, id, policy));

/** Returns what an orderly end does under a policy; one that is refused, as if nothing were protected. */
export function endOutcomes(one: OneSide, id: EntityId, policy: Policy): OrderlyEnd {
  const { model } = one;
  const kind = model.entities[id]?.kind === 'object' ? 'delete' : 'destroy';
  return endIn(one, planOf(model, { kind, targets: [id] }, policy));
}

/** Returns what happens when everything in a model is destroyed in one event. */
export function teardownOutcomes(one: OneSide, policy: Policy): OrderlyEnd {
  const { model } = one;
  const targets = model.entities.filter(({ absent }) => !absent).map(({ id }) => id);
  return endIn(one, planOf(model, { kind: 'destroy', targets }, policy));
}

function endIn(one: OneSide, plan: Plan): OrderlyEnd {
  const { model } = one;
  const name = (entity: EntityId): string => entityName(model, entity);
  return {
    outcomes: outcomesOf(one, one.resting.fates, {
      destroyed: plan.doomed,
      broken: plan.broken,
      degraded: plan.degraded,
      dangling: plan.dangling,
    }),
    steps: new Map(plan.order.layers.flatMap((layer, step) => layer.map((entity) => [name(entity), step] as const))),
    refused: plan.vetoes.map(({ entity, because }) => ({ name: name(entity), because })),
    deadlocked: plan.held
      .filter(({ isDeadlocked }) => isDeadlocked)
      .map(({ entity, because }) => ({ name: name(entity), because })),
  };
}

/** The fates that an event brings, the worst first. */
const harm = ['destroyed', 'broken', 'degraded', 'dangling'] as const;

type Consequences = Readonly<Record<(typeof harm)[number], readonly Explained[]>>;

/** Returns the fates after an event; what was damaged before stays so. */
function outcomesOf(
  { side, shared }: Pick<OneSide, 'side' | 'shared'>,
  before: Uint8Array,
  consequences: Consequences,
): EventEffects {
  const found = before.slice();
  for (const fate of harm) {
    const code = comparedFates.indexOf(fate);
    for (const { entity } of consequences[fate]) {
      const number = at(shared.numbers[side], entity);
      found[number] = Math.min(found[number] ?? code, code);
    }
  }
  return {
    fates: found,
    because: (entity) => {
      for (const fate of harm) {
        const explained = consequences[fate].find((each) => each.entity === entity);
        if (explained !== undefined) return explained.because;
      }
      return [];
    },
  };
}

const untouched = comparedFates.indexOf('untouched');
const absent = comparedFates.indexOf('absent');
