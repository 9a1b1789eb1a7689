/**
 * Recognizes the targets of relations as other languages write them: `needs a or b`, `needs [a, b]`, `needs "a"`,
 * `needs a (soft)`.
 */
import type { IToken } from 'chevrotain';
import { isPlainName } from '../../../model/language-names.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { softNeed } from './foreign-tables.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';
import { laterRelationStarts, relationStarts } from '../lexing/tokens.ts';

/** Returns the fault of targets that are written in another way; undefined if there is none that is known. */
export const guessedTargets = (tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined =>
  orBetweenTargets(tokens, failure) ??
  strengthOfNeed(tokens, failure) ??
  listInBrackets(tokens, failure) ??
  nameInQuotes(tokens, failure);

const verbs: ReadonlySet<string> = new Set([...relationStarts, ...laterRelationStarts]);

/** Returns the index of the verb of the relation on the line of a token, before it. */
function verbBefore(tokens: readonly IToken[], index: number): number | undefined {
  const line = tokens[index]?.startLine;
  const found = tokens.slice(0, index).findLastIndex(({ image, startLine }) => startLine === line && verbs.has(image));
  return found < 0 ? undefined : found;
}

/** Handles `needs a or b`: the parser takes `or` for the name that begins the next member. */
function orBetweenTargets(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const index = [at - 1, at].find((each) => tokens[each]?.image === 'or');
  const token = index === undefined ? undefined : tokens[index];
  const verb = index === undefined ? undefined : verbBefore(tokens, index);
  if (index === undefined || token === undefined || verb === undefined) return undefined;
  const object = tokens[index + 1];
  if (tokens[verb]?.image !== 'needs' || index === verb + 1 || object?.startLine !== token.endLine) return undefined;
  const end = tokens.findIndex(
    ({ image, startLine }, each) => each > index && (startLine !== token.startLine || /^[{}]$/.test(image)),
  );
  const names = tokens
    .slice(verb + 1, end < 0 ? undefined : end)
    .map(({ image }) => (image === 'or' || image === ',' ? ', ' : image))
    .join('');
  return { token, message: t`Unexpected "or". Say with a number how many are needed: needs 1 of ${names}.` };
}

const strengths: ReadonlySet<string> = new Set(['soft', 'softly', 'weak', 'weakly', 'optional', 'optionally']);

/** Handles `needs soft a`, `needs a optional` and `needs a (soft)`. */
function strengthOfNeed(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  for (const index of [at - 2, at - 1, at, at + 1]) {
    const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    if (token === undefined || !strengths.has(token.image) || before?.image === 'as' || before?.image === '.') continue;
    const isBeforeVerb = next?.image === 'needs' && index >= at - 1;
    const verb = verbBefore(tokens, index);
    if (!isBeforeVerb && (verb === undefined || tokens[verb]?.image !== 'needs')) continue;
    return { token, message: t`Unexpected "${token.image}". ${softNeed}` };
  }
  return undefined;
}

const isTarget = ({ rules }: ParseFailure): boolean => rules.includes('RelationTarget');

/** Handles `needs [a, b]`. */
function listInBrackets(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const { at } = failure;
  const token = tokens[at];
  const verb = token?.image === '[' && isTarget(failure) ? verbBefore(tokens, at) : undefined;
  const end = tokens.findIndex(({ image }, index) => index > at && image === ']');
  if (token === undefined || verb === undefined || end < 0) return undefined;
  const words = tokens.slice(verb, at).map(({ image }) => image);
  const names = tokens.slice(at + 1, end).map(({ image }) => (image === ',' ? ', ' : image));
  const example = `${words.join(' ')} ${names.join('')}`;
  return { token, message: t`Unexpected "[". Targets are listed without brackets: ${example}` };
}

/** Handles `needs "a"`. */
function nameInQuotes(tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined {
  const token = tokens[failure.at];
  if (token?.tokenType.name !== 'STRING' || !isTarget(failure)) return undefined;
  const name = token.image.slice(1, -1);
  if (name === '' || name.includes("'")) return undefined;
  return { token, message: t`A name has no double quotes. ${writeOne([isPlainName(name) ? name : `'${name}'`])}` };
}
