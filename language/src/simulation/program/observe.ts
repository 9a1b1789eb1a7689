/**
 * Observations of a state, as plain nested data in names and texts: for traces, views and the debugger. Two
 * observations can be compared; their difference is nested in the same way.
 */
import { entityName } from '../../model/model.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import { textOf } from './expressions.ts';
import { bareStateText } from './found.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { predicateOf } from './predicates.ts';
import { leaseText, leaseWorkText } from '../kernel/lease/lease-text.ts';
import { linksAtStart } from '../kernel/endings/links.ts';
import { type Due, lifeBits, type Link, type Message, type Program, type Run } from '../kernel/run.ts';
import { durationText } from '../values/values.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** A record of texts and further records, by names. */
export interface Observation {
  readonly [name: string]: string | Observation;
}

/** The changes: by name, the text before and after, or the difference within. */
export interface ObservedDifference {
  readonly [name: string]: ChangedText | ObservedDifference;
}

/** Either side is absent if there was or is nothing of that name. */
export type ChangedText = readonly [before: string | undefined, after: string | undefined];

/** Returns true if one part of a difference is a change of a text, and not a record of changes. */
export const isChange = (part: ChangedText | ObservedDifference): part is ChangedText => Array.isArray(part);

/**
 * Returns the observation of some entities, by default of all, and of what is under way; of relations, where they
 * differ from the start. Cost: O(size of the observation).
 */
export function observe(run: Run, entities?: Iterable<EntityId>): Observation {
  const { program, state } = run;
  const troubles = troublesOf(run);
  const seen = [...(entities ?? program.model.entities.keys())].flatMap((id) => {
    const name = program.model.entities[id]?.name;
    return name === undefined ? [] : [[name, observeEntity(run, id, troubles.get(id) ?? [])] as const];
  });
  return {
    time: durationText(state.now),
    // From entries, because any text can be a name.
    entities: Object.fromEntries(seen),
    relations: observeLinks(run),
    underway: observeAgenda(run),
    settings: observeSettings(run),
  };
}

