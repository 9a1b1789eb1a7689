/**
 * The extension in a browser: the language server is a web worker.
 */
/// <reference lib="dom" />
import './in-language.ts';
import * as vscode from 'vscode';
import type { MessageTransports } from 'vscode-languageclient/browser';
import { type ExtensionExports, startExtension } from './extension.ts';
import { translationsForWorker } from '../../language/src/model/common/translation.ts';
import { languageId } from './files/model-document.ts';
import type { InitializationOptions } from '../../server/src/protocol/protocol.ts';

export { deactivate } from './extension.ts';

/** Called by VS Code when a model or a Markdown preview is opened, or a command is run. */
export function activate(context: vscode.ExtensionContext): ExtensionExports {
  const start = workerStarter(context.extensionUri);
  const findingPages = vscode.Uri.joinPath(context.extensionUri, 'language', 'docs', 'findings').toString(true);
  return startExtension(context, async (options) => {
    const { LanguageClient } = await import('vscode-languageclient/browser');
    const given = options.initializationOptions as () => InitializationOptions;
    const initializationOptions = () => ({ ...given(), findingPages });
    return new LanguageClient(languageId, 'Aftermath', start, { ...options, initializationOptions });
  });
}

/**
 * Returns a function that starts a worker in place of the previous one. Its script is read through the editor, because
 * a host may not load scripts from the extension's location.
 */
function workerStarter(extensionUri: vscode.Uri): () => Promise<MessageTransports> {
  let url: string | undefined;
  let worker: Worker | undefined;
  return async () => {
    if (url === undefined) {
      const file = vscode.Uri.joinPath(extensionUri, 'dist', 'browser', 'server.js');
      const script = new Uint8Array(await vscode.workspace.fs.readFile(file));
      url = URL.createObjectURL(new Blob([translationsForWorker(), script], { type: 'text/javascript' }));
    }
    const { BrowserMessageReader, BrowserMessageWriter } = await import('vscode-languageclient/browser');
    worker?.terminate();
    worker = new Worker(url);
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
}
