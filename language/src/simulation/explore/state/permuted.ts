/**
 * States in which copies have swapped places. Supports states without times, leases, nodes and the order of the last
 * end.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Spent } from '../../play/environment.ts';
import type { Relation } from '../../../model/relation.ts';
import { type Due, type Link, type Message, type Program, settingKey, type State } from '../../kernel/run.ts';
import { setOf, type Value, withEntry } from '../../values/values.ts';
import { at, byteAt, itemAt } from '../../../model/common/lookup.ts';

/** The new place of each entity. */
export type Places = readonly EntityId[];

/** Returns a state with every entity moved to its new place. */
export function permutedState(program: Program, state: State, to: Places): State {
  const { slotsFrom } = program;
  const values = [...state.values];
  const [life, lives, active] = [state.life.slice(), state.lives.slice(), state.active.slice()];
  for (const [entity, place] of to.entries()) {
    [life[place], lives[place]] = [byteAt(state.life, entity), at(state.lives, entity)];
    active[place] = at(state.active, entity);
    const size = at(slotsFrom, entity + 1) - at(slotsFrom, entity);
    for (let slot = 0; slot < size; slot++) {
      const value = state.values[at(slotsFrom, entity) + slot];
      if (value !== undefined) values[at(slotsFrom, place) + slot] = permutedValue(value, to);
    }
  }
  const moved = (entity: EntityId): EntityId => to[entity] ?? entity;
  return {
    ...state,
    ...{ life, lives, active, values },
    agenda: state.agenda.map((entry) => ({ ...entry, due: permutedDue(entry.due, to) })),
    deferred: new Map(
      [...state.deferred].map(([entity, messages]) => [
        moved(entity),
        messages.map((each) => permutedMessage(each, to)),
      ]),
    ),
    links: permutedLinks(program, state, to),
    losses: state.losses.map((loss) => ({ ...loss, pd: moved(loss.pd), target: moved(loss.target) })),
    places: new Map([...state.places].map(([entity, place]) => [moved(entity), moved(place)])),
    settings: new Map([...state.settings].map(([key, value]) => [permutedSetting(key, to), permutedValue(value, to)])),
    deletions: new Map([...state.deletions].map(([entity, mode]) => [moved(entity), mode])),
  };
}

/** The setting of an entity moves with it; channels and collectors are called by their names. */
function permutedSetting(key: string, to: Places): string {
  const [, owner, name] = /^(\d+) (.*)$/s.exec(key) ?? [];
  return owner === undefined || name === undefined ? key : settingKey(to[Number(owner)] ?? Number(owner), name);
}

/** Returns an entry for the entity at the new place. */
export function permutedDue(due: Due, to: Places): Due {
  if (due.kind === 'message') return { ...due, message: permutedMessage(due.message, to) };
  const moved = { ...due, entity: to[due.entity] ?? due.entity };
  return moved.kind === 'delayed' ? { ...moved, message: permutedMessage(moved.message, to) } : moved;
}

/**
 * Returns what is used up, with the restarts owed to the entities at the new places; `actions` is the new number of each
 * possible action, which is another one if it names an entity that moves.
 */
export function permutedSpent(spent: Spent, to: Places, actions: readonly number[]): Spent {
  const counts = [...spent.actions];
  for (const [index, count] of spent.actions.entries()) counts[itemAt(actions, index)] = count;
  const moved = (all: readonly EntityId[]): EntityId[] =>
    all.map((entity) => to[entity] ?? entity).sort((a, b) => a - b);
  return { ...spent, actions: counts, down: moved(spent.down), paused: moved(spent.paused) };
}

function permutedMessage(message: Message, to: Places): Message {
  const from = message.from === undefined ? undefined : (to[message.from] ?? message.from);
  const values = message.arguments.map((value) => permutedValue(value, to));
  return { ...message, from, to: to[message.to] ?? message.to, arguments: values };
}

function permutedValue(value: Value, to: Places): Value {
  if (typeof value !== 'object' || value === null) return value;
  switch (value.kind) {
    case 'entity':
      return { kind: 'entity', id: to[value.id] ?? value.id };
    case 'set':
      return setOf(value.items.map((item) => permutedValue(item, to)));
    case 'map': {
      let map: Extract<Value, { readonly kind: 'map' }> = {
        kind: 'map',
        otherwise: permutedValue(value.otherwise, to),
        entries: new Map(),
      };
      for (const { key, value: held } of value.entries.values())
        map = withEntry(map, permutedValue(key, to), permutedValue(held, to));
      return map;
    }
    default:
      return value;
  }
}

/** Links are kept in the order of declaration. */
function permutedLinks({ model }: Program, { links }: State, to: Places): State['links'] {
  const taken = new Set<Relation>();
  const moved = links.map((link): Link => {
    const { quorum, ...rest } = link;
    const [source, target] = [to[link.source] ?? link.source, to[link.target] ?? link.target];
    const isLike = (each: Relation): boolean =>
      each.kind === link.kind && each.source === source && each.target === target;
    // Several needs with a number may name one target.
    const declared =
      quorum === undefined
        ? model.relations.find(isLike)
        : model.relations.find((each) => isLike(each) && each.quorum?.least === quorum.least && !taken.has(each));
    if (declared !== undefined) taken.add(declared);
    const joined = declared?.quorum ?? quorum;
    return {
      ...rest,
      source,
      target,
      declared: link.declared === undefined ? undefined : declared?.id,
      ...(quorum === undefined || joined === undefined ? {} : { quorum: joined }),
    };
  });
  return moved.sort((a, b) => (a.declared ?? Infinity) - (b.declared ?? Infinity));
}
