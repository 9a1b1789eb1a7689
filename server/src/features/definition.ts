/**
 * Go to the declaration of a name.
 */
import { AstUtils } from 'langium';
import { importedUri } from '../../../language/src/dsl/names/visible.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import { declarationSpan, nameAt } from '../workspace/name-at.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A name with the location of its declaration. */
export interface Definition {
  readonly origin: Span;
  readonly target: Span;
}

const start = { line: 0, character: 0 };

/** Returns the declaration of the name at an offset; for an import, the file. */
export function definitionAt(workspace: Workspace, document: ModelDocument, offset: number): Definition | undefined {
  const found = nameAt(document, offset);
  if (found?.kind === 'import') {
    const uri = importedUri(found.node.path, AstUtils.getDocument(found.node).uri).toString();
    return workspace.find(uri) === undefined ? undefined : { origin: found.span, target: { uri, start, end: start } };
  }
  if (found?.kind !== 'name' || found.target === undefined) return undefined;
  const target = declarationSpan(workspace, found.target);
  return target === undefined ? undefined : { origin: found.span, target };
}
