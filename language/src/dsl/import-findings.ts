/**
 * What there is to say about the imports of a file: files that are not there, and imports that lead
 * back to the file.
 */
import type { LangiumDocument, LangiumDocuments } from 'langium';
import type { Finding } from '../model/finding.ts';
import type * as ast from './generated/ast.ts';
import { spanOf } from './lowering/collector.ts';
import { standardLibrary } from './standard-library.ts';
import { symbolsOf } from './symbols.ts';
import { importedUri } from './visible.ts';

/** Returns the findings of the imports of a file. */
export function importFindings(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Finding[] {
  const cycle = shortestCycle(document, documents);
  const own = importsOf(document);
  const unknown = own.filter((node) => !documents.hasDocument(importedUri(node.path, document.uri))).map(unknownImport);
  return cycle === undefined ? unknown : [...unknown, cycleFinding(cycle)];
}

const importsOf = (document: LangiumDocument): readonly ast.Import[] =>
  symbolsOf(document.parseResult.value as ast.Document).imports;

function unknownImport(node: ast.Import): Finding {
  const message = node.path.startsWith('std/')
    ? `The standard library has no file "${node.path}". It has ${standardFiles.join(', ')}.`
    : `There is no file "${node.path}". Write its path from the folder of this file.`;
  return { code: 'file/unknown-import', severity: 'error', message, span: spanOf(node, 'path'), related: [] };
}

/** The names by which the files of the standard library are imported, in quotes. */
const standardFiles = [...standardLibrary.keys()]
  .map((name) => `"${name.replace(/^\//, '').replace(/\.aft$/, '')}"`)
  .sort();

interface Way {
  readonly document: LangiumDocument;
  readonly imports: readonly ast.Import[];
}

/** The imports that lead from a file back to it, as few as possible. */
function shortestCycle(start: LangiumDocument, documents: LangiumDocuments): readonly ast.Import[] | undefined {
  const seen = new Set<LangiumDocument>();
  let ways: readonly Way[] = [{ document: start, imports: [] }];
  while (ways.length > 0) {
    const next: Way[] = [];
    for (const { document, imports } of ways) {
      for (const node of importsOf(document)) {
        const imported = documents.getDocument(importedUri(node.path, document.uri));
        if (imported === start) return [...imports, node];
        if (imported === undefined || seen.has(imported)) continue;
        seen.add(imported);
        next.push({ document: imported, imports: [...imports, node] });
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
    message: `This import leads back to this file: ${names.join(' → ')}. Move what both need into a file of its own.`,
    span: spanOf(first, 'path'),
    related: cycle.map((node) => ({ message: `imports "${node.path}"`, span: spanOf(node, 'path') })),
  };
}
