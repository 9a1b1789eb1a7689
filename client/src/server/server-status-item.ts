/**
 * The language status item of the server: starting, checking which file, ready, silent or stopped, with a way to the log
 * or to a restart.
 */
import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { languageId, titleOf } from '../files/model-document.ts';
import { withoutLinks } from '../notices/without-links.ts';
import { followStatus, type ServerStatus, type StatusEvents } from './server-status.ts';

/** The item of a window. */
export interface ServerStatusItem extends Omit<StatusEvents, 'changed'> {
  /** Follows the states of a client. */
  readonly follow: (client: BaseLanguageClient) => void;
}

/** Creates the item, which VS Code shows beside the language of a model. */
export function createServerStatusItem(): ServerStatusItem {
  const item = vscode.languages.createLanguageStatusItem('aftermath.server', { language: languageId });
  item.name = vscode.l10n.t('Aftermath Language Server');
  const { changed, ...events } = followStatus((status) => {
    Object.assign(item, wordsOf(status));
  });
  Object.assign(item, wordsOf({ kind: 'stopped' }));
  return {
    ...events,
    follow: (client) => {
      // A client is made when its server is about to start.
      changed('starting');
      client.onDidChangeState(() => {
        changed(client.isRunning() ? 'running' : 'stopped');
      });
    },
  };
}

type ItemWords = Pick<vscode.LanguageStatusItem, 'text' | 'detail' | 'severity' | 'busy' | 'command'>;

function wordsOf(status: ServerStatus): ItemWords {
  const { Information, Warning, Error: Failed } = vscode.LanguageStatusSeverity;
  const showLog = { command: 'aftermath.showLog', title: vscode.l10n.t('Show Log') };
  const restart = { command: 'aftermath.restartServer', title: vscode.l10n.t('Restart') };
  const usual = { detail: '', severity: Information, busy: false, command: showLog };
  const fileOf = (uri: string): string => withoutLinks(titleOf(vscode.Uri.parse(uri)));
  switch (status.kind) {
    case 'starting':
      return { ...usual, text: vscode.l10n.t('Starting Aftermath'), busy: true };
    case 'ready':
      return { ...usual, text: vscode.l10n.t('Aftermath is ready') };
    case 'checking':
      return { ...usual, text: vscode.l10n.t('Checking {0}', fileOf(status.uri)), busy: true };
    case 'silent': {
      const detail = status.uri === undefined ? '' : vscode.l10n.t('It was processing {0}', fileOf(status.uri));
      return {
        text: vscode.l10n.t('Aftermath does not answer'),
        detail,
        severity: Warning,
        busy: false,
        command: restart,
      };
    }
    case 'stopped':
      return { ...usual, text: vscode.l10n.t('Aftermath is stopped'), severity: Failed, command: restart };
  }
}
