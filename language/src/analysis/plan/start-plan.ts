/**
 * Plans a start: what comes to life in which order, what each waits for and why, and what is broken even then. The plan
 * follows from the model alone; machines do not run.
 */
import { append } from '../../model/common/append.ts';
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import type { Explained, Fact } from '../../model/fact.ts';
import { startOf, type StartingModel } from '../deletion/at-start.ts';
import { joined, lostBefore } from '../crash/already.ts';
import { brokenBefore } from '../crash/broken-before.ts';
import { spreadOf } from '../facts/spread.ts';
import { explainedBy } from '../facts/doomed.ts';
import { indexRelations, type RelatedEntities } from '../facts/relation-index.ts';
import { statementFact } from '../facts/unit-statements.ts';
import { entityOf } from '../../model/model.ts';
import { broughtBy } from './recovery-actions.ts';
import { orderStart, type StartOrder } from './start-order.ts';
import { type UnitStarts, unitStarts, type UnitStops, unitStops } from './start-units.ts';
import { type StartWait, startWaits } from './start-waits.ts';

/** A step of a start: an entity, and what it waits for in this plan. */
export interface StartStep {
  readonly entity: EntityId;
  /** Why it starts at all, where a unit brings it along and no wait says so. */
  readonly wanted: readonly Fact[];
  readonly waits: readonly StepWait[];
}

/**
 * An entity that a step waits for. Several with the same `need` are a need with a number: `least` of them are enough.
 */
export interface StepWait {
  readonly on: EntityId;
  readonly because: readonly Fact[];
  readonly least: number;
  /** The number of those among which `least` are enough. */
  readonly among: number;
}

/** The plan of a start. */
export interface StartPlan {
  readonly model: RelatedEntities;
  /** The entity that is wanted; undefined if everything starts. */
  readonly target: EntityId | undefined;
  /** The steps of `layers[i]` are made in parallel, after all earlier ones; in declaration order. */
  readonly layers: readonly (readonly StartStep[])[];
  readonly yielded: StartOrder['yielded'];
  readonly cycles: StartOrder['cycles'];
  readonly stuck: StartOrder['stuck'];
  /** What the start does to units that run already, and those that it would both start and stop. */
  readonly stops: UnitStops;
  /** The entities that are broken, or lack a soft need, once all of this has started. */
  readonly broken: readonly Explained[];
  readonly degraded: readonly Explained[];
}

/**
 * Returns the plan of starting all that is not absent, or one entity with what it contains, manages and waits for.
 * Cost: O(V + E), and for each soft need on a cycle the size of the model.
 */
export function startPlan(given: StartingModel, target?: EntityId): StartPlan {
  // What is doomed, and gone at the start, is none of it.
  const gone = startOf(given);
  const { model } = gone;
  const units = unitStarts(model);
  const waits = [...startWaits(model), ...units.waits];
  const wanted = target === undefined ? undefined : wantedBy(model, { waits, units, target, ended: gone.ended });
  const starts = (id: EntityId): boolean => wanted?.has(id) ?? model.entities[id]?.absent === false;
  const order = orderStart(model, withoutFailures(model, waits, { starts, units }), { starts, isThere: never });
  const alive = new Uint8Array(model.entities.length);
  for (const id of order.layers.flat()) alive[id] = 1;
  const stops = unitStops(model, new Set(order.layers.flat()));
  return {
    model,
    target,
    ...startLayers(order, wanted),
    ...damageWith(model, alive, lostBefore(spreadOf(model), alive, gone)),
    stops,
  };
}

const never = (): boolean => false;

/** Returns the waits, of units without the mere orders after those that fail in any case. */
function withoutFailures(
  model: RelatedEntities,
  waits: readonly StartWait[],
  { starts, units }: { readonly starts: (id: EntityId) => boolean; readonly units: UnitStarts },
): readonly StartWait[] {
  if (!units.isMetByFailure) return waits;
  const isOrder = ({ strength, isWanted }: StartWait): boolean => strength === 'hard' && !isWanted;
  const needs = waits.filter((wait) => !isOrder(wait));
  const failing = new Set(orderStart(model, needs, { starts, isThere: never }).stuck.map(({ entity }) => entity));
  return failing.size === 0
    ? waits
    : waits.filter((wait) => !isOrder(wait) || !wait.others.some(({ entity }) => failing.has(entity)));
}

