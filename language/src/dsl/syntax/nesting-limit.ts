/**
 * Limits the nesting depth of a text. Parser, linker and rules are recursive; without a fixed limit the machine's
 * stack would set it, and a text could be valid on one machine and not on another.
 */
import type { IToken } from 'chevrotain';
import { canBegin, isFirstOnLine } from './lexing/items.ts';
import { t } from '../../model/common/translation.ts';

/** The most nested bodies. Other nesting counts as the number of bodies that would take the same stack. */
const deepest = 100;

const brackets: ReadonlyMap<string, number> = new Map([
  ['{', 1],
  ['(', 2],
  ['[', 2],
  ['}', -1],
  [')', -2],
  [']', -2],
]);

/**
 * The number of chained operators, dots and indexes that counts as one body: each is a node around everything before
 * it.
 */
const chained = 5;
const links: ReadonlySet<string> = new Set(['or', 'and', '+', '-', '*', '/', '%', '.', '[']);
/** The tokens that end a chain. */
const chainEnds: ReadonlySet<string> = new Set([',', '{', '}', ':=', '=', ':', '->']);

const signs: ReadonlySet<string> = new Set(['not', '-']);
const types: ReadonlySet<string> = new Set(['<']);

/** Words that contain everything after them, each with the tokens after which it is nested in the one before. */
const holders: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['if', new Set(['if', 'then', 'else'])],
  ['all', new Set([':', 'then', 'else'])],
  ['any', new Set([':', 'then', 'else'])],
  ['count', new Set([':', 'then', 'else'])],
]);

/** All tokens that make a text deeper or end a chain; all others, mostly names, are skipped quickly. */
const counted: ReadonlySet<string> = new Set(
  [brackets, links, chainEnds, signs, holders, types].flatMap((words) => [...words.keys()]),
);

/** Whether the tokens of a type are such, by its number. */
const countedTypes: (boolean | undefined)[] = [];

function isCounted({ tokenType, tokenTypeIdx }: IToken): boolean {
  return (countedTypes[tokenTypeIdx] ??= counted.has(tokenType.name));
}

/** The message for a text that nests too deeply. */
export const tooDeep = t`This file is not read: it nests too deeply here. Move inner parts out of the bodies around them, or split the expression.`;

/**
 * Returns true if a text is so far from the limit that none of its declarations, each as deep, would take it there: what
 * is left of a declaration counts in the next ones in at most three ways beside their own.
 */
export const isShallow = (tokens: readonly IToken[]): boolean => tokenPastLimit(tokens, deepest / 4) === undefined;

/** Returns the token at which a text passes the limit, if it does. Cost: O(n). */
export function tokenPastLimit(tokens: readonly IToken[], limit = deepest): IToken | undefined {
  let bracketed = 0;
  let signed = 0;
  let held = 0;
  let typed = 0;
  let inChain = 0;
  const isSet: boolean[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || !isCounted(token)) {
      if (inChain > 0 && beginsItem(tokens, index)) inChain = 0;
      signed = 0;
      continue;
    }
    const { image } = token;
    const before = tokens[index - 1]?.image ?? '';
    // A superfluous closing bracket is a separate error; it must not make room for more opening ones.
    if (image === '{') isSet.push(tokens[index + 2]?.tokenType.name === 'in');
    // A set nests as other brackets of an expression do.
    const weight = (image === '{' ? isSet.at(-1) : image === '}' && isSet.pop()) ? 2 : 1;
    bracketed = Math.max(0, bracketed + weight * (brackets.get(image) ?? 0));
    signed = signs.has(image) && signs.has(before) ? signed + 1 : 0;
    if (image === '<') typed = before === 'set' || before === 'map' ? typed + 2 : 0;
    const holdersBefore = holders.get(image);
    if (holdersBefore !== undefined) {
      const isBranch = tokens[index - 2]?.image === '}';
      held = holdersBefore.has(before) ? held + (isBranch ? 1 / 3 : 2) : 0;
    }
    if (links.has(image)) inChain++;
    else if (chainEnds.has(image) || beginsItem(tokens, index)) inChain = 0;
    if (bracketed + signed + held + typed + inChain / chained > limit) return token;
  }
  return undefined;
}

/** Returns true if a word begins a member or step, so that the text before it is complete. */
const beginsItem = (tokens: readonly IToken[], index: number): boolean => {
  const name = tokens[index]?.tokenType.name;
  if (name === undefined) return false;
  if (names.has(name)) return operandEnds.has(tokens[index - 1]?.tokenType.name ?? '');
  return isFirstOnLine(tokens, index) && canBegin(name);
};

const names: ReadonlySet<string> = new Set(['ID', 'QUOTED']);
/** After these tokens a name is not an operand of the same expression. */
const operandEnds: ReadonlySet<string> = new Set([...names, 'NUMBER', 'QUANTITY', 'STRING', ']', ')', '}']);
