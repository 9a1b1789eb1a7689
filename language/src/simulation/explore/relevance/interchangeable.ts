/**
 * Finds the copies that differ in nothing but their index: what a check and its model say of them stays the same when
 * two of them swap places. Where the text does not show that plainly, they count as different.
 */
import type { Action } from '../../../model/machines/action.ts';
import type { Entity, Setting } from '../../../model/entity.ts';
import type { EntityId } from '../../../model/entity-kind.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { append } from '../../../model/common/append.ts';
import { isConstant } from '../../../model/machines/expression.ts';
import type { Model } from '../../../model/model.ts';
import type { Relation } from '../../../model/relation.ts';
import type { Check } from '../../../model/scenario.ts';
import { isInAnyOrder, spellsOut } from './order-free.ts';
import { hasKind } from './time-kept.ts';

/** At most this many copies are interchanged by an exploration: there would be too many orders to try. */
const usualCopies = 5;

/** Returns groups of copies that are interchangeable, each of two to `mostCopies`. Cost: O(copies × model). */
export function interchangeable(model: Model, check: Check, mostCopies = usualCopies): EntityId[][] {
  if (!canExchange(model) || namesInTexts(model, check)) return [];
  // One step may reach one copy after the other, and in between somebody may look at them.
  const own = model.entities.map(valuesOf);
  if (check.possibilities.some(({ action }) => isOfSeveral(action)) && [...model.machines, ...own].some(asksOthers))
    return [];
  const families = new Map<string, EntityId[]>();
  for (const { id, kind, name, copy, absent } of model.entities) {
    if (kind !== 'pd' || copy === undefined || absent || model.entities.some(({ parent }) => parent === id)) continue;
    const family = name.replace(/\[\d+\]$/, '');
    append(families, family, id);
  }
  const as = textOf(model, check, (id) => id);
  return [...families.values()].flatMap((family) => {
    const [first = -1, ...others] = family.slice(0, mostCopies);
    const alike = others.filter((other) => textOf(model, check, swap(first, other)) === as);
    return alike.length === 0 || !isOwnMachine(model, check, first) ? [] : [[first, ...alike]];
  });
}

const swap =
  (one: EntityId, other: EntityId) =>
  (id: EntityId): EntityId =>
    id === one ? other : id === other ? one : id;

/** Returns true if the text shows that the order of entities makes no difference to what happens. */
function canExchange(model: Model): boolean {
  const { entities, machines, collectors } = model;
  if (collectors.length > 0) return false;
  if (entities.some(({ kind, actions, destructor }) => isOther(kind) || actions.length > 0 || destructor !== undefined))
    return false;
  // What a setting or a value of one's own says may be computed, as a "let" is, whenever it is read.
  const values = entities.flatMap(valuesOf).filter(({ value }) => !isConstant(value));
  const lets = new Set([...machines.flatMap((machine) => machine.lets), ...values].map(({ name }) => name));
  const blocks = machines.flatMap(({ states, transitions }) => [
    ...states.flatMap(({ enter, leave }) => [enter, leave]),
    ...[...transitions, ...states.flatMap((state) => state.transitions)].map(({ actions }) => actions),
  ]);
  return blocks.every((actions) => isInAnyOrder(actions, lets));
}

/** Returns the settings of an entity, and the values of its own. */
const valuesOf = ({ settings, data }: Entity): readonly Setting[] => [...settings, ...data];

/** Returns true if a text may contain the name of an entity, which stays as it is when entities trade places. */
function namesInTexts({ machines, entities }: Model, { properties, bounds, possibilities }: Check): boolean {
  return spellsOut([
    machines,
    entities.map(({ settings, data }) => [settings, data]),
    properties,
    bounds,
    possibilities,
  ]);
}

/** These kinds end or are deleted in an order of their own. */
const isOther = (kind: string): boolean => kind !== 'pd' && kind !== 'region';

/** Returns true if the text does not show that an action is about one entity alone. */
const isOfSeveral = (action: Action): boolean =>
  ('targets' in action && action.targets.length > 1) || hasKind(action, severalKinds);

const severalKinds = new Set(['list', 'all', 'quantified', 'property', 'call']);

const ofOthers = new Set(['quantified', 'predicate', 'related', 'call', 'all', 'before', 'at', 'received', 'notified']);

/**
 * Returns true if what machines do in one step depends on nothing but themselves: then only one of the copies does it
 * at a time. By themselves they take "always", and machines that come back together begin.
 */
