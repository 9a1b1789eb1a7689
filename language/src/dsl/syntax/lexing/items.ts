/**
 * Finds the items of a token list: declarations at the top, members or steps in a block. Uses braces, lines and first
 * words, so that it works on text with syntax errors.
 */
import type { IToken } from 'chevrotain';
import {
  checkMemberStarts,
  declarationStarts,
  laterDeclarationStarts,
  laterRelationStarts,
  machineMemberStarts,
  memberStarts,
  stepStarts,
  viewMemberStarts,
} from './tokens.ts';

const starts: ReadonlySet<string> = new Set([
  ...declarationStarts,
  ...memberStarts,
  ...laterRelationStarts,
  ...machineMemberStarts,
  ...stepStarts,
  ...checkMemberStarts,
  ...laterDeclarationStarts,
  ...viewMemberStarts,
]);
const declarations: ReadonlySet<string> = new Set(declarationStarts);

/** Returns true if a keyword can begin a declaration, member or step. */
export const canBegin = (word: string): boolean => starts.has(word);

/** Cuts a token list into its declarations. */
export function splitItems(tokens: readonly IToken[]): IToken[][] {
  const begins: number[] = [];
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    if (depth === 0 && beginsDeclaration(tokens, index)) begins.push(index);
    const name = tokens[index]?.tokenType.name;
    if (name === '{') depth++;
    else if (name === '}') depth--;
  }
  return begins.map((begin, at) => tokens.slice(begin, begins[at + 1]));
}

/** Returns true if a declaration begins with a token that is in no braces. */
const beginsDeclaration = (tokens: readonly IToken[], index: number): boolean =>
  index === 0 || (isFirstOnLine(tokens, index) && isWordAt(tokens, index)) || isDeclarationStart(tokens, index);

const isWordAt = (tokens: readonly IToken[], index: number): boolean => {
  const token = tokens[index];
  return token !== undefined && isWord(token);
};

/** Returns the index of the first token of the item around a token. */
export function indexOfItem(tokens: readonly IToken[], at: number): number {
  const margin = blockMargin(tokens, at);
  let depth = 0;
  for (let index = Math.min(at, tokens.length - 1); index > 0; index--) {
    const name = tokens[index]?.tokenType.name;
    if (name === '}' && index < at) depth++;
    else if (name === '{' && index < at) {
      if (depth === 0) return index + 1;
      depth--;
    }
    if (depth === 0 && isItemStart(tokens, index, margin)) return index;
  }
  return 0;
}

/** Returns the index after the item around a token. */
export function itemEnd(tokens: readonly IToken[], at: number): number {
  const margin = blockMargin(tokens, at);
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    const name = tokens[index]?.tokenType.name;
    if (depth === 0 && index > at && isItemStart(tokens, index, margin)) return index;
    if (name === '{') depth++;
    else if (name === '}') {
      if (depth === 0) return index;
      depth--;
    }
  }
  return tokens.length;
}

/** Returns the column at which the lines of the block around a token begin. */
function blockMargin(tokens: readonly IToken[], at: number): number {
  let depth = 0;
  for (let index = Math.min(at, tokens.length) - 1; index >= 0; index--) {
    const name = tokens[index]?.tokenType.name;
    if (name === '}') depth++;
    else if (name === '{' && depth-- === 0) return tokens[index + 1]?.startColumn ?? 1;
  }
  return 1;
}

function isItemStart(tokens: readonly IToken[], index: number, margin: number): boolean {
  const token = tokens[index];
  if (token === undefined || !isWord(token)) return false;
  if (isFirstOnLine(tokens, index)) return (token.startColumn ?? 1) <= margin || starts.has(token.tokenType.name);
  const follower = tokens[index + 1]?.tokenType.name;
  const isSetting = follower === ':' || follower === ':=';
  return (starts.has(token.tokenType.name) || isSetting) && !belongsToBefore(tokens, index);
}

/** Returns true if a word continues the text before it: `destroyed after`, `fault crash`, `class C for`. */
function belongsToBefore(tokens: readonly IToken[], index: number): boolean {
  const before = tokens[index - 1];
  if (demandsName(before)) return true;
  // "depends on b" is one item.
  if (tokens[index]?.image === 'on' && isLoneName(tokens, index - 1)) return true;
  const name = before?.tokenType.name ?? '';
  return (
    /^(destroyed|waits|param|fault|may|collect|absent|root|protected|doomed|persistent|initial|final)$/.test(name) ||
    /^(machine|class)$/.test(tokens[index - 2]?.tokenType.name ?? '')
  );
}

/** Returns true for a name that begins a line or a body: alone it is no item, so what follows belongs to it. */
function isLoneName(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  if (token?.tokenType.name !== 'ID' && token?.tokenType.name !== 'QUOTED') return false;
  return isFirstOnLine(tokens, index) || /^[{}]$/.test(tokens[index - 1]?.tokenType.name ?? '');
}

function isDeclarationStart(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (token === undefined || previous === undefined || !declarations.has(token.tokenType.name)) return false;
  return previous.tokenType.name === '}' || (!demandsName(previous) && !isModifier(previous));
}

const isModifier = (token: IToken): boolean => /^(absent|root|protected|doomed)$/.test(token.tokenType.name);

/** Returns true if a name must follow, so that a keyword there begins nothing. */
function demandsName(token: IToken | undefined): boolean {
  if (token === undefined) return false;
  const { name } = token.tokenType;
  return /^(\.|,|:|\(|\[|<|->|=|:=|pd|space|resource|object|node|region|as|notify|to|of|under|runs|for|in|is|extends|class)$/.test(
    name,
  );
}

/** Returns true if a token is the first on its line. */
export const isFirstOnLine = (tokens: readonly IToken[], index: number): boolean =>
  index === 0 || tokens[index - 1]?.endLine !== tokens[index]?.startLine;

/** Returns true if a token may be the first of a declaration. */
export const isWord = (token: IToken): boolean => {
  const { name } = token.tokenType;
  return name === 'ID' || name === 'QUOTED' || starts.has(name);
};
