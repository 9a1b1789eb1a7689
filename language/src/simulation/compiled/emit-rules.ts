/**
 * Writes what a machine does with an event as one JavaScript function: it returns whether the event was
 * taken, and changes the state only then. After that, `always` transitions run to completion.
 */
import type { Action, PlaceId } from '../../model/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/expression.ts';
import type { Machine } from '../../model/machine.ts';
import type { MachineProgram, TransitionProgram } from '../run.ts';
import type { Code } from './code.ts';
import { condition, interval, isItems, isTable, literal, single, truth } from './code.ts';
import type { Emitting } from './emit-expression.ts';
import { emit, itemsOf, placeOfKey } from './emit-expression.ts';
import type { Domain, Field } from './layout.ts';
import { Unsupported } from './unsupported.ts';

/** The declared transitions and blocks of a machine, beside what they were compiled to. */
interface Declared {
  readonly program: MachineProgram;
  readonly machine: Machine;
}

/** Returns the body of a function of `V` that offers an event to an entity, with values that are known or in locals. */
export function emitOffer(around: Emitting, entity: EntityId, event: string, values: readonly Code[]): string {
  const declared = declaredOf(around, entity);
  const leaf = around.layout.leafOf.get(entity);
  if (declared === undefined || leaf === undefined) return 'return 0;';
  const { program } = declared;
  const cases = program.states.slice(0, -1).flatMap((state, index) => {
    const answers = state.answers.get(event);
    if (answers === undefined || !isLeaf(program, index)) return [];
    const chain = answers.map((answer) => {
      if (answer === 'defer') throw new Unsupported('deferred events');
      const { names } = transitionOf(declared, answer);
      const locals = localsFor(names, values);
      return emitTransition({ ...around, self: entity, locals }, declared, answer, index);
    });
    return [`case ${index}:{${chain.join('')}return 0;}`];
  });
  return `switch(V[${leaf}]){${cases.join('')}default:return 0;}`;
}

/** Writes whether an entity would take an event with these values now. */
export function emitCanTake(around: Emitting, entity: EntityId, event: string, values: readonly Code[]): Code {
  const declared = declaredOf(around, entity);
  const leaf = around.layout.leafOf.get(entity);
  if (declared === undefined || leaf === undefined) return truth('', false);
  const cases = declared.program.states.slice(0, -1).flatMap((state, index) => {
    const answers = isLeaf(declared.program, index) ? state.answers.get(event) : undefined;
    const guards = (answers ?? []).map((answer) => {
      if (answer === 'defer') throw new Unsupported('deferred events');
      const { guard, names } = transitionOf(declared, answer);
      const locals = localsFor(names, values);
      return guard === undefined ? 'true' : condition(single(emit(guard, { ...around, self: entity, locals })));
    });
    return guards.length === 0 ? [] : [`V[${leaf}]===${index}&&(${guards.join('||')})`];
  });
  return cases.length === 0 ? truth('', false) : truth(cases.map((each) => `(${each})`).join('||'));
}

const localsFor = (names: readonly string[], values: readonly Code[]): Map<string, Code> =>
  new Map(names.map((name, place) => [name, values[place] ?? literal(-1, { kind: 'entity' })]));

/** Returns the body of a function that runs the `always` transitions of all machines until none fires; empty if there are none. */
export function emitCompletion(around: Emitting): string {
  const { program, layout } = around;
  const bodies = program.active.flatMap((entity) => {
    const declared = declaredOf(around, entity);
    const leaf = layout.leafOf.get(entity);
    if (declared === undefined || leaf === undefined) return [];
    const cases = declared.program.states.slice(0, -1).flatMap((state, index) => {
      if (state.always.length === 0 || !isLeaf(declared.program, index)) return [];
      const chain = state.always.map((each) =>
        emitTransition({ ...around, self: entity, locals: new Map() }, declared, each, index),
      );
      return [`case ${index}:{${chain.join('')}return 0;}`];
    });
    return cases.length === 0 ? [] : [`(function(){switch(V[${leaf}]){${cases.join('')}default:return 0;}})`];
  });
  if (bodies.length === 0) return '';
  return `const A=[${bodies.join(',')}];for(let n=0,c=1;c;){c=0;for(let i=0;i<A.length;i++)while(A[i]()){c=1;if(++n>10000)F(-1,1);}}`;
}

/** Writes a transition: where its guard holds, what it does and `return 1`. */
function emitTransition(
  around: Emitting,
  declared: Declared,
  transition: TransitionProgram,
  leafIndex: number,
): string {
  const { guard, actions } = transitionOf(declared, transition);
  const test = guard === undefined ? truth('', true) : single(emit(guard, around));
  if (test.value === 0) return '';
  const body = `${emitTake(around, declared, { transition, actions, leafIndex })}return 1;`;
  return test.value === 1 ? `{${body}}` : `if(${condition(test)}){${body}}`;
}

interface Taking {
  readonly transition: TransitionProgram;
  readonly actions: readonly Action[];
  readonly leafIndex: number;
}

function emitTake(
  around: Emitting,
  { program, machine }: Declared,
  { transition, actions, leafIndex }: Taking,
): string {
  const leaf = around.layout.leafOf.get(around.self ?? -1) ?? 0;
  if (transition.target === undefined) return emitActions(actions, around);
  const plain = { ...around, locals: new Map<string, Code>() };
  const path = program.states[leafIndex]?.path ?? [];
  const left = path.slice(0, path.indexOf(transition.domain));
  const leaving = left.map(
    (index) =>
      emitActions(machine.states[index]?.leave ?? [], plain) + `V[${leaf}]=${path[path.indexOf(index) + 1] ?? -1};`,
  );
  const entering = transition.entered.map((index) => {
    if ((program.states[index]?.timers.length ?? 0) > 0) throw new Unsupported('timers');
    return `V[${leaf}]=${index};${emitActions(machine.states[index]?.enter ?? [], plain)}`;
  });
  return `${leaving.join('')}${emitActions(actions, around)}${entering.join('')}`;
}

