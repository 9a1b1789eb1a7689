/**
 * Makes what the extension shares with the server speak the language of the editor. Imported before everything else, so
 * that tables of words are translated too.
 */
import * as vscode from 'vscode';

/** The global object that `translation.ts` reads. */
declare const globalThis: { aftermathWords?: unknown };

globalThis.aftermathWords = vscode.l10n.bundle;
