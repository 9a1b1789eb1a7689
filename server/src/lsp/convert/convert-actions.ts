/**
 * Converts our fixes and refactorings to the code actions of the language server protocol.
 */
import { type CodeAction, CodeActionKind } from 'vscode-languageserver';
import type { Fix, TextEdit } from '../../../../language/src/model/finding.ts';
import { fixAllKind } from './capabilities.ts';
import type { Conversion } from './conversion.ts';
import { toWorkspaceEdit, type Versions } from './convert-edits.ts';
import { toDiagnostic } from './convert.ts';
import type { QuickFix } from '../../features/quick-fixes.ts';
import type { Refactoring } from '../../refactoring/refactoring.ts';
import { t } from '../../../../language/src/model/common/translation.ts';

/** Converts a fix of a finding. */
export function toCodeAction({ finding, fix }: QuickFix, conversion: Conversion, versions: Versions): CodeAction {
  return {
    title: fix.title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [toDiagnostic(finding, conversion)],
    edit: toWorkspaceEdit(isOfManyFiles(fix) ? { ...fix, confirm: fix.title } : fix, conversion, versions),
    ...(fix.isPreferred === true && { isPreferred: true }),
  };
}

const isOfManyFiles = ({ edits }: Fix): boolean => new Set(edits.map(({ span }) => span.uri)).size > 1;

/** Converts the edits that apply all preferred fixes. */
export const toFixAll = (edits: readonly TextEdit[], conversion: Conversion, versions: Versions): CodeAction => ({
  title: t`Fix everything that has one clear fix`,
  kind: fixAllKind,
  edit: toWorkspaceEdit({ edits }, conversion, versions),
});

const refactoringKinds: Readonly<Record<Refactoring['kind'], string>> = {
  move: CodeActionKind.RefactorMove,
  rewrite: CodeActionKind.RefactorRewrite,
  extract: CodeActionKind.RefactorExtract,
  inline: CodeActionKind.RefactorInline,
};

/** Converts a refactoring; returns nothing if the client can neither run it nor show its reason. */
export function toRefactoring(
  refactoring: Refactoring,
  conversion: Conversion,
  versions: Versions,
): readonly CodeAction[] {
  const { title } = refactoring;
  const kind = refactoringKinds[refactoring.kind];
  if ('refusal' in refactoring)
    return conversion.hasDisabledActions ? [{ title, kind, disabled: { reason: refactoring.refusal } }] : [];
  const { change } = refactoring;
  if (change.created !== undefined && !conversion.canCreateFiles) return [];
  return [{ title, kind, edit: toWorkspaceEdit(change, conversion, versions) }];
}
