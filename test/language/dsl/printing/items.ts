/**
 * Assembles the pieces of items, for all modules that print items.
 */
import type { AstNode } from 'langium';
import { commentsBefore } from './comments.ts';
import type { Block, Item } from './layout.ts';
import { glued, type Pieces } from './pieces.ts';

/** The parts of an item: text first, then blocks and text in turn. */
export type Parts = readonly [Pieces, ...(Pieces | Block)[]];

/** Makes the item that a node is printed as. */
export const itemOf = (node: AstNode, parts: Parts, group: string = node.$type): Item => ({
  comments: commentsBefore(node),
  group,
  parts,
});

/** Puts a word before parts. */
export const prefixed = (word: string, [first, ...rest]: Parts): Parts => [glued(word, first), ...rest];
