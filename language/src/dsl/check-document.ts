/**
 * Collects all findings of a linked file, and its model: syntax errors, unresolved names, findings of the lowering, and
 * the rules of the language and of the model, unless options or comments silence them.
 */
import { AstUtils, type LangiumDocument, type LangiumDocuments } from 'langium';
import { checkInSteps } from '../analysis/rules/check-model.ts';
import { allSteps } from '../model/all-steps.ts';
import type { Finding } from '../model/finding.ts';
import { directivesOf, isReported, silence } from './rules/ignore-directives.ts';
import { lockedRelations, lockFindings, locksOf } from './rules/lock-directives.ts';
import { modelFindings } from './rules/model-findings.ts';
import { isOn, regraded, type Severities, switchedOn } from './rules/severities.ts';
import { together } from './rules/together.ts';
import { indexTree } from './names/tree-index.ts';
import type * as ast from './generated/ast.ts';
import { cutFindings, importFindings } from './import-findings.ts';
import { lowerInSteps } from './lowering/lower.ts';
import type { Loaded } from './loaded.ts';
import { withOrigins } from './origins.ts';
import { repeatedNames } from './repeated-names.ts';
import { textFindings } from './text-findings.ts';
import { visibleFiles, withImports } from './names/visible.ts';

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
  const lowered = yield* lowerInSteps(tree, documents, (uri) => uri === adopted);
  const { sources, findings: lowering } = lowered;
  const imports = [
    ...importFindings(document, documents),
    ...cutFindings(document, documents, lowering),
    ...repeatedNames(document, documents),
  ];
  const text = yield* textFindings(document, { lowering, imports });
  const files = withImports(tree, documents).map((file) => AstUtils.getDocument(file));
  const model = withOrigins(lowered.model, sources, files);
  const locks = files.map(locksOf);
  const locked = lockedRelations(locks.flat(), sources);
  yield;
  const options = { alsoRun: switchedOn(severities), locked: new Set([...locked.values()].flat()) };
  const found = lowered.isRefused ? [] : yield* checkInSteps(model, sources, options);
  const ofModel = modelFindings(indexTree(tree), document.uri.toString(), { model, sources }, found);
  yield;
  const { fixed } = text;
  const movable = [...text.movable, ...ofModel.filter(text.isSure)];
  const directives = directivesOf(document);
  const errors = [...fixed, ...movable.filter(isReported(directives))].filter(({ severity }) => severity === 'error');
  const { findings, about } = silence(directives, regraded(movable, severities), {
    isWhole: fixed.length === 0,
    isOn: (code) => isOn(code, severities),
    fixed,
  });
  const aboutLocks = lockFindings(locks.at(-1) ?? [], { model, locked, isWhole: fixed.length === 0 });
  const ofDirectives = regraded([...about, ...aboutLocks], severities);
  const all = inOrder(withoutRepeats([...fixed, ...findings, ...ofDirectives]));
  const reported = together(all, model, sources);
  const uris = files.map(({ uri }) => uri.toString());
  const own = visibleFiles(document, documents).map(({ uri }) => uri.toString());
  return { model, sources, files: uris, imports: own.slice(1), findings: reported, errors: inOrder(errors) };
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
