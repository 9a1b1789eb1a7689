/**
 * Finds faults in the imports of a file: missing files, and imports that lead back to the file.
 */
import { AstUtils, type LangiumDocument, type LangiumDocuments, type URI } from 'langium';
import type { Finding } from '../model/finding.ts';
import type * as ast from './generated/ast.ts';
import { spanOf } from './lowering/collector.ts';
import { standardLibrary } from './library/standard-library.ts';
import { symbolsOf } from './types/symbols.ts';
import { importedUri, withImports } from './names/visible.ts';
import { t } from '../model/common/translation.ts';

/** The reasons why existing files could not be read, by URI. */
const unreadable = new WeakMap<LangiumDocuments, Map<string, string>>();

/** Records why a file cannot be read, or clears the reason; returns true if that is a change. */
export function noteUnreadable(documents: LangiumDocuments, uri: URI, why: string | undefined): boolean {
  const reasons = unreadable.get(documents) ?? new Map<string, string>();
  unreadable.set(documents, reasons);
  const before = reasons.get(uri.toString());
  if (why === undefined) reasons.delete(uri.toString());
  else reasons.set(uri.toString(), why);
  return before !== why;
}

/** Returns the recorded reason why a file cannot be read. */
export const whyUnreadable = (documents: LangiumDocuments, uri: URI): string | undefined =>
  unreadable.get(documents)?.get(uri.toString());

/** Returns the findings of the imports of a file. */
export function importFindings(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Finding[] {
  const cycle = shortestCycle(document, documents);
  const unknown = unknownImports(document, documents);
  return cycle === undefined ? unknown : [...unknown, cycleFinding(cycle)];
}

/** Returns those about missing files only. Cost: O(imports of the file); a cycle may lead through all files. */
export const unknownImports = (document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Finding[] =>
  importsOf(document).flatMap((node) => {
    const uri = importedUri(node.path, document.uri);
    const why = whyUnreadable(documents, uri);
    return why === undefined && documents.hasDocument(uri) ? [] : [missingImport(node, why)];
  });

const importsOf = (document: LangiumDocument): readonly ast.Import[] =>
  symbolsOf(document.parseResult.value as ast.Document).imports;

/**
 * Returns true if a finding means that the names of an imported file are unknown, which makes those of the whole file
 * doubtful.
 */
export const isMissingImport = ({ code }: Finding): boolean =>
  code === 'file/unknown-import' || code === 'file/unreadable';

function missingImport(node: ast.Import, why: string | undefined): Finding {
  const span = spanOf(node, 'path');
  if (why !== undefined) {
    const message = t`The file "${node.path}" ${why}, so its names are not known.`;
    return { code: 'file/unreadable', severity: 'error', message, span, related: [] };
  }
  const message = node.path.startsWith('std/')
    ? t`The standard library has no file "${node.path}". It has ${standardFiles.join(', ')}.`
    : t`There is no file "${node.path}". Write its path relative to the folder of this file.`;
  return { code: 'file/unknown-import', severity: 'error', message, span, related: [] };
}

/**
 * Returns the findings of imports whose entities or relations the model of a file has no room for, of all that were
 * found while it was lowered: none of its files need be too large by itself.
 */
export function cutFindings(
  document: LangiumDocument<ast.Document>,
  documents: LangiumDocuments,
  lowering: readonly Finding[],
): Finding[] {
  const uri = document.uri.toString();
  return lowering.flatMap(({ code, severity, message, span }) => {
    if (code !== 'copies/too-many' || span.uri === uri) return [];
    const node = importsOf(document).find(({ path }) => leadsTo(importedUri(path, document.uri), span.uri, documents));
    if (node === undefined) return [];
    return [
      { code, severity, message, span: spanOf(node, 'path'), related: [{ message: t`exceeds the limit`, span }] },
    ];
  });
}

function leadsTo(imported: URI, uri: string, documents: LangiumDocuments): boolean {
  const tree = documents.getDocument(imported)?.parseResult.value as ast.Document | undefined;
  return (
    tree !== undefined && withImports(tree, documents).some((file) => AstUtils.getDocument(file).uri.toString() === uri)
  );
}

/** The names under which the files of the standard library are imported, in quotes. */
const standardFiles = [...standardLibrary.keys()]
  .map((name) => `"${name.replace(/^\//, '').replace(/\.aft$/, '')}"`)
  .sort();

/** A chain of imports to a file: its last one, and the chain to the file with that. */
interface Way {
  readonly document: LangiumDocument;
  readonly last?: ast.Import;
  readonly before?: Way;
}

function importsAlong(way: Way): ast.Import[] {
  const imports: ast.Import[] = [];
  for (let at: Way | undefined = way; at?.last !== undefined; at = at.before) imports.push(at.last);
  return imports.reverse();
}

/** Returns a shortest chain of imports that leads from a file back to it. */
function shortestCycle(start: LangiumDocument, documents: LangiumDocuments): readonly ast.Import[] | undefined {
  const seen = new Set<LangiumDocument>();
  let ways: readonly Way[] = [{ document: start }];
  while (ways.length > 0) {
    const next: Way[] = [];
    for (const before of ways) {
      const { document } = before;
      for (const node of importsOf(document)) {
        const imported = documents.getDocument(importedUri(node.path, document.uri));
        if (imported === start) return importsAlong({ document: start, last: node, before });
        if (imported === undefined || seen.has(imported)) continue;
        seen.add(imported);
        next.push({ document: imported, last: node, before });
      }
    }
    ways = next;
  }
  return undefined;
}

function cycleFinding(cycle: readonly ast.Import[]): Finding {
  const names = cycle.map(({ path }) => `"${path}"`);
  const [first] = cycle;
  if (first === undefined) throw new Error('A cycle has at least one import.');
  return {
    code: 'cycle/import',
    severity: 'warning',
    message: t`This import is part of a cycle: ${names.join(' → ')}. Move what the files share into a file of its own.`,
    span: spanOf(first, 'path'),
    related: cycle.map((node) => ({ message: t`imports "${node.path}"`, span: spanOf(node, 'path') })),
  };
}
