/**
 * Numbers that settings state outright. An expression that is only known in a run has none.
 */
import type { Expression } from './expression.ts';

/** Returns the value of a number, or of a quotient of two numbers. */
export function plainNumber(value: Expression): number | undefined {
  if (value.kind === 'number') return value.numerator / value.denominator;
  if (value.kind !== 'binary' || value.operator !== '/') return undefined;
  const [above, below] = [plainNumber(value.left), plainNumber(value.right)];
  return above === undefined || below === undefined ? undefined : above / below;
}
