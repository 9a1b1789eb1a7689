/**
 * Compiles expressions to functions of a frame. Everything known from the text is resolved here, so that nothing is
 * looked up by name during a run, unless the name's owner varies.
 */
import { entityName } from '../../model/model.ts';
import { entitiesOfSet } from '../../model/built-in-set.ts';
import { policiesOf } from '../../analysis/facts/policies.ts';
import type { Expression, TextPart } from '../../model/machines/expression.ts';
import { isTrue, negated } from '../kernel/operators.ts';
import { exact } from '../values/exact.ts';
import { areInState, contains, valueElements, isBetween } from './membership.ts';
import { type Compile, compileOperation } from './operands.ts';
import { compileRange, overEach, type Quantified } from './quantified.ts';
import { localIndex, type Scope, withLocal } from './scope.ts';
import { callFunction } from './functions.ts';
import { areBefore, isRelated, predicateHolds, wasNotified, wasReceived } from './predicates.ts';
import { readFrom } from './reads.ts';
import type { Evaluate, Frame, Program } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { asPiece } from '../values/work.ts';
import { duration, entryOf, isKind, givenValue, setOf, shortText, type Value, valueText } from '../values/values.ts';
import { at } from '../../model/common/lookup.ts';
import { t } from '../../model/common/translation.ts';

/** Compiles an expression for the names of a scope; what it computes is one piece of work. */
export function compileExpression(expression: Expression, scope: Scope): Evaluate {
  const evaluate = compileInner(expression, scope);
  return shortest.has(expression.kind) ? evaluate : asPiece(evaluate);
}

const constants: readonly Expression['kind'][] = ['entity', 'number', 'symbol', 'boolean', 'duration', 'rate'];
const shortest: ReadonlySet<Expression['kind']> = new Set([...constants, 'local', 'self', 'now']);

function compileInner(expression: Expression, scope: Scope): Evaluate {
  const compile = (inner: Expression): Evaluate => compileInner(inner, scope);
  switch (expression.kind) {
    case 'boolean':
      return constant(expression.value);
    case 'number':
      return literal(() => exact(expression.numerator, expression.denominator));
    case 'duration':
      return literal(() => duration(exact(microsecondsOf(expression.milliseconds), 1)));
    case 'rate':
      return literal(() => ({ kind: 'rate', perDay: exact(expression.numerator, expression.denominator) }));
    case 'text':
      return compileText(expression.parts, scope);
    case 'none':
      return constant(null);
    case 'self':
      return ({ self }) => (self < 0 ? null : { kind: 'entity', id: self });
    case 'now':
      return ({ run }) => duration(run.state.now);
    case 'entity':
      return constant({ kind: 'entity', id: expression.entity });
    case 'policy':
    case 'symbol':
    case 'channel':
    case 'collector':
      return constant({ kind: expression.kind, name: expression.name });
    case 'local':
      return compileLocal(expression.name, scope);
    case 'all':
      return compileAll(expression.of, scope);
    case 'list':
      return compileList(expression.items, scope);
    case 'range':
      return compileRange(compile(expression.from), compile(expression.to));
    case 'property':
      return compileProperty(expression.of, expression.name, scope);
    case 'at':
      return compileSelection(expression.map, compile(expression.key), scope);
    case 'not': {
      const operand = compile(expression.operand);
      return (frame) => !isTrue(operand(frame));
    }
    case 'minus': {
      const operand = compile(expression.operand);
      return (frame) => negated(operand(frame));
    }
    case 'binary':
      return compileOperation(expression, compile);
    case 'if': {
      const [condition, then, otherwise] = [
        compile(expression.condition),
        compile(expression.then),
        compile(expression.else),
      ];
      return (frame) => (isTrue(condition(frame)) ? then(frame) : otherwise(frame));
    }
    default:
      return compileTest(expression, scope);
  }
}

type Test = Extract<
  Expression,
  {
    readonly kind:
      | 'member'
      | 'in state'
      | 'quantified'
      | 'call'
      | 'related'
      | 'predicate'
      | 'before'
      | 'notified'
      | 'received';
  }
>;

function compileTest(expression: Test, scope: Scope): Evaluate {
  const compile = (inner: Expression): Evaluate => compileInner(inner, scope);
  switch (expression.kind) {
    case 'member':
      return compileMembership(expression, compile);
    case 'in state': {
      const subject = compile(expression.subject);
      const { state } = expression;
      return (frame) => areInState(frame.run, subject(frame), state);
    }
    case 'quantified':
      return compileQuantified(expression, scope);
    case 'call': {
      const values = expression.arguments.map(compile);
      return (frame) =>
        callFunction(
          frame.run,
          expression.function,
          values.map((value) => value(frame)),
        );
    }
    case 'related': {
      const [source, target] = [compile(expression.source), compile(expression.target)];
      const { relation, as } = expression;
      return (frame) => isRelated(frame.run, { kind: relation, as }, source(frame), target(frame));
    }
    case 'predicate': {
      const subject = compile(expression.subject);
      const { predicate } = expression;
      return (frame) => predicateHolds(frame.run, predicate, subject(frame));
    }
    case 'before': {
      const [first, second] = [compile(expression.first), compile(expression.second)];
      return (frame) => areBefore(frame.run, first(frame), second(frame));
    }
    case 'notified': {
      const [subject, of] = [compile(expression.subject), expression.of.map(compile)];
      return (frame) =>
        wasNotified(
          frame.run,
          subject(frame),
          of.map((each) => each(frame)),
        );
    }
    case 'received': {
      const subject = compile(expression.subject);
      const messages = expression.messages.map(({ event, arguments: values }) => ({
        event,
        values: values?.map(compile),
      }));
      return (frame) => {
        const asked = messages.map(({ event, values }) => ({ event, values: values?.map((value) => value(frame)) }));
        return wasReceived(frame.run, subject(frame), asked, expression.count);
      };
    }
  }
}

