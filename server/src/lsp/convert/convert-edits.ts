/**
 * Converts our changes to the edits of the language server protocol: bound to versions and confirmed by the user if the
 * client supports that, plain lists of edits otherwise.
 */
import type { ChangeAnnotation, CreateFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { FileChange } from '../../workspace/change.ts';
import { type Conversion, rangeOf } from './conversion.ts';
import { append } from '../../../../language/src/model/common/append.ts';

/** Returns the version of an open text. */
export type Versions = (uri: string) => number | undefined;

const otherFile = 'other-file';

/** Converts a change. One that touches several files needs confirmation, if the client supports it. */
export function toWorkspaceEdit(change: FileChange, conversion: Conversion, versions: Versions): WorkspaceEdit {
  const edits = editsByFile(change);
  if (!conversion.hasVersionedEdits) {
    return { changes: Object.fromEntries([...edits].map(([uri, list]) => [conversion.uri(uri), list])) };
  }
  const { created } = change;
  const asks = conversion.hasConfirmation && change.confirm !== undefined;
  const creation: readonly CreateFile[] =
    created === undefined ? [] : [{ kind: 'create', uri: created.uri, options: { overwrite: false } }];
  const documents = [...edits].map(([uri, list]): TextDocumentEdit => ({
    textDocument: { uri: conversion.uri(uri), version: versions(uri) ?? null },
    edits: asks ? list.map((edit) => ({ ...edit, annotationId: otherFile })) : list,
  }));
  const annotation: ChangeAnnotation = { label: change.confirm ?? '', needsConfirmation: true };
  return {
    documentChanges: [...creation, ...documents],
    ...(asks && { changeAnnotations: { [otherFile]: annotation } }),
  };
}

function editsByFile({ edits, created }: FileChange): ReadonlyMap<string, TextEdit[]> {
  const byFile = new Map<string, TextEdit[]>();
  const start = { line: 0, character: 0 };
  if (created !== undefined) byFile.set(created.uri, [{ range: { start, end: start }, newText: created.text }]);
  for (const { span, text } of edits) {
    const edit = { range: rangeOf(span), newText: text };
    append(byFile, span.uri, edit);
  }
  return byFile;
}
