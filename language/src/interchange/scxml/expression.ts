/**
 * Reads the expressions of a chart that the language has, too: numbers, booleans, strings, comparisons, arithmetic,
 * `&&`, `||`, `!`, `? :`, `In('state')`, and the name and data of the event. Everything else is refused with a reason.
 */
import type { BinaryOperator, Expression, TextPart } from '../../model/machines/expression.ts';
import { quotedParts, WithoutWords, type ExpressionToken, expressionTokens } from './expression-tokens.ts';
import { t } from '../../model/common/translation.ts';

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
  /** The event that a transition takes. */
  readonly event?: KnownEvent | undefined;
}

/** The event that a transition takes. */
export interface KnownEvent {
  /** Its name in the chart. */
  readonly name: string;
  /** Its data, by their names in the chart; `whole` is all of it, if it is one value. */
  readonly fields: ReadonlyMap<string, KnownVariable>;
}

/** The values of each event in order, by the names of the event and of the value in the charts. */
export type EventData = ReadonlyMap<string, ReadonlyMap<string, KnownVariable>>;

/** The key of an event's data that is one value, not an object with names. */
export const wholeData = '';

/** A variable of a chart. */
export interface KnownVariable {
  readonly name: string;
  readonly type: PlainType;
  readonly isWhole: boolean;
}

const deepest = 40;

/** Returns the values of a list such as `[1, 2, 3]`, or throws a `WithoutWords`. `O(length)`. */
export function readList(text: string, known: Known): readonly Typed[] {
  const reader = new Reader(expressionTokens(text), known);
  const found = reader.list();
  reader.expectEnd();
  return found;
}

