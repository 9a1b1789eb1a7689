/**
 * Selects the entity at the cursor in all views of the model.
 */
import * as vscode from 'vscode';
import { entityAtRequest } from '../../../server/src/protocol/protocol.ts';
import { isModel } from '../files/model-document.ts';
import type { Ask } from '../server/server-link.ts';
import type { SelectedEntity, SharedSelection } from '../page/shared-selection.ts';

/** Milliseconds that the cursor must rest before its entity is requested. */
const patience = 100;

/** Follows the cursor while any view listens; ends when disposed. */
export function followCursor(
  ask: Ask,
  selection: SharedSelection,
  log: vscode.LogOutputChannel,
): Pick<vscode.Disposable, 'dispose'> {
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  const look = async (
    { document, selection: { active } }: vscode.TextEditor,
    before: SelectedEntity | undefined,
  ): Promise<void> => {
    const own = ++latest;
    const uri = document.uri.toString();
    try {
      const position = { line: active.line, character: active.character };
      const found = await ask(entityAtRequest, { uri, position });
      // A selection made elsewhere since the cursor moved is newer.
      if (own === latest && selection.current() === before) selection.select({ uri, name: found?.name, by: 'text' });
    } catch (error) {
      log.warn('The entity at the cursor was not found.', error);
    }
  };
  const listening = vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
    clearTimeout(timer);
    const { document, selection: cursor } = textEditor;
    if (!selection.isShared() || !isModel(document)) return;
    // A selected relation stays selected, instead of the entity whose text contains it.
    if (selection.isRevealed({ uri: document.uri.toString(), start: cursor.start, end: cursor.end })) return;
    const before = selection.current();
    timer = setTimeout(() => void look(textEditor, before), patience);
  });
  return {
    dispose: () => {
      clearTimeout(timer);
      listening.dispose();
    },
  };
}
