/** The value of the few expressions that random machines have. */
import type { Expression } from '../../../../language/src/model/machines/expression.ts';

/** What an expression is evaluated in. */
interface NaiveSurroundings {
  readonly variables: ReadonlyMap<string, number>;
  /** Returns true if a state of that name is active. */
  readonly isIn: (state: string) => boolean;
}

/** Returns the value of an expression; durations in seconds. */
export function naiveValue(expression: Expression, around: NaiveSurroundings): number | boolean | string {
  const evaluate = (each: Expression) => naiveValue(each, around);
  const number = (each: Expression): number => Number(evaluate(each));
  switch (expression.kind) {
    case 'number':
      return expression.numerator;
    case 'property':
      return around.variables.get(expression.name) ?? 0;
    case 'not':
      return !evaluate(expression.operand);
    case 'in state':
      return around.isIn(expression.state);
    case 'text':
      return expression.parts.map((part) => (typeof part === 'string' ? part : String(evaluate(part)))).join('');
    case 'duration':
      return expression.milliseconds / 1000;
    case 'binary': {
      if (expression.operator === 'and')
        return evaluate(expression.left) === true && evaluate(expression.right) === true;
      const [left, right] = [number(expression.left), number(expression.right)];
      if (expression.operator === '+') return left + right;
      if (expression.operator === '*') return left * right;
      if (expression.operator === '%') return left % right;
      if (expression.operator === '<') return left < right;
      return left === right;
    }
    default:
      throw new Error(`Random machines have no ${expression.kind}.`);
  }
}
