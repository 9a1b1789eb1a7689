/**
 * The parts of a model that can make a difference to a check. A variable that only counts or measures, and that no
 * guard, message, delay or property ever reads, is omitted from the states: otherwise a model that keeps statistics
 * would have infinitely many. Such a variable cannot fail either, or it is kept.
 */
import type { Action } from '../../../model/machines/action.ts';
import type { Expression, Type } from '../../../model/machines/expression.ts';
import type { Machine } from '../../../model/machines/machine.ts';
import type { Model } from '../../../model/model.ts';
import type { Check } from '../../../model/scenario.ts';
import { append } from '../../../model/common/append.ts';
import { staysExact } from './amounts.ts';
import { alwaysFits, failing } from './unfailing.ts';

/** The parts of a model that make a difference to a check. */
export interface Relevance {
  /** Returns true if a variable of that name makes a difference. */
  readonly isRead: (name: string) => boolean;
  /** True if the current time makes a difference. */
  readonly readsClock: boolean;
}

interface Walk {
  /** Names of variables, parameters, `let`s and settings that are read where it matters. */
  readonly read: Set<string>;
  /** The values assigned to names that nothing has read so far. */
  readonly pending: Map<string, Expression[]>;
  /** Variables that may turn out to be read by nothing. */
  readonly candidates: ReadonlySet<string>;
  /** See `staysExact`. */
  readonly isExact: (value: Expression) => boolean;
  readsClock: boolean;
}

/**
 * Finds what is read in a model, as far as it is in use, and in a check; of its plain steps only in those passed, as
 * nothing reads them any more once they are done. Cost: O(model).
 */
export function relevanceOf(model: Model, check: Check, steps: Check['steps'] = []): Relevance {
  const used = new Set(model.entities.map(({ machine }) => machine));
  const machines = model.machines.filter((_, index) => used.has(index));
  const [candidates, isExact] = [candidatesOf(machines), staysExact(model, check)];
  const walk: Walk = { read: new Set(), pending: new Map(), candidates, isExact, readsClock: false };
  for (const { name, value } of machines.flatMap(({ lets }) => lets)) assigned(walk, name, value, true);
  for (const machine of machines) machineRead(walk, machine);
  for (const { settings, data, actions, destructor } of model.entities) {
    read(walk, [settings, data]);
    for (const { body } of actions) act(walk, body);
    act(walk, destructor ?? []);
  }
  read(walk, [model.channels, model.collectors, check.properties, check.bounds, check.faults.map(({ of }) => of)]);
  read(walk, steps);
  act(
    walk,
    check.possibilities.map(({ action }) => action),
  );
  const kinds = kindsOf(machines, walk.candidates);
  const next = (): string | undefined => failing({ values: walk.pending, kinds });
  for (let name = next(); name !== undefined; name = next()) found(walk, name);
  return { isRead: (name) => walk.read.has(name) || !walk.candidates.has(name), readsClock: walk.readsClock };
}

/** Returns the variables of types whose values always fit, and that keep nothing alive. */
function candidatesOf(machines: readonly Machine[]): Set<string> {
  const variables = machines.flatMap((machine) => machine.variables);
  const taken = new Set(machines.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  for (const { name, type } of variables) if (!isPlain(type)) taken.add(name);
  return new Set(variables.map(({ name }) => name).filter((name) => !taken.has(name)));
}

/** Returns the kinds of type of the variables of each name. */
function kindsOf(machines: readonly Machine[], names: ReadonlySet<string>): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const { name, type } of machines.flatMap(({ variables }) => variables)) {
    const { kind } = type.kind === 'map' ? type.value : type;
    if (names.has(name)) kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
  }
  return kinds;
}

function isPlain(type: Type): boolean {
  if (type.kind === 'map') return isPlain(type.value);
  return type.kind === 'bool' || type.kind === 'int' || type.kind === 'number' || type.kind === 'duration';
}

function machineRead(walk: Walk, machine: Machine): void {
  read(walk, [machine.parameters, machine.requirements, machine.variables.map(({ initial }) => initial)]);
  for (const { enter, leave } of machine.states) act(walk, [...enter, ...leave]);
  for (const { trigger, guard, actions } of [machine, ...machine.states].flatMap(({ transitions }) => transitions)) {
    read(walk, [trigger, guard]);
    act(walk, actions);
  }
}

function act(walk: Walk, actions: readonly Action[]): void {
  for (const action of actions) {
    switch (action.kind) {
      case 'assign':
      case 'set': {
        const { of, name, key } = action.target;
        read(walk, [of, key]);
        assigned(walk, name, action.value, walk.candidates.has(name));
        break;
      }
      case 'log':
      case 'report':
        skim(walk, action.text);
        break;
      case 'if':
        read(walk, action.condition);
        act(walk, [...action.then, ...action.else]);
        break;
      case 'for':
        read(walk, action.set);
        act(walk, action.body);
        break;
      default:
        read(walk, action);
    }
  }
}

/** The value of a name matters only if the name does; a part that can fail always matters. */
function assigned(walk: Walk, name: string, value: Expression, isCandidate: boolean): void {
  if (!isCandidate || walk.read.has(name)) {
    read(walk, value);
    return;
  }
  skim(walk, value);
  // A part of the value that matters may have been the name itself.
  if (walk.read.has(name)) read(walk, value);
  else append(walk.pending, name, value);
}

/** Marks everything in a part as read. */
function read(walk: Walk, part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  if ('kind' in part && part.kind === 'now') walk.readsClock = true;
  if ('kind' in part && part.kind === 'property' && 'name' in part && typeof part.name === 'string') {
    found(walk, part.name);
  }
  for (const each of Object.values(part)) read(walk, each);
}

function found(walk: Walk, name: string): void {
  if (walk.read.has(name)) return;
  walk.read.add(name);
  const values = walk.pending.get(name) ?? [];
  walk.pending.delete(name);
  for (const value of values) read(walk, value);
}

/** Walks parts one of which a condition chooses: it matters if one of them can fail. */
function walkChoice(walk: Walk, condition: Expression, parts: readonly Expression[]): void {
  if (parts.every((part) => alwaysFits(part) && walk.isExact(part))) skim(walk, condition);
  else read(walk, condition);
  for (const part of parts) skim(walk, part);
}

/** Walks an expression that may turn out to make no difference; divisors, keys and whatever else can fail do. */
function skim(walk: Walk, expression: Expression): void {
  switch (expression.kind) {
    case 'text':
      for (const part of expression.parts) if (typeof part !== 'string') skim(walk, part);
      return;
    case 'property':
      read(walk, expression.of);
      return;
    case 'at':
      skim(walk, expression.map);
      read(walk, expression.key);
      return;
    case 'not':
    case 'minus':
      skim(walk, expression.operand);
      return;
    case 'if':
      walkChoice(walk, expression.condition, [expression.then, expression.else]);
      return;
    case 'binary':
      if (expression.operator === 'and' || expression.operator === 'or') {
        walkChoice(walk, expression.left, [expression.right]);
        return;
      }
      // Which values are in a sum that may be too large decides whether it is.
      if (arithmetic.has(expression.operator) && !walk.isExact(expression)) {
        read(walk, expression);
        return;
      }
      skim(walk, expression.left);
      if (expression.operator === '/' || expression.operator === '%') read(walk, expression.right);
      else skim(walk, expression.right);
      return;
    case 'now':
      return;
    default:
      read(walk, expression);
  }
}

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);
