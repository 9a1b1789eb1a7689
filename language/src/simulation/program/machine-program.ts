/** Compiles machines: for each state what is left and entered, and its reactions to each event. */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Machine, DeclaredState, Transition, Trigger } from '../../model/machines/machine.ts';
import { anyEvent, doneIn, isBuiltInEvent } from '../kernel/machines/answers.ts';
import { compileActions } from './actions.ts';
import { compileExpression } from './expressions.ts';
import type {
  Reactions,
  Evaluate,
  MachineProgram,
  StateProgram,
  TransitionProgram,
  VariableProgram,
} from '../kernel/run.ts';
import { type Scope, withLocals } from './scope.ts';
import { singleConfigurations } from '../kernel/machines/configuration.ts';
import { domainOf, enteredFor, type StateTree } from '../kernel/machines/state-tree.ts';
import { append } from '../../model/common/append.ts';
import { at, itemAt } from '../../model/common/lookup.ts';

/** Returns the slots of a machine: parameters, then variables, by name. */
export function slotsOf(machine: Machine): Map<string, number> {
  return new Map([...machine.parameters, ...machine.variables].map(({ name }, slot) => [name, slot]));
}

/** Compiles a machine; `scope` knows its slots. */
export function compileMachine(machine: Machine, scope: Scope): MachineProgram {
  const levels = levelsOf(machine);
  const tree = treeOf(levels, machine.histories);
  const root = machine.states.length;
  const transitions: TransitionProgram[] = [];
  const byState = levels.map(({ transitions: declared }, source) =>
    declared.map((transition) => {
      const shape = { tree, source, number: transitions.length };
      const compiled = compileTransition(transition, shape, scope);
      transitions.push(compiled);
      return compiled;
    }),
  );
  const states = levels.map((state, index) => compileState(state, index, { levels, tree, byState, scope }));
  return {
    name: machine.name,
    states,
    transitions,
    tree,
    configurations: singleConfigurations(states),
    start: enteredFor(tree, [root], root).slice(0, -1),
    variables: [
      ...machine.parameters.map((each) => compileVariable(each, { persistent: true, isParameter: true }, scope)),
      ...machine.variables.map((each) =>
        compileVariable(each, { persistent: each.persistent, isParameter: false }, scope),
      ),
    ],
    slots: slotsOf(machine),
    lets: new Map(machine.lets.map(({ name, value }) => [name, compileExpression(value, scope)])),
    requirements: machine.requirements.map(({ condition, message, place }) => ({
      condition: compileExpression(condition, scope),
      message: message === undefined ? undefined : compileExpression(message, scope),
      place,
    })),
  };
}

/** A machine seen as its own outermost state, for what both have. */
type Level = Pick<
  DeclaredState,
  'name' | 'initial' | 'final' | 'parallel' | 'enter' | 'leave' | 'transitions' | 'deferred' | 'place'
> & {
  readonly parent: number | undefined;
};

function levelsOf(machine: Machine): Level[] {
  const { name, transitions, deferred, place } = machine;
  return [
    ...machine.states,
    { name, parent: undefined, initial: false, final: false, enter: [], leave: [], transitions, deferred, place },
  ];
}

/** Returns the tree of the states; the last level is the machine. */
function treeOf(levels: readonly Level[], histories: StateTree['histories'] = []): StateTree {
  const root = levels.length - 1;
  const around = levels.map(({ parent }, index) => (index === root ? undefined : (parent ?? root)));
  const pathOf = (index: number): number[] => {
    const path: number[] = [];
    for (let current: number | undefined = index; current !== undefined; current = around[current]) path.push(current);
    return path;
  };
  const inner: number[][] = levels.map(() => []);
  for (const [index, outer] of around.entries()) if (outer !== undefined) inner[outer]?.push(index);
  const parallel = levels.map((level) => level.parallel === true);
  return {
    paths: levels.map((_, index) => pathOf(index)),
    inner,
    initial: inner.map((states) => states.find((each) => levels[each]?.initial)),
    parallel,
    histories,
    isPlain: !parallel.includes(true) && histories.length === 0,
  };
}

interface Shape {
  readonly tree: StateTree;
  readonly source: number;
  readonly number: number;
}

