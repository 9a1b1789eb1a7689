/**
 * Complete models: facts computed from a model that lacks part of its text would be wrong.
 */
import { withImports } from '../../../language/src/dsl/names/visible.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Workspace } from './workspace.ts';

/** Returns true if no part of a document or its imports is missing from the model because of an error. */
export function isWhole(workspace: Workspace, document: ModelDocument): boolean {
  const { LangiumDocuments: documents } = workspace.services.shared.workspace;
  return withImports(document.parseResult.value, documents).every((each) => {
    const file = workspace.find(each.$document?.uri.toString() ?? '');
    return file !== undefined && !workspace.models.of(file).findings.some(leavesOut);
  });
}

/**
 * Returns true if an error omits something from the model; errors of the model itself, such as two managers of a space,
 * do not.
 */
const leavesOut = ({ severity, code }: Finding): boolean => severity === 'error' && !/^(?:space|run)\//.test(code);
