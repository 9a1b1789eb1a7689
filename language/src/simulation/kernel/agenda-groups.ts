/**
 * Long agendas: who owns one may change it in place, and finds the entries of a sender, receiver or timer without going
 * through all of them. Else an instant of many entries would take time quadratic in their number.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { entitiesIn } from './entities-in.ts';
import type { Due, Entry, State } from './run.ts';

/** Agendas from this length on are changed in place; copying a short one costs less than keeping groups of it. */
const longAgenda = 64;

/** The entries of each group, in order. */
type Groups = Map<number, Entry[]>;

/** The groups of the agendas that no one else holds. */
const owned = new WeakMap<readonly Entry[], Groups>();

/** Greater than the number of entities in any model. */
const base = 2 ** 24;
const kinds = { timer: 1, delayed: 2, arrival: 3, naming: 7 } as const;

/** The key of the messages between two entities; -1 for a message of the scenario or system. */
export const messageGroup = (from: EntityId, to: EntityId): number => (from + 1) * base + to;
/** The key of the timers of an entity, or of what it has sent and has not left yet. */
export const armedGroup = (kind: 'timer' | 'delayed', entity: EntityId): number => -(4 * entity + kinds[kind]);
/** The key of the PDs on their way to another node. */
export const arrivalGroup = -kinds.arrival;
/** The key of what carries values that name entities. */
export const namingGroup = -kinds.naming;

function groupsOf(due: Due): readonly number[] {
  switch (due.kind) {
    case 'message':
      return withNaming(due, messageGroup(due.message.from ?? -1, due.message.to));
    case 'timer':
      return [armedGroup(due.kind, due.entity)];
    case 'delayed':
      return withNaming(due, armedGroup(due.kind, due.entity));
    case 'lease':
      return due.work.kind === 'arrival' ? [arrivalGroup] : [];
    default:
      return [];
  }
}

const withNaming = ({ message }: Extract<Due, { readonly message: unknown }>, group: number): readonly number[] =>
  message.arguments.some((value) => entitiesIn(value).length > 0) ? [group, namingGroup] : [group];

/** Returns the entries of a group, in order. Cost: O(1) in a long agenda that is changed in place, else O(entries). */
export function groupEntries({ agenda }: Pick<State, 'agenda'>, group: number): readonly Entry[] {
  const groups = owned.get(agenda);
  return groups === undefined ? agenda.filter(({ due }) => groupsOf(due).includes(group)) : (groups.get(group) ?? []);
}

/** Leaves an agenda to others: it stays as it is, and the next change is made to a copy. */
export function shareAgenda({ agenda }: Pick<State, 'agenda'>): void {
  owned.delete(agenda);
}

/** Adds an entry at a place of the agenda. Cost: that of the entries after it; in an agenda of others, of all. */
export function addAt(state: Pick<State, 'agenda'>, place: number, entry: Entry): void {
  const { agenda, groups } = changeable(state);
  agenda.splice(place, 0, entry);
  if (groups === undefined) return;
  for (const key of groupsOf(entry.due)) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.splice(firstAfter(group, entry.at), 0, entry);
  }
}

/** Removes an entry of the agenda. Cost: as that of `addAt`. */
export function removeEntry(state: Pick<State, 'agenda'>, entry: Entry): void {
  if (placeOf(state.agenda, entry) < 0) return;
  const { agenda, groups } = changeable(state);
  removeFrom(agenda, entry);
  if (groups === undefined) return;
  for (const key of groupsOf(entry.due)) {
    const group = groups.get(key);
    if (group === undefined) continue;
    removeFrom(group, entry);
    if (group.length === 0) groups.delete(key);
  }
}

function changeable(state: Pick<State, 'agenda'>): { readonly agenda: Entry[]; readonly groups: Groups | undefined } {
  const before = owned.get(state.agenda);
  // What is owned was made here.
  if (before !== undefined) return { agenda: state.agenda as Entry[], groups: before };
  const agenda = state.agenda.slice();
  state.agenda = agenda;
  if (agenda.length < longAgenda) return { agenda, groups: undefined };
  const groups: Groups = new Map();
  for (const entry of agenda) {
    for (const key of groupsOf(entry.due)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [entry]);
      else group.push(entry);
    }
  }
  owned.set(agenda, groups);
  return { agenda, groups };
}

/** Returns the place after all entries up to a time. Cost: O(log entries). */
export function firstAfter(entries: readonly Entry[], time: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = entries[middle];
    if (other !== undefined && other.at <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function removeFrom(entries: Entry[], entry: Entry): void {
  const place = placeOf(entries, entry);
  if (place === 0) entries.shift();
  else entries.splice(place, 1);
}

/** States that an exploration has put together are not in order of time. */
function placeOf(entries: readonly Entry[], entry: Entry): number {
  if (entries[0] === entry) return 0;
  const place = entries.lastIndexOf(entry, firstAfter(entries, entry.at) - 1);
  return place < 0 ? entries.indexOf(entry) : place;
}
