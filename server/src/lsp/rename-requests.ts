/**
 * The requests that rename symbols and files.
 */
import {
  type PrepareRenameResult,
  type RenameFilesParams,
  type RenameParams,
  WillRenameFilesRequest,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Asking } from './asking.ts';
import { rangeOf } from './convert/conversion.ts';
import { toWorkspaceEdit } from './convert/convert-edits.ts';
import { importEdits } from '../features/file-renames.ts';
import { renameAt, renameTargetAt } from '../features/rename.ts';
import { refusal, type Server } from './guard.ts';
import { normalized } from '../workspace/workspace.ts';

/** Registers the handlers. */
export function answerRenaming(server: Server, { at, inSteps }: Asking): void {
  const { connection, guarded, workspace } = server;
  connection.onPrepareRename(
    at('prepareRename', ({ document, offset }): PrepareRenameResult | ReturnType<typeof refusal> | null => {
      const target = renameTargetAt(workspace, document, offset);
      if (target === undefined) return null;
      if ('refusal' in target) return refusal(target.refusal);
      return { range: rangeOf(target.span), placeholder: target.name };
    }),
  );
  connection.onRenameRequest(
    inSteps('rename', function* ({ document, offset }, { newName }: RenameParams): Generator<
      undefined,
      WorkspaceEdit | ReturnType<typeof refusal> | null
    > {
      const edits = yield* renameAt(workspace, document, offset, newName);
      if (edits === undefined) return null;
      if ('refusal' in edits) return refusal(edits.refusal);
      return toWorkspaceEdit({ edits }, server.conversion(), workspace.version);
    }),
  );
  connection.onRequest(
    WillRenameFilesRequest.type,
    guarded('willRenameFiles', null, ({ files }: RenameFilesParams): WorkspaceEdit | null => {
      const renames = files.map(({ oldUri, newUri }) => ({ from: normalized(oldUri), to: normalized(newUri) }));
      const edits = importEdits(workspace, renames);
      return edits.length === 0 ? null : toWorkspaceEdit({ edits }, server.conversion(), workspace.version);
    }),
  );
}
