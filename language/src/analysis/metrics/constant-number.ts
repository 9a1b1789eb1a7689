/**
 * Evaluates constant numeric expressions: literals, and arithmetic on literals.
 */
import type { BinaryOperator, Expression } from '../../model/expression.ts';
import { type Fraction, product, quotient, sumOf } from './fraction.ts';

/** Returns the exact value of a constant expression; undefined for any other. */
export function constantNumber(expression: Expression): Fraction | undefined {
  // The operands of an operator are on the stack when its turn comes.
  const values: (Fraction | undefined)[] = [];
  for (const part of postorder(expression)) {
    if (part.kind === 'number') values.push({ numerator: part.numerator, denominator: part.denominator });
    else if (part.kind === 'minus') values.push(combined('-', { numerator: 0, denominator: 1 }, values.pop()));
    else if (part.kind === 'binary') {
      const right = values.pop();
      values.push(combined(part.operator, values.pop(), right));
    } else return undefined;
  }
  return values.pop();
}

function postorder(expression: Expression): Expression[] {
  const reversedOrder: Expression[] = [];
  const open: Expression[] = [expression];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    reversedOrder.push(part);
    if (part.kind === 'minus') open.push(part.operand);
    if (part.kind === 'binary') open.push(part.left, part.right);
  }
  return reversedOrder.reverse();
}

function combined(operator: BinaryOperator, left: Fraction | undefined, right: Fraction | undefined) {
  if (left === undefined || right === undefined) return undefined;
  if (operator === '+') return sumOf([left, right]).value;
  if (operator === '-') return sumOf([left, { ...right, numerator: -right.numerator }]).value;
  if (operator === '*') return product(left, right).value;
  if (operator === '/' && right.numerator !== 0) return quotient(left, right).value;
  return undefined;
}
