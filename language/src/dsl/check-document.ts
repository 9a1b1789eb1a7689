/**
 * Everything there is to say about a linked file, and its model: faults of syntax, names that do not
 * resolve, what lowering reports, and the checks of the language and of the model.
 */
import type { LangiumDocument, LangiumDocuments, ReferenceInfo } from 'langium';
import { AstUtils } from 'langium';
import { checkModel } from '../analysis/checks/check-model.ts';
import type { Finding } from '../model/finding.ts';
import { checkLanguage } from './checks/registry.ts';
import type * as ast from './generated/ast.ts';
import { spanOf } from './lowering/collector.ts';
import { lowerDocument } from './lowering/lower.ts';
import type { Loaded } from './loaded.ts';
import type { CodedLinkingError } from './scope.ts';
import { namesLeftOut, syntaxFindings } from './syntax-findings.ts';
import { symbolsOf } from './symbols.ts';
import { importedUri } from './visible.ts';

/** Lowers a linked file and gathers its findings, in the order of the text. */
export function checkDocument(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Loaded {
  const tree = document.parseResult.value;
  const lowered = lowerDocument(tree, documents);
  const imports = importFindings(document, documents);
  const syntax = syntaxFindings(document);
  // What stands on a line with a fault may have been left out or read in another way; it is not judged.
  const faulty = new Set(syntax.flatMap(({ span }) => [span.start.line, span.end.line]));
  const uri = document.uri.toString();
  const names = imports.length === 0 ? linkingFindings(document) : [];
  const { model, sources } = lowered;
  const said = [...checkLanguage(tree), ...lowered.findings, ...checkModel(model, sources)];
  const judged = [...imports, ...names, ...said].filter(({ span }) => !faulty.has(span.start.line));
  const own = [...syntax, ...judged].filter(({ span }) => span.uri === uri);
  return { model, sources, findings: inOrder(withoutRepeats(own)) };
}

function linkingFindings(document: LangiumDocument): Finding[] {
  const leftOut = namesLeftOut(document);
  return document.references.flatMap((reference) => {
    const error = reference.error as CodedLinkingError | undefined;
    if (error?.code === undefined || error.message === '' || leftOut.has(reference.$refText)) return [];
    const { container, property } = error.info as ReferenceInfo;
    return [
      { code: error.code, severity: 'error', message: error.message, span: spanOf(container, property), related: [] },
    ];
  });
}

/** A file that cannot be found makes all its names unknown; only the import itself is reported then. */
function importFindings(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Finding[] {
  return symbolsOf(document.parseResult.value).imports.flatMap((node) => {
    const uri = importedUri(node.path, AstUtils.getDocument(node).uri);
    if (documents.hasDocument(uri)) return [];
    const message = node.path.startsWith('std/')
      ? `The standard library has no file "${node.path}". See the list in the language reference.`
      : `There is no file "${node.path}". Write its path from the folder of this file.`;
    return [{ code: 'import/unknown', severity: 'error', message, span: spanOf(node, 'path'), related: [] }];
  });
}

function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify([finding.code, finding.message, finding.span]);
    return !seen.has(key) && seen.add(key);
  });
}

function inOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (a, b) => a.span.start.line - b.span.start.line || a.span.start.character - b.span.start.character,
  );
}
