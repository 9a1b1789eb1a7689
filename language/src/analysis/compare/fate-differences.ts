/** The entities to which an event does something else in one of two models; equal differences become one change. */
import { append } from '../../model/common/append.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { itemAt, required } from '../../model/common/lookup.ts';
import {
  type ComparedEvent,
  type ComparedFate,
  type FateChange,
  comparedFates,
  type Reason,
  type Side,
} from './change.ts';
import type { OneSide, EventEffects } from './event-outcome.ts';

/** The ids of a model's entities that exist at the start, by name. */
export type IdsByName = ReadonlyMap<string, EntityId>;

/** Both models, ready to be compared. */
export interface Sides {
  readonly base: OneSide;
  readonly head: OneSide;
  readonly ids: Readonly<Record<Side, IdsByName>>;
}

/** A change of one event under one policy. */
export interface Single {
  readonly event: ComparedEvent;
  readonly policy: string | undefined;
  readonly entity: string;
  readonly from: ComparedFate;
  readonly to: ComparedFate;
  readonly reason: Reason;
}

/** A difference, without the event that makes it. */
export type FateDifference = Omit<Single, 'event' | 'policy'>;

/** Returns the entities with another fate; without `isStart` only those to which the event does something. */
export function differences(
  { base, head, ids }: Sides,
  before: EventEffects,
  after: EventEffects,
  { isStart = false } = {},
): FateDifference[] {
  const found: FateDifference[] = [];
  for (let number = 0; number < after.fates.length; number++) {
    const [old = 0, now = 0] = [before.fates[number], after.fates[number]];
    if (old === now) continue;
    // An event that leaves both as they are does not change it.
    const isAsBefore = old === base.resting.fates[number] && now === head.resting.fates[number];
    if (isAsBefore && !isStart) continue;
    const [from, to] = [itemAt(comparedFates, old), itemAt(comparedFates, now)];
    // What only one model has differs in that; it counts if the event does something to it in the head.
    if (to === 'absent' || (from === 'absent' && to === 'untouched')) continue;
    const entity = itemAt(head.shared.names, number);
    const side: Side = to === 'untouched' ? 'base' : 'head';
    const outcomes = side === 'base' ? before : after;
    const because = (): Reason['because'] => outcomes.because(required(ids[side].get(entity)));
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

/** Returns the changes of an event; of one that only one model has, those of entities that both have besides its own. */
export const singlesOf = (
  event: ComparedEvent,
  policy: string | undefined,
  found: readonly FateDifference[],
): Single[] =>
  found
    .filter(({ entity, from }) => event.in === undefined || (from !== 'absent' && entity !== event.name))
    .map((each) => ({ event, policy, ...each }));

/** Merges changes: first the policies of an event and entity, then the entities of an event, then the events. */
export function grouped(singles: readonly Single[], policyCount: number): FateChange[] {
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

/** Returns items with equal keys together, in the order of the first of each. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => readonly unknown[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) append(groups, JSON.stringify(keyOf(item)), item);
  return [...groups.values()];
}

/** Returns the first item of a group. */
export function first<T>(group: readonly T[]): T {
  const [item] = group;
  if (item === undefined) throw new Error('A group has at least one item.');
  return item;
}

/** Returns an event with the only model that has it. */
export const eventIn = (event: ComparedEvent, was: EntityId | undefined, is: EntityId | undefined): ComparedEvent =>
  was !== undefined && is !== undefined ? event : { ...event, in: was === undefined ? 'head' : 'base' };
