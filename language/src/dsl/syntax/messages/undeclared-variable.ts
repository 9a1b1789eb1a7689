/**
 * Recognizes variables of machines as other languages declare them: `n: int = 0`, `int n = 0`.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import { entityKinds } from '../../../model/entity-kind.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

const types: ReadonlySet<string> = new Set(['bool', 'int', 'number', 'duration', 'rate', 'text', 'set', 'map']);

const isType = (word: string): boolean => types.has(word) || entityKinds.some((kind) => kind === word);

/** Returns the fault of a variable that is declared without "var"; undefined if there is none where the parser failed. */
export function undeclaredVariable(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  if (rules.at(-1) !== 'Machine' && rules.at(-1) !== 'MachineMember') return undefined;
  const [token, second, third] = tokens.slice(at, at + 3);
  if (token === undefined || second === undefined || second.startLine !== token.startLine) return undefined;
  const isNameFirst = second.image === ':' && isType(third?.image ?? '');
  const isTypeFirst = types.has(token.image) && second.tokenType.name === 'ID' && third?.image !== ':';
  if (!isNameFirst && !isTypeFirst) return undefined;
  const [name, type] = isNameFirst ? [token.image, third?.image ?? 'int'] : [second.image, token.image];
  return { token, message: t`A variable is declared by "var". Example: ${`var ${name}: ${type}`}` };
}
