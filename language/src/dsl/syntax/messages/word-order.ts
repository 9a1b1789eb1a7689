/**
 * Recognizes words in another order than that of the language: `pd a runs M : label`, `state Done { final }`,
 * `expect a alive within 5s`. Knows only the order, not whether a part is complete.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

const kinds: ReadonlySet<string> = new Set(['pd', 'space', 'resource', 'object', 'node', 'region']);
const partsOfEntity = ['[', 'is', ':', 'runs'];
const partsOfClass = ['for', 'extends', ':', 'runs'];

/** Returns the fault of a word that comes too late; undefined if there is none that is known. */
export const wordTooLate = (tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined =>
  partTooLate(tokens, failure) ??
  stateWordInBody(tokens, failure) ??
  withinTooLate(tokens, failure) ??
  partOfTransition(tokens, failure);

/** Handles a part of the head of an entity or class after one that follows it; the parser may stop one token later. */
function partTooLate(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  for (const place of [at, at - 1]) {
    const token = tokens[place];
    const head = headBefore(tokens, place);
    if (token === undefined || head === undefined) continue;
    const isClass = head[0] === 'class';
    const parts = isClass ? partsOfClass : partsOfEntity;
    const rank = parts.indexOf(token.image);
    // The kind and the name are no parts.
    const later = parts.slice(rank + 1).find((part) => head.includes(part, 2));
    if (rank < 0 || later === undefined) continue;
    const order = isClass
      ? 'class Name for pd extends Base : label runs Machine { … }'
      : 'pd name[2] is Class : label runs Machine { … }';
    return { token, message: t`"${token.image}" comes before "${later}". The order is: ${order}` };
  }
  return undefined;
}

/** Returns the words of a head on the line of a token and before it, from its kind on; undefined where there is none. */
function headBefore(tokens: readonly IToken[], place: number): string[] | undefined {
  const words: string[] = [];
  for (let index = place - 1; index >= 0; index--) {
    const [token, before] = [tokens[index], tokens[index - 1]];
    const word = token?.image ?? '{';
    if (word === '{' || word === '}' || token?.startLine !== tokens[place]?.startLine) return undefined;
    words.unshift(word);
    if (word === 'class' || (kinds.has(word) && before?.image !== 'for')) return words;
  }
  return undefined;
}

/** Handles `state Done { final }`. */
function stateWordInBody(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [state, name, brace, word] = tokens.slice(Math.max(0, at - 4), at);
  if (state?.image !== 'state' || name === undefined || brace?.image !== '{' || word === undefined) return undefined;
  if (!['initial', 'final', 'parallel'].includes(word.image)) return undefined;
  return { token: word, message: t`"${word.image}" comes before "state": ${word.image} state ${name.image}` };
}

/** Handles `expect a alive within 5s`: the parser expects the step that the limit is for. */
function withinTooLate(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [within, limit] = [tokens[at - 2], tokens[at - 1]];
  if (within?.image !== 'within' || limit === undefined) return undefined;
  const line = tokens.slice(0, at - 2).filter(({ startLine }) => startLine === within.startLine);
  if (!line.some(({ image }) => image === 'expect')) return undefined;
  return { token: within, message: t`"within" comes before "expect": within ${limit.image} expect …` };
}

/** Handles `on E { … }`, `on E -> S { … }`, `on E / …`, `on E: …` and `on E [g]`. */
function partOfTransition(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  if (rules.at(-1) === 'EventTrigger') return undefined;
  const [token, before] = [tokens[at], tokens[at - 1]];
  if (token === undefined || before?.endLine !== token.startLine) return undefined;
  const start = tokens.slice(0, at).findLastIndex(({ image }) => ['on', 'after', 'always', '{', '}'].includes(image));
  const head = tokens.slice(start, at);
  const [word] = head;
  if (word === undefined || word.startLine !== token.startLine || word.image === '{' || word.image === '}')
    return undefined;
  if (head.some(({ image }) => image === 'do' || image === 'destroy')) return undefined;
  if (token.image === '[' && !head.some(({ image }) => image === 'when'))
    return { token, message: t`Unexpected "[". A guard follows "when": on E when n > 3 -> S` };
  const isColon = token.image === ':' && word.image === 'on' && rules.includes('Machine');
  if (token.image !== '{' && token.image !== '/' && !isColon) return undefined;
  const message = t`Unexpected "${token.image}". Actions follow "do", before the target: on E do { n := 1 } -> S`;
  return { token, message };
}
