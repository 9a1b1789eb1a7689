/** Scenarios that perform the event of a plan in a run, and expect the plan's outcome. */
import { startOf } from '../../../language/src/analysis/deletion/at-start.ts';
import { targetsOf } from '../../../language/src/analysis/plan/plan-request.ts';
import type { Entity } from '../../../language/src/model/entity.ts';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import { entityOf, type Model } from '../../../language/src/model/model.ts';
import type { Relation } from '../../../language/src/model/relation.ts';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';
import type { PlanReport } from '../../../server/src/library/api.ts';

type Fate = 'destroyed' | 'broken' | 'degraded' | 'dangling';

/** Returns true if entities of a kind can have a fate, so that a scenario can ask about it. */
const canBe = (fate: Fate, kind: EntityKind): boolean =>
  fate === 'destroyed' ||
  (fate === 'dangling' ? kind !== 'node' && kind !== 'region' : kind !== 'space' && kind !== 'resource');

/** Returns a scenario that performs the event of the question and expects the plan. */
export function scenarioOfEnd(model: Model, question: PlanQuestion, said: PlanReport, title: string): string {
  const lines = [
    ...stepsOf(model, question),
    ...expectations(model, question, said),
    ...onceReleased(model, question, said),
  ];
  return [`scenario "${title}" {`, ...lines.map((line) => `  ${line}`), '}', ''].join('\n');
}

/** Returns true if an end may delete objects, which takes time. */
export const isDeletion = (end: PlanQuestion['end']): boolean => end === 'delete' || end === 'evict' || end === 'drain';

/** Returns the steps of the end, and for a deletion the time until nothing more follows. */
function stepsOf(model: Model, { end, of, deletion, policy }: PlanQuestion): readonly string[] {
  // A model need not declare the default policy.
  const under = policy === undefined || policy === 'default' ? '' : ` under ${policy}`;
  switch (end) {
    case 'crash':
    case 'destroy':
      return [`${end} ${of}${under}`];
    case 'remove':
      return [`remove ${of}`, `collect${under}`];
    case 'delete':
      return [`delete ${of}${deletion === undefined ? '' : ` ${deletion}`}${under}`, 'run 1h'];
    case 'collect':
      return [`collect${of === '' ? '' : ` ${of}`}${under}`];
    case 'evict':
      return [`evict ${of}${under}`, 'run 1h'];
    case 'drain': {
      const target = model.entities.findIndex(({ name }) => name === of);
      const drained = targetsOf(startOf(model).model, { kind: 'drain', target }).map((id) => entityOf(model, id).name);
      return drained.length === 0 ? [] : [`evict ${drained.join(', ')}${under}`, 'run 1h'];
    }
    case 'since':
    case 'start':
    case 'recover':
      return [];
  }
}

const namesOf = (list: readonly { readonly name: string }[]): string[] => list.map(({ name }) => name);

/** Returns true if nothing had lost its owners before; the plan says only that such objects end. */
export const isAlone = ({ anyway }: PlanReport): boolean => anyway.length === 0;

function* expectations(model: Model, { end }: PlanQuestion, said: PlanReport): Iterable<string> {
  const { survivors, vetoes } = said;
  const { ended } = startOf(model);
  if (vetoes.length > 0) {
    yield 'expect refused';
    const anyway = new Set(namesOf(said.anyway));
    for (const { id, name, absent } of model.entities)
      if (!absent && !anyway.has(name)) yield `expect ${ended.has(id) ? '' : 'not '}${name} destroyed`;
    return;
  }
  const gone = new Set(namesOf(said.doomed));
  const anyway = new Set(namesOf(said.anyway));
  const hit = (list: readonly { readonly name: string }[], before: readonly { readonly name: string }[] = []) =>
    new Set([...namesOf(list), ...namesOf(before)]);
  const found = {
    broken: hit(survivors.broken, survivors.already.broken),
    degraded: hit(survivors.degraded, survivors.already.degraded),
    dangling: hit(survivors.dangling, survivors.already.dangling),
  };
  for (const { id, name, kind, absent } of model.entities) {
    if (!absent && !anyway.has(name)) yield `expect ${gone.has(name) || ended.has(id) ? '' : 'not '}${name} destroyed`;
    if (!isAlone(said)) continue;
    for (const fate of ['broken', 'degraded', 'dangling'] as const)
      if (canBe(fate, kind)) yield `expect ${found[fate].has(name) ? '' : 'not '}${name} ${fate}`;
  }
  for (const { name } of said.held) yield `expect ${name} doomed and ${name} alive`;
  // What an event releases ends in a teardown of its own.
  if (!isDeletion(end) && said.layers.length > 0 && releasedNames(model, said).length === 0)
    yield `expect order ${said.layers.map((layer) => `[${layer.join(', ')}]`).join(', ')}`;
  yield* notifications(model, said);
}

