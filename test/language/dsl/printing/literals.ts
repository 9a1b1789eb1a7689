/**
 * Prints numbers and texts.
 */
import * as ast from '../../../../language/src/dsl/generated/ast.ts';
import { writeTextLiteral } from '../../../../language/src/model/machines/print-expression.ts';

/** Writes a number with all its digits; `String` would give a long one an exponent. */
export function printNumber(value: number): string {
  if (!Number.isFinite(value)) return `1${'0'.repeat(309)}`;
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  if (Number.isInteger(value)) return String(BigInt(value));
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(-Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`;
}

/** Writes a text; `print` writes its values. */
export function printText(text: ast.Text, print: (value: ast.Expression) => string): string {
  if (ast.isTextLiteral(text)) return writeTextLiteral(text.value);
  const after = [...text.middle, text.end];
  return text.start + text.parts.map((part, index) => print(part) + (after[index] ?? '')).join('');
}
