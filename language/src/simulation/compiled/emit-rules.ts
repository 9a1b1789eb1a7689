/**
 * Generates code for a machine's reaction to an event: the state changes only where the event is taken. After that,
 * `always` transitions run to completion. The code calls `F` where a value leaves its range.
 */
import type { Action, PlaceId } from '../../model/machines/action.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { mostInAnInstant } from '../kernel/agenda.ts';
import { answersTo, raisesDone } from '../kernel/machines/answers.ts';
import type { MachineProgram, TransitionProgram } from '../kernel/run.ts';
import { declaredMachine, type DeclaredMachine } from '../kernel/machines/declared-machine.ts';
import { type Code, condition, interval, isItems, isTable, literal, singleCode, truth } from './code.ts';
import { emit, type Emitting, iteratedItems, placeIn, placeOfKey } from './emit-expression.ts';
import { type Domain, isAnyInt } from './layout.ts';
import { Unsupported } from './unsupported.ts';
import { itemAt, required } from '../../model/common/lookup.ts';

/** An event that the environment may send to one entity. */
export interface EnvironmentSending {
  readonly to: EntityId;
  readonly event: string;
  readonly values: readonly Code[];
}

/** The ways in which a rule fails: the second argument of `F`, after the place in the text. */
export const failures = { range: 0, endless: 1, size: 2 } as const;

/** The code for an event or choice that was taken, or was not; neither continues with the next code. */
export interface Exits {
  readonly taken: string;
  readonly dropped: string;
}

/** Generates code that offers an event to an entity, with values that are known or in locals. */
export function emitOffer(
  around: Emitting,
  { to: entity, event, values }: EnvironmentSending,
  { taken, dropped }: Exits,
): string {
  const declared = declaredMachine(around.program, entity);
  const leaf = around.layout.leafOf.get(entity);
  if (declared === undefined || leaf === undefined) return dropped;
  const { program } = declared;
  const cases = program.states.slice(0, -1).flatMap((state, index) => {
    const answers = answersTo(state, event);
    if (answers.length === 0 || !isLeaf(program, index)) return [];
    const chain = answers.map((answer) => {
      if (answer === 'defer') throw new Unsupported('deferred events');
      const { names } = transitionOf(declared, answer);
      const inside = { ...around, self: entity, locals: localsFor(names, values) };
      return emitTransition(inside, declared, { transition: answer, leafIndex: index, taken });
    });
    return [`case ${index}:{${chain.join('')}${dropped}}`];
  });
  return `switch(${around.cells.read({ base: leaf })}){${cases.join('')}default:${dropped}}`;
}

/** Generates the condition that an entity would take an event with these values now. */
export function emitCanTake(around: Emitting, { to: entity, event, values }: EnvironmentSending): Code {
  const declared = declaredMachine(around.program, entity);
  const leaf = around.layout.leafOf.get(entity);
  if (declared === undefined || leaf === undefined) return truth('', false);
  const cases = declared.program.states.slice(0, -1).flatMap((state, index) => {
    const answers = isLeaf(declared.program, index) ? answersTo(state, event) : [];
    const guards = answers.map((answer) => {
      if (answer === 'defer') throw new Unsupported('deferred events');
      const { guard, names } = transitionOf(declared, answer);
      const locals = localsFor(names, values);
      return guard === undefined ? 'true' : condition(singleCode(emit(guard, { ...around, self: entity, locals })));
    });
    return guards.length === 0 ? [] : [`${around.cells.read({ base: leaf })}===${index}&&(${guards.join('||')})`];
  });
  return cases.length === 0 ? truth('', false) : truth(cases.map((each) => `(${each})`).join('||'));
}

const localsFor = (names: readonly string[], values: readonly Code[]): Map<string, Code> =>
  new Map(names.map((name, place) => [name, values[place] ?? literal(-1, { kind: 'entity' })]));

