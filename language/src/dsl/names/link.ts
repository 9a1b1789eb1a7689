/**
 * Resolves all names of a file. `lookup.ts` decides what they mean; nothing is exported, described or indexed.
 */
import type { LangiumDocument, Reference } from 'langium';
import { allSteps } from '../../model/all-steps.ts';
import { createFact } from './declaration-state.ts';
import { usesOf } from './tree-index.ts';
import type * as ast from '../generated/ast.ts';

/** Resolves every unresolved name of a parsed file. Cost: O(declarations + names in new ones). */
export const linkDocument = (document: LangiumDocument<ast.Document>): void => {
  allSteps(linkInSteps(document));
};

/** The number of declarations in a step. */
const linkedInStep = 100;

/** Does the same in steps; the tree must not change in between. */
export function* linkInSteps(document: LangiumDocument<ast.Document>): Generator<undefined, undefined> {
  let count = 0;
  for (const declaration of document.parseResult.value.declarations) {
    if (!isLinked(declaration) && referencesIn(declaration).map(isResolved).every(Boolean))
      linked.set(declaration, true);
    if (count++ % linkedInStep === 0) yield;
  }
  return undefined;
}

/** The declarations whose names are all resolved, without a fault. */
const linked = createFact<true>();

/** Returns true if all names in a declaration are known to be resolved, without a fault. */
export const isLinked = (declaration: ast.Declaration): boolean => linked.get(declaration) === true;

/** Resolves a reference by reading it. */
const isResolved = (reference: Reference): boolean => reference.ref !== undefined;

/** The linker creates only this kind of reference; it treats one without a target as unresolved. */
type LinkedReference = Reference & { _ref: unknown; _nodeDescription: unknown };

/** Returns what a reference was resolved to, a node or a fault; undefined if it was not read. */
export const targetIfRead = (reference: Reference): unknown => (reference as LinkedReference)._ref;

/** Lets a reference be resolved again when it is read. */
export function forgetTarget(reference: Reference): void {
  const made = reference as LinkedReference;
  made._ref = undefined;
  made._nodeDescription = undefined;
}

/** Returns the references in a declaration, in the order of the tree. */
export const referencesIn = (declaration: ast.Declaration): readonly Reference[] =>
  usesOf(declaration).map(({ reference }) => reference);

/** Returns all references of a file, in the order of the tree. */
export const referencesOf = ({ parseResult }: LangiumDocument<ast.Document>): readonly Reference[] =>
  parseResult.value.declarations.flatMap(referencesIn);
