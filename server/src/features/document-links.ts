/**
 * The imports of a document as links to their files, and its origins as links to lines of imported files. An import
 * that leads nowhere is no link.
 */
import { originsOf } from '../../../language/src/dsl/origins.ts';
import { originMark } from '../../../language/src/model/origin.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { isStandard } from '../workspace/change.ts';
import { importsOf } from '../workspace/imports.ts';
import type { ModelDocument } from '../workspace/model-cache.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { originSpan } from './definition.ts';

/** The path of an import and its file. */
export interface ImportLink {
  readonly span: Span;
  readonly target: string;
  readonly isStandard?: boolean;
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

/** Returns the links of the origins that comments state, to their files and lines. */
export function originLinks(document: ModelDocument): readonly ImportLink[] {
  return [...originsOf(document).values()].map(({ origin, span }) => ({
    span: { ...span, start: { ...span.start, character: span.start.character + originMark.length } },
    target: `${originSpan(document, origin).uri}#L${String(origin.line)}`,
  }));
}
