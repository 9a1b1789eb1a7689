/**
 * Writes expressions as text of the language. Every operand that is not a single word, call or literal gets
 * parentheses, so the writer needs no precedence rules.
 */
import { classOfSet } from '../built-in-set.ts';
import type { EntityId } from '../entity-kind.ts';
import type { Expression, TextPart } from './expression.ts';
import { isWord, writeName } from '../language-names.ts';
import { rateText } from '../rate.ts';
import { tableOf } from '../common/table.ts';

/** A function that returns the path of an entity. */
export type WritePath = (id: EntityId) => string;

/** Returns the text of an expression; parsing it where the same names are visible gives the same expression. */
export function printExpression(expression: Expression, path: WritePath): string {
  const e = expression;
  switch (e.kind) {
    case 'boolean':
      return String(e.value);
    case 'number':
      return printNumber(e.numerator, e.denominator);
    case 'duration':
      return printDuration(e.milliseconds);
    case 'rate':
      return rateText(e);
    case 'text':
      return printText(e.parts, path);
    case 'none':
    case 'self':
    case 'now':
      return e.kind;
    case 'entity':
      return path(e.entity);
    case 'policy':
    case 'symbol':
    case 'local':
    case 'channel':
    case 'collector':
      return writeName(e.name);
    case 'all':
      return e.of;
    case 'list':
      return `[${printList(e.items, path)}]`;
    case 'call':
      return `${e.function}(${printList(e.arguments, path)})`;
    default:
      return printOperation(e, path);
  }
}

type Simple =
  | 'boolean'
  | 'number'
  | 'duration'
  | 'rate'
  | 'text'
  | 'none'
  | 'self'
  | 'now'
  | 'entity'
  | 'policy'
  | 'symbol'
  | 'local'
  | 'channel'
  | 'collector'
  | 'all'
  | 'list'
  | 'call';

/** Writes an expression with operands. */
function printOperation(e: Exclude<Expression, { readonly kind: Simple }>, path: WritePath): string {
  const operand = (part: Expression): string => {
    const text = printExpression(part, path);
    return isAtomic(part) ? text : `(${text})`;
  };
  switch (e.kind) {
    case 'range':
      return `${operand(e.from)}..${operand(e.to)}`;
    case 'property':
      return `${operand(e.of)}.${isWord(e.name) ? e.name : writeName(e.name)}`;
    case 'at':
      return `${operand(e.map)}[${printExpression(e.key, path)}]`;
    case 'not':
      return `not ${operand(e.operand)}`;
    case 'minus':
      return `-${operand(e.operand)}`;
    case 'binary':
      return `${operand(e.left)} ${e.operator} ${operand(e.right)}`;
    case 'if':
      return `if ${operand(e.condition)} then ${operand(e.then)} else ${operand(e.else)}`;
    case 'member': {
      const named = e.set.kind === 'all' ? classOfSet(e.set.of) : undefined;
      if (named !== undefined) return `${operand(e.item)} is ${writeName(named)}`;
      return `${operand(e.item)} in ${operand(e.set)}`;
    }
    case 'in state':
      return `${operand(e.subject)} in ${writeName(e.state)}`;
    case 'quantified':
      if (e.quantifier === 'those')
        return `{${writeName(e.variable)} in ${operand(e.set)}: ${printExpression(e.body, path)}}`;
      return `${e.quantifier} ${writeName(e.variable)} in ${operand(e.set)}: ${operand(e.body)}`;
    case 'related':
      return `${operand(e.source)} ${e.relation} ${operand(e.target)}${e.as === undefined ? '' : ` as ${writeName(e.as)}`}`;
    case 'predicate':
      return `${operand(e.subject)} ${e.predicate}`;
    case 'before':
      return `${operand(e.first)} before ${operand(e.second)}`;
    case 'notified':
      return `${operand(e.subject)} notified of ${e.of.map(operand).join(', ')}`;
    case 'received': {
      const messages = e.messages.map(({ event, arguments: values }) => {
        const written = values === undefined ? '' : `(${printList(values, path)})`;
        return `${writeName(event)}${written}`;
      });
      const count = typeof e.count === 'number' ? `${String(e.count)} of ` : '';
      const said = e.count === 'list' ? `[${messages.join(', ')}]` : `${count}${messages.join('')}`;
      return `${operand(e.subject)} received ${said}`;
    }
  }
}

const printList = (parts: readonly Expression[], path: WritePath): string =>
  parts.map((part) => printExpression(part, path)).join(', ');

/** Writes a duration in the largest unit that keeps it whole. */
export const printDuration = (milliseconds: number): string =>
  milliseconds % 1000 === 0 ? `${String(milliseconds / 1000)}s` : `${String(milliseconds)}ms`;

function isAtomic(expression: Expression): boolean {
  switch (expression.kind) {
    case 'boolean':
    case 'duration':
    case 'text':
    case 'none':
    case 'self':
    case 'now':
    case 'entity':
    case 'policy':
    case 'symbol':
    case 'local':
    case 'all':
    case 'list':
    case 'range':
    case 'property':
    case 'channel':
    case 'collector':
    case 'at':
    case 'call':
      return true;
    case 'quantified':
      return expression.quantifier === 'those';
    case 'number':
      return expression.denominator === 1 && expression.numerator >= 0;
    default:
      return false;
  }
}

/** Writes a fraction as a decimal number, or as a quotient if no decimal is exact. */
function printNumber(numerator: number, denominator: number): string {
  const decimal = numerator / denominator;
  const isShort = /^-?\d+(?:\.\d{1,9})?$/.test(String(decimal));
  const scale = 10 ** 9;
  const isExact = denominator === 1 || (isShort && (scale % denominator === 0 || 2 ** 30 % denominator === 0));
  if (!isExact) return `${plainDigits(numerator)}/${plainDigits(denominator)}`;
  return denominator === 1 ? plainDigits(numerator) : String(decimal);
}

/** Returns all digits of a whole number; `String` would use an exponent from 10^21 on. */
const plainDigits = (value: number): string => (Number.isInteger(value) ? BigInt(value).toString() : String(value));

function printText(parts: readonly TextPart[], path: WritePath): string {
  const written = parts.map((part) =>
    typeof part === 'string' ? escapeText(part) : `\${${printExpression(part, path)}}`,
  );
  return `"${written.join('')}"`;
}

/** The language has no escape for a carriage return, and no text that was read contains one. */
const escapes: Readonly<Record<string, string>> = tableOf({ '\n': '\\n', '\r': ' ', '\t': '\\t' });

/** Writes a text in double quotes. */
export const writeTextLiteral = (text: string): string => `"${escapeText(text)}"`;

const escapeText = (text: string): string =>
  text.replace(/["\\]|\$(?=\{)/g, '\\$&').replace(/[\n\r\t]/g, (character) => escapes[character] ?? character);
