/**
 * Repairs the tokens of a declaration with syntax errors. The smallest change that lets the parser pass the error is
 * made: one token added, one omitted, the rest of the line, the whole member. Every change is one error.
 */
import type { IToken, TokenType } from 'chevrotain';
import { cutShort } from './messages/cut-short.ts';
import { faultMessage } from './messages/fault-message.ts';
import type { ParseFailure, SyntaxFault } from './messages/parse-failure.ts';
import { canBegin, indexOfItem, isFirstOnLine, itemEnd } from './lexing/items.ts';
import { emptyToken } from './lexing/made-tokens.ts';

/** A repaired syntax error, with the tokens omitted for it. */
export interface MendedFault extends SyntaxFault {
  readonly leftOut: readonly IToken[];
}

/** Tokens that parse, and the errors repaired in them. */
export interface Repaired {
  readonly tokens: readonly IToken[];
  readonly faults: readonly MendedFault[];
}

/** Returns the first failure of the parser on some tokens, or undefined. */
export type FailureOf = (tokens: readonly IToken[]) => ParseFailure | undefined;
/** Returns the token type with a name. */
export type TypeOf = (name: string) => TokenType | undefined;

/** The most repairs of one declaration; after them its rest is omitted. */
const roundLimit = 40;

/**
 * Returns tokens that parse in place of those of one declaration, given its first failure, and the errors in the given
 * ones.
 */
export function repairItem(
  given: readonly IToken[],
  first: ParseFailure | undefined,
  failureOf: FailureOf,
  typeOf: TypeOf,
): Repaired {
  const faults: MendedFault[] = [];
  let tokens = given;
  let failure = first;
  for (let round = 0; failure !== undefined; round++) {
    const mended: Mended = round < roundLimit ? mend(tokens, failure, failureOf, typeOf) : nothing;
    const kept = new Set(mended.tokens);
    const leftOut = tokens.filter((token) => !kept.has(token));
    faults.push({ ...faultMessage(tokens, failure), leftOut });
    ({ tokens, failure } = mended);
  }
  return { tokens, faults };
}

interface Mended {
  readonly tokens: readonly IToken[];
  readonly failure: ParseFailure | undefined;
}

const nothing: Mended = { tokens: [], failure: undefined };

/** Makes the change within the item after which the parser gets farthest; of equals, the smallest. */
function mend(tokens: readonly IToken[], failure: ParseFailure, failureOf: FailureOf, typeOf: TypeOf): Mended {
  let best: Mended | undefined;
  let bestRest = Infinity;
  for (const { changed, mustPass, isOuter, isSure } of changes(tokens, failure, typeOf)) {
    if (isOuter && best !== undefined) return best;
    const next = failureOf(changed);
    if (next === undefined || (isSure === true && next.at > mustPass)) return { tokens: changed, failure: next };
    const rest = changed.length - next.at;
    if (next.at > mustPass && rest < bestRest) {
      best = { tokens: changed, failure: next };
      bestRest = rest;
    }
  }
  return best ?? nothing;
}

interface Change {
  readonly changed: readonly IToken[];
  /** The next failure must be after this index for the change to count as a repair. */
  readonly mustPass: number;
  /** True if it extends beyond the item with the error; used only if nothing smaller helps. */
  readonly isOuter: boolean;
  /** True if it is made whenever it lets the parser pass, however far that gets. */
  readonly isSure?: boolean;
}

/** Returns the changes that may repair a failure, the smallest first; the last one omits the whole declaration. */
function changes(tokens: readonly IToken[], failure: ParseFailure, typeOf: TypeOf): Change[] {
  const { at, expected } = failure;
  const start = indexOfItem(tokens, at);
  const end = itemEnd(tokens, at);
  const list: Change[] = [];
  const leaveOut = (from: number, to: number, mustPass: number, isOuter = false) => {
    if (from >= to || !isBalanced(tokens, from, to)) return;
    list.push({ changed: [...tokens.slice(0, from), ...tokens.slice(to)], mustPass, isOuter });
  };
  const cut = cutShort(tokens, failure);
  if (cut !== undefined) leaveOut(cut.from, cut.to, cut.from - 1);
  else if (endsTooEarly(tokens, failure)) {
    // What is not finished is omitted; the next line does not finish it.
    const from = indexOfItem(tokens, at - 1);
    leaveOut(from, at, from - 1);
  }
  const type = expected !== undefined && closers.has(expected) ? typeOf(expected) : undefined;
  if (type !== undefined) {
    const changed = [...tokens.slice(0, at), emptyToken(type, tokens[at - 1]), ...tokens.slice(at)];
    list.push({ changed, mustPass: Math.min(at + 1, end), isOuter: false });
  }
  if (at > start) {
    leaveOut(at, Math.min(at + 1, end), at);
    leaveOut(at, endOfLine(tokens, at, end), at);
    leaveOut(at, end, at);
  }
  if (at === start && at > 0 && isFirstOnLine(tokens, at) && expected === ':=') {
    // A word that begins nothing ended the line before, as in "expect db dead".
    const changed = [...tokens.slice(0, at - 1), ...tokens.slice(at)];
    list.push({ changed, mustPass: at - 1, isOuter: false, isSure: true });
  }
  leaveOut(start, Math.max(end, start + 1), start - 1);
  if (at === start && start > 0) leaveOut(indexOfItem(tokens, start - 1), start, 0, true);
  for (const [from, to] of outerItems(tokens, start)) leaveOut(from, to, from - 1, true);
  return [...list, { changed: [], mustPass: -1, isOuter: true }];
}

/** Returns true if another item begins on the line where a token is missing. */
function endsTooEarly(tokens: readonly IToken[], { at, expected }: ParseFailure): boolean {
  const word = tokens[at]?.tokenType.name ?? '';
  if (at === 0 || expected === undefined || closers.has(expected)) return false;
  return isFirstOnLine(tokens, at) && canBegin(word);
}

const closers: ReadonlySet<string> = new Set([']', ')', '>']);

function isBalanced(tokens: readonly IToken[], from: number, to: number): boolean {
  let depth = 0;
  for (let index = from; index < to && depth >= 0; index++) {
    const name = tokens[index]?.tokenType.name;
    if (name === '{') depth++;
    else if (name === '}') depth--;
  }
  return depth === 0;
}

/** Returns the items around an item, from the innermost. */
function outerItems(tokens: readonly IToken[], start: number): (readonly [number, number])[] {
  const items: (readonly [number, number])[] = [];
  for (let opening = openingBefore(tokens, start); opening >= 0;) {
    const from = indexOfItem(tokens, opening);
    items.push([from, itemEnd(tokens, opening)]);
    opening = openingBefore(tokens, from);
  }
  return items;
}

function openingBefore(tokens: readonly IToken[], index: number): number {
  let depth = 0;
  for (let at = index - 1; at >= 0; at--) {
    const name = tokens[at]?.tokenType.name;
    if (name === '}') depth++;
    else if (name === '{' && depth-- === 0) return at;
  }
  return -1;
}

function endOfLine(tokens: readonly IToken[], at: number, end: number): number {
  const line = tokens[at]?.startLine;
  let index = at;
  while (index < end && tokens[index]?.startLine === line) index++;
  return index;
}