/** Returns the layers of an order as steps, and what is left of it; `wanted` has the reasons of what starts along. */
export function startLayers(
  order: StartOrder,
  wanted: ReadonlyMap<EntityId, readonly Fact[]> = new Map(),
): Pick<StartPlan, 'layers' | 'yielded' | 'cycles' | 'stuck'> {
  const step = (entity: EntityId): StartStep => {
    const waits = order.waitsOf(entity);
    const sure = new Set(waits.filter(({ of }) => of.others.length === of.least).map((each) => each.entity));
    // A need of which enough are waited for in any case adds no wait.
    const isOpen = ({ of }: (typeof waits)[number]): boolean =>
      of.others.length === of.least || of.others.filter((each) => sure.has(each.entity)).length < of.least;
    return {
      entity,
      wanted: wanted.get(entity) ?? [],
      waits: waits.filter(isOpen).map(({ entity: on, because, of }) => ({
        on,
        because,
        least: of.least,
        among: of.others.length,
      })),
    };
  };
  const { yielded, cycles, stuck } = order;
  return { layers: order.layers.map((layer) => layer.map(step)), yielded, cycles, stuck };
}

/** Returns what is broken or degraded where exactly these are alive: by its needs, or because it has `lost` something. */
export function damageWith(
  model: RelatedEntities,
  alive: Uint8Array,
  lost: readonly Explained[],
): Pick<StartPlan, 'broken' | 'degraded'> {
  const found = brokenBefore(indexRelations(model), alive);
  const ids = model.entities.map(({ id }) => id).filter((id) => alive[id] === 1);
  return {
    broken: ids.filter(found.isBroken).map((id) => explainedBy(id, found.because)),
    degraded: joined(
      ids.filter(found.isShort).map((id) => explainedBy(id, found.becauseShort)),
      lost,
    ),
  };
}

interface Wanting {
  readonly waits: readonly StartWait[];
  readonly units: UnitStarts;
  readonly target: EntityId;
  readonly ended: ReadonlySet<EntityId>;
}

/**
 * Returns an entity with what is nested in it, the spaces that it manages and their resources, of what has ended only
 * what a restart brings back, and all that these wait for or bring along, with the reasons of the latter; of a need
 * with a number the first that exist, those that start in any case before others.
 */
function wantedBy(
  model: RelatedEntities,
  { waits, units, target, ended }: Wanting,
): ReadonlyMap<EntityId, readonly Fact[]> {
  const exists = (id: EntityId): boolean => units.isStartable(entityOf(model, id));
  const restarted = canCrash(entityOf(model, target).kind)
    ? broughtBy(model, target, (part) => exists(part) || ended.has(part))
    : new Set();
  const parts = partsOf(model, target).filter((part) => exists(part) || restarted.has(part));
  const found = new Map<EntityId, readonly Fact[]>([target, ...parts].map((id) => [id, []]));
  const add = (id: EntityId, because: readonly Fact[]): unknown => found.has(id) || found.set(id, because);
  const bySubject = new Map<EntityId, StartWait[]>();
  for (const wait of waits) {
    if (wait.isWanted) append(bySubject, wait.subject, wait);
  }
  const choices: StartWait[] = [];
  const visit = (from: Iterable<EntityId>): void => {
    // The map grows while it is read.
    for (const id of from) {
      const own = bySubject.get(id) ?? [];
      choices.push(...own.filter(({ others, least }) => others.length > least));
      const sure = own.filter(({ others, least }) => others.length <= least).flatMap(({ others }) => others);
      for (const { entity } of sure) if (exists(entity) && !units.isDemandOnly(id, entity)) add(entity, []);
      for (const pull of units.pulls.get(id) ?? []) add(pull.unit, [statementFact(model, pull)]);
      bySubject.delete(id);
    }
  };
  visit(found.keys());
  for (const { others, least } of choices) {
    const possible = others.map(({ entity }) => entity).filter(exists);
    const missing = least - possible.filter((id) => found.has(id)).length;
    for (const id of possible.filter((each) => !found.has(each)).slice(0, Math.max(0, missing))) add(id, []);
    // What it waits for may bring more choices, which come later in the list.
    visit(found.keys());
  }
  return found;
}

/** Returns what comes to life with an entity: all that is nested in it, the spaces it manages, and their resources. */
function partsOf(model: RelatedEntities, whole: EntityId): EntityId[] {
  const index = indexRelations(model);
  const found = new Set([whole]);
  for (const id of found) {
    for (const { offsets, targets } of [index.nested, index.from('manages')])
      for (const part of targets.subarray(offsets[id], offsets[id + 1])) found.add(part);
  }
  found.delete(whole);
  return [...found].sort((a, b) => a - b);
}
