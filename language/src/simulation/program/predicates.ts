/** Questions about entities in a state: the predicates, relations by their verbs, and past events. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Predicate } from '../../model/machines/expression.ts';
import type { RelationKind } from '../../model/relation.ts';
import { unreached } from '../kernel/endings/reachability.ts';
import { graphNow, isAlive, isCurrent } from '../kernel/graph-now.ts';
import type { PastFact } from '../kernel/past.ts';
import { shortageNow } from '../kernel/endings/needs-now.ts';
import { lifeBits, type Link, type Run, type State } from '../kernel/run.ts';
import { entityIn, equal, itemsOf, type Value } from '../values/values.ts';
import { spend } from '../values/work.ts';
import { itemAt, required } from '../../model/common/lookup.ts';

/** Returns true if a predicate is true of an entity, or of each of a set; false for an empty set or `none`. */
export function predicateHolds(run: Run, predicate: Predicate, subject: Value): boolean {
  const subjects = itemsOf(subject);
  spend(subjects.length);
  return subjects.length > 0 && subjects.every((each) => predicateOf(run, predicate, entityIn(each)));
}

/** Returns true if each of the first entities went before each of the others, in the order of the last end. */
export function areBefore({ state: { lastEnd } }: Run, first: Value, second: Value): boolean {
  const [ones, others] = [itemsOf(first), itemsOf(second)].map((items) => items.map((each) => entityIn(each)));
  if (lastEnd === undefined || ones === undefined || others === undefined) return false;
  spend(ones.length * others.length);
  const isEach = ones.every((one) => others.every((other) => lastEnd.isBefore(one, other)));
  return ones.length > 0 && others.length > 0 && isEach;
}

/** Returns true if a predicate is true of one entity. */
export function predicateOf(run: Run, predicate: Predicate, entity: EntityId): boolean {
  const { state } = run;
  const life = itemAt(state.life, entity);
  switch (predicate) {
    case 'alive':
      return (life & lifeBits.alive) !== 0;
    case 'destroyed':
      return (life & lifeBits.alive) === 0 && (life & lifeBits.existed) !== 0;
    case 'crashed':
      return (life & lifeBits.alive) === 0 && (life & lifeBits.crashed) !== 0;
    case 'doomed':
      return (life & lifeBits.doomed) !== 0;
    case 'degraded':
      return isAlive(state, entity) && isDegraded(run, entity);
    case 'broken':
      return isAlive(state, entity) && shortageNow(run).broken.has(entity);
    case 'blocked':
      return isAlive(state, entity) && shortageNow(run).blocked.has(entity);
    case 'dangling':
      return isAlive(state, entity) && danglingLinks(state, entity).length > 0;
    case 'stale':
      return isAlive(state, entity) && pointers(state, entity).some((link) => pointsToEarlier(state, link));
    case 'orphaned':
      return isAlive(state, entity) && isOrphaned(run, entity);
  }
}

/** A relation that is asked for; with `as`, only a relation that says the same counts. */
interface AskedRelation {
  readonly kind: RelationKind;
  readonly as: string | undefined;
}

/** Returns true if every source has that relation to every target. */
export function isRelated(run: Pick<Run, 'state'>, asked: AskedRelation, source: Value, target: Value): boolean {
  const [sources, targets] = [itemsOf(source), itemsOf(target)];
  if (sources.length === 0 || targets.length === 0) return false;
  return sources.every((from) => targets.every((to) => hasLink(run, asked, entityIn(from), entityIn(to))));
}

/** Returns true if an action, or for a manager `freed` or `lost`, was called for each of these. */
export function wasNotified(run: Run, subject: Value, of: readonly Value[]): boolean {
  const notified = new Set<EntityId>();
  const entity = entityIn(subject);
  for (const fact of past(run.state)) if (fact.kind === 'notified' && fact.entity === entity) notified.add(fact.of);
  return of.flatMap(itemsOf).every((each) => notified.has(entityIn(each)));
}

/** A message as it is asked for: with these values, or with any. */
export interface AskedMessage {
  readonly event: string;
  readonly values: readonly Value[] | undefined;
}

