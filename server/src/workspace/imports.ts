/**
 * The imports of a document with their files, and the path by which one file imports another.
 */
import { GrammarUtils, URI, UriUtils } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { importedUri, standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from './model-cache.ts';
import { literalText } from './text-literal.ts';

/** An import in the text. */
export interface ImportInText {
  readonly node: ast.Import;
  readonly path: string;
  /** The imported file, whether it exists or not. */
  readonly uri: string;
  /** The location of the path, quotes included. */
  readonly span: Span;
}

/** Returns the imports of a document with a path, in text order. */
export function importsOf(document: ModelDocument): readonly ImportInText[] {
  return symbolsOf(document.parseResult.value).imports.flatMap((node) => {
    const cst = GrammarUtils.findNodeForProperty(node.$cstNode, 'path');
    if (cst === undefined || !/^".*"$/s.test(cst.text)) return [];
    const uri = importedUri(node.path, document.uri).toString();
    return [{ node, path: node.path, uri, span: { uri: document.uri.toString(), ...cst.range } }];
  });
}

/** Returns the shortest path by which a file imports another. */
export function importPath(importer: string, imported: string): string {
  const uri = URI.parse(imported);
  if (uri.scheme === standardScheme) return uri.path.slice(1).replace(/\.aft$/, '');
  const path = UriUtils.relative(UriUtils.dirname(URI.parse(importer)), uri).replace(/\.aft$/, '');
  // A path that begins with "std/" would be looked up in the standard library.
  return path.startsWith('std/') ? `./${path}` : path;
}

/** Returns the edit that imports another file, after the existing imports. */
export function importEdit(document: ModelDocument, path: string): TextEdit {
  const uri = document.uri.toString();
  const text = `import "${literalText(path)}"`;
  const last = symbolsOf(document.parseResult.value).imports.at(-1)?.$cstNode;
  if (last !== undefined) return { span: { uri, start: last.range.end, end: last.range.end }, text: `\n${text}` };
  const start = { line: 0, character: 0 };
  const isEmpty = document.textDocument.getText().trim() === '';
  return { span: { uri, start, end: start }, text: `${text}\n${isEmpty ? '' : '\n'}` };
}
