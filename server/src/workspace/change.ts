/**
 * Changes of several files, and their results: the changed files are parsed, linked and checked beside the workspace,
 * which stays untouched. So a refactoring can prove that nothing else changes.
 */
import type { TextEdit } from '../../../language/src/model/finding.ts';
import { createDocumentTrees, type DocumentTrees } from './document-trees.ts';
import { standardScheme } from '../../../language/src/dsl/names/visible.ts';
import { importsOf } from './imports.ts';
import type { ModelDocument } from './model-cache.ts';
import type { Workspace } from './workspace.ts';
import { append } from '../../../language/src/model/common/append.ts';

/** Edits of existing files, and at most one new file. */
export interface FileChange {
  readonly edits: readonly TextEdit[];
  readonly created?: { readonly uri: string; readonly text: string };
  /** The question that the client asks first, if it can; absent if no confirmation is needed. */
  readonly confirm?: string;
}

/** The files after the change. */
export type Trial = Pick<DocumentTrees, 'find' | 'models'>;

/** Returns all documents connected with a document by imports, in either direction, itself included. */
export function connectedTo(workspace: Workspace, document: ModelDocument): readonly ModelDocument[] {
  const neighbours = new Map<string, string[]>();
  const join = (a: string, b: string): void => {
    append(neighbours, a, b);
  };
  for (const each of workspace.all()) {
    const own = each.uri.toString();
    for (const { uri } of importsOf(each)) {
      join(own, uri);
      // The standard library connects nobody.
      if (!isStandard(uri)) join(uri, own);
    }
  }
  const found = new Set([document.uri.toString()]);
  for (const uri of found) for (const next of neighbours.get(uri) ?? []) found.add(next);
  return workspace.all().filter(({ uri }) => found.has(uri.toString()));
}

/** Returns true if a file ships with the tool and so is never changed. */
export const isStandard = (uri: string): boolean => uri.startsWith(`${standardScheme}:`);

/** Parses documents as they are after a change, in steps. They are linked on demand. */
export function* tryChange(
  documents: readonly ModelDocument[],
  { edits, created }: FileChange,
): Generator<undefined, Trial> {
  const trees = createDocumentTrees({ onChanged: () => undefined, log: () => undefined });
  if (created !== undefined) yield* trees.addInSteps(created.uri, created.text);
  for (const document of documents) {
    const uri = document.uri.toString();
    yield* trees.addInSteps(
      uri,
      withEdits(
        document,
        edits.filter(({ span }) => span.uri === uri),
      ),
    );
    yield;
  }
  return trees;
}

/** Returns the text of a document after non-overlapping edits. */
export function withEdits({ textDocument }: ModelDocument, edits: readonly TextEdit[]): string {
  const placed = edits.map(({ span, text }, index) => ({
    start: textDocument.offsetAt(span.start),
    end: textDocument.offsetAt(span.end),
    text,
    index,
  }));
  let result = textDocument.getText();
  for (const { start, end, text } of placed.toSorted(
    (a, b) => b.start - a.start || b.end - a.end || b.index - a.index,
  )) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}
