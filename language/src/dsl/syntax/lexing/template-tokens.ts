/**
 * Splits a text with values in it: `"told of ${x}"` becomes the tokens TEMPLATE_START, those of the expression, and
 * TEMPLATE_END, so that names inside are ordinary names.
 */
import type { IToken, TokenType } from 'chevrotain';
import type { LexerResult } from 'langium';
import { t } from '../../../model/common/translation.ts';

/** The functions needed from the lexer. */
export interface TemplateContext {
  readonly typeOf: (name: string) => TokenType;
  readonly tokenize: (text: string) => LexerResult;
  readonly report: (at: IToken, message: string) => void;
}

/** Returns the tokens of a text token: itself if there is no value in it. */
export function splitTemplate(token: IToken, context: TemplateContext): IToken[] {
  const openings = findOpenings(token.image);
  if (openings.length === 0) return [token];
  const tokens: IToken[] = [];
  let literalStart = 0;
  for (const [index, opening] of openings.entries()) {
    const close = closingOf(token.image, opening);
    if (close < 0) {
      context.report(
        part(token, opening, token.image.length - 1),
        t`This "\${" is never closed. Write "}" after the value.`,
      );
      return index === 0
        ? [token]
        : [...tokens, typed(part(token, literalStart, token.image.length), 'TEMPLATE_END', context)];
    }
    const inner = context.tokenize(token.image.slice(opening + 2, close));
    if (inner.tokens.length === 0) {
      context.report(
        part(token, opening, close + 1),
        t`There is no value between "\${" and "}". Name one, such as \${self}.`,
      );
      return [token];
    }
    const literal = typed(
      part(token, literalStart, opening + 2),
      index === 0 ? 'TEMPLATE_START' : 'TEMPLATE_MIDDLE',
      context,
    );
    tokens.push(literal, ...inner.tokens.map((each) => moved(each, token, opening + 2)));
    for (const error of inner.errors) {
      context.report(part(token, opening + 2 + error.offset, opening + 2 + error.offset + error.length), error.message);
    }
    literalStart = close;
  }
  tokens.push(typed(part(token, literalStart, token.image.length), 'TEMPLATE_END', context));
  return tokens;
}

/** Returns the offset of each `${` that no backslash escapes. */
function findOpenings(image: string): number[] {
  const openings: number[] = [];
  for (let at = 0; at < image.length; at++) {
    if (image[at] === '\\') at++;
    else if (image[at] === '$' && image[at + 1] === '{') {
      openings.push(at);
      const close = closingOf(image, at);
      if (close < 0) break;
      at = close;
    }
  }
  return openings;
}

/** Returns the offset of the brace that closes a `${`, past the sets in it; -1 if there is none. */
function closingOf(image: string, opening: number): number {
  let depth = 0;
  for (let at = opening + 1; at < image.length; at++) {
    if (image[at] === '{') depth++;
    else if (image[at] === '}' && --depth === 0) return at;
  }
  return image.indexOf('}', opening);
}

/** Returns the piece `[start, end)` of a token on one line. */
export function part(token: IToken, start: number, end: number): IToken {
  const column = token.startColumn ?? 1;
  return {
    ...token,
    image: token.image.slice(start, end),
    startOffset: token.startOffset + start,
    startColumn: column + start,
    // The image of a text that was never closed is longer than the text.
    endOffset: Math.min(token.startOffset + end - 1, token.endOffset ?? Infinity),
    endColumn: Math.min(column + end - 1, token.endColumn ?? Infinity),
  };
}

function moved(inner: IToken, token: IToken, by: number): IToken {
  const column = token.startColumn ?? 1;
  return {
    ...inner,
    startOffset: inner.startOffset + token.startOffset + by,
    endOffset: (inner.endOffset ?? inner.startOffset) + token.startOffset + by,
    startLine: token.startLine ?? 1,
    endLine: token.endLine ?? 1,
    startColumn: (inner.startColumn ?? 1) + column + by - 1,
    endColumn: (inner.endColumn ?? 1) + column + by - 1,
  };
}

function typed(token: IToken, name: string, context: TemplateContext): IToken {
  const tokenType = context.typeOf(name);
  return { ...token, tokenType, tokenTypeIdx: tokenType.tokenTypeIdx ?? 0 };
}
