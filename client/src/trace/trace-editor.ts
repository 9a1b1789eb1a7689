/**
 * Saved traces as documents of VS Code: opening one shows its run. A trace does not name the file of its model, so the
 * model is searched for by its hash and name.
 */
import * as vscode from 'vscode';
import { modelHashRequest } from '../../../server/src/protocol/protocol.ts';
import { titleOf } from '../files/model-document.ts';
import { textField } from '../page/text-field.ts';
import type { TraceLink } from './trace-link.ts';
import { openTracePage, type TracePageParts } from './trace-page-panel.ts';
import type { TraceSource } from './trace-saving.ts';

/** The type of the editor, also in the manifest. */
const traceEditorType = 'aftermath.traceFile';
/** The most models compared with a trace. */
const mostCompared = 50;

/** The editors of saved traces. */
export interface TraceEditor {
  /** Returns the trace that was opened last, to save it elsewhere. */
  readonly source: () => TraceSource | undefined;
  readonly modelChanged: (uri: string) => void;
  readonly dispose: () => void;
}

/** Registers the editor. */
export function createTraceEditor(parts: TracePageParts): TraceEditor {
  const open = new Set<TraceLink>();
  const provider: vscode.CustomReadonlyEditorProvider = {
    openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
    resolveCustomEditor: async ({ uri }, panel) => {
      const link = openTracePage(panel, parts);
      open.add(link);
      panel.onDidDispose(() => {
        open.delete(link);
      });
      const model = await modelOf(uri, parts);
      if (model === undefined) {
        link.refuse(vscode.l10n.t('The model of this trace was not found.'));
        return;
      }
      const question = { kind: 'trace', file: uri.toString() } as const;
      await link.show({ uri: model.toString(), title: titleOf(model), question });
    },
  };
  const registration = vscode.window.registerCustomEditorProvider(traceEditorType, provider);
  return {
    source: () => [...open].at(-1),
    modelChanged: (uri) => {
      for (const link of open) link.modelChanged(uri);
    },
    dispose: () => {
      registration.dispose();
    },
  };
}

/**
 * Returns the model that the trace was recorded from; otherwise the one with its name; otherwise one that the user
 * chooses.
 */
async function modelOf(trace: vscode.Uri, parts: TracePageParts): Promise<vscode.Uri | undefined> {
  const hash = await hashIn(trace);
  const folder = vscode.Uri.joinPath(trace, '..');
  const name = (trace.path.split('/').at(-1) ?? '').replace(/\.trace\.json$/, '.aft');
  const models = await modelsNear(folder, name);
  for (const model of models.slice(0, mostCompared)) {
    if (hash !== undefined && (await isModel(model, hash, parts))) return model;
  }
  const [first] = models;
  if (first?.path === vscode.Uri.joinPath(folder, name).path) return first;
  return choose(models);
}

/** Returns models by name first, then those in the same folder, then all others. */
async function modelsNear(folder: vscode.Uri, name: string): Promise<readonly vscode.Uri[]> {
  const beside = (await vscode.workspace.fs.readDirectory(folder))
    .filter(([each, type]) => each.endsWith('.aft') && (type & vscode.FileType.File) !== 0)
    .map(([each]) => each)
    .sort((a, b) => Number(b === name) - Number(a === name) || (a < b ? -1 : 1))
    .map((each) => vscode.Uri.joinPath(folder, each));
  const known = new Set(beside.map((uri) => uri.toString()));
  const elsewhere = await vscode.workspace.findFiles('**/*.aft', undefined, mostCompared);
  return [...beside, ...elsewhere.filter((uri) => !known.has(uri.toString()))];
}

async function isModel(uri: vscode.Uri, hash: string, { ask, log }: TracePageParts): Promise<boolean> {
  try {
    await vscode.workspace.openTextDocument(uri);
    return (await ask(modelHashRequest, { uri: uri.toString() }))?.hash === hash;
  } catch (error) {
    // An unreadable file is not the model.
    log.warn(`${uri.toString()} was not compared with the trace.`, error);
    return false;
  }
}

/** Returns the hash in a trace; a malformed trace is reported when it is opened. */
async function hashIn(trace: vscode.Uri): Promise<string | undefined> {
  try {
    return textField(JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(trace))), 'model');
  } catch {
    return undefined;
  }
}

async function choose(models: readonly vscode.Uri[]): Promise<vscode.Uri | undefined> {
  if (models.length === 0) return undefined;
  const title = vscode.l10n.t('To which model does this trace belong?');
  const items = models.map((uri) => ({ label: titleOf(uri), description: vscode.workspace.asRelativePath(uri), uri }));
  return (await vscode.window.showQuickPick(items, { title, placeHolder: title }))?.uri;
}