/** Generates code that runs the `always` transitions of all machines until none fires; empty if there are none. */
export function emitCompletion(around: Emitting): string {
  const { program, layout, cells } = around;
  const machines = program.active.flatMap((entity) => {
    const declared = declaredMachine(around.program, entity);
    const leaf = layout.leafOf.get(entity);
    if (declared === undefined || leaf === undefined) return [];
    const inside = { ...around, self: entity, locals: new Map<string, Code>() };
    const cases = declared.program.states.slice(0, -1).flatMap((state, index) => {
      if (state.always.length === 0 || !isLeaf(declared.program, index)) return [];
      const chain = state.always.map((transition) => {
        const isEndless = `if(++n>${mostInAnInstant}){F(${transition.place},${failures.endless});${around.failed}}`;
        const taken = `c=1;${isEndless}continue A${entity};`;
        return emitTransition(inside, declared, { transition, leafIndex: index, taken });
      });
      return [`case ${index}:{${chain.join('')}break A${entity};}`];
    });
    if (cases.length === 0) return [];
    return [`A${entity}:for(;;){switch(${cells.read({ base: leaf })}){${cases.join('')}default:break A${entity};}}`];
  });
  return machines.length === 0 ? '' : `for(let n=0,c=1;c;){c=0;${machines.join('')}}`;
}

interface Taking {
  readonly transition: TransitionProgram;
  readonly leafIndex: number;
  /** The code after it. */
  readonly taken: string;
}

/** Generates code for a transition: its guard, and its actions where the guard holds. */
function emitTransition(around: Emitting, declared: DeclaredMachine, taking: Taking): string {
  const { guard, actions } = transitionOf(declared, taking.transition);
  const test = guard === undefined ? truth('', true) : singleCode(emit(guard, around));
  if (test.value === 0) return '';
  const body = `${emitTake(around, declared, taking, actions)}${taking.taken}`;
  return test.value === 1 ? `{${body}}` : `if(${condition(test)}){${body}}`;
}

function emitTake(
  around: Emitting,
  { program, machine }: DeclaredMachine,
  { transition, leafIndex }: Taking,
  actions: readonly Action[],
): string {
  const leaf = { base: required(around.layout.leafOf.get(required(around.self))) };
  const { write } = around.cells;
  const mark = around.mark?.(transition.place) ?? '';
  if (transition.target === undefined) return mark + emitActions(actions, around);
  const plain = { ...around, locals: new Map<string, Code>() };
  const path = itemAt(program.states, leafIndex).path;
  const left = path.slice(0, path.indexOf(transition.domain));
  const leaving = left.map(
    (index) =>
      emitActions(itemAt(machine.states, index).leave, plain) +
      write(leaf, String(path[path.indexOf(index) + 1] ?? -1)),
  );
  const entering = transition.entered.map((index) => {
    if ((program.states[index]?.timers.length ?? 0) > 0) throw new Unsupported('timers');
    if (raisesDone(program, index)) throw new Unsupported('"on done"');
    return write(leaf, String(index)) + emitActions(machine.states[index]?.enter ?? [], plain);
  });
  return `${mark}${leaving.join('')}${emitActions(actions, around)}${entering.join('')}`;
}

function emitActions(actions: readonly Action[], around: Emitting): string {
  return actions.map((action) => emitAction(action, around)).join('');
}

function emitAction(action: Action, around: Emitting): string {
  switch (action.kind) {
    case 'assign':
    case 'set':
      return emitAssignment(action, around);
    case 'if': {
      const test = singleCode(emit(action.condition, around));
      if (test.value !== undefined) return emitActions(test.value === 1 ? action.then : action.else, around);
      const otherwise = action.else.length === 0 ? '' : `else{${emitActions(action.else, around)}}`;
      return `if(${condition(test)}){${emitActions(action.then, around)}}${otherwise}`;
    }
    case 'for':
      return emitLoop(action, around);
    default:
      throw new Unsupported(`the action "${action.kind}"`);
  }
}

