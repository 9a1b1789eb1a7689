/**
 * Writes machines in Promela: how an event is taken, what is left and entered, and how `always` transitions and
 * deferred events follow until nothing is left to do. It is written from the meaning of machines, and shares nothing
 * with the kernel that steps them except the compiled machine.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Machine } from '../../model/machines/machine.ts';
import { answersTo, raisesDone } from '../kernel/machines/answers.ts';
import type { MachineProgram, TransitionProgram } from '../kernel/run.ts';
import { declaredMachine, type DeclaredMachine } from '../kernel/machines/declared-machine.ts';
import { writeActions } from './actions.ts';
import { canDefer } from './lives.ts';
import { argumentNames, argumentShapes } from './queues.ts';
import { block, branch, guardOf } from './terms/statements.ts';
import { loaded } from './terms/stored.ts';
import { all, any, bool, no, type Term, yes } from './terms/terms.ts';
import {
  type Around,
  covered,
  declare,
  enteredName,
  aliveCondition,
  scratch,
  stateName,
  timerName,
  type Writing,
} from './terms/writing.ts';
import { NotCovered } from './terms/uncovered.ts';
import { entityName } from '../../model/model.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** The outcome of an event, as a number. */
export const outcomes = { dropped: 0, taken: 1, deferred: 2 } as const;

/** Returns the innermost states of a machine: only in these does it rest. */
export function innermostStates({ states }: MachineProgram): number[] {
  const parents = new Set(states.map(({ path }) => path[1]));
  return states.slice(0, -1).flatMap((_, index) => (parents.has(index) ? [] : [index]));
}

/** Returns the context of the blocks of an entity's machine. */
export const inside = (writing: Writing, entity: EntityId, locals: Around['locals'] = new Map()): Around => ({
  writing,
  self: entity,
  locals,
  needs: () => undefined,
  depth: 0,
});

/** Writes the offer of the current event to an entity; `outcome` receives the result. */
export function writeOffer(writing: Writing, entity: EntityId, event: string): string[] {
  const declared = declaredMachine(writing.program, entity);
  if (declared === undefined) return [];
  const { program, machine } = declared;
  const values = covered(writing, machine.place, [], () =>
    valuesOf(writing, event, entity, argumentNames(writing.arity)),
  );
  const outcome = scratch(writing, 'outcome');
  const cases = innermostStates(program).flatMap((index) => {
    const answers = answersTo(program.states[index], event);
    if (answers.length === 0) return [];
    const chain = answers.reduceRight<string[]>((rest, answer) => {
      if (answer === 'defer') return [`${outcome} = ${outcomes.deferred}`];
      const { guard, names } = transitionOf(machine, answer);
      const around = inside(writing, entity, localsFor(names, values));
      const { test, asserts } = guardOf(guard, answer.place, around);
      return [
        ...asserts,
        ...branch(test, [`${outcome} = ${outcomes.taken}`, ...writeTaking(declared, answer, index, around)], rest),
      ];
    }, []);
    return [`:: ${stateName(entity)} == ${index} ->\n${block(chain)}`];
  });
  return [`${outcome} = ${outcomes.dropped}`, ...(cases.length === 0 ? [] : [`if\n${cases.join('\n')}\n:: else\nfi`])];
}

/** Returns the condition that an entity would take or defer an event with these values. */
export function takesCondition(writing: Writing, entity: EntityId, event: string, values: readonly Term[]): Term {
  const declared = declaredMachine(writing.program, entity);
  if (declared === undefined) return no;
  const { program, machine } = declared;
  const isIn = innermostStates(program).map((index) => {
    const answers = answersTo(program.states[index], event);
    const takes = answers.map((answer) => {
      if (answer === 'defer') return yes;
      const { guard, names } = transitionOf(machine, answer);
      return guardOf(guard, answer.place, inside(writing, entity, localsFor(names, values))).test;
    });
    return all(bool(`${stateName(entity)} == ${index}`), any(...takes));
  });
  return all(aliveCondition(writing, entity), any(...isIn));
}

/** Returns the arguments of an event, from the variables with these names. */
function valuesOf(writing: Writing, event: string, entity: EntityId, names: readonly string[]): Term[] {
  return argumentShapes(writing, event, entity).map((shape, index) =>
    loaded(scratch(writing, itemAt(names, index)), shape),
  );
}

