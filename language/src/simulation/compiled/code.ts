/**
 * Pieces of JavaScript with the known facts about their values. Only numbers and fixed words enter the text: no name of
 * a model is ever part of it.
 */
import type { Domain } from './layout.ts';
import { Unsupported, expandedText } from './unsupported.ts';
import { itemAt } from '../../model/common/lookup.ts';

/** An expression; `value` if it is known already. */
export interface Code {
  readonly text: string;
  readonly domain: Domain;
  readonly value: number | undefined;
}

/** A set that is known item by item: a list, a range, or all entities of a kind. */
export interface Items {
  readonly items: readonly Code[];
}

/** A map, or copies by index: the place of the value of each key. */
export interface KeyTable {
  readonly at: (key: Code) => Code;
}

/** Generated code for a value: an expression, a set, or a table. */
export type Emitted = Code | Items | KeyTable;

/** Returns true if the code is a set, known item by item. */
export const isItems = (emitted: Emitted): emitted is Items => 'items' in emitted;
/** Returns true if the code is a map, or copies by index. */
export const isTable = (emitted: Emitted): emitted is KeyTable => 'at' in emitted;

/** Returns a single value. Throws `Unsupported` for a set or map. */
export function singleCode(emitted: Emitted): Code {
  if (isItems(emitted) || isTable(emitted)) throw new Unsupported('a set or map as a value');
  return emitted;
}

/** A constant. */
export const literal = (value: number, domain: Domain): Code => ({ text: String(value), domain, value });

/** A known number. */
export const wholeNumber = (value: number): Code => literal(value, { kind: 'int', low: value, high: value });

/** A boolean, known or not. */
export const truth = (text: string, value?: boolean): Code =>
  value === undefined
    ? { text: expandedText(`(${text})`), domain: { kind: 'bool' }, value: undefined }
    : literal(value ? 1 : 0, { kind: 'bool' });

/** Returns the least and the greatest value that a number can have. */
export function interval({ domain, value }: Code): readonly [low: number, high: number] {
  if (value !== undefined) return [value, value];
  switch (domain.kind) {
    case 'bool':
      return [0, 1];
    case 'int':
      return [domain.low, domain.high];
    case 'enum':
      return [0, domain.values.length - 1];
    default:
      throw new Unsupported('arithmetic on a value that is not a number');
  }
}

/** A number computed from others, with its bounds. Throws `Unsupported` where it might not be exact. */
export function computed(text: string, low: number, high: number): Code {
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) throw new Unsupported('numbers of any size');
  if (low === high) return wholeNumber(low);
  return { text: expandedText(`(${text})`), domain: { kind: 'int', low, high }, value: undefined };
}

/** Returns a condition in the form that JavaScript tests. */
export function condition(code: Code): string {
  if (code.domain.kind !== 'bool') throw new Unsupported('a condition that is neither true nor false');
  return code.value === undefined ? code.text : code.value === 1 ? 'true' : 'false';
}

/** Returns a comparison of two values for equality. */
export function same(a: Code, b: Code): Code {
  if (a.value !== undefined && b.value !== undefined && a.domain.kind === b.domain.kind && a.domain.kind !== 'enum') {
    return truth('', a.value === b.value);
  }
  if (a.domain.kind === 'enum' || b.domain.kind === 'enum') return sameWord(a, b);
  if (a.domain.kind !== b.domain.kind) throw new Unsupported('a comparison of different kinds of values');
  if (a.domain.kind === 'int') {
    const [[lowA, highA], [lowB, highB]] = [interval(a), interval(b)];
    if (highA < lowB || highB < lowA) return truth('', false);
  }
  if (a.domain.kind === 'set') throw new Unsupported('a comparison of sets');
  return a.domain.kind === 'bool' ? truth(`${condition(a)}===${condition(b)}`) : truth(`${a.text}===${b.text}`);
}

/** Values of enumerations are compared as words. */
function sameWord(a: Code, b: Code): Code {
  if (a.domain.kind !== 'enum' || b.domain.kind !== 'enum')
    throw new Unsupported('a comparison of different kinds of values');
  const [known, other] = a.value === undefined ? [b, a] : [a, b];
  if (known.domain.kind !== 'enum' || other.domain.kind !== 'enum') throw new Unsupported('a comparison of words');
  if (known.value === undefined) {
    if (JSON.stringify(known.domain.values) !== JSON.stringify(other.domain.values))
      throw new Unsupported('a comparison of two enumerations');
    return truth(`${a.text}===${b.text}`);
  }
  const place = other.domain.values.indexOf(itemAt(known.domain.values, known.value));
  if (other.value !== undefined) return truth('', other.value === place);
  return place < 0 ? truth('', false) : truth(`${other.text}===${place}`);
}
