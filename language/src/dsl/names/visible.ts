/**
 * Decides which files a file sees: itself and those it imports, but not their imports.
 */
import { type AstNode, AstUtils, type LangiumDocument, type LangiumDocuments, URI, UriUtils } from 'langium';
import type * as ast from '../generated/ast.ts';
import { type Symbols, symbolsOf } from '../types/symbols.ts';

/** The scheme of the files that ship with the tool, such as `aftermath:/std/murano.aft`. */
export const standardScheme = 'aftermath';

/** Resolves the path of an import to the URI of its file; `.aft` may be omitted. */
export function importedUri(path: string, importer: URI): URI {
  const withExtension = path.endsWith('.aft') ? path : `${path}.aft`;
  if (path.startsWith('std/')) return URI.from({ scheme: standardScheme, path: `/${withExtension}` });
  return UriUtils.resolvePath(UriUtils.dirname(importer), withExtension);
}

const visibleByDocument = new WeakMap<LangiumDocument, readonly Symbols[]>();

/**
 * Returns the names that a node can see: those of its own file first, then those of each import in order. The imports
 * are resolved once, until `forgetVisible` is called.
 */
export function visibleSymbols(node: AstNode, documents: LangiumDocuments): readonly Symbols[] {
  const document = AstUtils.getDocument<ast.Document>(node);
  let visible = visibleByDocument.get(document);
  if (visible === undefined) visibleByDocument.set(document, (visible = findVisible(document, documents)));
  return visible;
}

/** Forgets the names that a file sees because a file it imports has changed. */
export const forgetVisible = (document: LangiumDocument): void => {
  visibleByDocument.delete(document);
};

function findVisible(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): readonly Symbols[] {
  return visibleFiles(document, documents).map(({ parseResult }) => symbolsOf(parseResult.value));
}

/** Returns a file and those that it imports itself, in the order of the text, each once. */
export function visibleFiles(
  document: LangiumDocument<ast.Document>,
  documents: LangiumDocuments,
): LangiumDocument<ast.Document>[] {
  const visible = new Set([document]);
  for (const { path } of symbolsOf(document.parseResult.value).imports) {
    const imported = documents.getDocument(importedUri(path, document.uri));
    // Only files of the language are imported.
    if (imported !== undefined) visible.add(imported as LangiumDocument<ast.Document>);
  }
  return [...visible];
}

/** Returns a file and all its imports, direct and indirect: imported files first, each once. */
export function withImports(document: ast.Document, documents: LangiumDocuments): ast.Document[] {
  const found: ast.Document[] = [];
  const seen = new Set<ast.Document>([document]);
  const begun = (file: ast.Document) => ({ file, left: symbolsOf(file).imports.values() });
  // Not recursive: a chain of imports may be longer than the stack.
  const open = [begun(document)];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const next = last.left.next();
    if (next.done === true) {
      found.push(last.file);
      open.pop();
      continue;
    }
    const uri = importedUri(next.value.path, AstUtils.getDocument(last.file).uri);
    const imported = documents.getDocument(uri)?.parseResult.value as ast.Document | undefined;
    if (imported === undefined || seen.has(imported)) continue;
    seen.add(imported);
    open.push(begun(imported));
  }
  return found;
}
