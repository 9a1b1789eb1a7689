/**
 * Complete models: facts computed from a model that lacks part of its text would be wrong.
 */
import { withImports } from '../../../language/src/dsl/names/visible.ts';
import type * as ast from '../../../language/src/dsl/generated/ast.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Workspace } from './workspace.ts';
import { meantIn } from '../../../language/src/dsl/syntax/lexing/advice.ts';

/** Returns true if no part of a document or its imports is missing from the model because of an error. */
export const isWhole = (workspace: Workspace, document: ModelDocument): boolean =>
  gapsIn(workspace, document)?.length === 0;

/**
 * Returns the errors that leave something out of the model of a document; undefined if what they leave out cannot be
 * told, because text or a file is not read.
 */
function gapsIn(workspace: Workspace, document: ModelDocument): readonly Finding[] | undefined {
  const { LangiumDocuments: documents } = workspace.services.shared.workspace;
  const gaps: Finding[] = [];
  for (const each of withImports(document.parseResult.value, documents)) {
    const file = workspace.find(each.$document?.uri.toString() ?? '');
    if (file === undefined) return undefined;
    gaps.push(...workspace.models.of(file).findings.filter(leavesOut));
  }
  return gaps;
}

/** Returns a test for the entities of a document that an error may affect; undefined if it may affect all. */
export function doubtIn(workspace: Workspace, document: ModelDocument): ((entity: ast.Entity) => boolean) | undefined {
  const gaps = gapsIn(workspace, document);
  if (gaps?.every(isOfName) !== true) return undefined;
  const uri = document.uri.toString();
  const names = new Set(gaps.flatMap(({ message, span }) => [meantIn(message), textAt(workspace, span)]));
  const lines = gaps.filter(({ span }) => span.uri === uri).map(({ span }) => span.start.line);
  return ({ name, $cstNode }) =>
    names.has(name) ||
    lines.some((line) => line >= ($cstNode?.range.start.line ?? 0) && line <= ($cstNode?.range.end.line ?? 0));
}

/** Returns true for errors that leave out no more than what says the name that they are about. */
const isOfName = ({ code }: Finding): boolean =>
  /^(?!file)[a-z]+\/unknown$|^name\/ambiguous$|^(?:type|step)\//.test(code);

const textAt = (workspace: Workspace, span: Span): string | undefined =>
  workspace.find(span.uri)?.textDocument.getText(span);

/**
 * Returns true if an error omits something from the model; errors of the model itself, such as two managers of a space,
 * do not.
 */
const leavesOut = ({ severity, code }: Finding): boolean => severity === 'error' && !/^(?:space|run)\//.test(code);