/** A loop iterates over the set as it was before the first iteration. */
function emitLoop({ set, variable, body }: Extract<Action, { readonly kind: 'for' }>, around: Emitting): string {
  const emitted = emit(set, around);
  const isKnown = isItems(emitted) || isTable(emitted);
  if (isItems(emitted) && emitted.items.some(({ value }) => value === undefined))
    throw new Unsupported('a loop over a variable set');
  const turns = iteratedItems(isKnown ? emitted : { ...emitted, text: 'q' }).map(({ item, present }) => {
    const turn = emitActions(body, { ...around, locals: new Map(around.locals).set(variable, item) });
    return present.value === 1 ? turn : `if(${condition(present)}){${turn}}`;
  });
  return isKnown ? turns.join('') : `{const q=${emitted.text};${turns.join('')}}`;
}

function emitAssignment(
  { target, value, place }: Extract<Action, { readonly kind: 'assign' | 'set' }>,
  around: Emitting,
): string {
  if (target.of !== undefined) throw new Unsupported('writing to another entity');
  const field = around.layout.fieldsOf.get(around.self ?? -1)?.get(target.name);
  if (field === undefined) throw new Unsupported('writing a parameter');
  if (field.keys !== undefined && target.key === undefined) throw new Unsupported('writing a whole map');
  const cell = target.key === undefined ? { base: field.base } : placeIn(field, singleCode(emit(target.key, around)));
  const { text, check } = stored(field.domain, emitValue(value, field.domain, around), { place, around });
  return check === '' ? around.cells.write(cell, text) : `{${check}${around.cells.write(cell, text)}}`;
}

/** Sets are kept as bits; adding to or removing from one is generated item by item. */
function emitValue(value: Expression, domain: Domain, around: Emitting): Code {
  if (domain.kind !== 'set') return singleCode(emit(value, around));
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

/** Returns a value in its stored form, and the code before it where it is not known to be within its range. */
function stored(
  domain: Domain,
  value: Code,
  { place, around }: { readonly place: PlaceId; readonly around: Emitting },
): { readonly text: string; readonly check: string } {
  switch (domain.kind) {
    case 'bool':
      return { text: value.value === undefined ? `${condition(value)}?1:0` : String(value.value), check: '' };
    case 'int': {
      const [low, high] = interval(value);
      if (value.domain.kind !== 'int') throw new Unsupported('a number from a value that is not one');
      if (low >= domain.low && high <= domain.high) return { text: value.text, check: '' };
      const kind = isAnyInt(domain) ? failures.size : failures.range;
      const test = `x<${domain.low}||x>${domain.high}`;
      return {
        text: 'x',
        check: `const x=${value.text};if(${test}){F(${place},${kind});${around.failed}}`,
      };
    }
    case 'enum': {
      if (value.domain.kind !== 'enum') throw new Unsupported('a word from a value that is not one');
      if (value.value !== undefined)
        return { text: String(domain.values.indexOf(itemAt(value.domain.values, value.value))), check: '' };
      if (JSON.stringify(value.domain.values) !== JSON.stringify(domain.values))
        throw new Unsupported('two enumerations');
      return { text: value.text, check: '' };
    }
    default:
      return { text: value.text, check: '' };
  }
}

const isLeaf = ({ states }: MachineProgram, index: number): boolean =>
  !states.some(({ path }, other) => other !== states.length - 1 && other !== index && path[1] === index);

/** Transitions are numbered in document order: those of each state, then those of the machine. */
function transitionOf({ machine }: DeclaredMachine, { number }: TransitionProgram) {
  const all = [...machine.states.flatMap((state) => state.transitions), ...machine.transitions];
  const declared = all[number];
  if (declared === undefined) throw new Error('A compiled transition has no declaration.');
  const names = declared.trigger.kind === 'event' ? declared.trigger.parameters : [];
  return { guard: declared.guard, actions: declared.actions, names };
}
