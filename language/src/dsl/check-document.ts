/**
 * Everything there is to say about a linked file, and its model: faults of syntax, names that do not
 * resolve, what lowering reports, and the checks of the language and of the model.
 */
import type { LangiumDocument, LangiumDocuments } from 'langium';
import { checkModel } from '../analysis/checks/check-model.ts';
import type { Finding } from '../model/finding.ts';
import { checkLanguage } from './checks/registry.ts';
import type * as ast from './generated/ast.ts';
import { importFindings } from './import-findings.ts';
import { spanOf } from './lowering/collector.ts';
import { lowerDocument } from './lowering/lower.ts';
import type { Loaded } from './loaded.ts';
import type { CodedLinkingError } from './scope.ts';
import { namesLeftOut, syntaxFindings } from './syntax-findings.ts';

/** Lowers a linked file and gathers its findings, in the order of the text. */
export function checkDocument(document: LangiumDocument<ast.Document>, documents: LangiumDocuments): Loaded {
  const tree = document.parseResult.value;
  const { model, sources, findings: lowering } = lowerDocument(tree, documents);
  const uri = document.uri.toString();
  const isOwn = ({ span }: Finding) => span.uri === uri;
  const syntax = syntaxFindings(document);
  // What stands on a line with a fault may have been left out or read in another way; it is not judged.
  const faulty = new Set(syntax.flatMap(({ span }) => [span.start.line, span.end.line]));
  const isJudged = (finding: Finding) => isOwn(finding) && !faulty.has(finding.span.start.line);
  const imports = importFindings(document, documents);
  // A file that is not there makes all its names unknown; only the import itself is reported then.
  const areKnown = imports.every(({ code }) => code !== 'file/unknown-import');
  const names = (areKnown ? linkingFindings(document) : []).filter(isJudged);
  const doubtful = doubtfulWords(document, [...syntax, ...names]);
  const isSure = ({ span }: Finding) => !doubtful.has(document.textDocument.getText(span));
  const ofModel = checkModel(model, sources).filter((finding) => isJudged(finding) && isSure(finding));
  const others = [...imports, ...checkLanguage(tree), ...lowering].filter(isJudged);
  return { model, sources, findings: inOrder(withoutRepeats([...syntax, ...names, ...others, ...ofModel])) };
}

/**
 * The words that faults touch: those on their lines, those left out for them, and those that are
 * probably meant. Of what has such a name it cannot be said that nobody holds or manages it.
 */
function doubtfulWords(document: LangiumDocument, faults: readonly Finding[]): ReadonlySet<string> {
  const words = new Set(namesLeftOut(document));
  for (const { message, span } of faults) {
    const line = { start: { line: span.start.line, character: 0 }, end: { line: span.start.line + 1, character: 0 } };
    const suggested = /Did you mean "([^"]+)"/.exec(message)?.[1];
    if (suggested !== undefined) words.add(suggested);
    for (const word of document.textDocument.getText(line).matchAll(/[\p{L}_][\p{L}\d_-]*/gu)) words.add(word[0]);
  }
  return words;
}

function linkingFindings(document: LangiumDocument): Finding[] {
  const leftOut = namesLeftOut(document);
  return document.references.flatMap((reference) => {
    const error = reference.error as CodedLinkingError | undefined;
    if (error?.code === undefined || error.message === '' || leftOut.has(reference.$refText)) return [];
    const { container, property } = error.info;
    return [
      { code: error.code, severity: 'error', message: error.message, span: spanOf(container, property), related: [] },
    ];
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