/** Yields expectations of notifications: for each notified entity whether it was notified of each subject. */
function* notifications(model: Model, said: PlanReport): Iterable<string> {
  const told = new Map<string, Set<string>>();
  const add = (subject: string, of: string): void => void (told.get(subject) ?? told.set(subject, new Set()).get(subject))?.add(of); // oxfmt-ignore
  for (const { subject, of } of said.notifications) add(subject, of);
  for (const { manager, subject } of said.messages) add(manager, subject);
  if (!isAlone(said)) return;
  // At the start, managers are told of what has ended then, and of what that has held.
  const { ended } = startOf(model);
  const freed = new Set(model.relations.flatMap(({ kind, source, target }) => kind === 'holds' && ended.has(source) ? [target] : [])); // oxfmt-ignore
  const others = model.entities.filter(({ id }) => !ended.has(id) && !freed.has(id));
  for (const [subject, of] of told)
    for (const { name } of others) yield `expect ${of.has(name) ? '' : 'not '}${subject} notified of ${name}`;
}

/** Returns what was ending already and ends by the event. */
export function releasedNames(model: Model, { doomed }: PlanReport): string[] {
  const { modes } = startOf(model).ending;
  const isEnding = new Set(model.entities.flatMap(({ id, name }) => (modes.has(id) ? [name] : [])));
  return namesOf(doomed).filter((name) => isEnding.has(name));
}

/** The names of what is held, by what becomes of it once no finalizer holds anything up. */
interface Released {
  readonly ends: ReadonlySet<string>;
  /** It is on a deadlock, or waits for one. */
  readonly deadlocked: ReadonlySet<string>;
  /** It waits for something that nothing ends. */
  readonly waitsForGood: ReadonlySet<string>;
}

/** Returns what becomes of what a plan holds up. */
export function releasedIn(model: Model, { doomed, held, later, anyway }: PlanReport): Released {
  const names = new Set(namesOf(model.entities));
  const ending = new Set(namesOf([...doomed, ...held, ...later, ...anyway]));
  const deadlocked = new Set(namesOf(held.filter(({ isDeadlocked }) => isDeadlocked)));
  const waitsForGood = new Set<string>();
  for (let before = -1; before !== waitsForGood.size;) {
    before = waitsForGood.size;
    for (const { name, waitsFor } of held) {
      const stays = (each: string): boolean => names.has(each) && (waitsForGood.has(each) || !ending.has(each));
      if (!deadlocked.has(name) && waitsFor.some(stays)) waitsForGood.add(name);
    }
  }
  const ends = new Set(namesOf(held).filter((name) => !deadlocked.has(name) && !waitsForGood.has(name)));
  return { ends, deadlocked, waitsForGood };
}

/** Yields expectations after finalizers are removed: what was held up ends, unless it waits for what does not end. */
function* onceReleased(model: Model, { end }: PlanQuestion, said: PlanReport): Iterable<string> {
  if (said.held.length === 0 || said.vetoes.length > 0) return;
  // Time deletes these too, and only the plan of a deletion names them.
  if (!isDeletion(end) && hasOwnerless(model, startOf(model).ended)) return;
  for (const entity of model.entities) {
    const modes = finalizersOf(entity).filter((word) => word === 'orphan' || word === 'foregroundDeletion');
    if (finalizersOf(entity).length > 0 && !entity.absent && !namesOf(said.doomed).includes(entity.name))
      yield `set ${entity.name}.finalizers = [${modes.join(', ')}]`;
  }
  yield 'run 1h';
  const { ends, deadlocked, waitsForGood } = releasedIn(model, said);
  // Where something waits for good, also of what ends only later, nobody says which of the others end later than that.
  const ending = new Set(namesOf([...said.doomed, ...said.held, ...said.later, ...said.anyway]));
  const staying = new Set(model.entities.flatMap(({ id, name, absent }) => (absent || ending.has(name) ? [] : [id])));
  const later = new Set(namesOf(said.later));
  const isLate = ({ kind, source, target }: Relation): boolean =>
    kind === 'waits for' && later.has(entityOf(model, source).name) && staying.has(target);
  const isAll = waitsForGood.size === 0 && !model.relations.some(isLate);
  const gone = new Set([...namesOf(said.doomed), ...ends, ...(isAll ? namesOf(said.later) : [])]);
  const unsaid = new Set([...namesOf(said.anyway), ...(isAll ? [] : namesOf(said.later))]);
  const { ended } = startOf(model);
  for (const { id, name, absent } of model.entities) {
    if (ended.has(id)) continue;
    if (waitsForGood.has(name) || deadlocked.has(name)) yield `expect ${name} doomed and ${name} alive`;
    else if (gone.has(name)) yield `expect ${name} destroyed`;
    else if (!absent && !unsaid.has(name)) yield `expect not ${name} destroyed`;
  }
}

/** Returns true if an object has lost its owners before the event. */
function hasOwnerless({ entities, relations }: Model, ended: ReadonlySet<number>): boolean {
  const isGone = (id: number): boolean => ended.has(id) || entities.some((each) => each.id === id && each.absent);
  return entities.some(({ id }) => {
    const owners = relations.filter(({ kind, target }) => kind === 'owns' && target === id);
    return !isGone(id) && owners.length > 0 && owners.every(({ source }) => isGone(source));
  });
}

function finalizersOf({ settings }: Entity): readonly string[] {
  const value = settings.find(({ name }) => name === 'finalizers')?.value;
  if (value?.kind !== 'list') return [];
  return value.items.flatMap((item) =>
    item.kind === 'text'
      ? item.parts.flatMap((part) => (typeof part === 'string' ? [part] : []))
      : item.kind === 'symbol'
        ? [item.name]
        : [],
  );
}
