/**
 * Ends and beginnings of entities that take nothing else with them: crash, halt, restart, creation and destruction of
 * entities with nothing nested in them and no relation that joins incarnations.
 */
import { type EntityId, isHostedBy } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Action } from '../../model/machines/action.ts';
import { itemAt } from '../../model/common/lookup.ts';
import { lifeBits } from '../kernel/run.ts';
import { initialOf, asType } from '../values/fits.ts';
import { declaredCell, isKept, numbersOf } from './terms/cells.ts';
import { write } from './terms/expression.ts';
import { setItems } from './terms/sets.ts';
import { asserting, assertion, branch } from './terms/statements.ts';
import { storedAs } from './terms/stored.ts';
import { all, known, negation, type Term } from './terms/terms.ts';
import { NotCovered } from './terms/uncovered.ts';
import {
  type Around,
  deferredName,
  hasLife,
  aliveCondition,
  lifeName,
  machineOfEntity,
  scratch,
  stateName,
  timerName,
  type Writing,
} from './terms/writing.ts';
import { entityMachine, type Model } from '../../model/model.ts';

/** The name of the flag that a machine has yet to begin within the step, and after what. */
export const beginName = (entity: EntityId): string => `begin${entity}`;
/** The values of that flag. */
export const beginnings = { none: 0, created: 1, restarted: 2 } as const;

/** Returns why the consequences of an end or a beginning of an entity are not covered, if they are not. */
function bondsOf({ entities, relations }: Model, entity: EntityId): string | undefined {
  if (entities.some(({ parent }) => parent === entity)) return 'the creation or end of an entity with nested entities';
  const joins = new Set([
    ...['holds', 'manages', 'requests', 'maps', 'owns', 'refers', 'dies with', 'destroyed after'],
    ...['stops with', 'waits for', 'protects'],
  ]);
  const relation = relations.find(
    ({ kind, source, target }) => joins.has(kind) && (source === entity || target === entity),
  );
  if (relation !== undefined) return `the creation or end of an entity with a relation "${relation.kind}"`;
  const { destructor } = itemAt(entities, entity);
  return destructor === undefined ? undefined : '"on destroy"';
}

function checkBonds({ program }: Writing, entity: EntityId): void {
  const bond = bondsOf(program.model, entity);
  if (bond !== undefined) throw new NotCovered(bond);
}

function checkStart({ program }: Writing, entity: EntityId): void {
  const isStart = program.model.relations.some(
    ({ kind, source, as }) => kind === 'needs' && as === 'start' && source === entity,
  );
  if (isStart) throw new NotCovered('a need "as start" of an entity that starts');
}

/** Returns true if an entity never comes to life, because its host is absent. */
function lacksHost({ program }: Writing, entity: EntityId): boolean {
  const { kind, parent } = itemAt(program.model.entities, entity);
  const host = parent === undefined ? undefined : program.model.entities[parent];
  return host?.absent === true && isHostedBy(kind, host.kind);
}

/** Writes the crash of an entity, or its halt for good, if it is alive and can crash. */
export function crashEntity(entity: EntityId, around: Around, isFinal: boolean): string[] {
  const { writing } = around;
  if (writing.program.model.entities[entity]?.kind !== 'pd')
    throw new NotCovered('the crash of an entity that is not a PD');
  return endWith(entity, around, lifeBits.crashed | (isFinal ? lifeBits.halted : 0));
}

/** Writes the destruction of an entity, if it is alive. */
export function destroyEntity(entity: EntityId, around: Around): string[] {
  const { protected: isProtected, settings } = itemAt(around.writing.program.model.entities, entity);
  if (isProtected === true || settings.some(({ name }) => name === 'protection')) {
    throw new NotCovered('an orderly end of what is protected');
  }
  return endWith(entity, around, lifeBits.doomed);
}

function endWith(entity: EntityId, around: Around, bits: number): string[] {
  const { writing, self } = around;
  checkBonds(writing, entity);
  if (self === entity) throw new NotCovered('an entity that ends itself');
  const name = lifeName(entity);
  const ended = `${name} = (${name} & ${255 - lifeBits.alive}) | ${bits | lifeBits.existed}`;
  return branch(aliveCondition(writing, entity), [...stopMachine(writing, entity), ended]);
}

/** Stops a machine at once: it is in no state, nothing is armed or deferred. */
function stopMachine(writing: Writing, entity: EntityId): string[] {
  const machine = machineOfEntity(writing, entity);
  if (machine === undefined) return [];
  const timers = machine.transitions
    .filter(({ delay }) => delay !== undefined)
    .map(({ number }) => `DISARM(${timerName(entity, number)})`);
  const deferred = canDefer(writing, entity) ? emptied(writing, entity) : [];
  const begin = `${scratch(writing, beginName(entity))} = ${beginnings.none}`;
  return [`${stateName(entity)} = -1`, begin, ...timers, ...deferred];
}

