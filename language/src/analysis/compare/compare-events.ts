/**
 * Compares what each single event does in two models. Events and entities are matched by name; changes that are the
 * same in several events or for several entities become one.
 */
import { canCrash, type EntityId } from '../../model/entity-kind.ts';
import { entityName, entityOf, type Model } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { append } from '../../model/append.ts';
import { defaultPolicyOf, policiesOf } from '../facts/policies.ts';
import { at, itemAt } from '../../model/lookup.ts';
import { spreadOf } from '../facts/spread.ts';
import { affectedCrashes } from './affected.ts';
import {
  type BlockChange,
  type ComparedEvent,
  type Fate,
  type FateChange,
  fates,
  type OrderChange,
  type Reason,
  type Side,
} from './change.ts';
import {
  crashesIn,
  crashOutcomes,
  type End,
  endOf,
  endOutcomes,
  endsIn,
  type Named,
  type OneSide,
  oneSide,
  type Outcomes,
  shareNames,
  teardownOutcomes,
} from './event-outcome.ts';

/** The two models. */
export interface Compared {
  readonly base: Model;
  readonly head: Model;
}

/** The changes of events. */
export type EventChange = FateChange | OrderChange | BlockChange;

/** The most pairs of entities in the opposite order that a change lists. */
const mostPairs = 5;
/** The most entities in other steps whose pairs are compared; it takes the square of that. */
const mostMoved = 300;

/** A change of one event under one policy. */
interface Single {
  readonly event: ComparedEvent;
  readonly policy: string | undefined;
  readonly entity: string;
  readonly from: Fate;
  readonly to: Fate;
  readonly reason: Reason;
}

/** Yields after each event, and returns the changes, those of crashes first. */
export function* eventChanges(both: Compared): Generator<undefined, EventChange[]> {
  const shared = shareNames(both);
  const sides: Sides = {
    base: oneSide(both.base, 'base', shared),
    head: oneSide(both.head, 'head', shared),
    ids: { base: idsOf(both.base), head: idsOf(both.head) },
  };
  const start = startChanges(sides);
  yield;
  const crashes = yield* crashChanges(sides);
  const ends = yield* endChanges(sides);
  return [...start, ...crashes, ...ends];
}

/** The ids of a model's entities that exist at the start, by name. */
type Ids = ReadonlyMap<string, EntityId>;

/** Both models, ready to be compared. */
interface Sides {
  readonly base: OneSide;
  readonly head: OneSide;
  readonly ids: Readonly<Record<Side, Ids>>;
}

const idsOf = ({ entities }: Model): Ids =>
  new Map(entities.flatMap(({ name, id, absent }) => (absent ? [] : [[name, id]])));

/** Returns the damage before any event that only one of the models has. */
function startChanges(sides: Sides): FateChange[] {
  const event: ComparedEvent = { kind: 'start', name: '' };
  const found = differences(sides, sides.base.resting, sides.head.resting);
  return grouped(
    found.map((each) => ({ event, policy: undefined, ...each })),
    1,
  );
}

function* crashChanges(sides: Sides): Generator<undefined, FateChange[]> {
  const { base, head, ids } = sides;
  const pairs = policyPairs(base.model, head.model);
  const singles: Single[] = [];
  const affected = affectedCrashes({ base: base.model, head: head.model }, head.shared);
  const keys = pairs.map(({ before, after }) => [reachOf(base.model, before), reachOf(head.model, after)] as const);
  for (const id of crashesIn(head.model)) {
    const name = entityName(head.model, id);
    const old = ids.base.get(name);
    if (old === undefined || !canCrash(entityOf(base.model, old).kind)) continue;
    const isAffected = affected[at(head.shared.numbers.head, id)] === 1;
    const event: ComparedEvent = { kind: 'crash', name };
    const known = new Map<string, readonly Difference[]>();
    for (const [index, { before, after }] of pairs.entries()) {
      const [reach, reachNow] = itemAt(keys, index);
      if (!isAffected && reach === reachNow) continue;
      const key = `${reach} ${reachNow}`;
      const found =
        known.get(key) ?? differences(sides, crashOutcomes(base, old, before), crashOutcomes(head, id, after));
      known.set(key, found);
      for (const each of found) singles.push({ event, policy: after.name, ...each });
    }
    yield;
  }
  return grouped(singles, pairs.length);
}

