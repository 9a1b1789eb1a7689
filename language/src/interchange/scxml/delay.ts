/**
 * Reads the delays of a chart: texts such as `1.5s`, and expressions that make such a text.
 */
import type { Expression } from '../../model/machines/expression.ts';
import { type Known, readChartExpression } from './expression.ts';
import { WithoutWords } from './expression-tokens.ts';
import { t } from '../../model/common/translation.ts';

/** The number of milliseconds of a delay such as `1.5s` or `20ms`; undefined if it is none. */
export function delayInMilliseconds(text: string): number | undefined {
  const found = /^\s*\+?(\d{1,9}(?:\.\d{0,6})?|\.\d{1,6})\s*(ms|s|m|h)\s*$/.exec(text);
  if (found === null) return undefined;
  const [, number = '', unit] = found;
  const milliseconds = Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000);
  const whole = Math.round(milliseconds);
  return Math.abs(whole - milliseconds) < 1e-6 ? whole : undefined;
}

/** Returns a delay that is computed: a text, or a number of milliseconds with `'ms'` after it. Throws a `WithoutWords`. */
export function readDelay(text: string, known: Known): Expression {
  const { expression } = readChartExpression(text, known);
  if (expression.kind !== 'text') throw new WithoutWords(t`the expression is not a text such as "5s"`);
  const [number, unit, ...others] = expression.parts;
  if (typeof number === 'string') {
    const milliseconds = unit === undefined ? delayInMilliseconds(number) : undefined;
    if (milliseconds !== undefined) return { kind: 'duration', milliseconds };
  } else if (number !== undefined && (unit === 'ms' || unit === 's') && others.length === 0)
    return durationOf(number, unit === 's' ? 1000 : 1);
  throw new WithoutWords(t`the expression is not a delay such as "5s"`);
}

/** Makes a number of milliseconds, or of a larger unit, a duration: of a product, its last factor. */
function durationOf(expression: Expression, unit: number): Expression {
  if (expression.kind === 'number' && expression.denominator === 1)
    return { kind: 'duration', milliseconds: expression.numerator * unit };
  if (expression.kind === 'binary' && expression.operator === '*' && expression.right.kind === 'number')
    return { ...expression, right: durationOf(expression.right, unit) };
  if (expression.kind === 'binary' && expression.operator === '*' && expression.left.kind === 'number')
    return { ...expression, left: durationOf(expression.left, unit) };
  if (expression.kind === 'binary' && ['+', '-'].includes(expression.operator))
    return { ...expression, left: durationOf(expression.left, unit), right: durationOf(expression.right, unit) };
  return { kind: 'binary', operator: '*', left: expression, right: { kind: 'duration', milliseconds: unit } };
}
