/**
 * The tokens of a parsed text for the formatter: in order, each with its position in the tree. Text that the parser
 * skipped gives no tokens.
 */
import { type AstNode, type CstNode, isCompositeCstNode, isLeafCstNode, type LeafCstNode } from 'langium';
import type * as ast from '../generated/ast.ts';

/** One token. A text with values in it is one token, because nothing in it may move. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** The sign, the keyword, or the name of its terminal. */
  readonly name: string;
  /** True if it is a keyword in the grammar; a word can also be a name. */
  readonly isKeyword: boolean;
  /** The innermost node it belongs to. */
  readonly node: AstNode;
  /** The innermost node around it that begins before it, and the index of that node's first token. */
  readonly around: AstNode | undefined;
  readonly anchor: number;
  /** The declaration, member, setting or step that it begins. */
  readonly item: AstNode | undefined;
}

/** The properties that list declarations, members, settings and steps. */
const lists: ReadonlySet<string> = new Set(['declarations', 'members', 'settings', 'steps']);

/** Returns true if a node is one of a list whose items may have a line each. */
export const isItem = ({ $containerProperty, $container }: AstNode): boolean =>
  $container !== undefined && lists.has($containerProperty ?? '');

/** The number of tokens in a step. */
const madeInStep = 1000;

/** Returns the tokens of a tree, in steps. Cost: O(n). */
export function* tokensOf(document: ast.Document): Generator<undefined, Token[]> {
  const tokens: Token[] = [];
  const indexByStart = new Map<number, number>();
  const firsts = new Map<AstNode, number>();
  for (const { leaf, start, end } of yield* leavesOf(document)) {
    const index = tokens.length;
    if (index % madeInStep === 0) yield;
    indexByStart.set(start, index);
    const { item, around } = enclosingOf(leaf, firsts);
    tokens.push({
      start,
      end,
      name: leaf.tokenType.name,
      isKeyword: leaf.grammarSource?.$type === 'Keyword',
      node: leaf.astNode,
      around,
      anchor: around === undefined ? -1 : (indexByStart.get(startOf(around, firsts)) ?? -1),
      item,
    });
  }
  return tokens;
}

interface LeafToken {
  readonly leaf: LeafCstNode;
  readonly start: number;
  readonly end: number;
}

/** Returns the leaves of the tree that are tokens; a text with values is one, and a rate is one for each of its words. */
function* leavesOf(document: ast.Document): Generator<undefined, LeafToken[]> {
  const pieces: { leaf: LeafCstNode; start: number; end: number }[] = [];
  let isInText = false;
  const pending: CstNode[] = document.$cstNode === undefined ? [] : [document.$cstNode];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (isCompositeCstNode(part)) {
      for (let index = part.content.length - 1; index >= 0; index--) {
        const child = part.content[index];
        if (child !== undefined) pending.push(child);
      }
    } else if (isLeafCstNode(part) && !part.hidden && part.length > 0) {
      const last = pieces.at(-1);
      if (isInText && last !== undefined) last.end = part.end;
      else if (part.tokenType.name === 'QUANTITY') pieces.push(...wordsOf(part));
      else pieces.push({ leaf: part, start: part.offset, end: part.end });
      if (pieces.length % madeInStep === 0) yield;
      const { name } = part.tokenType;
      if (name.startsWith('TEMPLATE_')) isInText = name !== 'TEMPLATE_END';
    }
  }
  return pieces;
}

/** Returns the words of a number with its unit: three of `2 per h`. */
const wordsOf = (leaf: LeafCstNode): LeafToken[] =>
  [...leaf.text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const start = leaf.offset + index;
    return { leaf, start, end: start + word.length };
  });

function enclosingOf(leaf: LeafCstNode, firsts: Map<AstNode, number>): Pick<Token, 'item' | 'around'> {
  let item: AstNode | undefined;
  let node: AstNode | undefined = leaf.astNode;
  for (; node !== undefined && startOf(node, firsts) >= leaf.offset; node = node.$container) {
    if (isItem(node)) item = node;
  }
  return { item, around: node?.$container === undefined ? undefined : node };
}

/** Returns the offset of a node's first token. */
function startOf(node: AstNode, firsts: Map<AstNode, number>): number {
  let start = firsts.get(node);
  if (start === undefined) firsts.set(node, (start = node.$cstNode?.offset ?? 0));
  return start;
}
