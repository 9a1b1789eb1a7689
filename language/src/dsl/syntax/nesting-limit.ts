/**
 * How deep a text may nest. Parser, linker and checks follow the text by recursion, so without a limit
 * the stack of the machine would be one, and a text could mean one thing here and nothing there.
 */
import type { IToken } from 'chevrotain';
import { canBegin, isFirstOnLine } from './items.ts';

/** How many bodies may be in each other. All else that nests counts as so many bodies as it takes of the stack. */
const deepest = 100;

const brackets: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['(', 2],
  ['[', 2],
  ['}', -1],
  [')', -2],
  [']', -2],
]);

/** How many operators, dots and indexes in a row count as one body: each is a node around all that stands before it. */
const chained = 5;
const links: ReadonlySet<string> = new Set(['or', 'and', '+', '-', '*', '/', '%', '.', '[']);
/** What no row goes on behind. */
const chainEnds: ReadonlySet<string> = new Set([',', '{', '}', ':=', '=', ':', '->']);

const signs: ReadonlySet<string> = new Set(['not', '-']);
const types: ReadonlySet<string> = new Set(['<']);

/** Words that hold all that comes behind them, and behind what one of them is in the one before. */
const holders: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['if', new Set(['if', 'then', 'else'])],
  ['all', new Set([':', 'then', 'else'])],
  ['any', new Set([':', 'then', 'else'])],
  ['count', new Set([':', 'then', 'else'])],
]);

/** All that makes a text deeper, or no longer; whatever else there is, names above all, is passed over quickly. */
const counted: ReadonlySet<string> = new Set(
  [brackets, links, chainEnds, signs, holders, types].flatMap((words) => [...words.keys()]),
);

/** Says what is wrong where a text nests too deeply. */
export const tooDeep =
  'Nothing in this file is read, because it nests too deeply here. Take inner parts out of the bodies around them, or split up the expression.';

/** Returns the token with which a text passes the limit, if it does. Cost: O(n). */
export function tokenPastLimit(tokens: readonly IToken[]): IToken | undefined {
  let bracketed = 0;
  let signed = 0;
  let held = 0;
  let typed = 0;
  let inChain = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || !counted.has(token.tokenType.name)) {
      if (inChain > 0 && beginsItem(tokens, index)) inChain = 0;
      signed = 0;
      continue;
    }
    const { image } = token;
    const before = tokens[index - 1]?.image ?? '';
    // A closing bracket too many is another fault; it must not make room for more opening ones.
    bracketed = Math.max(0, bracketed + (brackets.get(image) ?? 0));
    signed = signs.has(image) && signs.has(before) ? signed + 1 : 0;
    if (image === '<') typed = before === 'set' || before === 'map' ? typed + 2 : 0;
    const holdersBefore = holders.get(image);
    if (holdersBefore !== undefined) {
      const isBranch = tokens[index - 2]?.image === '}';
      held = holdersBefore.has(before) ? held + (isBranch ? 1 / 3 : 2) : 0;
    }
    if (links.has(image)) inChain++;
    else if (chainEnds.has(image) || beginsItem(tokens, index)) inChain = 0;
    if (bracketed + signed + held + typed + inChain / chained > deepest) return token;
  }
  return undefined;
}

/** Whether a word begins a member or step, so that what stands before it is at its end. */
const beginsItem = (tokens: readonly IToken[], index: number): boolean => {
  const name = tokens[index]?.tokenType.name;
  if (name === undefined) return false;
  if (names.has(name)) return operandEnds.has(tokens[index - 1]?.tokenType.name ?? '');
  return isFirstOnLine(tokens, index) && canBegin(name);
};

const names: ReadonlySet<string> = new Set(['ID', 'QUOTED']);
/** After these a name is no operand of the same expression. */
const operandEnds: ReadonlySet<string> = new Set([...names, 'NUMBER', 'QUANTITY', 'STRING', ']', ')', '}']);
