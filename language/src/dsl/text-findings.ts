/**
 * Collects the findings in the text of one linked file that need no model: syntax errors, unresolved names, findings of
 * its imports and of lowering it, and the rules of the language. Knows neither severities nor directives.
 */
import type { LangiumDocument } from 'langium';
import type { Finding } from '../model/finding.ts';
import type * as ast from './generated/ast.ts';
import { isMissingImport } from './import-findings.ts';
import { spanOf } from './lowering/collector.ts';
import { isLinked, referencesIn } from './names/link.ts';
import type { CodedLinkingError } from './names/scope.ts';
import { checkLanguage } from './rules/check-language.ts';
import { doubtOf } from './rules/doubt.ts';
import { wordFixes } from './rules/fixes/word-fixes.ts';
import { namesLeftOut, syntaxFindings } from './syntax/syntax-findings.ts';

/** The findings of one text. */
export interface TextFindings {
  /** Those that leave gaps in the model, so that no option and no directive removes them. */
  readonly fixed: readonly Finding[];
  readonly movable: readonly Finding[];
  /** Returns true if a finding about the model is in this text, and certain despite the others. */
  readonly isSure: (finding: Finding) => boolean;
}

/** The findings known already: of lowering a model that the file is part of, and of the imports of the file. */
interface KnownFindings {
  readonly lowering: readonly Finding[];
  readonly imports: readonly Finding[];
}

/** Returns the findings of a text. Cost: O(nodes of the file), and its imports where a name leads there. */
export function* textFindings(
  document: LangiumDocument<ast.Document>,
  { lowering, imports }: KnownFindings,
): Generator<undefined, TextFindings> {
  const syntax = syntaxFindings(document);
  // A missing file makes all its names unknown; only the import itself is reported then.
  const areNamesKnown = !imports.some(isMissingImport);
  const { isJudged } = doubtOf(document, syntax, []);
  const names = areNamesKnown ? linkingFindings(document).filter(isJudged) : [];
  const ofText = [...imports, ...lowering].filter(isJudged);
  const left = [...names, ...ofText.filter(leavesOut)];
  const { isOfSureName, isCertain } = doubtOf(document, syntax, left);
  yield;
  const fixed = [...syntax, ...left].map((finding) => withFixes(finding, document));
  const languageFindings = yield* checkLanguage(document.parseResult.value);
  const ofLanguage = languageFindings
    .filter(({ finding, certainty }) => isJudged(finding) && isCertain(finding, certainty))
    .filter(({ certainty }) => areNamesKnown || certainty === 'words')
    .map(({ finding }) => finding);
  const others = ofText.filter((finding) => !leavesOut(finding)).map((finding) => withFixes(finding, document));
  return {
    fixed,
    movable: [...others, ...ofLanguage],
    isSure: (finding) => isJudged(finding) && isOfSureName(finding),
  };
}

/** Returns true if the model lacks what a finding is about, so that it must always be reported. */
const leavesOut = ({ code }: Finding): boolean => !leavesNothingOut.has(code);

const leavesNothingOut: ReadonlySet<string> = new Set(['cycle/import', 'setting/value', 'name/two-imports']);

function withFixes(finding: Finding, document: LangiumDocument): Finding {
  const fixes = wordFixes(finding, document);
  return fixes.length === 0 ? finding : { ...finding, fixes };
}

function linkingFindings(document: LangiumDocument<ast.Document>): Finding[] {
  const leftOut = namesLeftOut(document);
  const unsure = document.parseResult.value.declarations.filter((declaration) => !isLinked(declaration));
  return unsure.flatMap(referencesIn).flatMap((reference) => {
    const error = reference.error as CodedLinkingError | undefined;
    if (error?.code === undefined || error.message === '' || leftOut.has(reference.$refText)) return [];
    const { container, property } = error.info;
    return [
      { code: error.code, severity: 'error', message: error.message, span: spanOf(container, property), related: [] },
    ];
  });
}
