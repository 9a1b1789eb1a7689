/**
 * What a part of a concrete tree is, as one number: the element of the grammar that reads it, and of a leaf the type of
 * its token too.
 */
import type { IToken, TokenType } from 'chevrotain';
import { GrammarAST } from 'langium';
import { itemAt } from '../../../model/common/lookup.ts';
import { featureOf } from './property-node.ts';

/**
 * The numbers of each part: of a leaf its kind, offset, length, line and column; of a branch its kind, the number of
 * parts from it to its end, and 1 if a node of the language begins with it.
 */
export const width = 5;

type Element = GrammarAST.AbstractElement;

/** The elements of the grammar by number; a comment has number 0. */
const elements: (Element | undefined)[] = [undefined];
const features: (string | null)[] = [null];
const keywords: (string | undefined)[] = [undefined];
const numbers = new Map<Element, number>();
const types: TokenType[] = [];

/** Returns the number of an element of the grammar. */
export function numberOf(element: Element): number {
  let number = numbers.get(element);
  if (number === undefined) {
    number = elements.push(element) - 1;
    features.push(featureOf(element));
    keywords.push(GrammarAST.isKeyword(element) ? element.value : undefined);
    numbers.set(element, number);
  }
  return number;
}

/** Returns the kind of a leaf that an element reads. */
export function kindOfLeaf({ tokenType, tokenTypeIdx }: IToken, element: number): number {
  types[tokenTypeIdx] ??= tokenType;
  return (tokenTypeIdx << 16) | element;
}

/** Returns the kind of a branch, which is negative. */
export const kindOfBranch = (element: number): number => ~element;

const numberIn = (kind: number): number => (kind < 0 ? ~kind : kind & 0xffff);

/** Returns the element that reads a part. */
export const elementOf = (kind: number): Element | undefined => elements[numberIn(kind)];

/** Returns the property that a part is read for. */
export const featureOfKind = (kind: number): string | null | undefined => features[numberIn(kind)];

/** Returns the keyword that a part is. */
export const keywordOf = (kind: number): string | undefined => keywords[numberIn(kind)];

/** Returns true for a leaf that no element reads. */
export const isComment = (kind: number): boolean => numberIn(kind) === 0;

/** Returns the type of a leaf's token. */
export const tokenTypeOf = (kind: number): TokenType => itemAt(types, kind >> 16);
