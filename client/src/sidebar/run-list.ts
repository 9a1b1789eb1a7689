/**
 * The view *Scenarios* of the side bar: the scenarios and checks of the active model, each with its last run.
 */
import * as vscode from 'vscode';
import type { LastRun, RunItem } from '../simulation/last-runs.ts';

/** A row: what commands take as their argument, and where it is declared. */
export interface RunListRow extends RunItem {
  readonly line: number;
}

/** Returns the item of a scenario or check. */
export function runItem(row: RunListRow, run: LastRun | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(row.title);
  item.id = `${row.isCheck ? 'check' : 'scenario'} ${row.title}`;
  item.contextValue = `${row.isCheck ? 'check' : 'scenario'}${run === undefined ? '' : `.${run.state}`}`;
  item.iconPath = iconOf(row, run);
  item.description = descriptionOf(row, run);
  item.tooltip = `${row.title}\n${item.description}`;
  const at = new vscode.Range(row.line, 0, row.line, 0);
  item.command = {
    command: 'vscode.open',
    title: vscode.l10n.t('Go to Declaration'),
    arguments: [vscode.Uri.parse(row.uri, true), { selection: at, preview: true }],
  };
  return item;
}

function descriptionOf({ isCheck }: RunListRow, run: LastRun | undefined): string {
  const kind = isCheck ? vscode.l10n.t('check') : vscode.l10n.t('scenario');
  if (run === undefined) return vscode.l10n.t('{0} · not run yet', kind);
  if (run.isEarlier === true) return vscode.l10n.t('{0} · in an earlier window', run.text);
  return run.isOutdated ? vscode.l10n.t('{0} · before the last edit', run.text) : run.text;
}

function iconOf({ isCheck }: RunListRow, run: LastRun | undefined): vscode.ThemeIcon {
  if (run === undefined) return new vscode.ThemeIcon(isCheck ? 'beaker' : 'circle-outline');
  const icons: Readonly<Record<LastRun['state'], readonly [icon: string, colour: string]>> = {
    passed: ['pass', 'testing.iconPassed'],
    failed: ['error', 'testing.iconFailed'],
    open: ['question', 'testing.iconSkipped'],
  };
  const [icon, colour] = icons[run.state];
  // An older result has the same icon, without its colour.
  return new vscode.ThemeIcon(
    icon,
    new vscode.ThemeColor(run.isOutdated || run.isEarlier === true ? 'testing.iconUnset' : colour),
  );
}

/** Returns the rows of the scenarios and checks, in the order of the text. */
export function runRows(
  uri: string,
  list: {
    readonly scenarios: readonly Entry[];
    readonly ownChecks: readonly Entry[];
  },
): readonly RunListRow[] {
  const row = (isCheck: boolean) => {
    return ({ title, span }: Entry): RunListRow => ({ uri, title, isCheck, line: span.start.line });
  };
  return [...list.scenarios.map(row(false)), ...list.ownChecks.map(row(true))].sort((a, b) => a.line - b.line);
}

interface Entry {
  readonly title: string;
  readonly span: { readonly start: { readonly line: number } };
}
