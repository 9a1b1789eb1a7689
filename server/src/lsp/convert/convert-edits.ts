/**
 * From our changes to the edits of the language server protocol: bound to versions and asked about where the client
 * can do that, plain lists of edits where it cannot.
 */
import type { ChangeAnnotation, CreateFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Change } from '../../workspace/change.ts';
import { type Conversion, rangeOf } from './conversion.ts';
import { append } from '../../../../language/src/model/append.ts';

/** The version of an open text. */
export type Versions = (uri: string) => number | undefined;

const otherFile = 'other-file';

/** Converts a change. One that reaches into several files is shown before it is made, where the client can. */
export function toWorkspaceEdit(change: Change, conversion: Conversion, versions: Versions): WorkspaceEdit {
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

function editsByFile({ edits, created }: Change): ReadonlyMap<string, TextEdit[]> {
  const byFile = new Map<string, TextEdit[]>();
  const start = { line: 0, character: 0 };
  if (created !== undefined) byFile.set(created.uri, [{ range: { start, end: start }, newText: created.text }]);
  for (const { span, text } of edits) {
    const edit = { range: rangeOf(span), newText: text };
    append(byFile, span.uri, edit);
  }
  return byFile;
}
