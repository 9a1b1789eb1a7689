/** Generates JavaScript for operations of two operands, with the bounds of their results. */
import type { BinaryOperator } from '../../model/machines/expression.ts';
import { type Code, computed, condition, interval, same, truth, wholeNumber } from './code.ts';
import { Unsupported } from './unsupported.ts';

/** Generates an operation of two operands; the second is evaluated only where it matters. */
export function binary(operator: BinaryOperator, left: Code, second: () => Code): Code {
  if (operator === 'and' || operator === 'or') return logical(operator, left, second);
  const right = second();
  switch (operator) {
    case '==':
      return same(left, right);
    case '!=': {
      const equal = same(left, right);
      return equal.value === undefined ? truth(`!${equal.text}`) : truth('', equal.value === 0);
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(operator, left, right);
    default:
      return arithmetic(operator, left, right);
  }
}

/** Generates `and` or `or`; known operands are folded. */
export function logical(operator: 'and' | 'or', left: Code, second: () => Code): Code {
  const decides = operator === 'and' ? 0 : 1;
  if (left.value === decides) return left;
  const right = second();
  if (left.value !== undefined) return right;
  if (right.value !== undefined && right.value !== decides) return left;
  return truth(`${condition(left)}${operator === 'and' ? '&&' : '||'}${condition(right)}`);
}

function compared(operator: '<' | '<=' | '>' | '>=', left: Code, right: Code): Code {
  const [[low, high], [least, most]] = [interval(left), interval(right)];
  if (left.domain.kind !== 'int' || right.domain.kind !== 'int')
    throw new Unsupported('a comparison of values that are not numbers');
  const isUp = operator === '<' || operator === '<=';
  const [a, b, c, d] = isUp ? [low, high, least, most] : [least, most, low, high];
  const isStrict = operator === '<' || operator === '>';
  if (isStrict ? b < c : b <= c) return truth('', true);
  if (isStrict ? a >= d : a > d) return truth('', false);
  return truth(`${left.text}${operator}${right.text}`);
}

function arithmetic(operator: '+' | '-' | '*' | '/' | '%', left: Code, right: Code): Code {
  const [[a, b], [c, d]] = [interval(left), interval(right)];
  switch (operator) {
    case '+':
      return computed(`${left.text}+${right.text}`, a + c, b + d);
    case '-':
      return computed(`${left.text}- ${right.text}`, a - d, b - c);
    case '*': {
      const products = [a * c, a * d, b * c, b * d];
      return computed(`${left.text}*${right.text}`, Math.min(...products) + 0, Math.max(...products) + 0);
    }
    case '%':
      if (c < 1) throw new Unsupported('a remainder by a number that may not be positive');
      if (a === b && c === d) return wholeNumber(((a % c) + c) % c);
      if (a >= 0 && b < c) return left;
      return computed(
        a >= 0 ? `${left.text}%${right.text}` : `((${left.text}%${right.text})+${right.text})%${right.text}`,
        0,
        d - 1,
      );
    case '/':
      throw new Unsupported('a division');
  }
}
