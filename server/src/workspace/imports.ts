/**
 * The imports of a document with the files that they mean, and how a path to a file is written.
 */
import { GrammarUtils, URI, UriUtils } from 'langium';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import { symbolsOf } from '../../../language/src/dsl/types/symbols.ts';
import { importedUri, standardScheme } from '../../../language/src/dsl/names/visible.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from './model-cache.ts';
import { writeText } from './text-literal.ts';

/** An import as it is written. */
export interface WrittenImport {
  readonly node: ast.Import;
  readonly path: string;
  /** The file that is meant, whether it is there or not. */
  readonly uri: string;
  /** Where the path stands, quotes included. */
  readonly span: Span;
}

/** Returns the imports of a document whose paths are written out, in the order of the text. */
export function importsOf(document: ModelDocument): readonly WrittenImport[] {
  return symbolsOf(document.parseResult.value).imports.flatMap((node) => {
    const cst = GrammarUtils.findNodeForProperty(node.$cstNode, 'path');
    if (cst === undefined || !/^".*"$/s.test(cst.text)) return [];
    const uri = importedUri(node.path, document.uri).toString();
    return [{ node, path: node.path, uri, span: { uri: document.uri.toString(), ...cst.range } }];
  });
}

/** Returns the path by which a file imports another one, as short as it can be. */
export function importPath(importer: string, imported: string): string {
  const uri = URI.parse(imported);
  if (uri.scheme === standardScheme) return uri.path.slice(1).replace(/\.aft$/, '');
  const path = UriUtils.relative(UriUtils.dirname(URI.parse(importer)), uri).replace(/\.aft$/, '');
  // What begins with "std/" would be looked for in the standard library.
  return path.startsWith('std/') ? `./${path}` : path;
}

/** Returns the edit that imports another file, behind the imports that are there. */
export function importEdit(document: ModelDocument, path: string): TextEdit {
  const uri = document.uri.toString();
  const text = `import "${writeText(path)}"`;
  const last = symbolsOf(document.parseResult.value).imports.at(-1)?.$cstNode;
  if (last !== undefined) return { span: { uri, start: last.range.end, end: last.range.end }, text: `\n${text}` };
  const start = { line: 0, character: 0 };
  const isEmpty = document.textDocument.getText().trim() === '';
  return { span: { uri, start, end: start }, text: `${text}\n${isEmpty ? '' : '\n'}` };
}
