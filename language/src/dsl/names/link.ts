/**
 * Resolves all names of a file. `lookup.ts` decides what they mean; nothing is exported, described or indexed.
 */
import type { LangiumDocument, Reference } from 'langium';
import { usesOf } from './tree-index.ts';
import type * as ast from '../generated/ast.ts';

/** Resolves every unresolved name of a parsed file; `document.references` lists them all. Cost: O(nodes). */
export function linkDocument(document: LangiumDocument<ast.Document>): void {
  const all: Reference[] = [];
  for (const declaration of document.parseResult.value.declarations) {
    for (const reference of referencesIn(declaration)) {
      resolve(reference);
      all.push(reference);
    }
  }
  // In the order of the text, whenever they were resolved.
  document.references = all;
}

/** Resolves a reference by reading it. */
const resolve = (reference: Reference): unknown => reference.ref;

/** Returns the references in a declaration, in the order of the tree. */
export const referencesIn = (declaration: ast.Declaration): readonly Reference[] =>
  usesOf(declaration).map(({ reference }) => reference);
