/**
 * Compiles operations of two operands. The error of an operator that has no meaning for its operands names them, and
 * the entities that they are read from: `b.tier, which is "x"`.
 */
import { entityName } from '../../model/model.ts';
import type { Expression } from '../../model/machines/expression.ts';
import { printExpression } from '../../model/machines/print-expression.ts';
import { compileBinary, OperandError } from '../kernel/operators.ts';
import type { Evaluate, Frame } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { isKind, type Value, valueText } from '../values/values.ts';
import { t } from '../../model/common/translation.ts';

/** Compiles an expression within the scope of the one around it. */
export type Compile = (inner: Expression) => Evaluate;

/** Compiles an operation of two operands. */
export function compileOperation(
  expression: Extract<Expression, { readonly kind: 'binary' }>,
  compile: Compile,
): Evaluate {
  const { operator, left, right } = expression;
  const operation = compileBinary(operator, compile(left), compile(right));
  if (operator === 'and' || operator === 'or' || operator === '==' || operator === '!=') return operation;
  return (frame) => {
    try {
      return operation(frame);
    } catch (error) {
      if (!(error instanceof OperandError)) throw error;
      const [one, other] = error.values;
      const named = [described(left, one, frame, compile), described(right, other, frame, compile)];
      throw new RunError(error.code, t`"${operator}" has no meaning for ${named.join(t` and `)}.`);
    }
  };
}

/** Describes one operand: what its value is read from, and the value. */
function described(operand: Expression, value: Value, frame: Frame, compile: Compile): string {
  const nameOf = (id: number): string => entityName(frame.run.program.model, id);
  const shown = typeof value === 'string' ? `"${value}"` : valueText(value, nameOf);
  const owner = operand.kind === 'property' ? compile(operand.of)(frame) : null;
  const text =
    operand.kind === 'property' && isKind(owner, 'entity')
      ? `${nameOf(owner.id)}.${operand.name}`
      : printExpression(operand, nameOf);
  return text === shown ? shown : t`${text}, which is ${shown},`;
}
