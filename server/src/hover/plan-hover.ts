/**
 * The hover of ends and their order: what is destroyed with an entity, when it is destroyed if everything is, which
 * orders give way then, and what a policy does to the model.
 */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { defaultPolicyOf, findPolicy } from '../../../language/src/analysis/facts/policies.ts';
import { indexRelations, type RelationIndex } from '../../../language/src/analysis/facts/relation-index.ts';
import type { DroppedOrder } from '../../../language/src/analysis/teardown/dropped-order-cycles.ts';
import { orderOfPlan } from '../../../language/src/analysis/plan/plan-order.ts';
import { endSteps } from '../../../language/src/analysis/plan/plan-outcome.ts';
import { orderEdges, orderFact } from '../../../language/src/analysis/teardown/order-edges.ts';
import { type Teardown, teardown, type TeardownPolicy } from '../../../language/src/analysis/teardown/teardown.ts';
import { canCrash, type EntityId } from '../../../language/src/model/entity-kind.ts';
import type { Policy } from '../../../language/src/model/policy.ts';
import type { RelationId } from '../../../language/src/model/relation.ts';
import { counted } from '../../../language/src/model/common/word-list.ts';
import type { CheckedModel } from '../workspace/model-cache.ts';
import { code, escaped } from './markdown.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { entityName, type Model } from '../../../language/src/model/model.ts';
import { at, itemAt } from '../../../language/src/model/common/lookup.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { t } from '../../../language/src/model/common/translation.ts';

/** Hover must answer at once, so larger models get no plan facts. */
const mostEntities = 20_000;

/** The most names, and facts of a cycle, spelled out. */
const mostNames = 3;
const mostFacts = 6;

/** The most PDs and nodes crashed to describe a policy. */
const mostCrashes = 100;

/** The teardown of everything that exists, for orders and layers. */
interface WholeTeardown extends Pick<Teardown, 'layers' | 'dropped'> {
  /** By entity; -1 for what does not exist. */
  readonly layerOf: Int32Array;
  readonly droppedOf: ReadonlyMap<RelationId, DroppedOrder>;
}

/** By what a teardown depends on: the entities and relations, which many an edit leaves as they are, and the policy. */
const known = new WeakMap<RelationIndex, Map<string, WholeTeardown>>();

/** Returns what is destroyed with an entity, and its place in the teardown of everything. */
export function endLines(checked: CheckedModel, id: EntityId, isCopy: boolean): readonly string[] {
  const declared = checked.model.entities[id];
  if (declared === undefined || declared.absent || checked.model.entities.length > mostEntities) return [];
  const { model, ending, because } = startOf(checked.model);
  const words = isCopy ? `${code(declared.name)} is` : '';
  const why = because(id).slice(0, mostFacts).map(({ text }) => escaped(text)).join(', '); // oxfmt-ignore
  if (model.entities[id]?.absent === true) return [t`${words} **gone at the start**: ${why}`.trimStart()];
  const isEnding = ending.modes.has(id);
  return [
    ...(isEnding ? [t`${words} **ending already**: ${why}`.trimStart()] : []),
    ...alongLine(model, id, isCopy),
    ...layerLine(model, id, isCopy),
  ];
}

function alongLine(model: Model, id: EntityId, isCopy: boolean): readonly string[] {
  const policy = defaultPolicyOf(model);
  const { vetoes, doomed, set } = allSteps(endSteps(model, { kind: 'destroy', targets: [id] }, policy));
  const words = isCopy ? t`destruction of ${code(entityName(model, id))}` : t`its destruction`;
  const [veto] = vetoes;
  if (veto !== undefined) return [t`${words} is **refused**: ${escaped(veto.text)}`];
  const others = doomed.filter((entity) => entity !== id);
  const [first] = others;
  if (first === undefined) return [];
  const names = others.slice(0, mostNames).map((entity) => code(entityName(model, entity)));
  const more = others.length > mostNames ? ', …' : '';
  const why = set.because(first).slice(1, 1 + mostFacts);
  const layers = counted(orderOfPlan(model, set, policy).layers.length, 'layer');
  return [
    t`${words} also destroys ${String(others.length)} (${names.join(', ')}${more}) in ${layers}: ` +
      why.map(({ text }) => escaped(text)).join(', '),
  ];
}

function layerLine(model: Model, id: EntityId, isCopy: boolean): readonly string[] {
  const place = layerOf(model, id);
  if (place === undefined) return [];
  const words = isCopy ? t`${code(entityName(model, id))} is destroyed` : t`destroyed`;
  const why = place.reason === undefined ? '' : `: ${place.reason}`;
  return [t`${words} in layer ${String(place.layer)} of ${String(place.layers)} in a teardown of everything${why}`];
}

/** The layer of an entity in the teardown of everything, from 1. */
export interface TeardownPlace {
  readonly layer: number;
  readonly layers: number;
  /** The entity destroyed right before it, and why, in Markdown. */
  readonly reason: string | undefined;
}

/**
 * Returns the layer of an entity in the teardown of everything; nothing if there is a single layer or the model is too
 * large.
 */