/** The policies that both models have, by name. */
function policyPairs(base: Model, head: Model): { readonly before: Policy; readonly after: Policy }[] {
  const old = new Map(policiesOf(base).map((policy) => [policy.name, policy]));
  return policiesOf(head).flatMap((after) => {
    const before = old.get(after.name);
    return before === undefined ? [] : [{ before, after }];
  });
}

/**
 * Returns the parts of a policy that a crash in a model depends on, as text: a depth only if there is something to
 * follow.
 */
function reachOf(model: Model, { pdDepth, spaceDepth, minRsi, rsiType, maxFaultRadius }: Policy): string {
  const { pdSteps, spaceSteps } = spreadOf(model);
  const depths = [pdSteps.labels.length === 0 ? 0 : pdDepth, spaceSteps.labels.length === 0 ? 0 : spaceDepth];
  return JSON.stringify([...depths, minRsi ?? null, rsiType ?? null, maxFaultRadius ?? null]);
}

type Difference = Omit<Single, 'event' | 'policy'>;

function differences({ base, head, ids }: Sides, before: Outcomes, after: Outcomes): Difference[] {
  const found: Difference[] = [];
  for (let number = 0; number < after.fates.length; number++) {
    const [old = 0, now = 0] = [before.fates[number], after.fates[number]];
    if (old === now) continue;
    // An event that leaves both as they are does not change it.
    const isAsBefore = old === base.resting.fates[number] && now === head.resting.fates[number];
    if (isAsBefore && before !== base.resting) continue;
    const [from, to] = [itemAt(fates, old), itemAt(fates, now)];
    // What only one model has differs in that; it counts if the event does something to it in the head.
    if (to === 'absent' || (from === 'absent' && to === 'untouched')) continue;
    const entity = itemAt(head.shared.names, number);
    const side: Side = to === 'untouched' ? 'base' : 'head';
    const outcomes = side === 'base' ? before : after;
    const because = (): Reason['because'] => outcomes.because(ids[side].get(entity) ?? -1);
    found.push({ entity, from, to, reason: lazily(side, because) });
  }
  return found;
}

/** Returns a reason whose facts are computed when read. */
const lazily = (side: Side, because: () => Reason['because']): Reason => ({
  side,
  get because() {
    return because();
  },
});

/** Merges changes: first the policies of an event and entity, then the entities of an event, then the events. */
function grouped(singles: readonly Single[], policyCount: number): FateChange[] {
  const perEntity = groupBy(singles, ({ event, entity, from, to }) => [event.kind, event.name, entity, from, to]);
  const perEvent = groupBy(
    perEntity.map((group) => ({ ...first(group), policies: group.map(({ policy }) => policy ?? '') })),
    ({ event, from, to, policies }) => [event.kind, event.name, from, to, ...policies],
  );
  const withEntities = perEvent.map((group) => ({ ...first(group), entities: group.map(({ entity }) => entity) }));
  const all = groupBy(withEntities, ({ event, from, to, policies, entities }) => [
    ...[event.kind, from, to, policies.length],
    ...[...policies, ...entities],
  ]);
  return all.map((group) => {
    const { entities, from, to, reason, policies, event } = first(group);
    const isEverywhere = event.kind !== 'crash' || policies.length === policyCount;
    return {
      kind: 'fate',
      events: group.map((each) => each.event),
      entities,
      from,
      to,
      ...(isEverywhere ? {} : { policies }),
      reason,
    };
  });
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => readonly unknown[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) append(groups, JSON.stringify(keyOf(item)), item);
  return [...groups.values()];
}

