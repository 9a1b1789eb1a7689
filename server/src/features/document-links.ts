/**
 * The imports of a document as links to their files. An import that leads nowhere is no link.
 */
import type { Span } from '../../../language/src/model/span.ts';
import { isStandard } from '../workspace/change.ts';
import { importsOf } from '../workspace/imports.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The path of an import and its file. */
export interface ImportLink {
  readonly span: Span;
  readonly target: string;
  readonly isStandard: boolean;
}

/** Returns the links of a document, without the quotes. */
export function importLinks(workspace: Pick<Workspace, 'find'>, document: ModelDocument): readonly ImportLink[] {
  return importsOf(document)
    .filter(({ uri }) => workspace.find(uri) !== undefined)
    .map(({ uri, span: { start, end, uri: own } }) => ({
      span: {
        uri: own,
        start: { ...start, character: start.character + 1 },
        end: { ...end, character: end.character - 1 },
      },
      target: uri,
      isStandard: isStandard(uri),
    }));
}
