/**
 * Recognizes assignments as other languages write them: `var n: int := 0`, `log := 1`, `n += 1`.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import { joinedToken } from './foreign-words.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

/** Returns the fault of an assignment to what cannot be assigned as it is written; undefined if there is none. */
export const wronglyAssigned = (tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined =>
  assignedAtFirst(tokens, failure) ?? keywordAssigned(tokens[failure.at - 1], tokens[failure.at]);

/** Handles `var n: int := 0`. */
function assignedAtFirst(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const token = tokens[at];
  const start = tokens.slice(0, at).findLastIndex(({ image }) => image === 'var' || image === 'param');
  if (token?.image !== ':=' || tokens[start]?.startLine !== token.startLine) return undefined;
  const isDeclared = tokens[start + 2]?.image === ':' && !tokens.slice(start, at).some(({ image }) => image === '=');
  const hasBody = tokens.slice(start + 3, at).some(({ image }, index) => image === '{' && index > 0);
  if (!isDeclared || hasBody) return undefined;
  return { token, message: t`A first value follows "=", not ":=". Example: ${'var round: int = 0'}` };
}

/** Handles `log := 1` for a variable whose name is the keyword of an action. */
function keywordAssigned(word: IToken | undefined, sign: IToken | undefined): SyntaxFault | undefined {
  if (sign?.image !== ':=' || word === undefined || word.tokenType.name !== word.image) return undefined;
  if (!/^[a-z]/.test(word.image)) return undefined;
  const message = t`"${word.image}" begins an action of its own. As a name it is quoted here: '${word.image}' := …`;
  return { token: word, message };
}

/** Handles `n += 1` and `n++`. */
export function changedInPlace(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const [name, sign, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (rules.at(-1) !== 'Assignment' || name === undefined || sign === undefined || next === undefined) return undefined;
  if (!['+', '-', '*', '/'].includes(sign.image) || next.startOffset !== (sign.endOffset ?? 0) + 1) return undefined;
  if (next.image !== '=' && next.image !== sign.image) return undefined;
  const value = next.image === '=' ? (tokens[at + 2]?.image ?? '1') : '1';
  const message = t`A variable is assigned with ":=". Example: ${`${name.image} := ${name.image} ${sign.image} ${value}`}`;
  return { token: { ...joinedToken(sign, next), image: sign.image + next.image }, message };
}
