/**
 * The request for code actions: fixes of findings, all fixes at once, refactorings. Only the requested kinds are made;
 * an impossible refactoring is shown with its reason if the client supports that.
 */
import { type CodeAction, CodeActionKind, type CodeActionParams, type ResponseError } from 'vscode-languageserver';
import type { Asking } from './asking.ts';
import { toCodeAction, toFixAll, toRefactoring } from './convert/convert-actions.ts';
import { fixAllKind } from './convert/capabilities.ts';
import { fixAll } from '../features/fix-all.ts';
import { quickFixesAt } from '../features/quick-fixes.ts';
import { refactoringsAt } from '../features/refactorings.ts';
import type { Server } from './guard.ts';

/** Registers the handler. */
export function answerActions(server: Server, { documentOf }: Asking): void {
  const { connection, sliced, workspace } = server;
  connection.onCodeAction(
    sliced('codeAction', null, function* (parameters: CodeActionParams): Generator<
      undefined,
      CodeAction[] | ResponseError | null
    > {
      const { textDocument, range, context } = parameters;
      const document = documentOf(textDocument.uri);
      const conversion = server.conversion();
      if (document === undefined || !conversion.hasActionLiterals) return null;
      const { only } = context;
      const isAsked = (kind: string): boolean => only?.some((each) => isKind(kind, each)) ?? true;
      const actions: CodeAction[] = [];
      if (isAsked(CodeActionKind.QuickFix)) {
        const fixes = quickFixesAt(workspace, document, range);
        actions.push(...fixes.map((each) => toCodeAction(each, conversion, workspace.version)));
      }
      // On saving or from the menu of source actions, never for a moving cursor.
      if (only !== undefined && isAsked(fixAllKind)) {
        const edits = yield* fixAll(workspace, document);
        if (edits !== undefined) actions.push(toFixAll(edits, conversion, workspace.version));
      }
      if (isAsked(CodeActionKind.Refactor)) {
        const found = yield* refactoringsAt(workspace, document, range);
        actions.push(...found.flatMap((each) => toRefactoring(each, conversion, workspace.version)));
      }
      return actions;
    }),
  );
}

/**
 * Returns true if one kind equals, contains or is within another: a request for `refactor.move` includes refactorings.
 */
const isKind = (kind: string, asked: string): boolean =>
  asked === '' || kind === asked || kind.startsWith(`${asked}.`) || asked.startsWith(`${kind}.`);
