/**
 * Compares what each single event does in two models. Events and entities are matched by name; changes that are the
 * same in several events or for several entities become one.
 */
import { reachOf } from '../crash/crash-matrix.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { at, itemAt } from '../../model/common/lookup.ts';
import { entityName, type Model } from '../../model/model.ts';
import { defaultPolicy, type Policy } from '../../model/policy.ts';
import { defaultPolicyOf, policiesOf } from '../facts/policies.ts';
import { affectedCrashes } from './affected.ts';
import type { BlockChange, ComparedEvent, FateChange, OrderChange } from './change.ts';
import { endChanges } from './compare-ends.ts';
import { crashesIn, crashOutcomes, type OneSide, oneSide, type EventEffects, shareNames } from './event-outcome.ts';
import {
  type FateDifference,
  differences,
  eventIn,
  grouped,
  type IdsByName,
  type Sides,
  type Single,
  singlesOf,
} from './fate-differences.ts';

/** The two models. */
export interface Compared {
  readonly base: Model;
  readonly head: Model;
}

/** The changes of events. */
export type EventChange = FateChange | OrderChange | BlockChange;

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

const idsOf = ({ entities }: Model): IdsByName =>
  new Map(entities.flatMap(({ name, id, absent }) => (absent ? [] : [[name, id]])));

/** Returns the damage before any event that only one of the models has. */
function startChanges(sides: Sides): FateChange[] {
  const event: ComparedEvent = { kind: 'start', name: '' };
  const found = differences(sides, sides.base.resting, sides.head.resting, { isStart: true });
  return grouped(singlesOf(event, undefined, found), 1);
}

function* crashChanges(sides: Sides): Generator<undefined, FateChange[]> {
  const { base, head } = sides;
  const pairs = policyPairs(base.model, head.model);
  const singles: Single[] = [];
  const isOtherwise = (number: number): boolean => base.resting.fates[number] !== head.resting.fates[number];
  const affected = affectedCrashes({ base: base.model, head: head.model }, head.shared, isOtherwise);
  const keys = pairs.map(({ before, after }) => [reachOf(base.model, before), reachOf(head.model, after)] as const);
  const crashes = (model: Model): ReadonlyMap<string, EntityId> =>
    new Map(crashesIn(model).map((id) => [entityName(model, id), id]));
  const [old, now] = [crashes(base.model), crashes(head.model)];
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const [was, is] = [old.get(name), now.get(name)];
    const isAffected = is === undefined || affected[at(head.shared.numbers.head, is)] === 1;
    const event = eventIn({ kind: 'crash', name }, was, is);
    const known = new Map<string, readonly FateDifference[]>();
    for (const [index, { before, after }] of pairs.entries()) {
      const [reach, reachNow] = itemAt(keys, index);
      if (event.in === undefined && !isAffected && reach === reachNow) continue;
      const key = `${reach} ${reachNow}`;
      const found = known.get(key) ?? differences(sides, crashOf(base, was, before), crashOf(head, is, after));
      known.set(key, found);
      singles.push(...singlesOf(event, after.name, found));
    }
    yield;
  }
  return grouped(singles, pairs.length);
}

/** Returns what a crash does; where nothing of that name can crash, nothing happens. */
const crashOf = (one: OneSide, id: EntityId | undefined, policy: Policy): EventEffects =>
  id === undefined ? one.resting : crashOutcomes(one, id, policy);

/** The policies that both models have, by name: also the default one, where only one of them declares it. */
function policyPairs(base: Model, head: Model): { readonly before: Policy; readonly after: Policy }[] {
  const old = new Map(policiesOf(base).map((policy) => [policy.name, policy]));
  const pairs = policiesOf(head).flatMap((after) => {
    const before = old.get(after.name);
    return before === undefined ? [] : [{ before, after }];
  });
  const usual = { before: defaultPolicyOf(base), after: defaultPolicyOf(head) };
  const isDeclared = [base, head].map(({ policies }) => policies.some(({ name }) => name === defaultPolicy.name));
  return isDeclared[0] === isDeclared[1] ? pairs : [...pairs, usual];
}