/** A range is not made a set first: it may be of any length. */
function compileMembership({ item, set }: Extract<Test, { readonly kind: 'member' }>, compile: Compile): Evaluate {
  const sought = compile(item);
  if (set.kind === 'range') {
    const [from, to] = [compile(set.from), compile(set.to)];
    return (frame) => isBetween(sought(frame), from(frame), to(frame));
  }
  const among = compile(set);
  return (frame) => contains(among(frame), sought(frame));
}

const constant =
  (value: Value): Evaluate =>
  () =>
    value;

/** A literal that is too large to be exact is a mistake of the run that reads it, not of the model around it. */
function literal(make: () => Value): Evaluate {
  try {
    return constant(make());
  } catch (error) {
    if (error instanceof RunError) return make;
    throw error;
  }
}

/** Rounds to whole microseconds, the smallest unit of the language. */
const microsecondsOf = (milliseconds: number): number => Math.round(milliseconds * 1000);

function compileText(parts: readonly TextPart[], scope: Scope): Evaluate {
  const compiled = parts.map((part) => (typeof part === 'string' ? part : compileInner(part, scope)));
  const [only] = compiled;
  if (compiled.length === 1 && typeof only === 'string') return constant(only);
  return (frame) =>
    shortText(
      compiled.map((part) => (typeof part === 'string' ? part : textOf(frame.run.program, part(frame)))).join(''),
    );
}

/** Writes a value with the names of a model. */
export function textOf({ model }: Program, value: Value): string {
  return valueText(value, (id) => entityName(model, id));
}

function compileLocal(name: string, scope: Scope): Evaluate {
  const index = localIndex(scope, name);
  return ({ locals }) => locals[index] ?? null;
}

function compileAll(of: string, { model }: Scope): Evaluate {
  if (of === 'policies') {
    return constant({ kind: 'set', items: policiesOf(model).map(({ name }) => ({ kind: 'policy', name })) });
  }
  const entities = entitiesOfSet(model.entities, of);
  return constant({ kind: 'set', items: entities.map(({ id }) => ({ kind: 'entity', id })) });
}

function compileList(items: readonly Expression[], scope: Scope): Evaluate {
  const compiled = items.map((item) => compileInner(item, scope));
  // A list of sets is one set, as in `[a, pod[0..1]]`.
  const make = (frame: Frame): Value => setOf(compiled.flatMap((item) => valueElements(item(frame))));
  if (!items.every(({ kind }) => constants.includes(kind))) return make;
  let made: Value | undefined;
  return (frame) => (made ??= make(frame));
}

function compileProperty(of: Expression, name: string, scope: Scope): Evaluate {
  if (of.kind === 'self' && scope.machine !== undefined) {
    const slot = scope.machine.slots.get(name);
    if (slot !== undefined) {
      return ({ run, self }) => givenValue(run.state.values[at(run.program.slotsFrom, self) + slot], name);
    }
  }
  if (of.kind === 'entity') {
    const slot = scope.slotOf(of.entity, name);
    if (slot !== undefined) return ({ run }) => givenValue(run.state.values[slot], name);
  }
  const owner = compileInner(of, scope);
  return (frame) => readFrom(frame.run, owner(frame), name);
}

function compileSelection(map: Expression, key: Evaluate, scope: Scope): Evaluate {
  if (map.kind === 'list') {
    // Copies by their index, in the order of the list.
    const copies = map.items.map((item) => compileInner(item, scope));
    return (frame) => {
      const index = key(frame);
      const copy = typeof index === 'number' ? copies[index] : undefined;
      if (copy === undefined) {
        throw new RunError(
          'run/range',
          t`There is no copy ${textOf(frame.run.program, index)}; there are ${copies.length}, from 0.`,
        );
      }
      return copy(frame);
    };
  }
  const compiled = compileInner(map, scope);
  return (frame) => {
    const value = compiled(frame);
    if (!isKind(value, 'map')) throw new RunError('run/value', t`This is not a map.`);
    return entryOf(value, key(frame));
  };
}

function compileQuantified(expression: Quantified, scope: Scope): Evaluate {
  const inner = withLocal(scope, expression.variable);
  return overEach(expression.quantifier, {
    set: compileInner(expression.set, scope),
    condition: compileInner(expression.body, inner),
    index: localIndex(inner, expression.variable),
  });
}
