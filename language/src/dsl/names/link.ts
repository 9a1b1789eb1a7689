/**
 * Resolves the names of a file, all of them. What they mean is decided in `lookup.ts`; nothing is
 * exported, described or indexed.
 */
import type { LangiumDocument, Reference } from 'langium';
import { usesOf } from './tree-index.ts';
import type * as ast from '../generated/ast.ts';

/** Resolves every name of a parsed file that is not resolved yet; `document.references` lists them all. Cost: O(nodes). */
export function linkDocument(document: LangiumDocument<ast.Document>): void {
  const all: Reference[] = [];
  for (const declaration of document.parseResult.value.declarations) {
    for (const reference of referencesIn(declaration)) {
      resolve(reference);
      all.push(reference);
    }
  }
  // In the order of the text, however they came to be resolved.
  document.references = all;
}

/** Reading a reference is what resolves it. */
const resolve = (reference: Reference): unknown => reference.ref;

/** Returns the names in a declaration that stand for another one, in the order of the tree. */
export const referencesIn = (declaration: ast.Declaration): readonly Reference[] =>
  usesOf(declaration).map(({ reference }) => reference);
