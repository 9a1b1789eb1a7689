/**
 * The properties of a check in Promela: `never` and `always` as assertions of a process of their own, `eventually` and
 * `leads to` as claims of what must not go on forever.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { Property } from '../../model/scenario.ts';
import { write } from './terms/expression.ts';
import { checkContext } from './moves.ts';
import { all, any, conditionOf, no, negation, type Term, yes } from './terms/terms.ts';
import { covered, type Writing } from './terms/writing.ts';

/** A property as written in the exported model. */
export interface ExportedClaim {
  /** The name that SPIN reports where it is broken, and takes to choose it. */
  readonly name: string;
  readonly property: Property;
  /** True for a claim on runs, which SPIN judges one at a time. */
  readonly isLasting: boolean;
}

/** The status of a run after its plain steps, by what has held in them. */
export interface Pending {
  /** True if what is awaited has come already; `isAwaited` if it is awaited already. */
  readonly isMet: boolean;
  readonly isAwaited: boolean;
}

/** Returns a condition with what it needs: where it has no value, it is broken as well. */
function judged(writing: Writing, expression: Expression): { readonly holds: Term; readonly hasValue: Term } {
  let hasValue: Term = yes;
  const needs = (need: Term): void => {
    hasValue = all(hasValue, need);
  };
  const holds = write(expression, { ...checkContext(writing), needs });
  conditionOf(holds);
  return { holds, hasValue };
}

/** Writes the process that judges every state. */
export function writeJudge(writing: Writing, claims: readonly ExportedClaim[]): string[] {
  const cases = claims.flatMap(({ name, property: { kind, condition, place } }) => {
    const broken = covered(writing, place, no, () => {
      const { holds, hasValue } = judged(writing, condition);
      return any(negation(hasValue), kind === 'never' ? holds : negation(holds));
    });
    return broken.kind === 'known' && broken.value === false
      ? []
      : [`:: atomic { BEGUN && ${conditionOf(broken)} -> assert(${name}) }`];
  });
  if (cases.length === 0) return [];
  return ['#ifndef LASTING', 'active proctype judge()', '{', 'end: do', ...cases, 'od', '}', '#endif'];
}

/** Returns the condition that a state is within the bounds of the check. */
export function withinBounds(writing: Writing): Term {
  const { bounds, place } = writing.check;
  return all(
    ...bounds.map((bound) =>
      covered(writing, place, yes, () => {
        const { holds, hasValue } = judged(writing, bound);
        return all(hasValue, holds);
      }),
    ),
  );
}

/** The name of what the plain steps leave: that what is awaited has come, or for `leads to` that it is awaited. */
export const leftName = ({ name }: ExportedClaim): string => `${name}left`;

/** Its value at a beginning. */
export const leftBy = ({ property: { goal } }: ExportedClaim, pending: Pending | undefined): 0 | 1 =>
  (goal === undefined ? pending?.isMet : pending?.isAwaited) === true ? 1 : 0;

/** Writes the claim that must not hold of any run: what is awaited never comes. */
export function writeClaim(writing: Writing, claim: ExportedClaim): string[] {
  const { name, property } = claim;

  const { condition, goal, place } = property;
  return covered(writing, place, [], () => {
    const awaited = judged(writing, goal ?? condition).holds;
    const waits = `BEGUN && WITHIN && ${conditionOf(negation(awaited))}`;
    const begins = goal === undefined ? no : judged(writing, condition).holds;
    if (goal === undefined) {
      return [
        `never ${name}`,
        '{',
        `before: do`,
        ':: !BEGUN',
        `:: ${waits} && !${leftName(claim)} -> goto accept_wait`,
        'od;',
        `accept_wait: do`,
        `:: ${waits}`,
        'od',
        '}',
      ];
    }
    return [
      `never ${name}`,
      '{',
      `opening: do`,
      ':: !BEGUN',
      `:: ${waits} && ${leftName(claim)} -> goto accept_wait`,
      ':: BEGUN -> goto before',
      'od;',
      `before: do`,
      `:: ${waits} && ${conditionOf(begins)} -> goto accept_wait`,
      ':: true',
      'od;',
      `accept_wait: do`,
      `:: ${waits}`,
      'od',
      '}',
    ];
  });
}