export function placeInTeardown({ model }: CheckedModel, id: EntityId): TeardownPlace | undefined {
  return model.entities.length > mostEntities ? undefined : layerOf(model, id);
}

function layerOf(model: Model, id: EntityId): TeardownPlace | undefined {
  const whole = wholeTeardown(model, defaultPolicyOf(model));
  const layer = at(whole.layerOf, id);
  if (layer < 0 || whole.layers.length < 2) return undefined;
  const why = reasonBefore(model, whole, id);
  return { layer: layer + 1, layers: whole.layers.length, reason: why === undefined ? undefined : escaped(why) };
}

/** Returns the order that puts something right before an entity. */
function reasonBefore(model: Model, { layerOf, droppedOf }: WholeTeardown, id: EntityId): string | undefined {
  const edges = orderEdges(model);
  let best = -1;
  let fact: string | undefined;
  for (const [edge, then] of edges.then.entries()) {
    if (then !== id || droppedOf.has(at(edges.relation, edge))) continue;
    // A service is no entity, and in no layer.
    const layer = layerOf[at(edges.first, edge)] ?? -1;
    if (layer <= best) continue;
    best = layer;
    fact = orderFact(edges, edge)?.text;
  }
  return fact;
}

/** Returns a line for each relation, of those declared at some places, that gives way in a teardown of everything. */
export function droppedOrderLines(
  { model, sources }: CheckedModel,
  isThere: (span: Span) => boolean,
): readonly string[] {
  if (model.entities.length > mostEntities) return [];
  const { droppedOf } = wholeTeardown(model, defaultPolicyOf(model));
  const found = [...droppedOf].sort(([a], [b]) => a - b).filter(([id]) => isThere(itemAt(sources.relations, id)));
  return found.slice(0, mostNames).map(([, { fact, cycle }]) => {
    const others = cycle.slice(1);
    const shown = others.slice(0, mostFacts).map(({ text }) => escaped(text));
    const more = others.length > mostFacts ? ', …' : '';
    return t`**gives way** in the order of destruction: ${escaped(fact.text)}, but ${shown.join(', ')}${more}`;
  });
}

/** Returns what a policy does to the model: the teardown of everything, and the crash that destroys most. */
export function policyLines(model: CheckedModel, name: string): readonly string[] {
  const policy = findPolicy(model.model, name);
  const { entities } = model.model;
  if (policy === undefined || entities.length === 0 || entities.length > mostEntities) return [];
  const { layers, dropped } = wholeTeardown(model.model, policy);
  const orders =
    dropped.length === 0
      ? ''
      : t`; ${dropped.length === 1 ? t`1 order gives` : t`${String(dropped.length)} orders give`} way`;
  return [t`a teardown of everything has ${counted(layers.length, 'layer')}${orders}`, ...worstCrash(model, policy)];
}

function worstCrash(model: CheckedModel, policy: Policy): readonly string[] {
  const crashing = startOf(model.model).model.entities.filter(({ kind, absent }) => canCrash(kind) && !absent);
  if (crashing.length > mostCrashes) return [];
  const crashes = crashing.map(({ id, name }) => ({ name, crash: model.crash(id, policy) }));
  const harms = ['destroyed', 'broken', 'degraded'] as const;
  const [worst] = crashes.toSorted((a, b) => {
    const harm = harms.find((each) => a.crash[each].length !== b.crash[each].length) ?? 'destroyed';
    return b.crash[harm].length - a.crash[harm].length;
  });
  if (worst === undefined) return [];
  const { name, crash } = worst;
  const effects = [
    t`destroys ${String(crash.destroyed.length)}`,
    t`degrades ${String(crash.degraded.length)}`,
    ...(crash.broken.length > 0 ? [t`breaks ${String(crash.broken.length)}`] : []),
  ];
  return [t`the worst crash is that of ${code(name)}: ${effects.join(', ')}`];
}

function wholeTeardown(given: Model, policy: Policy): WholeTeardown {
  const { model } = startOf(given);
  const index = indexRelations(model);
  const byPolicy = known.get(index) ?? new Map<string, WholeTeardown>();
  known.set(index, byPolicy);
  const { conflict, layers, throughSurvivors }: TeardownPolicy = policy;
  const key = JSON.stringify([conflict, layers, throughSurvivors]);
  const before = byPolicy.get(key);
  if (before !== undefined) return before;
  const existing = model.entities.filter(({ absent }) => !absent).map(({ id }) => id);
  const order = teardown(model, existing, policy);
  const layerOf = new Int32Array(model.entities.length).fill(-1);
  for (const [number, layer] of order.layers.entries()) for (const id of layer) layerOf[id] = number;
  const whole: WholeTeardown = {
    layers: order.layers,
    dropped: order.dropped,
    layerOf,
    droppedOf: new Map(
      order.dropped.flatMap((each) => (each.fact.relation === undefined ? [] : [[each.fact.relation, each] as const])),
    ),
  };
  byPolicy.set(key, whole);
  return whole;
}
