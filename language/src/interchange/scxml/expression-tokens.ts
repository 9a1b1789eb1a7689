/**
 * Cuts the expressions of a chart into words and signs.
 */
import { t } from '../../model/common/translation.ts';

/** Why an expression has no words in the language. */
export class WithoutWords extends Error {}

const token =
  /\s*(?:(0[xX][\da-fA-F]+(?![\w.])|\d+\.?\d*(?![\w.])|\.\d+(?![\w.]))|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|([\p{L}_$][\p{L}\d_$]*)|(\+\+|--|===|!==|==|!=|<=|>=|&&|\|\||[-+*/%!<>()?:.,[\]]))/uy;
const longest = 2000;

/** A word or sign of an expression. */
export interface ExpressionToken {
  readonly kind: 'number' | 'string' | 'name' | 'sign';
  readonly text: string;
}

/** Returns the words and signs of a text, or throws a `WithoutWords`. `O(length)`. */
export function expressionTokens(text: string): ExpressionToken[] {
  if (text.length > longest) throw new WithoutWords(t`the expression is too long`);
  const tokens: ExpressionToken[] = [];
  const end = text.trimEnd().length;
  token.lastIndex = 0;
  while (token.lastIndex < end) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null) {
      const rest = JSON.stringify(text.slice(at).trim().slice(0, 20));
      throw new WithoutWords(tokens.length > 0 ? t`the expression goes on with ${rest}` : t`${rest} cannot be read`);
    }
    const [, number, string, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: 'number', text: inDecimal(number) });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  if (tokens.length === 0) throw new WithoutWords(t`the expression is empty`);
  return tokens;
}

/** Returns a number with decimal digits; one that has too many stays as it is. */
const inDecimal = (number: string): string =>
  /^0x/i.test(number) && Number.isSafeInteger(Number(number)) ? String(Number(number)) : number;

/** Returns the parts of a text in quotes, without them and with its escapes read; none if it is empty. */
export function quotedParts(text: string): string[] {
  const words = text.slice(1, -1).replace(/\\(.)/g, (_, character: string) => {
    if (character === 'n') return '\n';
    if (character === 't') return '\t';
    if (/[\w]/.test(character)) throw new WithoutWords(t`the expression has the escape "\\${character}"`);
    return character;
  });
  return words === '' ? [] : [words];
}
