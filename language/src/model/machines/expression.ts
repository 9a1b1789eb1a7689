/**
 * Expressions with all names resolved. They say what to compute; the simulator and the analyses say how.
 */
import type { EntityId } from '../entity-kind.ts';
import type { RelationKind } from '../relation.ts';

/** The names of all predicates. */
export const predicates = [
  'alive',
  'destroyed',
  'crashed',
  'doomed',
  'degraded',
  'broken',
  'blocked',
  'dangling',
  'stale',
  'orphaned',
] as const;
/** A yes-or-no property of a single entity. */
export type Predicate = (typeof predicates)[number];

/** All binary operators, by their text in the language. */
export const binaryOperators = ['or', 'and', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'] as const;
/** One of the binary operators. */
export type BinaryOperator = (typeof binaryOperators)[number];

/** All quantifiers, by their text in the language; `those` is the set `{x in s: p}`. */
export const quantifiers = ['all', 'any', 'count', 'those'] as const;
/** One of the quantifiers. */
export type Quantifier = (typeof quantifiers)[number];

/** A part of a text: literal words, or the value of an expression in `${…}`. */
export type TextPart = string | Expression;

/** One expression with its operands. */
export type Expression =
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** An exact number, `denominator` 1 for whole numbers. */
  | { readonly kind: 'number'; readonly numerator: number; readonly denominator: number }
  | { readonly kind: 'duration'; readonly milliseconds: number }
  /** Events per day, exact. */
  | { readonly kind: 'rate'; readonly numerator: number; readonly denominator: number }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'self' }
  | { readonly kind: 'now' }
  | { readonly kind: 'entity'; readonly entity: EntityId }
  | { readonly kind: 'policy'; readonly name: string }
  /** A value of an enumeration, or a type label. */
  | { readonly kind: 'symbol'; readonly name: string }
  /** A parameter of an event or action, a quantifier's or a loop's variable, or the copy number `index`. */
  | { readonly kind: 'local'; readonly name: string }
  /** A built-in set: `entities`, `pds`, `policies`, … */
  | { readonly kind: 'all'; readonly of: string }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  /** All whole numbers from `from` to `to`; as a delay, any duration between them. */
  | { readonly kind: 'range'; readonly from: Expression; readonly to: Expression }
  /** A setting, parameter, variable, `let`, `members`, `owned` or `type` of an entity or channel. */
  | { readonly kind: 'property'; readonly of: Expression; readonly name: string }
  /** A channel or the collector, whose settings can be read and set. */
  | { readonly kind: 'channel' | 'collector'; readonly name: string }
  | { readonly kind: 'at'; readonly map: Expression; readonly key: Expression }
  | { readonly kind: 'not' | 'minus'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly then: Expression;
      readonly else: Expression;
    }
  | { readonly kind: 'member'; readonly item: Expression; readonly set: Expression }
  | { readonly kind: 'in state'; readonly subject: Expression; readonly state: string }
  | {
      readonly kind: 'quantified';
      readonly quantifier: Quantifier;
      readonly variable: string;
      readonly set: Expression;
      readonly body: Expression;
    }
  | { readonly kind: 'call'; readonly function: string; readonly arguments: readonly Expression[] }
  | {
      readonly kind: 'related';
      readonly relation: RelationKind;
      readonly source: Expression;
      readonly target: Expression;
      /** If present, only relations with this word after `as` count. */
      readonly as?: string;
    }
  | { readonly kind: 'predicate'; readonly predicate: Predicate; readonly subject: Expression }
  | { readonly kind: 'before'; readonly first: Expression; readonly second: Expression }
  | { readonly kind: 'notified'; readonly subject: Expression; readonly of: readonly Expression[] }
  | {
      readonly kind: 'received';
      readonly subject: Expression;
      /** `some`: at least one such message; `list`: exactly these, in this order; a number: that many such. */
      readonly count: 'some' | 'list' | number;
      /** Without arguments, with any. One, but for a list. */
      readonly messages: readonly { readonly event: string; readonly arguments: readonly Expression[] | undefined }[];
    };

const constantKinds: ReadonlySet<Expression['kind']> = new Set([
  ...([
    'boolean',
    'number',
    'duration',
    'rate',
    'text',
    'none',
    'self',
    'entity',
    'symbol',
    'local',
    'list',
    'minus',
  ] as const),
]);

/** Returns true if the value of a setting is the same in every state: nothing in it asks for anything. */
export function isConstant(value: Expression): boolean {
  if (!constantKinds.has(value.kind)) return false;
  if (value.kind === 'list') return value.items.every(isConstant);
  if (value.kind === 'minus') return isConstant(value.operand);
  return value.kind !== 'text' || value.parts.every((part) => typeof part === 'string' || isConstant(part));
}

/** The type of a value. */
export type Type =
  | { readonly kind: 'bool' | 'int' | 'number' | 'duration' | 'rate' | 'text' }
  /** Whole numbers from `from` to `to`, inclusive. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  /** Any entity of that kind, or `none`; `entity` means any kind. */
  | { readonly kind: 'entity'; readonly of: 'entity' | 'pd' | 'space' | 'resource' | 'object' | 'node' | 'region' }
  | { readonly kind: 'set'; readonly of: Type }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type };
