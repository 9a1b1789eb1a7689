/**
 * Collects all findings of a linked file, and its model: syntax errors, unresolved names, findings of the lowering, and
 * the rules of the language and of the model, unless options or comments silence them.
 */
import { AstUtils, type LangiumDocument, type LangiumDocuments } from 'langium';
import { checkInSteps } from '../analysis/rules/check-model.ts';
import { allSteps } from '../model/all-steps.ts';
import type { Finding } from '../model/finding.ts';
import { checkLanguage } from './rules/check-language.ts';
import { doubtOf } from './rules/doubt.ts';
import { wordFixes } from './rules/fixes/word-fixes.ts';
import { directivesOf, isReported, silence } from './rules/ignore-directives.ts';
import { lockedRelations, lockFindings, locksOf } from './rules/lock-directives.ts';
import { modelFindings } from './rules/model-findings.ts';
import { isOn, regraded, type Severities, switchedOn } from './rules/severities.ts';
import { together } from './rules/together.ts';
import { indexTree } from './names/tree-index.ts';
import type * as ast from './generated/ast.ts';
import { importFindings, isMissingImport } from './import-findings.ts';
import { spanOf } from './lowering/collector.ts';
import { lowerInSteps } from './lowering/lower.ts';
import type { Loaded } from './loaded.ts';
import type { CodedLinkingError } from './names/scope.ts';
import { withOrigins } from './origins.ts';
import { namesLeftOut, syntaxFindings } from './syntax/syntax-findings.ts';
import { withImports } from './names/visible.ts';

/** The rules to run, and their severities. */
export interface DocumentOptions {
  readonly severities?: Severities;
  /** The URI of an import whose scenarios, checks and views count as the file's own. */
  readonly adopted?: string | undefined;
}

/** Lowers a linked file and collects its findings, in the order of the text. */
export const checkDocument = (
  document: LangiumDocument<ast.Document>,
  documents: LangiumDocuments,
  options?: DocumentOptions,
): Loaded => allSteps(checkDocumentInSteps(document, documents, options));

/** Does the same in steps; the tree must not change in between. */
export function* checkDocumentInSteps(
  document: LangiumDocument<ast.Document>,
  documents: LangiumDocuments,
  { severities = {}, adopted }: DocumentOptions = {},
): Generator<undefined, Loaded> {
  const tree = document.parseResult.value;
  const { model: lowered, sources, findings: lowering } = yield* lowerInSteps(tree, documents, adopted);
  const syntax = syntaxFindings(document);
  const imports = importFindings(document, documents);
  // A missing file makes all its names unknown; only the import itself is reported then.
  const areNamesKnown = !imports.some(isMissingImport);
  const { isJudged } = doubtOf(document, syntax, []);
  const names = areNamesKnown ? linkingFindings(document).filter(isJudged) : [];
  const ofText = [...imports, ...lowering].filter(isJudged);
  const left = [...names, ...ofText.filter(leavesOut)];
  const { isOfSureName, isCertain } = doubtOf(document, syntax, left);
  yield;
  const fixed = [...syntax, ...left].map((finding) => withFixes(finding, document));
  const languageFindings = yield* checkLanguage(tree);
  const ofLanguage = languageFindings
    .filter(({ finding, certainty }) => isJudged(finding) && isCertain(finding, certainty))
    .filter(({ certainty }) => areNamesKnown || certainty === 'words')
    .map(({ finding }) => finding);
  const files = withImports(tree, documents).map((file) => AstUtils.getDocument(file));
  const model = withOrigins(lowered, sources, files);
  const locks = files.map(locksOf);
  const locked = lockedRelations(locks.flat(), sources);
  yield;
  const found = yield* checkInSteps(model, sources, {
    alsoRun: switchedOn(severities),
    locked: new Set([...locked.values()].flat()),
  });
  const ofModel = modelFindings(indexTree(tree), document.uri.toString(), { model, sources }, found);
  yield;
  const movable = [
    ...ofText.filter((finding) => !leavesOut(finding)).map((finding) => withFixes(finding, document)),
    ...ofLanguage,
    ...ofModel.filter((finding) => isJudged(finding) && isOfSureName(finding)),
  ];
  const directives = directivesOf(document);
  const errors = [...fixed, ...movable.filter(isReported(directives))].filter(({ severity }) => severity === 'error');
  const { findings, about } = silence(directives, regraded(movable, severities), {
    isWhole: fixed.length === 0,
    isOn: (code) => isOn(code, severities),
    fixed,
  });
  const aboutLocks = lockFindings(locks.at(-1) ?? [], { model, locked, isWhole: fixed.length === 0 });
  const ofDirectives = regraded([...about, ...aboutLocks], severities);
  const elsewhere = regraded(findingsElsewhere(document, files, ofModel), severities);
  const all = inOrder(withoutRepeats([...fixed, ...findings, ...ofDirectives]));
  const reported = together(all, model, sources);
  const uris = files.map(({ uri }) => uri.toString());
  return { model, sources, files: uris, findings: reported, errors: inOrder(errors), elsewhere };
}

/** Returns true if the model lacks what a finding is about, so that it must always be reported. */
const leavesOut = ({ code }: Finding): boolean => code !== 'cycle/import' && code !== 'setting/value';

/** Returns the findings in imported files that their own directives do not silence. */
function findingsElsewhere(
  document: LangiumDocument,
  files: readonly LangiumDocument[],
  findings: readonly Finding[],
): Finding[] {
  return files
    .filter((file) => file !== document)
    .flatMap((file) => {
      const uri = file.uri.toString();
      const reported = findings.filter(({ span }) => span.uri === uri);
      return reported.length === 0 ? [] : reported.filter(isReported(directivesOf(file)));
    });
}

function withFixes(finding: Finding, document: LangiumDocument): Finding {
  const fixes = wordFixes(finding, document);
  return fixes.length === 0 ? finding : { ...finding, fixes };
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
