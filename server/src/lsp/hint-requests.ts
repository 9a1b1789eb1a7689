/**
 * The requests for lenses and inlay hints, and their refresh when they may have changed.
 */
import type { CodeLens, CodeLensParams, InlayHintParams } from 'vscode-languageserver';
import type { Asking } from './asking.ts';
import { isLensSource, toCodeLens, toInlayHint, withTitle } from './convert/convert-hints.ts';
import { codeLenses, lensTitle } from '../features/code-lenses.ts';
import { inlayHints } from '../features/inlay-hints.ts';
import type { Server } from './guard.ts';
import { normalized } from '../workspace/workspace.ts';

/** Registers the handlers. */
export function answerHints(server: Server, { documentOf }: Asking): void {
  const { connection, guarded, ofTrees, workspace, settings } = server;
  connection.onCodeLens(
    ofTrees('codeLens', null, function* ({ textDocument: { uri } }: CodeLensParams) {
      const document = documentOf(uri);
      if (document === undefined) return null;
      const lenses = yield* codeLenses(workspace, document, settings(normalized(uri)).codeLens);
      return lenses.flatMap((lens) => toCodeLens(lens, server.conversion()));
    }),
  );
  connection.onCodeLensResolve((lens: CodeLens, token) => {
    const titled = guarded('codeLensResolve', lens, (given: CodeLens): CodeLens => {
      const source: unknown = given.data;
      const title = isLensSource(source) ? lensTitle(workspace, source, settings(source.document).codeLens) : undefined;
      return title === undefined ? given : withTitle(given, title);
    });
    return titled(lens, token);
  });
  connection.languages.inlayHint.on(
    ofTrees('inlayHint', null, function* ({ textDocument: { uri }, range }: InlayHintParams) {
      const document = documentOf(uri);
      if (document === undefined) return null;
      const hints = yield* inlayHints(workspace, document, range, settings(normalized(uri)).inlayHints);
      return hints.map((hint) => toInlayHint(hint, server.conversion()));
    }),
  );
}
