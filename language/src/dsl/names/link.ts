/**
 * Resolves all names of a file. `lookup.ts` decides what they mean; nothing is exported, described or indexed.
 */
import type { LangiumDocument, Reference } from 'langium';
import { allSteps } from '../../model/all-steps.ts';
import { usesOf } from './tree-index.ts';
import type * as ast from '../generated/ast.ts';

/** Resolves every unresolved name of a parsed file; `document.references` lists them all. Cost: O(nodes). */
export const linkDocument = (document: LangiumDocument<ast.Document>): void => {
  allSteps(linkInSteps(document));
};

/** The number of declarations in a step. */
const linkedInStep = 100;

/** Does the same in steps; the tree must not change in between. */
export function* linkInSteps(document: LangiumDocument<ast.Document>): Generator<undefined, undefined> {
  const all: Reference[] = [];
  for (const [index, declaration] of document.parseResult.value.declarations.entries()) {
    for (const reference of referencesIn(declaration)) {
      resolve(reference);
      all.push(reference);
    }
    if (index % linkedInStep === 0) yield;
  }
  // In the order of the text, whenever they were resolved.
  document.references = all;
  return undefined;
}

/** Resolves a reference by reading it. */
const resolve = (reference: Reference): unknown => reference.ref;

/** Returns the references in a declaration, in the order of the tree. */
export const referencesIn = (declaration: ast.Declaration): readonly Reference[] =>
  usesOf(declaration).map(({ reference }) => reference);
