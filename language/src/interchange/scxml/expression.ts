/**
 * Reads the expressions of a chart that the language has, too: numbers, booleans, strings, comparisons, arithmetic,
 * `&&`, `||`, `!`, `? :` and `In('state')`. Everything else is refused with a reason.
 */
import type { BinaryOperator, Expression, TextPart } from '../../model/expression.ts';

/** The type of a value of a chart. */
export type PlainType = 'bool' | 'number' | 'text';

/** An expression with its type. */
export interface Typed {
  readonly type: PlainType;
  readonly expression: Expression;
  /** True if its value is a whole number. */
  readonly isWhole: boolean;
  /** The depth of nesting. */
  readonly depth: number;
}

/** The names that an expression may use. */
export interface Known {
  /** The variables, by their names in the chart. */
  readonly variables: ReadonlyMap<string, KnownVariable>;
  /** The names of states in the language, by their ids in the chart. */
  readonly states: ReadonlyMap<string, string>;
}

/** A variable of a chart. */
export interface KnownVariable {
  readonly name: string;
  readonly type: PlainType;
  readonly isWhole: boolean;
}

/** Why an expression has no words in the language. */
export class Refusal extends Error {}

const token =
  /\s*(?:(\d+\.?\d*(?![\w.])|\.\d+(?![\w.]))|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|([\p{L}_$][\p{L}\d_$]*)|(\+\+|--|===|!==|==|!=|<=|>=|&&|\|\||[-+*/%!<>()?:]))/uy;
const longest = 2000;
const deepest = 40;

interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'sign';
  readonly text: string;
}

/** Returns the expression of a text, or throws a `Refusal`. `O(length)`. */
export function readExpression(text: string, known: Known): Typed {
  const reader = new Reader(tokensOf(text), known);
  const found = reader.conditional();
  reader.expectEnd();
  return found;
}

function tokensOf(text: string): Token[] {
  if (text.length > longest) throw new Refusal('the expression is too long');
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null)
      throw new Refusal(`the expression goes on with ${JSON.stringify(text.slice(at).trim().slice(0, 20))}`);
    const [, number, string, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return tokens;
}

const levels: readonly (readonly (readonly [string, BinaryOperator])[])[] = [
  [['||', 'or']],
  [['&&', 'and']],
  [
    ['===', '=='],
    ['!==', '!='],
    ['==', '=='],
    ['!=', '!='],
  ],
  [
    ['<', '<'],
    ['<=', '<='],
    ['>', '>'],
    ['>=', '>='],
  ],
  [
    ['+', '+'],
    ['-', '-'],
  ],
  [
    ['*', '*'],
    ['/', '/'],
    ['%', '%'],
  ],
];

class Reader {
  private at = 0;
  private depth = 0;
  private readonly tokens: readonly Token[];
  private readonly known: Known;

  constructor(tokens: readonly Token[], known: Known) {
    this.tokens = tokens;
    this.known = known;
  }

  conditional(): Typed {
    this.depth++;
    if (this.depth > deepest) throw new Refusal('the expression nests too deeply');
    const condition = this.binary(0);
    let found = condition;
    if (this.takes('?')) {
      const first = this.conditional();
      this.expect(':');
      const second = this.conditional();
      must(condition, 'bool', '?');
      if (first.type !== second.type) throw new Refusal('the two values of "? :" are of different types');
      found = made(first.type, [condition, first, second], {
        kind: 'if',
        condition: condition.expression,
        then: first.expression,
        else: second.expression,
      });
    }
    this.depth--;
    return found;
  }

  private binary(level: number): Typed {
    const operators = levels[level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const found = operators.find(([sign]) => this.takes(sign));
      if (found === undefined) return left;
      left = combined(found[1], left, this.binary(level + 1));
    }
  }

  private unary(): Typed {
    const sign = ['!', '-', '+'].find((each) => this.takes(each));
    if (sign === undefined) return this.operand();
    this.depth++;
    if (this.depth > deepest) throw new Refusal('the expression nests too deeply');
    const operand = this.unary();
    this.depth--;
    must(operand, sign === '!' ? 'bool' : 'number', sign);
    if (sign === '+') return operand;
    const kind = sign === '!' ? 'not' : 'minus';
    return made(operand.type, [operand], { kind, operand: operand.expression });
  }

  private operand(): Typed {
    const next = this.tokens[this.at++];
    if (next === undefined) throw new Refusal('the expression ends too early');
    if (next.kind === 'number') return numberOf(next.text);
    if (next.kind === 'string') return made('text', [], { kind: 'text', parts: partsOf(next.text) });
    if (next.kind === 'name') return this.named(next.text);
    if (next.text !== '(') throw new Refusal(`"${next.text}" is where a value should be`);
    const inner = this.conditional();
    this.expect(')');
    return inner;
  }

  private named(name: string): Typed {
    if (name === 'true' || name === 'false') return made('bool', [], { kind: 'boolean', value: name === 'true' });
    const variable = this.known.variables.get(name);
    if (variable !== undefined) {
      const { type, isWhole } = variable;
      return { ...made(type, [], { kind: 'local', name: variable.name }), isWhole };
    }
    if (name !== 'In') throw new Refusal(`"${name}" is not a variable with a simple value`);
    this.expect('(');
    const id = this.tokens[this.at++];
    if (id?.kind !== 'string') throw new Refusal('In(…) takes the id of a state in quotes');
    this.expect(')');
    const state = this.known.states.get(id.text.slice(1, -1));
    if (state === undefined) throw new Refusal(`${id.text} is not a state`);
    return made('bool', [], { kind: 'in state', subject: { kind: 'self' }, state });
  }