function emitActions(actions: readonly Action[], around: Emitting): string {
  return actions.map((action) => emitAction(action, around)).join('');
}

function emitAction(action: Action, around: Emitting): string {
  switch (action.kind) {
    case 'assign':
      return emitAssignment(action, around);
    case 'if': {
      const test = single(emit(action.condition, around));
      if (test.value !== undefined) return emitActions(test.value === 1 ? action.then : action.else, around);
      const otherwise = action.else.length === 0 ? '' : `else{${emitActions(action.else, around)}}`;
      return `if(${condition(test)}){${emitActions(action.then, around)}}${otherwise}`;
    }
    case 'for':
      return itemsOf(emit(action.set, around))
        .map(({ item, present }) => {
          const body = emitActions(action.body, {
            ...around,
            locals: new Map(around.locals).set(action.variable, item),
          });
          return present.value === 1 ? body : `if(${condition(present)}){${body}}`;
        })
        .join('');
    default:
      throw new Unsupported(`the action "${action.kind}"`);
  }
}

function emitAssignment(
  { target, value, place }: Extract<Action, { readonly kind: 'assign' }>,
  around: Emitting,
): string {
  if (target.of !== undefined) throw new Unsupported('writing to another entity');
  const field = around.layout.fieldsOf.get(around.self ?? -1)?.get(target.name);
  if (field === undefined) throw new Unsupported('writing a parameter');
  const slot = slotFor(field, target.key, around);
  return `{${stored(slot, field.domain, emitValue(value, field.domain, around), place)}}`;
}

function slotFor({ base, keys, keyDomain }: Field, key: Expression | undefined, around: Emitting): string {
  if (keys === undefined || keyDomain === undefined) return String(base);
  if (key === undefined) throw new Unsupported('writing a whole map');
  const place = placeOfKey(keys, keyDomain, single(emit(key, around)));
  return place.value === undefined ? `${base}+${place.text}` : String(base + place.value);
}

/** Sets are kept as bits; what is added to or taken from one is written item by item. */
function emitValue(value: Expression, domain: Domain, around: Emitting): Code {
  if (domain.kind !== 'set') return single(emit(value, around));
  if (value.kind === 'binary' && (value.operator === '+' || value.operator === '-')) {
    const left = emitValue(value.left, domain, around).text;
    const right = emitValue(value.right, domain, around).text;
    return { text: value.operator === '+' ? `(${left}|${right})` : `(${left}&~${right})`, domain, value: undefined };
  }
  const emitted = emit(value, around);
  if (isTable(emitted)) throw new Unsupported('a map as a set');
  if (!isItems(emitted)) {
    if (emitted.domain.kind !== 'set' || JSON.stringify(emitted.domain) !== JSON.stringify(domain))
      throw new Unsupported('sets of different types');
    return emitted;
  }
  const bits = emitted.items.map((item) => bitOf(item, domain));
  return { text: bits.length === 0 ? '0' : `(${bits.join('|')})`, domain, value: undefined };
}

function bitOf(item: Code, { items, of }: Extract<Domain, { readonly kind: 'set' }>): string {
  const [first = 0] = items;
  const place = placeOfKey(items, of, item);
  return place.value === undefined ? `1<<${item.text}-${first}` : String(1 << place.value);
}

/** Writes a value, checked against the range where it is not known to lie within. */
function stored(slot: string, domain: Domain, value: Code, place: PlaceId): string {
  switch (domain.kind) {
    case 'bool':
      return value.value === undefined ? `V[${slot}]=${condition(value)}?1:0;` : `V[${slot}]=${value.value};`;
    case 'int': {
      const [low, high] = interval(value);
      if (value.domain.kind !== 'int') throw new Unsupported('a number from what is none');
      if (low >= domain.low && high <= domain.high) return `V[${slot}]=${value.text};`;
      return `const x=${value.text};if(x<${domain.low}||x>${domain.high})F(${place},0);V[${slot}]=x;`;
    }
    case 'enum': {
      if (value.domain.kind !== 'enum') throw new Unsupported('a word from what is none');
      if (value.value !== undefined)
        return `V[${slot}]=${domain.values.indexOf(value.domain.values[value.value] ?? '')};`;
      if (JSON.stringify(value.domain.values) !== JSON.stringify(domain.values))
        throw new Unsupported('two enumerations');
      return `V[${slot}]=${value.text};`;
    }
    default:
      return `V[${slot}]=${value.text};`;
  }
}

const isLeaf = ({ states }: MachineProgram, index: number): boolean =>
  !states.some(({ path }, other) => other !== states.length - 1 && other !== index && path[1] === index);

function declaredOf({ program }: Emitting, entity: EntityId): Declared | undefined {
  const compiled = program.machineOf[entity];
  const machine = program.model.machines[program.model.entities[entity]?.machine ?? -1];
  return compiled === undefined || machine === undefined ? undefined : { program: compiled, machine };
}

/** Transitions are numbered in document order: those of each state, then those of the machine. */
function transitionOf({ machine }: Declared, { number }: TransitionProgram) {
  const all = [...machine.states.flatMap((state) => state.transitions), ...machine.transitions];
  const declared = all[number];
  if (declared === undefined) throw new Error('A compiled transition has no declaration.');
  const names = declared.trigger.kind === 'event' ? declared.trigger.parameters : [];
  return { guard: declared.guard, actions: declared.actions, names };
}
