/**
 * Pieces of Promela that represent values, with what is known of them: a known value needs no text. Texts hold numbers
 * and names made by this export alone, never a text of the model.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { isKind, type Value } from '../../values/values.ts';
import { wholeMilliseconds } from './shapes.ts';
import { NotCovered, writtenOut } from './uncovered.ts';
import { itemAt } from '../../../model/common/lookup.ts';

/** A value that a state of the run decides, or one that is known. */
export type Term =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'bool'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly low: number; readonly high: number }
  /** In milliseconds. */
  | { readonly kind: 'duration'; readonly text: string; readonly low: number; readonly high: number }
  | { readonly kind: 'word'; readonly text: string; readonly words: readonly string[] }
  /** One of these, or -1 for none. */
  | { readonly kind: 'entity'; readonly text: string; readonly among: readonly EntityId[] }
  | { readonly kind: 'set'; readonly items: readonly SetElement[] }
  | { readonly kind: 'map'; readonly at: (key: Term) => Term };

/** An element that is in a set if a condition holds. */
export interface SetElement {
  readonly item: Term;
  readonly present: Term;
}

/** Returns the term of a known value. */
export const known = (value: Value): Term => ({ kind: 'known', value });

/** The term that is true. */
export const yes = known(true);

/** The term that is false. */
export const no = known(false);

/**
 * Returns a condition in the form that Promela tests. Throws `NotCovered` for a term that is neither true nor false.
 */
export function conditionOf(term: Term): string {
  if (term.kind === 'bool') return term.text;
  if (term.kind === 'known' && typeof term.value === 'boolean') return term.value ? 'true' : 'false';
  throw new NotCovered('a condition that is neither true nor false');
}

/** Returns the term of a condition in Promela. */
export const bool = (text: string): Term => ({ kind: 'bool', text: writtenOut(`(${text})`) });

/** Returns true if a term is known to be true. */
export const isKnownTrue = (term: Term): boolean => term.kind === 'known' && term.value === true;

/** Returns true if a term is known to be false. */
export const isNo = (term: Term): boolean => term.kind === 'known' && term.value === false;

/** Returns the condition that all of these hold. */
export function all(...terms: readonly Term[]): Term {
  if (terms.some(isNo)) return no;
  const open = terms.filter((term) => !isKnownTrue(term)).map(conditionOf);
  return open.length === 0 ? yes : open.length === 1 ? { kind: 'bool', text: open.join('') } : bool(open.join(' && '));
}

/** Returns the condition that any of these holds. */
export function any(...terms: readonly Term[]): Term {
  if (terms.some(isKnownTrue)) return yes;
  const open = terms.filter((term) => !isNo(term)).map(conditionOf);
  return open.length === 0 ? no : open.length === 1 ? { kind: 'bool', text: open.join('') } : bool(open.join(' || '));
}

/** Returns the negation of a condition. */
export const negation = (term: Term): Term =>
  isKnownTrue(term) ? no : isNo(term) ? yes : bool(`!${conditionOf(term)}`);

/** Returns the kind of value of a term. Throws `NotCovered` for one that has no form in Promela. */
export function termKind(term: Term): Exclude<Term['kind'], 'known'> {
  if (term.kind !== 'known') return term.kind;
  const { value } = term;
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return 'number';
  if (value === null || isKind(value, 'entity')) return 'entity';
  if (isKind(value, 'symbol')) return 'word';
  if (isKind(value, 'duration')) return 'duration';
  if (isKind(value, 'set')) return 'set';
  throw new NotCovered('a value that is not a truth value, whole number, duration, word, entity or set of these');
}

/** The term of a number. */
export type NumberTerm = Extract<Term, { readonly kind: 'number' }>;

type EntityTerm = Extract<Term, { readonly kind: 'entity' }>;

/** Returns a number with its bounds. Throws `NotCovered` for any other term. */
export function numberIn(term: Term): NumberTerm {
  if (term.kind === 'number') return term;
  if (term.kind === 'known' && typeof term.value === 'number') {
    const { value } = term;
    return { kind: 'number', text: value < 0 ? `(${value})` : String(value), low: value, high: value };
  }
  throw new NotCovered('arithmetic on a value that is not a whole number');
}

/** Returns a duration in milliseconds, with its bounds. Throws `NotCovered` for any other term. */
export function durationIn(term: Term): NumberTerm {
  if (term.kind === 'duration') return { ...term, kind: 'number' };
  if (term.kind === 'known') return numberIn(known(wholeMilliseconds(term.value)));
  throw new NotCovered('a duration from a value that is not one');
}

/** Returns an entity with those that it may be. Throws `NotCovered` for any other term. */
export function entityTerm(term: Term): EntityTerm {
  if (term.kind === 'entity') return term;
  if (term.kind === 'known' && term.value === null) return { kind: 'entity', text: '(-1)', among: [] };
  if (term.kind === 'known' && isKind(term.value, 'entity')) {
    return { kind: 'entity', text: String(term.value.id), among: [term.value.id] };
  }
  throw new NotCovered('an entity with the value none');
}

/** Returns the words that a term may be. Throws `NotCovered` for any other term. */
export function wordsOf(term: Term): readonly string[] {
  if (term.kind === 'word') return term.words;
  if (term.kind === 'known' && isKind(term.value, 'symbol')) return [term.value.name];
  throw new NotCovered('a word from a value that is not one');
}

/** Returns a word by its index among words; -1 for one that is not among them. */
export function wordAmong(term: Term, words: readonly string[]): string {
  if (term.kind === 'known') return String(words.indexOf(itemAt(wordsOf(term), 0)));
  if (term.kind !== 'word') throw new NotCovered('a word from a value that is not one');
  const places = term.words.map((word) => words.indexOf(word));
  if (places.every((place, index) => place === index)) return term.text;
  return places.reduceRight((rest, place, index) => `(${term.text} == ${index} -> ${place} : ${rest})`, '(-1)');
}

/** Returns a number between two others. Throws `NotCovered` where SPIN could not compute it. */
export function numberBetween(text: string, low: number, high: number): Term {
  if (low < -(2 ** 31) || high >= 2 ** 31) throw new NotCovered('numbers too large for SPIN');
  return { kind: 'number', text: writtenOut(`(${text})`), low, high };
}
