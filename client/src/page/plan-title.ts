/**
 * The words for a plan in lists.
 */
import * as vscode from 'vscode';
import type { PlanQuestion } from '../../../language/src/view/report/question.ts';

/** Returns the event of a plan in words, with files by their titles. */
export function planTitle({ end, of, also = [] }: PlanQuestion, titleOf: (uri: vscode.Uri) => string): string {
  const names = [of, ...also].join(', ');
  switch (end) {
    case 'crash':
      return vscode.l10n.t('crash of {0}', names);
    case 'recover':
      return vscode.l10n.t('recovery after a crash of {0}', names);
    case 'destroy':
      return vscode.l10n.t('destruction of {0}', names);
    case 'evict':
      return vscode.l10n.t('eviction of {0}', names);
    case 'drain':
      return vscode.l10n.t('drain of {0}', names);
    case 'remove':
      return vscode.l10n.t('removal of {0}', names);
    case 'delete':
      return vscode.l10n.t('deletion of {0}', names);
    case 'collect':
      return vscode.l10n.t('collection');
    case 'since':
      return vscode.l10n.t('changes since {0}', titleOf(vscode.Uri.parse(of)));
    case 'start':
      return of === '' ? vscode.l10n.t('start of everything') : vscode.l10n.t('start of {0}', of);
  }
}