function first<T>(group: readonly T[]): T {
  const [item] = group;
  if (item === undefined) throw new Error('A group has at least one item.');
  return item;
}

function* endChanges(sides: Sides): Generator<undefined, EventChange[]> {
  const { base, head, ids } = sides;
  const policies = { base: defaultPolicyOf(base.model), head: defaultPolicyOf(head.model) };
  const [singles, orders, blocks]: [Single[], OrderChange[], BlockChange[]] = [[], [], []];
  const ends = new Map(endsIn(base.model).map((id) => [entityName(base.model, id), id]));
  for (const id of endsIn(head.model)) ends.set(entityName(head.model, id), id);
  for (const name of ends.keys()) {
    const [old, now] = [ids.base.get(name), ids.head.get(name)];
    if (old === undefined || now === undefined) continue;
    const event = endOf(head.model, now);
    if (event.kind !== endOf(base.model, old).kind) continue;
    const [before, after] = [endOutcomes(base, old, policies.base), endOutcomes(head, now, policies.head)];
    for (const each of differences(sides, before.outcomes, after.outcomes))
      singles.push({ event, policy: undefined, ...each });
    orders.push(...orderChange(event, before, after));
    blocks.push(...blockChanges(event, before, after));
    yield;
  }
  const event: ComparedEvent = { kind: 'teardown', name: '' };
  const [before, after] = [teardownOutcomes(base, policies.base), teardownOutcomes(head, policies.head)];
  orders.push(...orderChange(event, before, after));
  blocks.push(...blockChanges(event, before, after).filter(({ kind }) => kind === 'deadlock'));
  yield;
  return [...grouped(singles, 1), ...sameOrders(orders), ...sameBlocks(blocks)];
}

function orderChange(event: ComparedEvent, before: End, after: End): OrderChange[] {
  const both = [...after.steps].flatMap(([name, now]) => {
    const old = before.steps.get(name);
    return old === undefined ? [] : [{ name, old, now }];
  });
  const moved = both.filter(({ old, now }) => old !== now).slice(0, mostMoved);
  const isMoved = new Set(moved.map(({ name }) => name));
  const pairs = moved.flatMap((one) =>
    both.flatMap((other): [string, string][] => {
      if (isMoved.has(other.name) && other.name < one.name) return [];
      if (one.old < other.old && one.now > other.now) return [[other.name, one.name]];
      return one.old > other.old && one.now < other.now ? [[one.name, other.name]] : [];
    }),
  );
  if (pairs.length === 0) return [];
  return [{ kind: 'order', events: [event], pairs: pairs.slice(0, mostPairs), count: pairs.length }];
}

function blockChanges(event: ComparedEvent, before: End, after: End): BlockChange[] {
  return [
    ...block('refusal', event, before.refused, after.refused),
    ...block('deadlock', event, before.deadlocked, after.deadlocked),
  ];
}

function block(
  kind: BlockChange['kind'],
  event: ComparedEvent,
  before: readonly Named[],
  after: readonly Named[],
): BlockChange[] {
  const change = (side: Side, those: readonly Named[], others: readonly Named[]): BlockChange[] => {
    const isOther = new Set(others.map(({ name }) => name));
    const added = those.filter(({ name }) => !isOther.has(name));
    const [cause] = added;
    if (cause === undefined) return [];
    const reason: Reason = { side, because: cause.because };
    return [{ kind, events: [event], in: side, entities: added.map(({ name }) => name), reason }];
  };
  return [...change('head', after, before), ...change('base', before, after)];
}

const sameOrders = (all: readonly OrderChange[]): OrderChange[] =>
  groupBy(all, ({ pairs, count }) => [pairs, count]).map((group) => ({
    ...first(group),
    events: group.flatMap(({ events }) => events),
  }));

const sameBlocks = (all: readonly BlockChange[]): BlockChange[] =>
  groupBy(all, (each) => [each.kind, each.in, each.entities]).map((group) => ({
    ...first(group),
    events: group.flatMap(({ events }) => events),
  }));
