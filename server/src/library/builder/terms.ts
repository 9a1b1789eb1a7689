/**
 * Values and conditions for the builder, in settings, steps, expectations and properties.
 */
import type { BinaryOperator, Predicate } from '../../../../language/src/model/machines/expression.ts';
import type { RelationKind } from '../../../../language/src/model/relation.ts';
import { printDuration } from '../../../../language/src/model/machines/print-expression.ts';
import { wholeNumber, joined, name, exactNumber, type Piece, quoted, say, unsaid, word } from './piece.ts';

/** A value or a condition. */
export interface Term {
  readonly kind: 'term';
  readonly piece: Piece;
  /** True if it needs no parentheses beside an operator. */
  readonly isAtomic: boolean;
}

/**
 * A value that a term can be made of: numbers and truth values stand for themselves, and a text is a text in quotes.
 */
export type Value = Term | number | boolean | string | readonly Value[];

const term = (piece: Piece, isAtomic = true): Term => ({ kind: 'term', piece, isAtomic });
const isTerm = (value: unknown): value is Term => typeof value === 'object' && value !== null && 'piece' in value;
const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Makes a term of a piece that names something. */
export const named = (piece: Piece): Term => term(piece);

/** Makes a term of a value. */
function termOf(value: Value): Term {
  if (isList(value)) return term(say`[${joined(value.map(written), ', ')}]`);
  if (typeof value === 'number') return term(exactNumber(value), value >= 0);
  if (typeof value === 'boolean') return term(word(String(value)));
  if (typeof value === 'string') return term(quoted(value));
  return isTerm(value) ? value : term(unsaid('A value is expected.'));
}

/** Returns the entities that a relation or a step is about: one, or several in a list. */
export function entitiesOf(targets: Term | readonly Term[]): readonly Piece[] {
  const list: readonly unknown[] = Array.isArray(targets) ? targets : [targets];
  const wanted = 'A relation or a step is about entities that the builder has declared';
  return list.map((each) =>
    isTerm(each)
      ? operand(each)
      : unsaid(
          `${wanted}, not about ${typeof each === 'string' ? `the text "${each}"` : `a value of type ${typeof each}`}.`,
        ),
  );
}

/** Returns the text of a value. */
export const written = (value: Value): Piece => termOf(value).piece;

/** Returns the text of a value as an operand. */
export function operand(value: Value): Piece {
  const { piece, isAtomic } = termOf(value);
  return isAtomic ? piece : say`(${piece})`;
}

/** A duration in milliseconds, exact to the microsecond. */
export function duration(milliseconds: number): Term {
  const isExact = milliseconds >= 0 && Number.isSafeInteger(Math.round(milliseconds * 1000));
  if (!isExact || Math.round(milliseconds * 1000) / 1000 !== milliseconds)
    return term(
      unsaid(`A duration is a number of milliseconds, exact to the microsecond; ${String(milliseconds)} is none.`),
    );
  return term(
    say`${exactNumber(milliseconds)}ms`.problem === undefined
      ? word(printDuration(milliseconds))
      : exactNumber(milliseconds),
  );
}

/** A range from one value to another, both included. */
export const range = (from: Value, to: Value): Term => term(say`${operand(from)}..${operand(to)}`, false);

/** A word of an enumeration, a type label or a state, or a variable or parameter of the machine around. */
export const symbol = (text: string): Term => term(name(text));

/** The entity whose machine is described. */
export const self: Term = term(word('self'));

/** The time. */
export const now: Term = term(word('now'));

/** No value. */
export const none: Term = term(word('none'));

/** A setting, parameter or variable of an entity. */
export const property = (of: Value, field: string): Term => term(say`${operand(of)}.${name(field)}`);

/** The condition that an entity is in a predicate's state: `is(app, 'degraded')`. */
export const is = (subject: Value, predicate: Predicate): Term =>
  term(say`${operand(subject)} ${word(predicate)}`, false);

/** The condition that the machine of an entity is in a state. */
export const inState = (subject: Value, state: string): Term => term(say`${operand(subject)} in ${name(state)}`, false);

/** The condition that one entity has a relation to another. */
export const related = (source: Value, kind: RelationKind, target: Value): Term =>
  term(say`${operand(source)} ${word(kind)} ${operand(target)}`, false);

/** The condition that one entity ends before another. */
export const before = (first: Value, second: Value): Term =>
  term(say`${operand(first)} before ${operand(second)}`, false);

/** The condition that a condition does not hold. */
export const not = (condition: Value): Term => term(say`not ${operand(condition)}`, false);

const operation = (left: Value, operator: BinaryOperator, right: Value): Term =>
  term(say`${operand(left)} ${word(operator)} ${operand(right)}`, false);

/** A comparison or a computation of two values. */
export const compute = operation;

const all = (conditions: readonly Value[], operator: 'and' | 'or', empty: boolean): Term =>
  conditions.length === 0
    ? termOf(empty)
    : conditions.map(termOf).reduce((left, right) => operation(left, operator, right));

/** The condition that all of these hold. */
export const and = (...conditions: readonly Value[]): Term => all(conditions, 'and', true);

/** The condition that one of these holds. */
export const or = (...conditions: readonly Value[]): Term => all(conditions, 'or', false);

/** A condition about all, any or the number of the entities of a set, with a variable for each. */
export function quantified(
  quantifier: 'all' | 'any' | 'count',
  variable: string,
  set: Value,
  condition: (each: Term) => Value,
): Term {
  const made = operand(condition(symbol(variable)));
  return term(say`${word(quantifier)} ${name(variable)} in ${operand(set)}: ${made}`, false);
}

/** A built-in set: all entities of a kind. */
export const every = (set: 'entities' | 'pds' | 'nodes' | 'spaces' | 'resources' | 'objects' | 'regions'): Term =>
  term(word(set));

/** The condition that an entity received an event, at least once or so many times. */
export const received = (subject: Value, event: { readonly name: string }, times?: number): Term => {
  const said = times === undefined ? name(event.name) : say`${wholeNumber(times, 1)} of ${name(event.name)}`;
  return term(say`${operand(subject)} received ${said}`, false);
};
