/**
 * Recognizes relations that lack a word or have one too many: `dies with b` at file level, `stops b`, `needs: b`.
 */
import type { IToken } from 'chevrotain';
import { tableOf } from '../../../model/common/table.ts';
import { t } from '../../../model/common/translation.ts';
import { writeOne } from '../lexing/advice.ts';
import { joinedToken } from './foreign-words.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';
import { laterRelationStarts, relationStarts } from '../lexing/tokens.ts';

/** The second words of relations that have two. */
const secondWords: Readonly<Record<string, string>> = tableOf({ destroyed: 'after', dies: 'with', stops: 'with', waits: 'for' }); // oxfmt-ignore

/** Handles `pd a needs b`: returns the fault of a relation that begins a declaration. */
export function relationInHead(token: IToken): SyntaxFault | undefined {
  if (![...relationStarts, ...laterRelationStarts].includes(token.image)) return undefined;
  const second = secondWords[token.image];
  const example = second === undefined ? token.image : `${token.image} ${second}`;
  const message = t`Write a relation in a body, as in "pd a { ${example} b }", or on a line of its own, as in "a ${example} b".`;
  return { token, message };
}

/** Handles `dies with b` at file level: the parser takes the first word for the subject of a relation. */
export function relationWithoutSubject(first: IToken, next: IToken | undefined): SyntaxFault | undefined {
  const second = secondWords[first.image];
  const isVerb = next?.startLine === first.endLine && (second === undefined || next?.image === second);
  return isVerb ? relationInHead(first) : undefined;
}

/** Handles `stops b` in a body: before anything but its second word, the first one is a name. */
export function secondWordMissing(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  const index = [at, at - 1].find((each) => tokens[each] !== undefined && tokens[each].image in secondWords);
  const [first, found] = index === undefined ? [] : [tokens[index], tokens[index + 1]];
  const second = secondWords[first?.image ?? ''];
  if (first === undefined || found === undefined || second === undefined || found.image === second) return undefined;
  if (found.startLine !== first.endLine || !/^[\p{L}_']/u.test(found.image)) return undefined;
  if (!rules.includes('Entity') && !rules.includes('Class')) return undefined;
  if (found.image === 'before') return writtenFromOtherSide(found, tokens[(index ?? 0) + 2]);
  if (found.image === 'after') {
    const token = joinedToken(first, found);
    const meant = writeOne([`${first.image} ${second}`, 'destroyed after']);
    return { token, message: t`Unknown relation "${token.image}". ${meant}` };
  }
  const example = `${first.image} ${second} x`;
  return {
    token: found,
    message: t`Expected "${second}" after "${first.image}", found "${found.image}". Example: ${example}`,
  };
}

const startWords: ReadonlySet<string> = new Set(['starts', 'start', 'started', 'boots', 'launches', 'begins', 'runs']);

/** Handles `before b`, `a before b` and `starts after b`. */
export function orderOfOthers(tokens: readonly IToken[], { at, rules }: ParseFailure): SyntaxFault | undefined {
  if (!rules.some((rule) => ['Entity', 'Class', 'SubjectRelation'].includes(rule))) return undefined;
  for (const index of [at - 1, at]) {
    const [token, next, after] = [tokens[index], tokens[index + 1], tokens[index + 2]];
    if (token === undefined || next === undefined || token.endLine !== next.startLine || !isName(next)) continue;
    if (token.image === 'before') return writtenFromOtherSide(token, next);
    if (!startWords.has(token.image) || !['after', 'before'].includes(next.image)) continue;
    const phrase = joinedToken(token, next);
    const other = after !== undefined && isName(after) ? after.image : 'x';
    const need = next.image === 'after' ? `needs ${other} as start` : `${other} needs … as start`;
    return {
      token: phrase,
      message: t`Unknown relation "${phrase.image}". What must be there for a start is needed: ${need}`,
    };
  }
  return undefined;
}

const isName = (token: IToken): boolean => /^[\p{L}_']/u.test(token.image);

/** Says how `a before b` is written. */
function writtenFromOtherSide(token: IToken, other: IToken | undefined): SyntaxFault {
  const last = other !== undefined && isName(other) ? other.image : 'b';
  const message = t`Unexpected "${token.image}". An order is written by what goes last: ${last} destroyed after …`;
  return { token, message };
}

/** Handles `needs: db` and `needs = db`. */
export function colonAfterVerb(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [verb, colon] = [tokens[at - 1], tokens[at]];
  if (colon?.image !== ':' && colon?.image !== '=') return undefined;
  if (verb === undefined || !relationStarts.includes(verb.image)) return undefined;
  return { token: colon, message: t`A relation has no "${colon.image}" after its verb: ${verb.image} x` };
}
