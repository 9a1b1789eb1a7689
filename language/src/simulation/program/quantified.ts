/**
 * Quantifiers and sets: a condition that is evaluated for each member of a set.
 */
import type { Expression, Quantifier } from '../../model/expression.ts';
import { isTrue } from '../kernel/operators.ts';
import type { Evaluate, Frame } from '../kernel/run.ts';
import { itemsOf, type Value } from '../values/values.ts';
import { spend } from '../values/work.ts';

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
