/**
 * The commands that narrow the graph: to the neighbourhood of an entity, to what it depends on or what depends on it,
 * to the ways between two, and to what two protection domains share. Each asks for missing arguments, and shows the
 * graph if it is not open.
 */
import * as vscode from 'vscode';
import { modelChoicesRequest, type ModelChoices } from '../../../server/src/protocol/protocol.ts';
import type { Focus } from '../../../language/src/view/shown/focus.ts';
import type { GraphPanel } from './graph-panel.ts';
import { activeModel } from '../files/model-document.ts';
import { pick } from '../page/pick.ts';
import type { Ask } from '../server/server-link.ts';
import { textField } from '../page/text-field.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** The commands by name, without the common prefix. */
export const narrowCommands = {
  showNeighbourhood: 'near',
  traceUp: 'up',
  traceDown: 'down',
  showShared: 'shared',
  showWays: 'path',
} as const satisfies Readonly<Record<string, Focus['kind']>>;

/** The parts of the extension that the commands need. */
interface NarrowParts {
  readonly ask: Ask;
  readonly graph: Pick<GraphPanel, 'document' | 'narrow'>;
}

/** Runs a command with `{ uri, of, with }`, or with the context of a node from VS Code. */
export async function narrowGraph(kind: Focus['kind'], { ask, graph }: NarrowParts, argument: unknown): Promise<void> {
  const node = textField(argument, 'aftermathName');
  const uri = documentOf(argument, node === undefined ? (activeModel() ?? graph.document()) : graph.document());
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: a part of its graph is shown.'));
    return;
  }
  const given = { of: node ?? textField(argument, 'of'), with: textField(argument, 'with') };
  const { entities } = await ask(modelChoicesRequest, { uri: uri.toString() });
  const focus = await askFocus(kind, given, entities);
  if (focus !== undefined) await graph.narrow(uri, focus);
}

function documentOf(argument: unknown, otherwise: vscode.Uri | undefined): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const uri = textField(argument, 'uri');
  return uri === undefined ? otherwise : vscode.Uri.parse(uri, true);
}

interface Given {
  readonly of: string | undefined;
  readonly with: string | undefined;
}

async function askFocus(
  kind: Focus['kind'],
  given: Given,
  entities: ModelChoices['entities'],
): Promise<Focus | undefined> {
  const offered = kind === 'shared' ? entities.filter((each) => each.kind === 'pd') : entities;
  const isOfTwo = kind === 'shared' || kind === 'path';
  if (offered.length < (isOfTwo ? 2 : 1)) {
    void showInformationMessage(
      kind === 'shared'
        ? vscode.l10n.t('The model has fewer than two protection domains, so nothing can be shared.')
        : vscode.l10n.t('The model declares nothing yet.'),
    );
    return undefined;
  }
  const titles: Readonly<Record<Focus['kind'], string>> = {
    near: vscode.l10n.t('The neighbourhood of which entity?'),
    up: vscode.l10n.t('Trace up from which entity?'),
    down: vscode.l10n.t('Trace down from which entity?'),
    shared: vscode.l10n.t('Shared resources of which protection domain?'),
    path: vscode.l10n.t('Paths from which entity?'),
  };
  const of = given.of ?? (await pick(offered, titles[kind]));
  if (of === undefined) return undefined;
  if (kind === 'near') return { kind, of, hops: 1 };
  if (kind !== 'shared' && kind !== 'path') return { kind, of };
  const others = offered.filter(({ name }) => name !== of);
  const question =
    kind === 'path'
      ? vscode.l10n.t('Paths from {0} to which entity?', of)
      : vscode.l10n.t('Shared by {0} and which other one?', of);
  const other = given.with ?? (await pick(others, question));
  return other === undefined ? undefined : { kind, of, with: other };
}
