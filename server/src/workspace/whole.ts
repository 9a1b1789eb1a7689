/**
 * Whether a model says all that its text says: what is computed of half a text would be wrong.
 */
import { documentsBehind } from '../../../language/src/dsl/names/visible.ts';
import type { Finding } from '../../../language/src/model/finding.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Workspace } from './workspace.ts';

/** Whether nothing of a document, or of what it imports, was left out of the model because of a fault. */
export function isWhole(workspace: Workspace, document: ModelDocument): boolean {
  const { LangiumDocuments: documents } = workspace.services.shared.workspace;
  return documentsBehind(document.parseResult.value, documents).every((each) => {
    const file = workspace.find(each.$document?.uri.toString() ?? '');
    return file !== undefined && !workspace.models.of(file).findings.some(leavesOut);
  });
}

/** Errors of the model itself, such as two managers of a space, leave nothing out. */
const leavesOut = ({ severity, code }: Finding): boolean => severity === 'error' && !/^(?:space|run)\//.test(code);