function compileTransition(transition: Transition, { tree, source, number }: Shape, scope: Scope): TransitionProgram {
  const { trigger, guard, actions, target, history, place } = transition;
  const isInternal = transition.isInternal === true;
  // A history stands for its first state until its own state has been left.
  const first = target === undefined ? undefined : (tree.histories[history ?? -1]?.target ?? target);
  const inner = withLocals(scope, trigger.kind === 'event' ? trigger.parameters : []);
  const domain = first === undefined ? source : domainOf(tree, { source, isInternal }, [first]);
  return {
    source,
    target,
    history,
    isInternal,
    domain,
    entered: first === undefined ? [] : enteredFor(tree, [first], domain),
    event: eventOf(trigger, source),
    delay: trigger.kind === 'after' ? compileExpression(trigger.delay, scope) : undefined,
    guard: guard === undefined ? undefined : compileExpression(guard, inner),
    actions: actions.length === 0 ? undefined : compileActions(actions, inner),
    place,
    number,
  };
}

function eventOf(trigger: Trigger, source: number): string | undefined {
  switch (trigger.kind) {
    case 'event':
      return trigger.event;
    case 'any':
      return anyEvent;
    case 'done':
      return doneIn(source);
    default:
      return undefined;
  }
}

interface Compiled {
  readonly levels: readonly Level[];
  readonly tree: StateTree;
  readonly byState: readonly (readonly TransitionProgram[])[];
  readonly scope: Scope;
}

function compileState(state: Level, own: number, { levels, tree, byState, scope }: Compiled): StateProgram {
  const path = itemAt(tree.paths, own);
  const plain = withLocals(scope, []);
  // Only the machine is around it, whose transitions hold in every other state.
  const isEnd = state.final && path.length === 2;
  const reacting = isEnd ? [] : path;
  return {
    name: state.name,
    path,
    enter: state.enter.length === 0 ? undefined : compileActions(state.enter, plain),
    leave: state.leave.length === 0 ? undefined : compileActions(state.leave, plain),
    timers: itemAt(byState, own).filter(({ delay }) => delay !== undefined),
    final: state.final,
    done: itemAt(byState, own).some(({ event }) => event === doneIn(own)) ? doneIn(own) : undefined,
    isEnd,
    always: reacting
      .flatMap((index) => itemAt(byState, index))
      .filter(({ event, delay }) => event === undefined && delay === undefined),
    answers: answersAlong(reacting, levels, byState),
    place: state.place,
  };
}

/**
 * In each state its transitions come before the events it defers, these before those for any event, and all before the
 * states around it.
 */
function answersAlong(
  path: readonly number[],
  levels: readonly Level[],
  byState: Compiled['byState'],
): Map<string, Reactions[]> {
  const answers = new Map<string, Reactions[]>();
  const inState = (index: number, event: string): readonly TransitionProgram[] =>
    itemAt(byState, index).filter((transition) => transition.event === event);
  const named = path.flatMap((index) => [
    ...itemAt(byState, index).flatMap(({ event }) => event ?? []),
    ...itemAt(levels, index).deferred,
  ]);
  for (const event of new Set(named)) {
    for (const index of path) {
      for (const transition of inState(index, event)) append<string, Reactions>(answers, event, transition);
      if (levels[index]?.deferred.includes(event) === true) append<string, Reactions>(answers, event, 'defer');
      if (isBuiltInEvent(event)) continue;
      for (const transition of inState(index, anyEvent)) append<string, Reactions>(answers, event, transition);
    }
  }
  return answers;
}

function compileVariable(
  { name, type, initial, place }: Machine['variables'][number] | Machine['parameters'][number],
  kind: Pick<VariableProgram, 'persistent' | 'isParameter'>,
  scope: Scope,
): VariableProgram {
  const value: Evaluate | undefined = initial === undefined ? undefined : compileExpression(initial, scope);
  return { name, type, initial: value, place, ...kind };
}

/** Returns a function that finds the slot of a parameter or variable of an entity in `State.values`. */
export function slotFinder(
  slotsFrom: Int32Array,
  slots: (entity: EntityId) => ReadonlyMap<string, number> | undefined,
): Scope['slotOf'] {
  return (entity, name) => {
    const slot = slots(entity)?.get(name);
    return slot === undefined ? undefined : at(slotsFrom, entity) + slot;
  };
}
