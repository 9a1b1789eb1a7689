/**
 * Recognizes text that ends too early: a line or a clause that lacks its last name or value, so that the parser took
 * the following text for it, or stopped there.
 */
import type { IToken } from 'chevrotain';
import { predicates } from '../../../model/machines/expression.ts';
import { canBegin, indexOfItem, isFirstOnLine, itemEnd } from '../lexing/items.ts';
import type { ParseFailure } from './parse-failure.ts';

/** The tokens to omit from a text that is cut short, and the word after which something is missing. */
export interface CutShort {
  readonly from: number;
  readonly to: number;
  readonly last: IToken;
}

/** Returns where the text is cut short, if that is why the parser failed. */
export function cutShort(tokens: readonly IToken[], { at, expected, rules }: ParseFailure): CutShort | undefined {
  if (isEnd(tokens, at) && isOpenEnded(tokens, at - 1)) return region(tokens, at);
  if (isOpening(tokens, { at, expected, rules })) return region(tokens, at + 1);
  if (wasTakenForName(tokens, at - 1)) return region(tokens, at - 1);
  if (beginsMember(tokens, at - 1) && isOpenEnded(tokens, at - 2)) return region(tokens, at - 1);
  const first = firstOfLine(tokens, isFirstOnLine(tokens, at) ? at - 1 : at);
  if (wasTakenForName(tokens, first)) return region(tokens, first);
  const stoppedAfterWord = expected === ':' || expected === ':=' || rules.at(-1) === 'RelationKind';
  if (!stoppedAfterWord) return connectiveTaken(tokens, at);
  if (wasTakenForName(tokens, at - 2)) return region(tokens, at - 2);
  const before = tokens[at - 1];
  if (before !== undefined && isJoining(before)) return { from: at - 1, to: at, last: before };
  return undefined;
}

/** Returns the item that ends directly before an index. */
function region(tokens: readonly IToken[], to: number): CutShort | undefined {
  const last = tokens[to - 1];
  return last === undefined ? undefined : { from: indexOfItem(tokens, to - 1), to, last };
}

/** Handles a joining word that was taken for the value before it, as in `when do`. */
function connectiveTaken(tokens: readonly IToken[], at: number): CutShort | undefined {
  const taken = tokens[at - 1];
  const last = tokens[at - 2];
  if (taken === undefined || last === undefined || !isJoining(taken) || !isOpenEnded(tokens, at - 2)) return undefined;
  return { from: indexOfItem(tokens, at - 1), to: itemEnd(tokens, at - 1), last };
}

/**
 * Returns true if the parser failed at a token only because nothing follows which it could take with it: a dot or a
 * bracket after a name, or the first word of a member or step.
 */
function isOpening(tokens: readonly IToken[], { at, expected, rules }: ParseFailure): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (token === undefined) return false;
  if (/^[.([]$/.test(token.image)) return isEnd(tokens, at + 1) && isNameOnLine(before, token);
  if (expected !== undefined || rules.length <= 1) return false;
  const word = token.tokenType.name;
  const isLater = laterStarts.has(word) && (isFirstOnLine(tokens, at) || before?.image === '{');
  const isFirst = canBegin(word) && isOpenEnded(tokens, at) && indexOfItem(tokens, at) === at;
  return (isLater || isFirst) && (isEnd(tokens, at + 1) || isFirstOnLine(tokens, at + 1));
}

/** Returns true for a name before a token on its line. */
const isNameOnLine = (before: IToken | undefined, token: IToken): boolean =>
  before !== undefined && before.endLine === token.startLine && /^[\p{L}_']/u.test(before.image);

/** Words that can begin a member, but are names elsewhere. */
const laterStarts: ReadonlySet<string> = new Set(['protected', 'doomed', 'data']);

/** Returns true for the name of a setting, or the word before a brace, as the first of a line. */
const beginsMember = (tokens: readonly IToken[], index: number): boolean =>
  isFirstOnLine(tokens, index) && /^[:{]$/.test(tokens[index + 1]?.image ?? '');

/** Returns the index of the first token on the line of another. */
function firstOfLine(tokens: readonly IToken[], at: number): number {
  let index = Math.min(at, tokens.length - 1);
  while (index > 0 && !isFirstOnLine(tokens, index)) index--;
  return index;
}

/** Returns true if nothing that belongs to the same item can begin at a token. */
function isEnd(tokens: readonly IToken[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || token.tokenType.name === '}') return true;
  return isFirstOnLine(tokens, at) && canBegin(token.tokenType.name);
}

function wasTakenForName(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || !isFirstOnLine(tokens, index) || !canBegin(token.tokenType.name)) return false;
  return isOpenEnded(tokens, index - 1);
}

/** Words that join parts of a member or step. */
const joining: ReadonlySet<string> = new Set([
  ...[
    'as',
    'notify',
    'runs',
    'is',
    'extends',
    'do',
    'then',
    'else',
    'to',
    'under',
    'of',
    'when',
    'leads',
    'and',
    'or',
    'in',
  ],
]);

const isJoining = (token: IToken): boolean => joining.has(token.tokenType.name);

/** Words after which nothing need follow. */
const complete: ReadonlySet<string> = new Set([
  ...predicates,
  ...['collect', 'background', 'foreground', 'orphan', 'fails', 'always', 'enter', 'leave'],
  ...['true', 'false', 'none', 'self', 'now', 'bool', 'int', 'number', 'duration', 'rate', 'text'],
  ...['lose', 'duplicate', 'reorder'],
]);

const kinds: ReadonlySet<string> = new Set(['pd', 'space', 'resource', 'object', 'node', 'region']);

/** Kinds are types after these, which need no name. */
const beforeTypes: ReadonlySet<string> = new Set([':', '<', ',', 'for']);

/** Returns true if more must follow a token: it is a keyword, a comma or an operator. */
function isOpenEnded(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || complete.has(token.tokenType.name)) return false;
  const before = tokens[index - 1]?.tokenType.name ?? '';
  if (/^(?:before|after)$/.test(token.image) && before === 'collect') return false;
  if (before === 'fault' || (kinds.has(token.tokenType.name) && beforeTypes.has(before))) return false;
  return /^([a-z]+|[,.:=<+*/%([-]|->|:=|==|!=|<=|>=)$/.test(token.tokenType.name);
}
