/**
 * Compares two plans in words of their consequences: entities that newly end or survive, changed positions, and
 * notifications. Works on the JSON of the plans, so that the models may differ.
 */
import { type EntityKind, entityKinds } from '../../model/entity-kind.ts';
import type { NamedReason, PlanJson, RequestJson } from './plan-json.ts';
import { placesChanged } from './plan-places.ts';
import { t } from '../../model/common/translation.ts';

/** Returns the differences in `now`, one clause each, the most severe first; empty if there are none. */
export function diffPlans(before: PlanJson, now: PlanJson): string[] {
  return [
    ...destroyed(before, now),
    ...heldUp(before, now),
    ...changes(before.anyway, now.anyway, ({ name }) => [
      name,
      t`${name} is now ending anyway: it has no owner, or was doomed before`,
      t`${name} is no longer ending anyway`,
    ]),
    ...survivors(before, now, 'broken'),
    ...survivors(before, now, 'degraded'),
    ...survivors(before, now, 'dangling'),
    ...placesChanged(before, now),
    ...changes(before.leftOut, now.leftOut, ({ fact, first, then }) => [
      t`${first} before ${then} ${fact}`,
      t`an order now gives way (${fact})`,
      t`an order no longer gives way (${fact})`,
    ]),
    ...changes(before.notifications, now.notifications, ({ subject, action, of }) => [
      `${subject} ${action} ${of}`,
      t`${subject} is now notified of ${of} (${action})`,
      t`${subject} is no longer notified of ${of} (${action})`,
    ]),
    ...changes(before.messages, now.messages, ({ manager, event, subject, by = '' }) => [
      `${manager} ${event} ${subject} ${by}`,
      t`${manager} is now notified that ${subject} is ${event}${by === '' ? '' : t` by ${by}`}`,
      t`${manager} is no longer notified that ${subject} is ${event}${by === '' ? '' : t` by ${by}`}`,
    ]),
  ];
}

/** Returns the differences as one line: "crash of fs now destroys 2 more PDs (a, b); net and vm1 changed places". */
export function describeDifference(before: PlanJson, now: PlanJson): string {
  const clauses = diffPlans(before, now);
  const event = eventWords(now.request);
  if (clauses.length === 0) return t`${event} has the same consequences`;
  return destroyed(before, now).length > 0 ? `${event} ${clauses.join('; ')}` : `${event}: ${clauses.join('; ')}`;
}

/** Returns the planned event as a noun: "crash of fs". */
export function eventWords({ kind, targets, how }: RequestJson): string {
  const of = targets.length === 0 ? '' : t` of ${targets.join(', ')}`;
  switch (kind) {
    case 'crash':
      return t`crash${of}`;
    case 'destroy':
      return t`destruction${of}`;
    case 'evict':
      return t`eviction${of}`;
    case 'drain':
      return t`drain${of}`;
    case 'remove':
      return t`removal${of}`;
    case 'delete':
      return how === undefined ? t`deletion${of}` : t`${how} deletion${of}`;
    case 'collect':
      return how === 'before' || how === 'after' ? t`collection ${how} a deployment` : t`collection`;
    case 'since':
      return t`deployment`;
  }
}

/** Returns names for a clause; of a long list, the first ones and the number of others. */
function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  return rest > 0 ? t`${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

const kindWords: Readonly<Record<EntityKind, readonly [one: string, several: string]>> = {
  pd: [t`PD`, t`PDs`],
  space: [t`space`, t`spaces`],
  resource: [t`resource`, t`resources`],
  object: [t`object`, t`objects`],
  node: [t`node`, t`nodes`],
  region: [t`region`, t`regions`],
};

function destroyed(before: PlanJson, now: PlanJson): string[] {
  const clause = (words: string, from: PlanJson, to: PlanJson): string[] => {
    const known = new Set(from.doomed.map(({ name }) => name));
    return entityKinds.flatMap((kind) => {
      const names = to.doomed.filter((each) => each.kind === kind && !known.has(each.name)).map(({ name }) => name);
      if (names.length === 0) return [];
      const [one, several] = kindWords[kind];
      return [t`now destroys ${names.length} ${words} ${names.length === 1 ? one : several} (${listed(names)})`];
    });
  };
  return [...clause(t`more`, before, now), ...clause(t`fewer`, now, before)];
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
  const verb = (list: readonly string[]): string => (list.length === 1 ? t`is` : t`are`);
  return [
    ...(added.length > 0 ? [t`${listed(added)} ${verb(added)} now ${kind}`] : []),
    ...(ended.length > 0 ? [t`${listed(ended)} ${verb(ended)} no longer ${kind}`] : []),
  ];
}

function heldUp(before: PlanJson, now: PlanJson): string[] {
  return changes(before.held, now.held, ({ name, finalizers, waitsFor, isDeadlocked }) => {
    const by = `${listed([...finalizers, ...waitsFor])}${isDeadlocked ? t` in a deadlock` : ''}`;
    return [`${name} ${by}`, t`${name} is now held up by ${by}`, t`${name} is no longer held up by ${by}`];
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
