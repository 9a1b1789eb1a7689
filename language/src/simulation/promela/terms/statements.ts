/** Statements of Promela: in sequence, with a choice, and with assertions of the needs of a value. */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Expression } from '../../../model/machines/expression.ts';
import { write } from './expression.ts';
import { conditionOf, known, type Term } from './terms.ts';
import { type Around, covered } from './writing.ts';

/** Writes `if` with both sides; empty where both are empty. */
export function branch(test: Term, then: readonly string[], otherwise: readonly string[] = []): string[] {
  if (test.kind === 'known') return [...(test.value === true ? then : otherwise)];
  if (then.length === 0 && otherwise.length === 0) return [];
  return [`if\n:: ${conditionOf(test)} ->\n${block(then)}\n:: else ->\n${block(otherwise)}\nfi`];
}

/** Joins statements in sequence. */
export const block = (statements: readonly string[]): string =>
  statements.length === 0 ? 'skip' : statements.join(';\n');

/** Asserts a condition, unless it is known to hold. */
export function assertion(test: Term): string[] {
  return test.kind === 'known' && test.value === true ? [] : [`assert(${conditionOf(test)})`];
}

/** Writes a part together with the assertions of its needs. */
export function asserting<T>(
  around: Around,
  translate: (inner: Around) => T,
): { readonly value: T; readonly asserts: string[] } {
  const asserts: string[] = [];
  const needs = (need: Term): void => {
    if (need.kind === 'known' && need.value === true) return;
    const text = `assert(${conditionOf(need)})`;
    if (!asserts.includes(text)) asserts.push(text);
  };
  return { value: translate({ ...around, needs }), asserts };
}

/** Returns the condition that a guard holds, at its place; unmet needs count as not holding. */
export function guardOf(
  guard: Expression | undefined,
  place: PlaceId,
  around: Around,
): { readonly test: Term; readonly asserts: string[] } {
  if (guard === undefined) return { test: known(true), asserts: [] };
  return covered(around.writing, place, { test: known(true), asserts: [] }, () => {
    const { value: test, asserts } = asserting(around, (inner) => {
      const written = write(guard, inner);
      conditionOf(written);
      return written;
    });
    return { test, asserts };
  });
}
