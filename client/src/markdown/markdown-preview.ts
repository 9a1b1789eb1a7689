/** The models in VS Code's Markdown preview. */
import * as vscode from 'vscode';
import type { Ask } from '../server/server-link.ts';
import { createFencePictures } from './fence-pictures.ts';
import { drawFences, type Markdown } from './fence-plugin.ts';

/** The interface that VS Code's Markdown preview expects of an extension. */
export interface MarkdownExtension {
  readonly extendMarkdownIt: <M extends Markdown>(markdown: M) => M;
}

/** The models in previews, and what they do when a model changes. */
export interface MarkdownPreview extends MarkdownExtension {
  readonly modelChanged: () => void;
}

/** Prepares to draw the models in previews. The server is asked with the first fence that wants a picture. */
export function createMarkdownPreview(ask: Ask, log: vscode.LogOutputChannel): MarkdownPreview {
  const pictures = createFencePictures({
    ask,
    now: () => performance.now(),
    later: (call, milliseconds) => {
      setTimeout(call, milliseconds);
    },
    full: vscode.l10n.t('Too many models are shown at once; close some previews.'),
    onArrival: () => {
      vscode.commands.executeCommand('markdown.preview.refresh').then(undefined, (error: unknown) => {
        log.warn('The Markdown preview was not refreshed.', error);
      });
    },
  });
  return {
    extendMarkdownIt: (markdown) => drawFences(markdown, pictures),
    modelChanged: pictures.forgetImporting,
  };
}