function isOwnMachine({ entities, machines }: Model, { possibilities }: Check, entity: EntityId): boolean {
  const machine = machines[entities[entity]?.machine ?? -1];
  const isTogether =
    entities[entity]?.parent !== undefined || possibilities.some(({ action }) => action.kind !== 'send');
  const transitions = [
    ...(machine?.transitions ?? []),
    ...(machine?.states ?? []).flatMap((state) => state.transitions),
  ];
  if (!isTogether && !transitions.some(({ trigger }) => trigger.kind === 'always')) return true;
  return !asksOthers(machine) && !asksOthers(valuesOf(itemAt(entities, entity)));
}

function asksOthers(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  if ('kind' in part && typeof part.kind === 'string') {
    if (ofOthers.has(part.kind)) return true;
    const subject = part.kind === 'property' && 'of' in part ? part.of : 'subject' in part ? part.subject : undefined;
    if (typeof subject === 'object' && subject !== null && 'kind' in subject && subject.kind !== 'self') return true;
  }
  return Object.values(part).some(asksOthers);
}

/** Returns the model and the check as one text, with the entities renumbered. */
function textOf(model: Model, check: Check, called: (id: EntityId) => EntityId): string {
  const named = (part: unknown): unknown => renamed(part, called, false);
  const entities = model.entities.map((each) => {
    const { kind, parent, type, classes, root, absent, machine } = each;
    const settings = named([each.settings, each.data]);
    return [called(each.id), JSON.stringify({ kind, parent, type, classes, root, absent, machine, settings })] as const;
  });
  const single = model.relations.filter(({ quorum }) => quorum === undefined);
  const joined = new Map<string, Relation[]>();
  for (const each of model.relations) {
    if (each.quorum !== undefined) append(joined, `${String(each.source)} ${String(each.quorum.key)}`, each);
  }
  const relations = [
    ...single.map(({ kind, source, target, ...rest }) =>
      JSON.stringify([kind, called(source), called(target), named({ ...rest, id: 0 })]),
    ),
    ...[...joined.values()].map((members) => {
      const targets = members.map(({ target }) => called(target)).sort((a, b) => a - b);
      const { source, as, quorum } = itemAt(members, 0);
      return JSON.stringify([called(source), targets, as, quorum?.least]);
    }),
  ];
  const { properties, bounds, faults, possibilities } = check;
  return JSON.stringify([
    [...entities].sort(([a], [b]) => a - b),
    relations.sort(),
    [model.machines, model.channels].map(named),
    [properties, bounds].map(named),
    faults.map(({ kind, of, upTo, together }) => [kind, upTo, together, asSet(of.map(named))]),
    asSet(possibilities.map(named)),
  ]);
}

/**
 * Returns the new number of each possible action of a check whose entities have moved: of two that say the same, the
 * first remains the first.
 */
export function movedPossibilities({ possibilities }: Check, to: readonly EntityId[]): number[] {
  const texts = possibilities.map((each) => JSON.stringify(renamed(each, (id) => id, false)));
  const taken = new Set<number>();
  return possibilities.map((each, index) => {
    const text = JSON.stringify(renamed(each, (id) => to[id] ?? id, false));
    const found = texts.findIndex((known, place) => known === text && !taken.has(place));
    const moved = found < 0 ? index : found;
    taken.add(moved);
    return moved;
  });
}

const asSet = (items: readonly unknown[]): string[] => items.map((item) => JSON.stringify(item)).sort();

/** Omits places; sorts a list in the role of a set, which has no order. */
function renamed(part: unknown, called: (id: EntityId) => EntityId, isSet: boolean): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map((each) => renamed(each, called, false));
  if ('kind' in part && part.kind === 'entity' && 'entity' in part && typeof part.entity === 'number')
    return { kind: 'entity', entity: called(part.entity) };
  if ('kind' in part && part.kind === 'local' && 'name' in part && part.name === 'index')
    return { kind: 'index', part };
  if ('kind' in part && part.kind === 'list' && 'items' in part && Array.isArray(part.items) && isSet)
    return { kind: 'list', items: asSet(part.items.map((each) => renamed(each, called, false))) };
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => key !== 'place' && key !== 'span' && key !== 'documentation')
      .map(([key, value]) => [key, renamed(value, called, key === 'set' || key === 'to')]),
  );
}