  private takes(sign: string): boolean {
    const next = this.tokens[this.at];
    const isNext = next?.kind === 'sign' && next.text === sign;
    if (isNext) this.at++;
    return isNext;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw new Refusal(`"${sign}" is missing`);
  }

  expectEnd(): void {
    const next = this.tokens[this.at];
    if (next !== undefined) throw new Refusal(`the expression goes on with "${next.text.slice(0, 20)}"`);
  }
}

function made(type: PlainType, operands: readonly Typed[], expression: Expression): Typed {
  const depth = 1 + Math.max(0, ...operands.map((each) => each.depth));
  if (depth > deepest) throw new Refusal('the expression nests too deeply');
  const isWhole = type === 'number' && operands.every((each) => each.type !== 'number' || each.isWhole);
  return { type, expression, isWhole, depth };
}

function must({ type }: Typed, wanted: PlainType, sign: string): void {
  if (type !== wanted) throw new Refusal(`"${sign}" takes a ${wanted} here, and this is a ${type}`);
}

function combined(operator: BinaryOperator, left: Typed, right: Typed): Typed {
  if (operator === '+' && (left.type === 'text' || right.type === 'text'))
    return made('text', [left, right], { kind: 'text', parts: joined([...textParts(left), ...textParts(right)]) });
  const expression: Expression = { kind: 'binary', operator, left: left.expression, right: right.expression };
  const isEquality = operator === '==' || operator === '!=';
  if (isEquality && left.type !== right.type) throw new Refusal('the expression compares values of different types');
  const isLogical = operator === 'and' || operator === 'or';
  if (!isEquality) for (const each of [left, right]) must(each, isLogical ? 'bool' : 'number', operator);
  const isArithmetic = ['+', '-', '*', '/', '%'].includes(operator);
  const found = made(isArithmetic ? 'number' : 'bool', [left, right], expression);
  return operator === '/' ? { ...found, isWhole: false } : found;
}

const textParts = ({ expression }: Typed): readonly TextPart[] =>
  expression.kind === 'text' ? expression.parts : [expression];

/** Makes adjacent words one. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const all: TextPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part;
    else if (part !== '') all.push(part);
  }
  return all;
}

function numberOf(text: string): Typed {
  const [whole = '', decimals = ''] = text.split('.');
  const digits = `${whole}${decimals}`;
  if (digits.length > 15 || decimals.length > 9) throw new Refusal(`${text} has too many digits`);
  const denominator = 10 ** decimals.length;
  const isInteger = Number(digits) % denominator === 0;
  const numerator = isInteger ? Number(digits) / denominator : Number(digits);
  const number = { kind: 'number', numerator, denominator: isInteger ? 1 : denominator } as const;
  return { ...made('number', [], number), isWhole: !text.includes('.') };
}

function partsOf(text: string): string[] {
  const words = text.slice(1, -1).replace(/\\(.)/g, (_, character: string) => {
    if (character === 'n') return '\n';
    if (character === 't') return '\t';
    if (/[\w]/.test(character)) throw new Refusal(`the expression has the escape "\\${character}"`);
    return character;
  });
  return words === '' ? [] : [words];
}

/** The number of milliseconds of a delay such as `1.5s` or `20ms`; undefined if it is none. */
export function delayOf(text: string): number | undefined {
  const found = /^\s*\+?(\d{1,9}(?:\.\d{0,6})?|\.\d{1,6})\s*(ms|s|m|h)\s*$/.exec(text);
  if (found === null) return undefined;
  const [, number = '', unit] = found;
  const milliseconds = Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000);
  const whole = Math.round(milliseconds);
  return Math.abs(whole - milliseconds) < 1e-6 ? whole : undefined;
}

/** Returns a delay that is computed: a text, or a number of milliseconds with `'ms'` after it. Throws a `Refusal`. */
export function readDelay(text: string, known: Known): Expression {
  const { expression } = readExpression(text, known);
  if (expression.kind !== 'text') throw new Refusal('the expression is not a text such as "5s"');
  const [number, unit, ...others] = expression.parts;
  if (typeof number === 'string') {
    const milliseconds = unit === undefined ? delayOf(number) : undefined;
    if (milliseconds !== undefined) return { kind: 'duration', milliseconds };
  } else if (number !== undefined && (unit === 'ms' || unit === 's') && others.length === 0)
    return durationOf(number, unit === 's' ? 1000 : 1);
  throw new Refusal('the expression is not a delay such as "5s"');
}

/** Makes a number of milliseconds, or of a larger unit, a duration: of a product, its last factor. */
function durationOf(expression: Expression, unit: number): Expression {
  if (expression.kind === 'number' && expression.denominator === 1)
    return { kind: 'duration', milliseconds: expression.numerator * unit };
  if (expression.kind === 'binary' && expression.operator === '*' && expression.right.kind === 'number')
    return { ...expression, right: durationOf(expression.right, unit) };
  if (expression.kind === 'binary' && expression.operator === '*' && expression.left.kind === 'number')
    return { ...expression, left: durationOf(expression.left, unit) };
  if (expression.kind === 'binary' && ['+', '-'].includes(expression.operator))
    return { ...expression, left: durationOf(expression.left, unit), right: durationOf(expression.right, unit) };
  return { kind: 'binary', operator: '*', left: expression, right: { kind: 'duration', milliseconds: unit } };
}
