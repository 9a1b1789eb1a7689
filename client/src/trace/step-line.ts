/**
 * Marks the line of the current step in every editor that shows it.
 */
import * as vscode from 'vscode';
import type { Span } from '../../../language/src/model/span.ts';

/** The mark of the current step. */
export interface StepLine {
  /** Marks a line, or none. */
  readonly show: (span: Span | undefined) => void;
  readonly dispose: () => void;
}

/** Creates the mark. */
export function createStepLine(): StepLine {
  const mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.stackFrameHighlightBackground'),
    // High contrast themes have no backgrounds, but all themes show a border.
    borderColor: new vscode.ThemeColor('editorBracketMatch.border'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 3px',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.findMatchForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  let shown: Span | undefined;
  const paint = (editors: readonly vscode.TextEditor[]): void => {
    for (const editor of editors) {
      const isMeant = shown !== undefined && editor.document.uri.toString() === vscode.Uri.parse(shown.uri).toString();
      const line = isMeant && shown !== undefined ? editor.document.validateRange(rangeOf(shown)) : undefined;
      editor.setDecorations(mark, line === undefined ? [] : [line]);
    }
  };
  const subscription = vscode.window.onDidChangeVisibleTextEditors(paint);
  return {
    show: (span) => {
      shown = span;
      paint(vscode.window.visibleTextEditors);
    },
    dispose: () => {
      subscription.dispose();
      mark.dispose();
    },
  };
}

const rangeOf = ({ start }: Span): vscode.Range => new vscode.Range(start.line, 0, start.line, 0);
