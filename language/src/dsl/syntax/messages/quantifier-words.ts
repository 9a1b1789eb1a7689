/**
 * Recognizes quantifiers as other languages write them: `forall x in s: p`, `all n[*] alive`, `2 of n[*] broken`.
 */
import type { IToken } from 'chevrotain';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { quantifierBefore, quantifiers } from './closer-failure.ts';
import { joinedToken } from './foreign-words.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

const meanings: Readonly<Record<string, string>> = tableOf({
  ...{ exists: 'any', some: 'any', forsome: 'any', forall: 'all', every: 'all', each: 'all', foreach: 'all' },
});

/** Returns the quantifier, ours or of another language, that a word means. */
export const quantifierMeant = (word: string): string | undefined => (quantifiers.has(word) ? word : meanings[word]);

/** A condition begins after one of these. */
const starts: ReadonlySet<string> = new Set(['never', 'always', 'eventually', 'expect', 'bound']);

/** Returns the fault of a quantifier in the condition that could not be read; undefined if there is none in it. */
export function foreignQuantifier(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at, rules } = failure;
  if (!rules.includes('Check') && !rules.includes('Scenario')) return undefined;
  const cut = aroundColon(tokens, failure);
  if (cut !== undefined) return cut;
  for (let index = Math.min(at, tokens.length - 1); index >= 0; index--) {
    const found = foreignWord(tokens, index) ?? withoutVariable(tokens, index) ?? someOf(tokens, index);
    if (found !== undefined) return found;
    const word = tokens[index]?.image ?? '';
    if (index < at && (starts.has(word) || word === '{' || word === '}')) break;
  }
  return withoutWhen(tokens, failure);
}

/** Handles `all x in s: x alive` as a member of a check. */
function withoutWhen(tokens: readonly IToken[], { at, expected }: ParseFailure): SyntaxFault | undefined {
  const begin = expected === 'leads' ? quantifierBefore(tokens, at - 1) : undefined;
  const word = begin === undefined ? undefined : tokens[begin];
  if (begin === undefined || word === undefined) return undefined;
  if (tokens[begin - 1]?.image !== '{' && tokens[begin - 1]?.endLine === word.startLine) return undefined;
  if (tokens[at]?.image === ':' || !tokens.slice(begin, at - 1).some(({ image }) => image === ':')) return undefined;
  return { token: word, message: t`A property says when it holds. ${writeOne([`always ${word.image}`])}` };
}

/** Handles `any x in s` without the colon, and with nothing after it. */
function aroundColon(tokens: readonly IToken[], { at, expected }: ParseFailure): SyntaxFault | undefined {
  const [before, found] = [tokens[at - 1], tokens[at]];
  const begin = expected === 'leads' ? quantifierBefore(tokens, at) : undefined;
  if (begin === undefined || before === undefined || found === undefined) return undefined;
  if (found.image === ':') return { token: found, message: t`Expected a name or a value after "${found.image}".` };
  if (tokens.slice(begin, at).some(({ image }) => image === ':')) return undefined;
  return { token: found, message: t`Expected "${':'}" after "${before.image}", found "${found.image}".` };
}

const isName = (token: IToken | undefined): boolean => token !== undefined && /^[\p{L}_']/u.test(token.image);

function foreignWord(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  const [word, second] = [tokens[index], tokens[index + 1]];
  const before = tokens[index - 1]?.image ?? '';
  if (word === undefined || second === undefined || before === 'for') return undefined;
  const isPhrase = word.image === 'for' && ['all', 'each', 'every', 'any', 'some'].includes(second.image);
  // Elsewhere a step begins with it.
  const isFor = word.image === 'for' && starts.has(before);
  const meant = quantifierMeant(isPhrase ? second.image : word.image) ?? (isFor ? 'all' : undefined);
  const variable = index + (isPhrase ? 2 : 1);
  if (meant === undefined || meant === word.image || !isName(tokens[variable])) return undefined;
  if (!['in', ',', ':'].includes(tokens[variable + 1]?.image ?? '')) return undefined;
  const token = isPhrase ? joinedToken(word, second) : word;
  // Before a block, it is a loop.
  if (isPhrase && opensBlock(tokens, variable))
    return { token, message: t`Unexpected "${token.image}". ${writeOne(['for'])}` };
  return { token, message: t`Unexpected "${token.image}". ${writeOne([meant])}` };
}

/** Returns true if a brace opens on the line of a token, after it. */
const opensBlock = (tokens: readonly IToken[], index: number): boolean =>
  tokens.slice(index).some(({ image, startLine }) => image === '{' && startLine === tokens[index]?.startLine);

function withoutVariable(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  const word = tokens[index];
  const names = namesFrom(tokens, index + 1);
  if (word === undefined || !quantifiers.has(word.image) || names === '') return undefined;
  if (['in', 'of'].includes(tokens[index + 2]?.image ?? '')) return undefined;
  return { token: word, message: t`A quantifier has a variable: ${word.image} x in ${names}: x alive` };
}

function someOf(tokens: readonly IToken[], index: number): SyntaxFault | undefined {
  const [number, of] = [tokens[index], tokens[index + 1]];
  const names = namesFrom(tokens, index + 2);
  if (number?.tokenType.name !== 'NUMBER' || of?.image !== 'of' || names === '') return undefined;
  return { token: of, message: t`Count with a quantifier: (count x in ${names}: x alive) >= ${number.image}` };
}

/** Returns the name that begins at a token, with its parts and its selection: `host.pod[*]`; empty if there is none. */
function namesFrom(tokens: readonly IToken[], start: number): string {
  if (!isName(tokens[start])) return '';
  let text = '';
  for (let index = start; index < tokens.length; index++) {
    const [token, before] = [tokens[index], tokens[index - 1]];
    const isNext = index === start || before?.image === '.' || /^[.[\]*]$|^\d/.test(token?.image ?? '');
    if (token === undefined || !isNext) break;
    text += token.image;
    if (token.image === ']') break;
  }
  return text;
}
