/**
 * Compares two plans in words of their consequences: entities that newly end or survive, changed positions, and
 * notifications. Works on the JSON of the plans, so that the models may differ.
 */
import { type EntityKind, entityKinds } from '../../model/entity-kind.ts';
import type { NamedReason, PlanJson, RequestJson } from './plan-json.ts';
import { placesChanged } from './plan-places.ts';

/** Returns the differences in `now`, one clause each, the most severe first; empty if there are none. */
export function diffPlans(before: PlanJson, now: PlanJson): string[] {
  return [
    ...destroyed(before, now),
    ...heldUp(before, now),
    ...changes(before.anyway, now.anyway, ({ name }) => [
      name,
      `${name} now ends anyway, because it has no owner`,
      `${name} no longer ends anyway`,
    ]),
    ...survivors(before, now, 'broken'),
    ...survivors(before, now, 'degraded'),
    ...survivors(before, now, 'dangling'),
    ...placesChanged(before, now),
    ...changes(before.leftOut, now.leftOut, ({ fact, first, then }) => [
      `${first} before ${then} ${fact}`,
      `an order now gives way (${fact})`,
      `an order no longer gives way (${fact})`,
    ]),
    ...changes(before.notifications, now.notifications, ({ subject, action, of }) => [
      `${subject} ${action} ${of}`,
      `${subject} is now notified of ${of} (${action})`,
      `${subject} is no longer notified of ${of} (${action})`,
    ]),
    ...changes(before.messages, now.messages, ({ manager, event, subject, by = '' }) => [
      `${manager} ${event} ${subject} ${by}`,
      `${manager} is now notified that ${subject} is ${event}${by === '' ? '' : ` by ${by}`}`,
      `${manager} is no longer notified that ${subject} is ${event}${by === '' ? '' : ` by ${by}`}`,
    ]),
  ];
}

/** Returns the differences as one line: "crash of fs now destroys 2 more PDs (a, b); net and vm1 changed places". */
export function describeDifference(before: PlanJson, now: PlanJson): string {
  const clauses = diffPlans(before, now);
  const event = eventWords(now.request);
  if (clauses.length === 0) return `${event} has the same consequences`;
  const [first = ''] = clauses;
  const isAboutEvent = first.startsWith('now ') || first.startsWith('no longer ');
  return isAboutEvent ? `${event} ${clauses.join('; ')}` : `${event}: ${clauses.join('; ')}`;
}

/** Returns the planned event as a noun: "crash of fs". */
export function eventWords({ kind, targets, how }: RequestJson): string {
  const of = targets.length === 0 ? '' : ` of ${targets.join(', ')}`;
  switch (kind) {
    case 'crash':
      return `crash${of}`;
    case 'destroy':
      return `destruction${of}`;
    case 'evict':
      return `eviction${of}`;
    case 'drain':
      return `drain${of}`;
    case 'remove':
      return `removal${of}`;
    case 'delete':
      return `${how === undefined ? '' : `${how} `}deletion${of}`;
    case 'collect':
      return how === 'before' || how === 'after' ? `collection ${how} a deployment` : 'collection';
    case 'since':
      return 'deployment';
  }
}

/** Returns names for a clause; of a long list, the first ones and the number of others. */
function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

const kindWords: Readonly<Record<EntityKind, readonly [one: string, several: string]>> = {
  pd: ['PD', 'PDs'],
  space: ['space', 'spaces'],
  resource: ['resource', 'resources'],
  object: ['object', 'objects'],
  node: ['node', 'nodes'],
  region: ['region', 'regions'],
};

function destroyed(before: PlanJson, now: PlanJson): string[] {
  const clause = (words: string, from: PlanJson, to: PlanJson): string[] => {
    const known = new Set(from.doomed.map(({ name }) => name));
    return entityKinds.flatMap((kind) => {
      const names = to.doomed.filter((each) => each.kind === kind && !known.has(each.name)).map(({ name }) => name);
      if (names.length === 0) return [];
      const [one, several] = kindWords[kind];
      return [`now destroys ${names.length} ${words} ${names.length === 1 ? one : several} (${listed(names)})`];
    });
  };
  return [...clause('more', before, now), ...clause('fewer', now, before)];
}

function survivors(before: PlanJson, now: PlanJson, kind: 'degraded' | 'broken' | 'dangling'): string[] {
  const destroyedOnes = (plan: PlanJson): Set<string> => new Set(plan.doomed.map(({ name }) => name));
  // Damage from before the event remains after it.
  const names = ({ survivors: { already, ...hit } }: PlanJson): string[] =>
    [...hit[kind], ...already[kind]].map(({ name }: NamedReason) => name);
  // A survivor that is now destroyed has been reported already.
  const [goneBefore, goneNow] = [destroyedOnes(before), destroyedOnes(now)];
  const added = missingIn(names(before), names(now)).filter((name) => !goneBefore.has(name));
  const ended = missingIn(names(now), names(before)).filter((name) => !goneNow.has(name));
  const verb = (list: readonly string[]): string => (list.length === 1 ? 'is' : 'are');
  return [
    ...(added.length > 0 ? [`${listed(added)} ${verb(added)} now ${kind}`] : []),
    ...(ended.length > 0 ? [`${listed(ended)} ${verb(ended)} no longer ${kind}`] : []),
  ];
}

function heldUp(before: PlanJson, now: PlanJson): string[] {
  return changes(before.held, now.held, ({ name, finalizers, waitsFor, isDeadlocked }) => {
    const by = `${listed([...finalizers, ...waitsFor])}${isDeadlocked ? ' in a deadlock' : ''}`;
    return [`${name} ${by}`, `${name} is now held up by ${by}`, `${name} is no longer held up by ${by}`];
  });
}

/** Compares two lists by a key; `words` returns the key, and the clauses for an added and a removed item. */
function changes<T>(
  before: readonly T[],
  now: readonly T[],
  words: (item: T) => readonly [key: string, came: string, went: string],
): string[] {
  const keys = (list: readonly T[]): Set<string> => new Set(list.map((item) => words(item)[0]));
  const [old, fresh] = [keys(before), keys(now)];
  const came = now.map(words).filter(([key]) => !old.has(key));
  const went = before.map(words).filter(([key]) => !fresh.has(key));
  return [...new Set([...came.map((item) => item[1]), ...went.map((item) => item[2])])];
}

function missingIn(known: readonly string[], names: readonly string[]): string[] {
  const isKnown = new Set(known);
  return names.filter((name) => !isKnown.has(name));
}