/** Returns what is different in the second of two observations; empty if they are equal. */
export function differenceOf(before: Observation, after: Observation): ObservedDifference {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const parts = [...names].flatMap((name): (readonly [string, ChangedText | ObservedDifference])[] => {
    const [first, second] = [partOf(before, name), partOf(after, name)];
    if (first === second) return [];
    const isNested = typeof (first ?? second) !== 'string' && typeof (second ?? first) !== 'string';
    if (!isNested) return [[name, [textIn(first), textIn(second)]]];
    const [from, to] = [first ?? {}, second ?? {}];
    const inner = typeof from === 'string' || typeof to === 'string' ? {} : differenceOf(from, to);
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(parts);
}

/** Returns the part of that name, but nothing that every object inherits. */
const partOf = (observation: Observation, name: string): string | Observation | undefined =>
  Object.hasOwn(observation, name) ? observation[name] : undefined;

const textIn = (part: string | Observation | undefined): string | undefined =>
  part === undefined || typeof part === 'string' ? part : '…';

/** Writes an event with its values: `CheckpointDone(source, 1)`. */
export function messageText(
  program: Program,
  { event, arguments: values }: Pick<Message, 'event' | 'arguments'>,
): string {
  return values.length === 0 ? event : `${event}(${values.map((value) => textOf(program, value)).join(', ')})`;
}

/** Describes a due entry: `CheckpointDone(source, 1) from source to orders`. */
export function dueText(program: Program, due: Due): string {
  const nameOf = (id: EntityId): string => entityName(program.model, id);
  switch (due.kind) {
    case 'message': {
      const { from, to } = due.message;
      return t`${messageText(program, due.message)} ${from === undefined ? '' : t`from ${nameOf(from)} `}to ${nameOf(to)}`;
    }
    case 'timer': {
      const machine = program.machineOf[due.entity];
      const state = machine?.states[itemAt(machine.transitions, due.transition).source];
      return t`timer of ${nameOf(due.entity)}${state === undefined ? '' : t` in ${state.name}`}`;
    }
    case 'delayed':
      return t`${messageText(program, due.message)} from ${nameOf(due.entity)} to ${nameOf(due.message.to)}, after its delay`;
    case 'deletion':
      return t`deletion of ${nameOf(due.entity)}, whose owners are gone`;
    case 'lease':
      return leaseWorkText(program, due.entity, due.work);
  }
}

function observeEntity(run: Run, id: EntityId, troubles: readonly string[]): Observation {
  const { program, state } = run;
  const machine = program.machineOf[id];
  const lease = leaseText(state, id);
  const seen: Observation = { is: lifeText(run, id, troubles), ...(lease === undefined ? {} : { lease }) };
  if (machine === undefined) return seen;
  const deferred = state.deferred.get(id);
  const from = itemAt(program.slotsFrom, id);
  const variables = machine.variables.map(
    ({ name }, index) => [name, textOf(program, state.values[from + index] ?? null)] as const,
  );
  return {
    ...seen,
    ...(isAlive(state, id) ? { state: bareStateText(run, id) } : {}),
    ...(variables.length > 0 ? { variables: Object.fromEntries(variables) } : {}),
    ...(deferred === undefined ? {} : { deferred: deferred.map(({ event }) => event).join(', ') }),
  };
}

/** Returns the condition of an entity, with the predicates that are true of it: `crashed`, `alive, degraded`. */
export function lifeText({ state }: Run, id: EntityId, troubles: readonly string[] = []): string {
  const life = itemAt(state.life, id);
  if ((life & lifeBits.alive) === 0) {
    if ((life & lifeBits.existed) === 0) return 'absent';
    if ((life & lifeBits.halted) !== 0) return 'halted';
    return (life & lifeBits.crashed) === 0 ? 'destroyed' : 'crashed';
  }
  return ['alive', ...((life & lifeBits.doomed) === 0 ? [] : ['doomed']), ...troubles].join(', ');
}

/**
 * Returns the predicates that are true of living entities besides `alive` and `doomed`. Only entities with a relation
 * or loss that could make one true are asked. Cost: O(links) for each of these.
 */
function troublesOf(run: Run): ReadonlyMap<EntityId, readonly string[]> {
  const { state } = run;
  const asked = new Set(state.losses.map(({ pd }) => pd));
  for (const { kind, source, target, sourceLife, targetLife } of state.links) {
    if (kind === 'needs') asked.add(source);
    else if (kind === 'owns' && !isCurrentLife(state, source, sourceLife)) asked.add(target);
    else if ((kind === 'refers' || kind === 'maps') && !isCurrentLife(state, target, targetLife)) asked.add(source);
  }
  return new Map([...asked].map((id) => [id, troublesIn(run, id)]));
}

/** Returns the predicates that are true of an entity besides `alive` and `doomed`. */
export function troublesIn(run: Run, id: EntityId): readonly string[] {
  const words = ['degraded', 'broken', 'blocked', 'dangling', 'stale'] as const;
  return words.filter((word) => predicateOf(run, word, id));
}

const isCurrentLife = (state: Run['state'], entity: EntityId, life: number): boolean =>
  isAlive(state, entity) && state.lives[entity] === life;

function observeAgenda({ program, state }: Run): Observation {
  const entries = state.agenda.map(({ at, due }) => [dueText(program, due), t`at ${durationText(at)}`] as const);
  const held = state.held.map(({ due }) => [dueText(program, due), t`held back`] as const);
  return numbered([...entries, ...held]);
}

function observeLinks({ program, state }: Run): Observation {
  const first = linksAtStart(program, state);
  if (state.links === first) return {};
  const [before, now] = [new Set(first), new Set(state.links)];
  const nameOf = (id: EntityId): string => entityName(program.model, id);
  const text = ({ kind, source, target, as }: Link): string =>
    `${nameOf(source)} ${kind} ${nameOf(target)}${as === undefined ? '' : ` as ${as}`}`;
  return numbered([
    ...first.filter((link) => !now.has(link)).map((link) => [text(link), 'gone'] as const),
    ...state.links.filter((link) => !before.has(link)).map((link) => [text(link), 'made'] as const),
  ]);
}

/** Makes a record of entries that may have the same name: the second one is `name (2)`. */
function numbered(entries: readonly (readonly [name: string, text: string])[]): Observation {
  const counts = new Map<string, number>();
  return Object.fromEntries(
    entries.map(([name, text]) => {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [count === 1 ? name : `${name} (${count})`, text];
    }),
  );
}

/** Returns what was set by hand: the names of settings with their owners, and their values. */
export function observeSettings({ program, state }: Run): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...state.settings].map(([key, value]) => {
      const [owner = '', ...name] = key.split(' ');
      const entity = program.model.entities[Number(owner)];
      return [entity === undefined ? key : `${entity.name}.${name.join(' ')}`, textOf(program, value)];
    }),
  );
}
