/**
 * The structure of a text's tokens: bracket pairs, blocks, items and source lines, by index.
 */
import type { Gap } from './gaps.ts';
import { closesBlock, isClosing, isOpening, opensBlock } from './spacing.ts';
import type { Token } from './tokens.ts';

/** The structure by the index of a token; -1 means none. */
export interface Structure {
  /** The line of each token, from 0. */
  readonly lines: readonly number[];
  /** The matching bracket of each bracket. */
  readonly partners: readonly number[];
  /** The brace that opens the block around each token; braces belong to the block around theirs. */
  readonly blocks: readonly number[];
  /** The last token of an item, by its first token. */
  readonly itemEnds: ReadonlyMap<number, number>;
  /** The first token of the previous item in the same block, by the first token of an item. */
  readonly itemsBefore: ReadonlyMap<number, number>;
  /** Returns the index of the token that begins at an offset. */
  readonly indexAt: (offset: number) => number;
}

/** The number of tokens in a step. */
const readInStep = 2000;

/** Returns the structure of tokens, in steps. Cost: O(n). */
export function* structureOf(tokens: readonly Token[], gaps: readonly Gap[]): Generator<undefined, Structure> {
  const { partners, blocks } = pairsOf(tokens);
  yield;
  const byStart = new Map<number, number>();
  const byEnd = new Map<number, number>();
  for (const [index, { start, end }] of tokens.entries()) {
    if (index % readInStep === 0) yield;
    byStart.set(start, index);
    byEnd.set(end, index);
  }
  const itemEnds = new Map<number, number>();
  const itemsBefore = new Map<number, number>();
  const lastInBlock = new Map<number, number>();
  for (const [index, { item }] of tokens.entries()) {
    if (index % readInStep === 0) yield;
    if (item === undefined) continue;
    itemEnds.set(index, byEnd.get(item.$cstNode?.end ?? -1) ?? index);
    const block = blocks[index] ?? -1;
    itemsBefore.set(index, lastInBlock.get(block) ?? -1);
    lastInBlock.set(block, index);
  }
  let line = 0;
  const lines = tokens.map((_, index) => (line += gaps[index]?.lineBreaks ?? 0));
  return { lines, partners, blocks, itemEnds, itemsBefore, indexAt: (offset) => byStart.get(offset) ?? -1 };
}

function pairsOf(tokens: readonly Token[]): Pick<Structure, 'partners' | 'blocks'> {
  const partners = tokens.map(() => -1);
  const blocks: number[] = [];
  const open: number[] = [];
  const openBlocks: number[] = [];
  for (const [index, token] of tokens.entries()) {
    const isEnd = closesBlock(token);
    if (isEnd) openBlocks.pop();
    blocks.push(openBlocks.at(-1) ?? -1);
    if (opensBlock(token)) openBlocks.push(index);
    if (opensBlock(token) || isOpening(token)) open.push(index);
    else if (isEnd || isClosing(token)) {
      const opening = open.pop();
      if (opening === undefined) continue;
      partners[opening] = index;
      partners[index] = opening;
    }
  }
  return { partners, blocks };
}