const localsFor = (names: readonly string[], values: readonly Term[]): Map<string, Term> =>
  new Map(
    names.flatMap((name, place) => {
      const value = values[place];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

/** Transitions are numbered in document order: those of each state, then those of the machine. */
export function transitionOf(machine: Machine, { number }: TransitionProgram) {
  const declared = [...machine.states.flatMap((state) => state.transitions), ...machine.transitions][number];
  if (declared === undefined) throw new Error('A compiled transition has no declaration.');
  return {
    guard: declared.guard,
    actions: declared.actions,
    names: declared.trigger.kind === 'event' ? declared.trigger.parameters : [],
  };
}

/** Writes a transition from an innermost state: leave, act, enter. */
export function writeTaking(
  { program, machine }: DeclaredMachine,
  transition: TransitionProgram,
  leaf: number,
  around: Around,
): string[] {
  const { writing, self = -1 } = around;
  const { actions } = transitionOf(machine, transition);
  if (transition.target === undefined) return writeActions(actions, around);
  const plain = { ...around, locals: new Map<string, Term>() };
  const path = itemAt(program.states, leaf).path;
  const leaving = path
    .slice(0, path.indexOf(transition.domain))
    .flatMap((index) => [
      ...writeActions(itemAt(machine.states, index).leave, plain),
      ...timersOf(program, index).map(({ number }) => `DISARM(${timerName(self, number)})`),
      `${stateName(self)} = ${path[path.indexOf(index) + 1] ?? -1}`,
    ]);
  return [
    ...leaving,
    ...writeActions(actions, around),
    ...writeEntering(writing, { program, machine }, plain, transition.entered),
  ];
}

const timersOf = ({ states }: MachineProgram, index: number): readonly TransitionProgram[] =>
  states[index]?.timers ?? [];

function writeEntering(
  writing: Writing,
  { program, machine }: DeclaredMachine,
  around: Around,
  entered: readonly number[],
): string[] {
  const { self = -1 } = around;
  if (entered.some((index) => raisesDone(program, index))) throw new NotCovered('"on done"');
  const flag = canDefer(writing, self) ? [`${scratch(writing, enteredName(self))} = 1`] : [];
  return [
    ...flag,
    ...entered.flatMap((index) => [
      `${stateName(self)} = ${index}`,
      ...writeActions(machine.states[index]?.enter ?? [], around),
      ...timersOf(program, index).map(({ number }) => `ARM(${declareTimer(writing, self, number)})`),
      ...(program.states[index]?.isEnd === true ? timersOf(program, program.states.length - 1) : []).map(
        ({ number }) => `DISARM(${declareTimer(writing, self, number)})`,
      ),
    ]),
  ];
}

/** Declares the timer of a transition; it is armed or not. */
export function declareTimer(writing: Writing, entity: EntityId, number: number): string {
  const name = timerName(entity, number);
  const isArmed = writing.start.agenda.some(
    ({ due }) => due.kind === 'timer' && due.entity === entity && due.transition === number,
  );
  const meaning = `a timer of ${entityName(writing.program.model, entity)}`;
  declare(writing, { name, type: 'TIMER', count: undefined, initial: [isArmed ? 1 : 0], meaning });
  return name;
}

/** Writes the beginning of a machine in its initial states. */
export function writeStart(writing: Writing, entity: EntityId): string[] {
  const declared = declaredMachine(writing.program, entity);
  if (declared === undefined) return [];
  const { program, machine } = declared;
  const required = machine.requirements.flatMap(({ condition, place }) => {
    const { test, asserts } = guardOf(condition, place, inside(writing, entity));
    return [
      ...asserts,
      ...(test.kind === 'known' && test.value === true
        ? []
        : [`assert(${test.kind === 'known' ? 'false' : test.kind === 'bool' ? test.text : 'false'})`]),
    ];
  });
  return [
    ...required,
    ...writeEntering(writing, declared, inside(writing, entity), [program.states.length - 1, ...program.start]),
  ];
}

/** Writes the firing of a timer that has left the agenda; nothing happens if its guard fails. */
export function writeFiring(writing: Writing, entity: EntityId, number: number): string[] {
  const declared = declaredMachine(writing.program, entity);
  const transition = declared?.program.transitions[number];
  if (declared === undefined || transition === undefined) return [];
  const { guard } = transitionOf(declared.machine, transition);
  const around = inside(writing, entity);
  const { test, asserts } = guardOf(guard, transition.place, around);
  const cases = innermostStates(declared.program)
    .filter((index) => declared.program.states[index]?.path.includes(transition.source))
    .map(
      (index) => `:: ${stateName(entity)} == ${index} ->\n${block(writeTaking(declared, transition, index, around))}`,
    );
  const only = scratch(writing, 'only');
  return [...asserts, ...branch(test, [`${only} = ${entity}`, `if\n${cases.join('\n')}\n:: else\nfi`])];
}
