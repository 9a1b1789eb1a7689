/**
 * Recognizes relations that lack a word or have one too many: `dies with b` at file level, `stops b`, `needs: b`.
 */
import type { IToken } from 'chevrotain';
import { tableOf } from '../../model/table.ts';
import { t } from '../../model/translation.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';
import { exampleFor } from './syntax-examples.ts';
import { laterRelationStarts, relationStarts } from './tokens.ts';

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
  const index = [at, at - 1].find((each) => laterRelationStarts.includes(tokens[each]?.image ?? ''));
  const [first, found] = index === undefined ? [] : [tokens[index], tokens[index + 1]];
  const second = secondWords[first?.image ?? ''];
  if (first === undefined || found === undefined || second === undefined || found.image === second) return undefined;
  if (found.startLine !== first.endLine || !/^[\p{L}_']/u.test(found.image)) return undefined;
  if (!rules.includes('Entity') && !rules.includes('Class')) return undefined;
  const message = t`Expected "${second}" after "${first.image}", found "${found.image}".${exampleFor(first.image, rules)}`;
  return { token: found, message };
}

/** Handles `needs: db`. */
export function colonAfterVerb(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [verb, colon] = [tokens[at - 1], tokens[at]];
  if (colon?.image !== ':' || verb === undefined || !relationStarts.includes(verb.image)) return undefined;
  return { token: colon, message: t`A relation has no ":" after its verb: ${verb.image} x` };
}
