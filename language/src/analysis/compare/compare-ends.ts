/** Compares what orderly ends do in two models: to whom, in which order, and what refuses them or never ends. */
import type { EntityId } from '../../model/entity-kind.ts';
import { inversions } from '../../graph/inversions.ts';
import { entityName } from '../../model/model.ts';
import type { Policy } from '../../model/policy.ts';
import { defaultPolicyOf } from '../facts/policies.ts';
import type { BlockChange, ComparedEvent, FateChange, OrderChange, Reason, Side } from './change.ts';
import {
  type OrderlyEnd,
  endOf,
  endOutcomes,
  endsIn,
  type ReasonedName,
  type OneSide,
  teardownOutcomes,
} from './event-outcome.ts';
import {
  differences,
  eventIn,
  first,
  groupBy,
  grouped,
  type Sides,
  type Single,
  singlesOf,
} from './fate-differences.ts';

/** The most pairs of entities in the opposite order that a change lists. */
const mostPairs = 5;

/** Yields after each end, and returns its changes: fates, orders, refusals and deadlocks. */
export function* endChanges(sides: Sides): Generator<undefined, (FateChange | OrderChange | BlockChange)[]> {
  const { base, head } = sides;
  const policies = { base: defaultPolicyOf(base.model), head: defaultPolicyOf(head.model) };
  const [singles, orders, blocks]: [Single[], OrderChange[], BlockChange[]] = [[], [], []];
  const ended = ({ model }: OneSide): string[] => endsIn(model).map((id) => entityName(model, id));
  for (const name of new Set([...ended(head), ...ended(base)])) {
    for (const { event, was, is } of endsOf(sides, name)) {
      const [before, after] = [endIn(base, was, policies.base), endIn(head, is, policies.head)];
      singles.push(...singlesOf(event, undefined, differences(sides, before.outcomes, after.outcomes)));
      orders.push(...orderChange(event, before, after));
      // What is new or gone refuses nothing that was asked before.
      const isAsked = ({ kind }: BlockChange): boolean => kind === 'deadlock' || event.in === undefined;
      blocks.push(...blockChanges(event, before, after).filter(isAsked));
    }
    yield;
  }
  const event: ComparedEvent = { kind: 'teardown', name: '' };
  const [before, after] = [teardownOutcomes(base, policies.base), teardownOutcomes(head, policies.head)];
  orders.push(...orderChange(event, before, after));
  blocks.push(...blockChanges(event, before, after).filter(({ kind }) => kind === 'deadlock'));
  yield;
  return [...grouped(singles, 1), ...sameOrders(orders), ...sameBlocks(blocks)];
}

interface ComparedEnd {
  readonly event: ComparedEvent;
  readonly was: EntityId | undefined;
  readonly is: EntityId | undefined;
}

/** Returns the orderly end of what has a name: one event, or two if it is an object in only one of the models. */
function endsOf({ base, head, ids }: Sides, name: string): readonly ComparedEnd[] {
  const [was, is] = [ids.base.get(name), ids.head.get(name)];
  const old = was === undefined ? undefined : endOf(base.model, was);
  const now = is === undefined ? undefined : endOf(head.model, is);
  if (old?.kind === now?.kind && now !== undefined) return [{ event: now, was, is }];
  const only = (event: ComparedEvent | undefined, ends: Omit<ComparedEnd, 'event'>): readonly ComparedEnd[] =>
    event === undefined ? [] : [{ event: eventIn(event, ends.was, ends.is), ...ends }];
  return [...only(now, { was: undefined, is }), ...only(old, { was, is: undefined })];
}

/** Returns what an orderly end does; where there is nothing to end, nothing happens. */
const endIn = (one: OneSide, id: EntityId | undefined, policy: Policy): OrderlyEnd =>
  id === undefined
    ? { outcomes: one.resting, steps: new Map(), refused: [], deadlocked: [] }
    : endOutcomes(one, id, policy);

function orderChange(event: ComparedEvent, before: OrderlyEnd, after: OrderlyEnd): OrderChange[] {
  const both = [...after.steps].flatMap(([name, now]) => {
    const old = before.steps.get(name);
    return old === undefined ? [] : [{ name, old, now }];
  });
  const { count, isInverted } = inversions(both);
  if (count === 0) return [];
  const inverted = both.filter((_, place) => isInverted[place] === 1);
  const isMoved = ({ old, now }: (typeof both)[number]): boolean => old !== now;
  const pairs: [string, string][] = [];
  for (const one of inverted.filter(isMoved)) {
    if (pairs.length >= mostPairs) break;
    for (const other of inverted) {
      // A pair of two that moved is met twice.
      if (isMoved(other) && other.name < one.name) continue;
      if (one.old < other.old && one.now > other.now) pairs.push([other.name, one.name]);
      else if (one.old > other.old && one.now < other.now) pairs.push([one.name, other.name]);
    }
  }
  return [{ kind: 'order', events: [event], pairs: pairs.slice(0, mostPairs), count }];
}

function blockChanges(event: ComparedEvent, before: OrderlyEnd, after: OrderlyEnd): BlockChange[] {
  return [
    ...block('refusal', event, before.refused, after.refused),
    ...block('deadlock', event, before.deadlocked, after.deadlocked),
  ];
}

function block(
  kind: BlockChange['kind'],
  event: ComparedEvent,
  before: readonly ReasonedName[],
  after: readonly ReasonedName[],
): BlockChange[] {
  const isStill = kind === 'refusal' && before.length > 0 && after.length > 0;
  const change = (side: Side, those: readonly ReasonedName[], others: readonly ReasonedName[]): BlockChange[] => {
    const isOther = new Set(others.map(({ name }) => name));
    const added = those.filter(({ name }) => !isOther.has(name));
    const [cause] = added;
    if (cause === undefined) return [];
    const reason: Reason = { side, because: cause.because };
    const entities = added.map(({ name }) => name);
    return [{ kind, events: [event], in: side, entities, ...(isStill && { isStill }), reason }];
  };
  return [...change('head', after, before), ...change('base', before, after)];
}

const sameOrders = (all: readonly OrderChange[]): OrderChange[] =>
  groupBy(all, ({ pairs, count }) => [pairs, count]).map((group) => ({
    ...first(group),
    events: group.flatMap(({ events }) => events),
  }));

const sameBlocks = (all: readonly BlockChange[]): BlockChange[] =>
  groupBy(all, (each) => [each.kind, each.in, each.entities, each.isStill]).map((group) => ({
    ...first(group),
    events: group.flatMap(({ events }) => events),
  }));
