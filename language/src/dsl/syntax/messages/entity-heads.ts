/**
 * Recognizes what other languages write into the head of an entity, before its body: `pd p[2] in n`, `pd p extends C`,
 * `pd p is C(n: 3)`, `pd p[1..3]`; and what they list in its body: `region r { a, b }`.
 */
import type { IToken } from 'chevrotain';
import { t } from '../../../model/common/translation.ts';
import { entityKinds } from '../../../model/entity-kind.ts';
import { writeOne } from '../lexing/advice.ts';
import { copiesFollow, copyWords, nested, placedByNesting } from './foreign-tables.ts';
import type { ParseFailure, SyntaxFault } from './parse-failure.ts';

const kinds: ReadonlySet<string> = new Set(['pd', 'space', 'resource', 'object', 'node', 'region']);

/** The kind and the name of an entity. */
interface Head {
  readonly kind: IToken;
  readonly name: IToken;
}

/** What a name in a head, other than that of the entity, follows. */
const beforeName: ReadonlySet<string> = new Set([':', 'is', 'runs']);
/** What else stands between the name of an entity and a token of its head. */
const parts: ReadonlySet<string> = new Set([...beforeName, 'NUMBER', '[', ']']);

/** Returns the head that a token belongs to, or follows on its line; undefined if it is in none. */
export function headBefore(tokens: readonly IToken[], at: number): Head | undefined {
  for (let index = at - 1; index >= 1; index--) {
    const [kind, token] = [tokens[index - 1], tokens[index]];
    if (kind === undefined || token === undefined || token.startLine !== tokens[at]?.startLine) return undefined;
    if (kinds.has(kind.tokenType.name)) return { kind, name: token };
    const isNamed = token.tokenType.name === 'ID' || token.tokenType.name === 'QUOTED';
    if (isNamed ? !beforeName.has(kind.tokenType.name) : !parts.has(token.tokenType.name)) return undefined;
  }
  return undefined;
}

/** Returns the fault of a head, or of a list in a body; undefined if there is none that is known. */
export const guessedHead = (tokens: readonly IToken[], failure: ParseFailure): SyntaxFault | undefined =>
  headOfOthers(tokens, failure) ??
  wordInHead(tokens, failure) ??
  classOfOthers(tokens, failure) ??
  copiesOfOthers(tokens, failure) ??
  loneName(tokens, failure);

/** Handles `view v { … }` and `event E { n: int }`. */
function headOfOthers(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [before, name, token, next] = [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.image === 'view' && next !== undefined && /^[\p{L}_]/u.test(next.image) && tokens[at + 2]?.image === '{')
    return { token: next, message: t`A view has a title in double quotes: ${`view "${next.image}"`}` };
  if (before?.image !== 'event' || name === undefined || token?.image !== '{') return undefined;
  const end = tokens.findIndex(({ image }, index) => index > at && image === '}');
  const inside = tokens
    .slice(at + 1, Math.max(at + 1, end))
    .map(({ image }) => (/^[,:]$/.test(image) ? `${image} ` : image));
  return {
    token,
    message: t`Unexpected "{". Parameters are in parentheses: ${`event ${name.image}(${inside.join('')})`}`,
  };
}

const modifiers: ReadonlySet<string> = new Set(['absent', 'root', 'protected', 'doomed']);
const placeWords: ReadonlySet<string> = new Set(['in', 'inside', 'on', 'at']);

/** Handles `pd p in n`, `pd p replicas 3`, `pd p protected` and `pd p, q`. */
function wordInHead(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  for (const index of [at, at - 1]) {
    const token = tokens[index];
    const head = headBefore(tokens, index);
    if (token === undefined || head === undefined) continue;
    const unexpected = t`Unexpected "${token.image}".`;
    const isOfSpace = head.kind.image === 'resource' || head.kind.image === 'space';
    if (placeWords.has(token.image)) return { token, message: `${unexpected} ${isOfSpace ? nested : placedByNesting}` };
    if (copyWords.includes(token.image)) return { token, message: `${unexpected} ${copiesFollow}` };
    const each = `${head.kind.image} ${head.name.image}`;
    if (modifiers.has(token.image) && tokens[index - 1] === head.name)
      return { token, message: t`"${token.image}" comes before the kind: ${`${token.image} ${each}`}` };
    if (token.image === ',' && tokens[index - 1] === head.name)
      return { token, message: t`Unexpected ",". Each entity has a declaration of its own, as in "${each}".` };
  }
  return undefined;
}

const classWords: ReadonlySet<string> = new Set(['extends', 'implements', 'instanceof', 'isa', '=', 'as']);