/** Returns true if a machine has any event that it may defer. */
export const canDefer = (writing: Writing, entity: EntityId): boolean =>
  machineOfEntity(writing, entity)?.states.some(({ answers }) =>
    [...answers.values()].some((each) => each.includes('defer')),
  ) ?? false;

function emptied(writing: Writing, entity: EntityId): string[] {
  const name = deferredName(entity);
  const fields = ['_', '_', ...Array.from({ length: writing.arity }, () => '_')];
  return [`do\n:: len(${name}) > 0 -> ${name}?${fields.join(', ')}\n:: else -> break\nod`];
}

/** Writes the creation of an entity, if it is not alive. */
export const createEntity = (entity: EntityId, around: Around): string[] =>
  branch(negation(aliveCondition(around.writing, entity)), revive(entity, around, false));

/** Writes the restart of a PD, if it has been alive, is not, and has not halted. */
export function restartEntity(entity: EntityId, around: Around): string[] {
  const { writing } = around;
  if (writing.program.model.entities[entity]?.kind !== 'pd')
    throw new NotCovered('the restart of an entity that is not a PD');
  return branch(mayRestart(writing, entity), revive(entity, around, true));
}

/** Returns the condition that a restart of an entity is not refused. */
const mayRestart = (writing: Writing, entity: EntityId): Term =>
  all(
    negation(aliveCondition(writing, entity)),
    hasLife(writing, entity, lifeBits.existed),
    negation(hasLife(writing, entity, lifeBits.halted)),
  );

function revive(entity: EntityId, around: Around, isRestart: boolean): string[] {
  const { writing } = around;
  // A host has something nested in it, so it never ends and is never created.
  if (lacksHost(writing, entity)) return [];
  checkBonds(writing, entity);
  checkStart(writing, entity);
  const owed = writing.variables.has(downName(entity)) ? [`${downName(entity)} = 0`] : [];
  const alive = [`${lifeName(entity)} = ${lifeBits.alive | lifeBits.existed}`, ...owed];
  const machine = machineOfEntity(writing, entity);
  if (machine === undefined) return alive;
  const values = machine.variables.flatMap(({ name, persistent, isParameter }) =>
    isParameter || !isKept(writing, name) || (isRestart && persistent) ? [] : startValue(entity, name, around),
  );
  const begin = `${scratch(writing, beginName(entity))} = ${isRestart ? beginnings.restarted : beginnings.created}`;
  return [...alive, ...values, begin];
}

/** Writes the initial value of a variable, from its declaration. */
function startValue(entity: EntityId, name: string, around: Around): string[] {
  const { writing } = around;
  const { model } = writing.program;
  const declared = entityMachine(model, entity)?.variables.find((each) => each.name === name);
  if (declared === undefined) return [];
  const cell = declaredCell(writing, entity, name);
  const { value: term, asserts } = asserting({ ...around, self: entity, locals: new Map() }, (inner) =>
    initialTerm(declared, inner),
  );
  if (cell.shape.kind === 'map') {
    if (term.kind !== 'known') throw new NotCovered('a map with variable initial values');
    const numbers = numbersOf(asType(term.value, declared.type), cell);
    return numbers.map((number, place) => `${cell.name}[${place}] = ${number}`);
  }
  const { text, fits } = storedAs(
    cell.shape.kind === 'set' ? { kind: 'set', items: setItems(term) } : term,
    cell.shape,
  );
  return [...asserts, ...assertion(fits), `${cell.name} = ${text}`];
}

function initialTerm(
  { type, initial }: { readonly type: Parameters<typeof initialOf>[0]; readonly initial: Expression | undefined },
  around: Around,
): Term {
  return initial === undefined ? known(initialOf(type)) : write(initial, around);
}

/** Returns the entities that actions may end or bring to life, as far as their targets are known. */
export function mortalsOf(
  actions: readonly Action[],
  targetsOf: (target: Expression) => readonly EntityId[],
): EntityId[] {
  return actions.flatMap((action) => {
    switch (action.kind) {
      case 'if':
        return mortalsOf([...action.then, ...action.else], targetsOf);
      case 'for':
        return mortalsOf(action.body, targetsOf);
      case 'create':
      case 'restart':
      case 'crash':
      case 'halt':
      case 'destroy':
        return action.targets.flatMap(targetsOf);
      default:
        return [];
    }
  });
}

/** The name of the flag that an entity is owed a restart. */
export const downName = (entity: EntityId): string => `down${entity}`;
