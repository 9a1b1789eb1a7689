/**
 * Collects the errors in the files that a file imports, directly or indirectly, with one lowering for all of them: each
 * text is judged by itself, and the model is that of the importing file, whose answers depend on it.
 */
import { AstUtils, type LangiumDocument, type LangiumDocuments } from 'langium';
import { checkModel } from '../analysis/rules/check-model.ts';
import { allSteps } from '../model/all-steps.ts';
import { append } from '../model/common/append.ts';
import type { Finding } from '../model/finding.ts';
import type * as ast from './generated/ast.ts';
import { importFindings, unknownImports } from './import-findings.ts';
import { lowerInSteps } from './lowering/lower.ts';
import { linkDocument } from './names/link.ts';
import { indexTree } from './names/tree-index.ts';
import { withImports } from './names/visible.ts';
import { withOrigins } from './origins.ts';
import { repeatedNames } from './repeated-names.ts';
import { directivesOf, isReported } from './rules/ignore-directives.ts';
import { lockedRelations, locksOf } from './rules/lock-directives.ts';
import { modelFindings } from './rules/model-findings.ts';
import { regraded, type Severities, switchedOn } from './rules/severities.ts';
import { textFindings } from './text-findings.ts';

/** The files to report errors of, and their severities. */
export interface ImportOptions {
  /** The files to report errors of, those that are not imported included. */
  readonly uris: ReadonlySet<string>;
  readonly severitiesOf: (uri: string) => Severities;
  /** True if the importing file has no errors, so that what its own text adds to others can be trusted. */
  readonly isCertain: boolean;
}

/**
 * Returns the errors in the files that a file imports: those of each text, and those that the model of all of them has
 * there. Order: that of the URIs. Cost: O(nodes of all files) and one check of the model.
 */
export function importErrors(
  document: LangiumDocument<ast.Document>,
  documents: LangiumDocuments,
  { uris, severitiesOf, isCertain }: ImportOptions,
): readonly Finding[] {
  const tree = document.parseResult.value;
  const own = document.uri.toString();
  const files = withImports(tree, documents).map((file) => AstUtils.getDocument<ast.Document>(file));
  const byUri = new Map(files.map((file) => [file.uri.toString(), file]));
  const imported = [...uris].flatMap((uri) => {
    const file = byUri.get(uri);
    return file === undefined || file === document ? [] : [{ file, uri, severities: severitiesOf(uri) }];
  });
  if (imported.length === 0) return [];
  const { model: lowered, sources, findings, isRefused } = allSteps(lowerInSteps(tree, documents, () => true));
  const model = withOrigins(lowered, sources, files);
  const locked = new Set([...lockedRelations(files.flatMap(locksOf), sources).values()].flat());
  const alsoRun = [...new Set(imported.flatMap(({ severities }) => switchedOn(severities)))];
  const lowering = byFile(findings);
  const found = byFile(isRefused ? [] : checkModel(model, sources, { alsoRun, locked }));
  return imported.flatMap(({ file, uri, severities }) => {
    linkDocument(file);
    const ofImports = severities['cycle/import'] === 'error' ? importFindings : unknownImports;
    const imports = [...ofImports(file, documents), ...repeatedNames(file, documents)];
    const text = allSteps(textFindings(file, { lowering: lowering.get(uri) ?? [], imports }));
    const ofModel = modelFindings(indexTree(file.parseResult.value), uri, { model, sources }, found.get(uri) ?? [])
      .filter(text.isSure)
      .filter(({ related }) => isCertain || related.every(({ span }) => span.uri !== own));
    const movable = [...text.movable, ...ofModel].filter(isReported(directivesOf(file)));
    return [...text.fixed, ...regraded(movable, severities)].filter(({ severity }) => severity === 'error');
  });
}

function byFile<T extends Finding>(findings: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const files = new Map<string, T[]>();
  for (const finding of findings) append(files, finding.span.uri, finding);
  return files;
}
