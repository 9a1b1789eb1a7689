/**
 * The commands about what is supposed of a model: *What If…* asks for it, unless given; it is then applied to the text, or
 * forgotten.
 */
import * as vscode from 'vscode';
import type { Supposition } from '../../../language/src/model/supposition.ts';
import {
  supposeRequest,
  suppositionEditsRequest,
  suppositionRequest,
} from '../../../server/src/protocol/suppose-protocol.ts';
import { activeModel } from '../files/model-document.ts';
import { textField } from '../page/text-field.ts';
import type { Ask } from '../server/server-link.ts';
import type { GraphPanel } from './graph-panel.ts';
import { showInformationMessage, showWarningMessage } from '../notices/notices.ts';

/** The parts of the extension that the commands need. */
interface SupposeParts {
  readonly ask: Ask;
  readonly graph: Pick<GraphPanel, 'document' | 'show'>;
}

const nothing: Supposition = { with: [], without: [] };

/** The commands by name, without the common prefix. */
export const supposeCommands = { suppose, supposeGone: suppose, applySupposition, clearSupposition } as const;

/** Supposes `{ uri, with }` or `{ uri, without }`, or that a node of the graph is gone, besides what is supposed already. */
async function suppose(parts: SupposeParts, argument: unknown): Promise<void> {
  const uri = modelOf(parts, argument);
  if (uri === undefined) return;
  const without = textField(argument, 'aftermathName') ?? textField(argument, 'without');
  const added = textField(argument, 'with');
  const before = await parts.ask(suppositionRequest, { uri: uri.toString() });
  if (without === undefined && added === undefined) {
    await askWhatIf(parts, uri, before);
    return;
  }
  const refusal = await tell(parts, uri, plus(before, { with: added, without }));
  if (refusal !== undefined) void showWarningMessage(refusal);
}

const plus = (
  before: Supposition,
  more: { readonly with?: string | undefined; readonly without?: string | undefined },
): Supposition => ({
  with: [...before.with, ...(more.with === undefined ? [] : [more.with])],
  without: [...before.without, ...(more.without === undefined ? [] : [more.without])],
});

/** Asks for a kind of supposition, then for its words, until they can be supposed. */
async function askWhatIf(parts: SupposeParts, uri: vscode.Uri, before: Supposition): Promise<void> {
  const kinds = [
    { label: vscode.l10n.t('Without…'), description: vscode.l10n.t('a relation or an entity'), option: 'without' },
    { label: vscode.l10n.t('With…'), description: vscode.l10n.t('one more relation or declaration'), option: 'with' },
  ] as const;
  const kind = await vscode.window.showQuickPick(kinds, { title: vscode.l10n.t('What if the model were different?') });
  if (kind === undefined) return;
  const isWith = kind.option === 'with';
  let value = '';
  for (;;) {
    const text = await vscode.window.showInputBox({
      title: isWith ? vscode.l10n.t('What if the model also said…') : vscode.l10n.t('What if the model were without…'),
      placeHolder: isWith ? vscode.l10n.t('app needs cache') : vscode.l10n.t('app needs db'),
      prompt: isWith
        ? vscode.l10n.t('A statement as in the text. The text is not changed.')
        : vscode.l10n.t('A relation as in the text, or the name of an entity. The text is not changed.'),
      value,
    });
    if (text === undefined || text.trim() === '') return;
    const refusal = await tell(parts, uri, plus(before, { [kind.option]: text }));
    if (refusal === undefined) return;
    value = text;
    void showWarningMessage(refusal);
  }
}

/** Supposes something of a model and shows its graph; returns why it is refused, if it is. */
async function tell(
  { ask, graph }: SupposeParts,
  uri: vscode.Uri,
  supposition: Supposition,
): Promise<string | undefined> {
  const answer = await ask(supposeRequest, { uri: uri.toString(), ...supposition });
  if (answer !== null) return answer.refusal;
  if (graph.document()?.toString() !== uri.toString()) await graph.show(uri);
  return undefined;
}

/** Makes the text say what is supposed, in one edit that can be undone. */
async function applySupposition(parts: SupposeParts, argument: unknown): Promise<void> {
  const uri = modelOf(parts, argument);
  if (uri === undefined) return;
  const answer = await parts.ask(suppositionEditsRequest, { uri: uri.toString() });
  if ('refusal' in answer) {
    void showWarningMessage(answer.refusal);
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  for (const { span, text } of answer.edits) {
    const { start, end } = span;
    const range = new vscode.Range(start.line, start.character, end.line, end.character);
    edit.replace(vscode.Uri.parse(span.uri, true), range, text);
  }
  // Of the changed text nothing more is supposed.
  await tell(parts, uri, nothing);
  await vscode.workspace.applyEdit(edit);
}

async function clearSupposition(parts: SupposeParts, argument: unknown): Promise<void> {
  const uri = modelOf(parts, argument);
  if (uri !== undefined) await tell(parts, uri, nothing);
}

function modelOf({ graph }: SupposeParts, argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const given = textField(argument, 'uri');
  const isNode = textField(argument, 'aftermathName') !== undefined;
  const uri = given === undefined ? (isNode ? undefined : activeModel()) : vscode.Uri.parse(given, true);
  const found = uri ?? graph.document();
  if (found === undefined)
    void showInformationMessage(vscode.l10n.t('Open a model first: something is supposed of it.'));
  return found;
}
