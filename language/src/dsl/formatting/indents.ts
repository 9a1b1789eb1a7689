/**
 * Computes the indentation of lines: the content of a block by two more than the line with its brace, and a
 * continuation line by two more than what it is part of.
 */
import type { AstNode } from 'langium';
import * as ast from '../generated/ast.ts';
import type { TokenizedText } from './line-breaks.ts';
import { closesBlock, isClosing, opensBlock } from './spacing.ts';

/** The lines laid out so far, by the index of each token. */
export interface IndentsSoFar {
  /** The indentation of the line on which a token is. */
  readonly indents: readonly number[];
  /** The column of a token. */
  readonly columns: readonly number[];
}

const step = 2;

/** Returns the indentation of a line that begins with a token, or with a comment before it. */
export function indentOf(source: TokenizedText, index: number, soFar: IndentsSoFar, isComment: boolean): number {
  const token = source.tokens[index];
  if (token === undefined) return 0;
  const at = (other: number | undefined): number => soFar.indents[other ?? -1] ?? 0;
  if (token.item !== undefined) {
    const block = source.blocks[index] ?? -1;
    return block < 0 ? 0 : at(block) + step;
  }
  if (closesBlock(token) || isClosing(token)) return at(source.partners[index]) + (isComment ? step : 0);
  const { around, anchor, name, node } = token;
  if (opensBlock(token) || (name === 'else' && ast.isIfStep(node))) return at(anchor);
  const head = headOf(source, around, anchor);
  return at(head) + (isAligned(source, around, head, soFar) ? 0 : step);
}

/**
 * Returns true if the parts of an expression that begins a line are aligned with each other: operands of `and`, and
 * branches of `else`.
 */
function isAligned(source: TokenizedText, around: AstNode | undefined, head: number, soFar: IndentsSoFar): boolean {
  if (!ast.isBinary(around) && !ast.isConditional(around)) return false;
  return source.tokens[head]?.item === undefined && soFar.columns[head] === soFar.indents[head];
}

/** Returns the index of the token that begins a chain of conditionals continued by `else`. */
function headOf(source: TokenizedText, around: AstNode | undefined, anchor: number): number {
  let head = around;
  while (ast.isConditional(head) && ast.isConditional(head.$container) && head.$containerProperty === 'else') {
    head = head.$container;
  }
  return head === around ? anchor : source.indexAt(head?.$cstNode?.offset ?? -1);
}