/** Returns true if each subject has received some such message so far, that many, or exactly the messages of a list. */
export function wasReceived(
  run: Run,
  subject: Value,
  messages: readonly AskedMessage[],
  count: 'some' | 'list' | number,
): boolean {
  const subjects = itemsOf(subject);
  spend(subjects.length);
  return subjects.length > 0 && subjects.every((each) => hasReceived(run.state, entityIn(each), messages, count));
}

/** A message that has arrived. */
type Received = Extract<PastFact, { readonly kind: 'received' }>;

/** Returns what an entity has received so far, in this order. */
export function receivedBy(state: State, entity: EntityId): readonly Received[] {
  const facts: Received[] = [];
  for (const fact of past(state)) if (fact.kind === 'received' && fact.entity === entity) facts.push(fact);
  return facts.reverse();
}

/** Iterates over the recorded facts, newest first. */
export function* past({ history }: State): Generator<PastFact> {
  for (let item = history; item !== undefined; item = item.earlier) yield item.fact;
}

function hasReceived(
  state: State,
  entity: EntityId,
  messages: readonly AskedMessage[],
  count: 'some' | 'list' | number,
): boolean {
  const facts = receivedBy(state, entity);
  const [first] = messages;
  if (count === 'list')
    return facts.length === messages.length && facts.every((fact, at) => isSuch(fact, messages[at]));
  const found = facts.filter((fact) => isSuch(fact, first)).length;
  return count === 'some' ? found > 0 : found === count;
}

const isSuch = (fact: Received, asked: AskedMessage | undefined): boolean =>
  fact.event === asked?.event &&
  (asked.values?.every((value, index) => equal(value, fact.arguments[index] ?? null)) ?? true);

/** Passing over this many links costs as much work as one value. */
const linksAtOnce = 8;

function hasLink(
  { state }: Pick<Run, 'state'>,
  { kind, as }: AskedRelation,
  source: EntityId,
  target: EntityId,
): boolean {
  spend(1 + state.links.length / linksAtOnce);
  return state.links.some(
    (link) =>
      link.source === source &&
      link.target === target &&
      link.kind === kind &&
      (as === undefined || as === (link.as ?? saidByDefault.get(kind))) &&
      isCurrent(state, link),
  );
}

/** The `as` of a relation that has none. */
const saidByDefault: ReadonlyMap<RelationKind, string> = new Map([['refers', 'in']]);

/** Returns the links by which an entity points to others: its own, and those to its owners. */
function pointers({ links }: State, entity: EntityId): Link[] {
  return links.filter(
    ({ kind, source, target }) =>
      (kind === 'owns' && target === entity) || ((kind === 'refers' || kind === 'maps') && source === entity),
  );
}

const pointedTo = ({ kind, source, target }: Link): EntityId => (kind === 'owns' ? source : target);
const lifePointedTo = ({ kind, sourceLife, targetLife }: Link): number => (kind === 'owns' ? sourceLife : targetLife);

function pointsToDead(state: State, link: Link): boolean {
  const other = pointedTo(link);
  return !isAlive(state, other) || state.lives[other] !== lifePointedTo(link);
}

function pointsToEarlier(state: State, link: Link): boolean {
  const other = pointedTo(link);
  return isAlive(state, other) && itemAt(state.lives, other) > lifePointedTo(link);
}

/** Returns the links by which an entity points to what no longer exists: destroyed, or an earlier incarnation. */
export const danglingLinks = (state: State, entity: EntityId): readonly Link[] =>
  pointers(state, entity).filter((link) => pointsToDead(state, link));

/** Returns true for what has a loss that it has not got back, or a soft need that is unmet. */
const isDegraded = (run: Run, entity: EntityId): boolean =>
  run.state.losses.some(({ pd }) => pd === entity) || shortageNow(run).degraded.has(entity);

function isOrphaned(run: Run, entity: EntityId): boolean {
  const { state, program } = run;
  const { links } = graphNow(run);
  const hasLiving = (kind: RelationKind): boolean =>
    links.some((link) => link.kind === kind && link.target === entity && isAlive(state, link.source));
  switch (program.model.entities[entity]?.kind) {
    case 'resource':
      return !hasLiving('holds');
    case 'space':
      return !hasLiving('manages');
    case 'object':
      return unreached(run).has(entity);
    case 'region':
      return !required(program.members[entity]).some((pd) => isAlive(state, pd));
    default:
      return false;
  }
}