/** Returns the expression of a text, or throws a `WithoutWords`. `O(length)`. */
export function readChartExpression(text: string, known: Known): Typed {
  const reader = new Reader(expressionTokens(text), known);
  const found = reader.conditional();
  reader.expectEnd();
  return found;
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
  private readonly tokens: readonly ExpressionToken[];
  private readonly known: Known;

  constructor(tokens: readonly ExpressionToken[], known: Known) {
    this.tokens = tokens;
    this.known = known;
  }

  conditional(): Typed {
    this.depth++;
    if (this.depth > deepest) throw new WithoutWords(t`the expression nests too deeply`);
    const condition = this.binary(0);
    let found = condition;
    if (this.takes('?')) {
      const first = this.conditional();
      this.expect(':');
      const second = this.conditional();
      if (first.type !== second.type) throw new WithoutWords(t`the two values of "? :" are of different types`);
      const choice = asBool(condition);
      found = made(first.type, [choice, first, second], {
        kind: 'if',
        condition: choice.expression,
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
    if (this.depth > deepest) throw new WithoutWords(t`the expression nests too deeply`);
    const operand = this.unary();
    this.depth--;
    if (sign === '!') return made('bool', [operand], { kind: 'not', operand: asBool(operand).expression });
    must(operand, 'number', sign);
    return sign === '+' ? operand : made('number', [operand], { kind: 'minus', operand: operand.expression });
  }

  private operand(): Typed {
    const next = this.tokens[this.at++];
    if (next === undefined) throw new WithoutWords(t`the expression ends too early`);
    if (next.kind === 'number') return numberOf(next.text);
    if (next.kind === 'string') return made('text', [], { kind: 'text', parts: quotedParts(next.text) });
    if (next.kind === 'name') return this.named(next.text);
    if (next.text !== '(') throw new WithoutWords(t`"${next.text}" is where a value should be`);
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
    if (name === '_event') return this.ofEvent();
    if (name !== 'In') throw new WithoutWords(t`"${name}" is not a variable with a simple value`);
    this.expect('(');
    const id = this.tokens[this.at++];
    if (id?.kind !== 'string') throw new WithoutWords(t`In(…) takes the id of a state in quotes`);
    this.expect(')');
    const state = this.known.states.get(id.text.slice(1, -1));
    if (state === undefined) throw new WithoutWords(t`${id.text} is not a state`);
    return made('bool', [], { kind: 'in state', subject: { kind: 'self' }, state });
  }

  /** Reads `_event.name`, `_event.data` or `_event.data.x`. */
  private ofEvent(): Typed {
    const { event } = this.known;
    const part = this.member();
    if (part !== 'name' && part !== 'data') throw new WithoutWords(t`"_event.${part}" cannot be expressed`);
    if (event === undefined) throw new WithoutWords(t`only a transition that names its event knows "_event"`);
    if (part === 'name') return made('text', [], { kind: 'text', parts: [event.name] });
    const key = this.isNext('.') ? this.member() : wholeData;
    const field = event.fields.get(key);
    if (field === undefined) throw new WithoutWords(t`nothing says the type of the data`);
    return { ...made(field.type, [], { kind: 'local', name: field.name }), isWhole: field.isWhole };
  }

  /** Reads a dot and the name after it. */
  private member(): string {
    this.expect('.');
    const name = this.tokens[this.at++];
    if (name?.kind !== 'name') throw new WithoutWords(t`a name is missing after "."`);
    return name.text;
  }

  list(): readonly Typed[] {
    const items: Typed[] = [];
    this.expect('[');
    while (!this.isNext(']')) {
      items.push(this.conditional());
      if (!this.isNext(']')) this.expect(',');
    }
    this.expect(']');
    return items;
  }

  private isNext(sign: string): boolean {
    const next = this.tokens[this.at];
    return next?.kind === 'sign' && next.text === sign;
  }

  private takes(sign: string): boolean {
    const isNext = this.isNext(sign);
    if (isNext) this.at++;
    return isNext;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw new WithoutWords(t`"${sign}" is missing`);
  }

  expectEnd(): void {
    const next = this.tokens[this.at];
    if (next !== undefined) throw new WithoutWords(t`the expression goes on with "${next.text.slice(0, 20)}"`);
  }
}

function made(type: PlainType, operands: readonly Typed[], expression: Expression): Typed {
  const depth = 1 + Math.max(0, ...operands.map((each) => each.depth));
  if (depth > deepest) throw new WithoutWords(t`the expression nests too deeply`);
  const isWhole = type === 'number' && operands.every((each) => each.type !== 'number' || each.isWhole);
  return { type, expression, isWhole, depth };
}

/** Returns a value as a condition: of numbers 0 is false, and of texts the empty one. */
export function asBool(value: Typed): Typed {
  if (value.type === 'bool') return value;
  const none: Expression =
    value.type === 'text' ? { kind: 'text', parts: [] } : { kind: 'number', numerator: 0, denominator: 1 };
  return made('bool', [value], { kind: 'binary', operator: '!=', left: value.expression, right: none });
}

function must({ type }: Typed, wanted: PlainType, sign: string): void {
  if (type !== wanted) throw new WithoutWords(t`"${sign}" takes a ${wanted} here, and this is a ${type}`);
}

function combined(operator: BinaryOperator, left: Typed, right: Typed): Typed {
  if (operator === '+' && (left.type === 'text' || right.type === 'text'))
    return made('text', [left, right], { kind: 'text', parts: joined([...textParts(left), ...textParts(right)]) });
  if (operator === 'and' || operator === 'or') {
    const [first, second] = [asBool(left), asBool(right)];
    return made('bool', [first, second], {
      kind: 'binary',
      operator,
      left: first.expression,
      right: second.expression,
    });
  }
  const expression: Expression = { kind: 'binary', operator, left: left.expression, right: right.expression };
  const isEquality = operator === '==' || operator === '!=';
  if (isEquality && left.type !== right.type)
    throw new WithoutWords(t`the expression compares values of different types`);
  if (!isEquality) for (const each of [left, right]) must(each, 'number', operator);
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
  if (digits.length > 15 || decimals.length > 9) throw new WithoutWords(t`${text} has too many digits`);
  const denominator = 10 ** decimals.length;
  const isInteger = Number(digits) % denominator === 0;
  const numerator = isInteger ? Number(digits) / denominator : Number(digits);
  const number = { kind: 'number', numerator, denominator: isInteger ? 1 : denominator } as const;
  return { ...made('number', [], number), isWhole: !text.includes('.') };
}
