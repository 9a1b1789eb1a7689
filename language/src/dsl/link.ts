/**
 * Resolves the names of a file, all of them. What they mean is decided in `lookup.ts`; nothing is
 * exported, described or indexed.
 */
import type { AstNode, LangiumDocument, Reference } from 'langium';
import type * as ast from './generated/ast.ts';

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

/** What a declaration consists of never changes, also where the trees of several versions have it in turn. */
const referencesByDeclaration = new WeakMap<ast.Declaration, readonly Reference[]>();

/** Returns the names in a declaration that stand for another one, in the order of the tree. */
export function referencesIn(declaration: ast.Declaration): readonly Reference[] {
  let references = referencesByDeclaration.get(declaration);
  if (references === undefined) {
    const found: Reference[] = [];
    collect(declaration, found);
    referencesByDeclaration.set(declaration, (references = found));
  }
  return references;
}

function collect(node: AstNode, into: Reference[]): void {
  for (const property in node) {
    if (property.startsWith('$')) continue;
    const value: unknown = Reflect.get(node, property);
    if (Array.isArray(value)) for (const item of value) collectValue(item, into);
    else collectValue(value, into);
  }
}

function collectValue(value: unknown, into: Reference[]): void {
  if (typeof value !== 'object' || value === null) return;
  if ('$refText' in value) into.push(value as Reference);
  // All objects in a tree but references are nodes.
  else collect(value as AstNode, into);
}
