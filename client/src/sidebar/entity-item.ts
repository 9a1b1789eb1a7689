/**
 * An entity in the side bar: its icon, its words, and what a click does.
 */
import * as vscode from 'vscode';
import type { EntityKind } from '../../../language/src/model/entity-kind.ts';
import type { TreeEntry, TreeStatus } from '../../../server/src/protocol/tree-protocol.ts';

/** The appearance of a node. */
export interface ShownEntity {
  readonly entry: TreeEntry;
  /** The words of the filter; they are marked in the label, and what is found is open. */
  readonly filter: string;
  readonly isOpen: boolean;
  /** Goes to the declaration. */
  readonly command: vscode.Command | undefined;
}

/** Returns the item of a node. */
export function entityItem({ entry, filter, isOpen, command }: ShownEntity): vscode.TreeItem {
  const label = entry.name === undefined && entry.kind !== undefined ? kindLabel(entry.kind) : entry.label;
  const highlights = entry.name === undefined ? [] : marksOf(label, filter);
  const item = new vscode.TreeItem({ label, highlights }, stateOf(entry, isOpen || filter !== ''));
  // With another filter it is another item, which may be open.
  item.id = filter === '' ? entry.id : `${entry.id}?${filter}`;
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const isGroup = entry.name === undefined && [Collapsed, Expanded].includes(item.collapsibleState ?? Collapsed);
  item.description = descriptionOf(entry, isGroup);
  const icon = iconOf(entry);
  if (icon !== undefined) item.iconPath = icon;
  item.contextValue = contextOf(entry);
  item.tooltip = [entry.name ?? label, item.description].filter((words) => words !== '').join('\n');
  item.accessibilityInformation = { label: [label, kindWord(entry), item.description].filter(Boolean).join(', ') };
  if (command !== undefined) item.command = command;
  return item;
}

const stateOf = ({ childCount }: TreeEntry, isOpen: boolean): vscode.TreeItemCollapsibleState => {
  if (childCount === 0) return vscode.TreeItemCollapsibleState.None;
  return isOpen ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
};

function descriptionOf(entry: TreeEntry, isGroup: boolean): string {
  const { type, machine, absent, status, step, destroyed = 0, harmed = 0, childCount } = entry;
  const own = status === undefined ? [] : [statusWords(status, step)];
  const isAbove = childCount > 0 && status === undefined;
  const words = [
    ...(isGroup ? [childCount.toString()] : []),
    ...(type === undefined ? [] : [type]),
    ...(machine === undefined ? [] : [vscode.l10n.t('runs {0}', machine)]),
    ...(absent === true ? [vscode.l10n.t('absent')] : []),
    ...own,
    ...(isAbove && destroyed > 0 ? [vscode.l10n.t('{0} destroyed', destroyed)] : []),
    ...(isAbove && harmed > 0 ? [vscode.l10n.t('{0} harmed', harmed)] : []),
  ];
  return words.join(' · ');
}

function statusWords(status: TreeStatus, step: number | undefined): string {
  const words: Readonly<Record<TreeStatus, string>> = {
    refused: vscode.l10n.t('refuses'),
    started: vscode.l10n.t('started'),
    destroyed: vscode.l10n.t('destroyed'),
    held: vscode.l10n.t('held up'),
    later: vscode.l10n.t('ends later'),
    broken: vscode.l10n.t('broken'),
    degraded: vscode.l10n.t('degraded'),
    dangling: vscode.l10n.t('dangling'),
    spared: vscode.l10n.t('spared'),
  };
  if (step === undefined) return words[status];
  if (status === 'started') return vscode.l10n.t('started in step {0}', step);
  return status === 'destroyed' ? vscode.l10n.t('destroyed in step {0}', step) : words[status];
}

const kindIcons: Readonly<Record<EntityKind, string>> = {
  pd: 'server-process',
  space: 'database',
  resource: 'symbol-field',
  object: 'package',
  node: 'server',
  region: 'layers',
};

const statusIcons: Readonly<Record<TreeStatus, readonly [icon: string, colour: string]>> = {
  refused: ['shield', 'problemsInfoIcon.foreground'],
  started: ['debug-start', 'problemsInfoIcon.foreground'],
  destroyed: ['error', 'problemsErrorIcon.foreground'],
  broken: ['warning', 'problemsErrorIcon.foreground'],
  degraded: ['warning', 'problemsWarningIcon.foreground'],
  dangling: ['debug-disconnect', 'problemsWarningIcon.foreground'],
  held: ['watch', 'problemsWarningIcon.foreground'],
  later: ['clock', 'problemsWarningIcon.foreground'],
  spared: ['pass', 'problemsInfoIcon.foreground'],
};

function iconOf({ kind, name, status }: TreeEntry): vscode.ThemeIcon | undefined {
  if (status !== undefined) {
    const [icon, colour] = statusIcons[status];
    return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
  }
  // A group has no icon, so that its arrow is where those of others are.
  return name === undefined || kind === undefined ? undefined : new vscode.ThemeIcon(kindIcons[kind]);
}

/** Returns what the menus ask for: `entity.pd`, with `.machine` if it runs one. */
function contextOf({ name, kind, machine }: TreeEntry): string {
  if (name === undefined || kind === undefined) return 'group';
  return `entity.${kind}${machine === undefined ? '' : '.machine'}`;
}

function kindLabel(kind: EntityKind): string {
  const words: Readonly<Record<EntityKind, string>> = {
    pd: vscode.l10n.t('Protection domains'),
    space: vscode.l10n.t('Spaces'),
    resource: vscode.l10n.t('Resources'),
    object: vscode.l10n.t('Objects'),
    node: vscode.l10n.t('Nodes'),
    region: vscode.l10n.t('Regions'),
  };
  return words[kind];
}

const kindWord = ({ name, kind }: TreeEntry): string => (name === undefined ? '' : (kind ?? ''));

/** Returns where the words of a filter are in a label. */
function marksOf(label: string, filter: string): [number, number][] {
  const text = label.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/u)
    .flatMap((word): [number, number][] => {
      const at = word === '' ? -1 : text.indexOf(word);
      return at < 0 ? [] : [[at, at + word.length]];
    });
}