/** Handles `pd p extends C`, `pd p = C`, `pd p is a C` and `pd p is C(n: 3)`. */
function classOfOthers(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  for (const index of [at, at - 1]) {
    const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
    const head = headBefore(tokens, index);
    if (token === undefined || head === undefined) continue;
    const entity = `${head.kind.image} ${head.name.image}`;
    const isWord = classWords.has(token.image) && before === head.name && next?.startLine === token.endLine;
    if (isWord && next !== undefined && ['ID', 'QUOTED'].includes(next.tokenType.name))
      return {
        token,
        message: t`Unexpected "${token.image}". An entity is of a class by "is": ${`${entity} is ${next.image}`}`,
      };
    if (token.image === '(' && tokens[index - 2]?.image === 'is') {
      const settings = settingsFrom(tokens, index + 1);
      const example = `${entity} is ${before?.image ?? 'C'}${settings}`;
      return { token, message: t`Unexpected "(". The parameters of a class are set in the body: ${example}` };
    }
  }
  const [is, article, name] = [tokens[at - 3], tokens[at - 2], tokens[at - 1]];
  if (is?.image !== 'is' || article === undefined || !['a', 'an'].includes(article.image)) return undefined;
  if (headBefore(tokens, at - 2) === undefined) return undefined;
  return { token: article, message: t`Unexpected "${article.image}". ${writeOne([`is ${name?.image ?? 'C'}`])}` };
}

/** Returns the body that arguments in parentheses mean: ` { n: 3 }`; nothing for none. */
function settingsFrom(tokens: readonly IToken[], start: number): string {
  const end = tokens.findIndex(({ image }, index) => index >= start && image === ')');
  const inside = end < 0 ? [] : tokens.slice(start, end);
  if (inside.length === 0) return '';
  const isNamed = inside[1]?.image === ':' || inside[1]?.image === '=';
  if (!isNamed) return ` { name: ${inside[0]?.image ?? '1'} }`;
  const text = inside.map(({ image }) => (image === ',' ? '  ' : image === ':' || image === '=' ? ': ' : image));
  return ` { ${text.join('').trim()} }`;
}

/** Handles `pd p[1..3]`, `pd p[n]`, `pd p(3)` and `pd p * 3`. */
function copiesOfOthers(tokens: readonly IToken[], { at }: ParseFailure): SyntaxFault | undefined {
  const [before, token, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (token?.image === '[' && entityKinds.some((kind) => kind === before?.image) && next?.tokenType.name === 'NUMBER')
    return { token, message: t`Unexpected "${token.image}". ${copiesFollow}` };
  if (token === undefined || headBefore(tokens, at) === undefined) return undefined;
  const isInBrackets = before?.image === '[' || (tokens[at - 2]?.image === '[' && token.image !== ']');
  const isSign = token.image === '(' || token.image === '*';
  if (!isInBrackets && !(isSign && next?.tokenType.name === 'NUMBER')) return undefined;
  return { token, message: t`Unexpected "${token.image}". ${copiesFollow}` };
}

/** Handles `region r { a, b }` and `node n { a }`: the parser takes the name for that of a setting. */
function loneName(tokens: readonly IToken[], { at, expected, rules }: ParseFailure): SyntaxFault | undefined {
  const [token, next] = [tokens[at - 1], tokens[at]];
  if (rules.at(-1) !== 'MemberSetting' || expected !== ':' || token?.tokenType.name !== 'ID') return undefined;
  const isAlone = next === undefined || next.image === ',' || next.image === '}' || next.startLine !== token.endLine;
  const isFirst = ['{', '}', ','].includes(tokens[at - 2]?.image ?? '{') || tokens[at - 2]?.endLine !== token.startLine;
  const kind = isAlone && isFirst ? kindAround(tokens, at - 1) : undefined;
  if (kind === 'region')
    return { token, message: t`A region names its members. ${writeOne([`contains ${token.image}`])}` };
  if (kind !== 'node') return undefined;
  return { token, message: t`What runs on a node is declared in its body. ${writeOne([`pd ${token.image}`])}` };
}

/** Returns the kind of the entity in whose body a token is. */
function kindAround(tokens: readonly IToken[], at: number): string | undefined {
  let depth = 0;
  for (let index = at; index >= 0; index--) {
    const image = tokens[index]?.image;
    if (image === '}') depth++;
    if (image !== '{') continue;
    if (depth === 0) return headBefore(tokens, index)?.kind.image;
    depth--;
  }
  return undefined;
}
