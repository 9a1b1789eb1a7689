/**
 * Writes expressions of the language as ECMAScript, as far as a chart has the same.
 */
import type { BinaryOperator, Expression, TextPart } from '../../model/machines/expression.ts';
import { WithoutWords } from './expression-tokens.ts';

/** The names that the expressions of a machine may use. */
export interface Written {
  /** The names of the variables that are written. */
  readonly variables: ReadonlySet<string>;
  /** The ids of states by their names. */
  readonly states: ReadonlyMap<string, string>;
  /** The names of the event's values that a transition has, and what they are in the chart: `_event.data.x`. */
  readonly values?: ReadonlyMap<string, string>;
}

const operators: Partial<Record<BinaryOperator, string>> = { or: '||', and: '&&' };

/** Returns the text of an expression. Throws a `WithoutWords` that says what has no word. */
export function writeExpression(e: Expression, known: Written): string {
  const inner = (each: Expression): string => inParentheses(each, writeExpression(each, known));
  switch (e.kind) {
    case 'boolean':
      return String(e.value);
    case 'number':
      return writeNumber(e.numerator, e.denominator);
    case 'text':
      return writeText(e.parts, known);
    case 'local': {
      const value = known.values?.get(e.name);
      if (value === undefined) throw new WithoutWords(`"${e.name}" is not a value of the event`);
      return value;
    }
    case 'property':
      if (e.of.kind === 'self' && known.variables.has(e.name)) return e.name;
      throw new WithoutWords(`"${e.name}" is not a variable of a chart`);
    case 'in state': {
      const id = e.subject.kind === 'self' ? known.states.get(e.state) : undefined;
      if (id === undefined) throw new WithoutWords('the states of others are not known to a chart');
      return `In(${quoted(id)})`;
    }
    case 'not':
      return `!${inner(e.operand)}`;
    case 'minus':
      return `-${inner(e.operand)}`;
    case 'binary':
      return `${inner(e.left)} ${operators[e.operator] ?? e.operator} ${inner(e.right)}`;
    case 'if':
      return `${inner(e.condition)} ? ${inner(e.then)} : ${inner(e.else)}`;
    default:
      throw new WithoutWords(`an expression of the kind "${e.kind}" cannot be expressed`);
  }
}

const simple: ReadonlySet<Expression['kind']> = new Set(['boolean', 'property', 'local', 'in state']);

const inParentheses = (e: Expression, text: string): string =>
  simple.has(e.kind) || (e.kind === 'number' && /^[\d.]+$/.test(text)) ? text : `(${text})`;

function writeNumber(numerator: number, denominator: number): string {
  if (denominator === 1 && Math.abs(numerator) < 1e15) return String(numerator);
  const decimal = String(numerator / denominator);
  const [, decimals = ''] = decimal.split('.');
  const isExact = /^-?\d+\.\d{1,9}$/.test(decimal) && 10 ** decimals.length % denominator === 0;
  if (isExact) return decimal;
  if (Math.abs(numerator) >= 1e15) throw new WithoutWords('a number has too many digits');
  return `${String(numerator)} / ${String(denominator)}`;
}

function writeText(parts: readonly TextPart[], known: Written): string {
  const all = typeof parts[0] === 'string' ? parts : ['', ...parts];
  return all
    .map((part) => (typeof part === 'string' ? quoted(part) : inParentheses(part, writeExpression(part, known))))
    .join(' + ');
}

function quoted(text: string): string {
  if (/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u.test(text))
    throw new WithoutWords('a text has characters that XML cannot have');
  return `'${text.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`;
}

/** Returns the attribute of a delay: `delay="1500ms"`, or `delayexpr` if it is computed. Throws a `WithoutWords`. */
export function writeDelay(e: Expression, known: Written): readonly [string, string] {
  if (e.kind === 'duration' && Number.isSafeInteger(e.milliseconds)) return ['delay', `${String(e.milliseconds)}ms`];
  return ['delayexpr', `(${millisecondsOf(e, known)}) + 'ms'`];
}

function millisecondsOf(e: Expression, known: Written): string {
  if (e.kind === 'duration') return writeNumber(e.milliseconds, 1);
  if (e.kind === 'binary') {
    const of = (each: Expression): string => `(${millisecondsOf(each, known)})`;
    const factor = (each: Expression): string => inParentheses(each, writeExpression(each, known));
    if (e.operator === '+' || e.operator === '-') return `${of(e.left)} ${e.operator} ${of(e.right)}`;
    if (e.operator === '*' && isDuration(e.right)) return `${factor(e.left)} * ${ofFactor(e.right, of, known)}`;
    if (e.operator === '*') return `${ofFactor(e.left, of, known)} * ${factor(e.right)}`;
  }
  throw new WithoutWords('such a delay cannot be expressed');
}

const ofFactor = (e: Expression, of: (each: Expression) => string, known: Written): string =>
  e.kind === 'duration' ? millisecondsOf(e, known) : of(e);

const isDuration = (e: Expression): boolean =>
  e.kind === 'duration' || (e.kind === 'binary' && (isDuration(e.left) || isDuration(e.right)));
