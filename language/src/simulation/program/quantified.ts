/**
 * Quantifiers and sets: a condition that is evaluated for each member of a set, often a range of numbers.
 */
import type { Expression, Quantifier } from '../../model/machines/expression.ts';
import { isTrue } from '../kernel/operators.ts';
import type { Evaluate, Frame } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { isKind, itemsOf, setOf, type SetValue, type Value } from '../values/values.ts';
import { spend } from '../values/work.ts';
import { t } from '../../model/common/translation.ts';

/** An expression that is about each member of a set. */
export type Quantified = Extract<Expression, { readonly kind: 'quantified' }>;

/** Its compiled parts; the condition finds the member among the locals, at this index. */
interface Parts {
  readonly set: Evaluate;
  readonly condition: Evaluate;
  readonly index: number;
}

/** Returns what a quantifier says of a set. */
export function overEach(quantifier: Quantifier, { set, condition, index }: Parts): Evaluate {
  const holds = (frame: Frame, item: Value): boolean => {
    spend(2);
    frame.locals[index] = item;
    return isTrue(condition(frame));
  };
  switch (quantifier) {
    case 'all':
      return (frame) => itemsOf(set(frame)).every((item) => holds(frame, item));
    case 'any':
      return (frame) => itemsOf(set(frame)).some((item) => holds(frame, item));
    case 'those':
      return (frame) => ({ kind: 'set', items: itemsOf(set(frame)).filter((item) => holds(frame, item)) });
    case 'count':
      return (frame) => itemsOf(set(frame)).reduce<number>((sum, item) => sum + (holds(frame, item) ? 1 : 0), 0);
  }
}

/** Shorter ranges are kept until a bound changes: a quantifier within another asks for the same one each time. */
const shortRange = 1024;

/** Compiles a range of numbers, or of durations or rates. */
export function compileRange(from: Evaluate, to: Evaluate): Evaluate {
  let kept: { readonly first: number; readonly last: number; readonly range: SetValue } | undefined;
  return (frame) => {
    const [first, last] = [from(frame), to(frame)];
    // A range of durations denotes one that is drawn from it.
    if (isKind(first, 'duration') || isKind(first, 'rate')) return setOf([first, last]);
    if (typeof first !== 'number' || typeof last !== 'number') {
      throw new RunError('run/value', t`A range goes from one whole number to another.`);
    }
    const length = Math.max(0, last - first + 1);
    spend(length);
    if (kept?.first === first && kept.last === last) return kept.range;
    const range: SetValue = { kind: 'set', items: Array.from({ length }, (_, index) => first + index) };
    if (length <= shortRange) kept = { first, last, range };
    return range;
  };
}
