/**
 * The commands that show reports, and plans as reports or in the graph: each finds its model, asks for missing
 * arguments, and shows the panel.
 */
import * as vscode from 'vscode';
import { modelChoicesRequest, type ListChoice, type ModelChoices } from '../../../server/src/protocol/protocol.ts';
import type { ReportQuestion } from '../../../language/src/view/report/question.ts';
import type { GraphPanel } from '../graph/graph-panel.ts';
import { activeModel, titleOf } from '../files/model-document.ts';
import { setContextKey } from '../page/context-keys.ts';
import { pick } from '../page/pick.ts';
import type { RecentPlans } from '../page/recent-plans.ts';
import { askEarlier } from './earlier-version.ts';
import { askPlan } from './plan-questions.ts';
import { reportArgumentsOf, type ReportArguments } from './report-arguments.ts';
import type { ReportPanels } from './report-panels.ts';
import type { Ask } from '../server/server-link.ts';
import { showInformationMessage } from '../notices/notices.ts';

/** The parts of the extension that the commands need. */
export interface ReportCommandParts {
  readonly ask: Ask;
  readonly panels: ReportPanels;
  /** The folder for earlier versions of models. */
  readonly storage: vscode.Uri;
  /** Its model is used if no text has the focus. */
  readonly graph: Pick<GraphPanel, 'document' | 'showPlan'>;
  readonly plans: Pick<RecentPlans, 'all'>;
}

type Questioner = (
  given: ReportArguments,
  choices: () => Promise<ModelChoices>,
  of: { readonly uri: vscode.Uri; readonly storage: vscode.Uri },
) => Promise<ReportQuestion | undefined>;

const questioners = {
  showCrashMatrix: () => Promise.resolve({ kind: 'matrix' }),
  showIsolationMetrics: () => Promise.resolve({ kind: 'isolation' }),
  compareProtectionDomains: askPair,
  showSinglePointsOfFailure: askPoints,
  compareConsequences: (given, _, { uri, storage }) => askEarlier(given.of, uri, storage),
} as const satisfies Readonly<Record<string, Questioner>>;

/** The names of the commands, without the common prefix. */
export const reportCommands = Object.keys(questioners) as readonly ReportCommand[];
/** The name of a report command. */
export type ReportCommand = keyof typeof questioners;

/** Runs a command with the arguments it was called with. */
export async function runReportCommand(
  name: ReportCommand,
  parts: ReportCommandParts,
  argument: unknown,
): Promise<void> {
  const { ask, panels, storage } = parts;
  const given = argumentsIn(argument);
  const uri = modelOf(given, parts);
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: the report covers it.'));
    return;
  }
  const choices = (): Promise<ModelChoices> => ask(modelChoicesRequest, { uri: uri.toString() });
  const question = await questioners[name](given, choices, { uri, storage });
  if (question !== undefined) await panels.show({ uri: uri.toString(), title: titleOf(uri), question });
}

/** Shows a plan, as a report or in the graph. */
export async function showPlan(parts: ReportCommandParts, argument: unknown): Promise<void> {
  const given = argumentsIn(argument);
  const { ask, panels, graph, plans } = parts;
  const uri = modelOf(given, parts);
  if (uri === undefined) {
    void showInformationMessage(vscode.l10n.t('Open a model first: the plan covers it.'));
    return;
  }
  // A plan that was shown before may be of a closed model.
  await vscode.workspace.openTextDocument(uri);
  const choices = (): Promise<ModelChoices> => ask(modelChoicesRequest, { uri: uri.toString() });
  const recent = plans.all().flatMap((plan) => (plan.uri === uri.toString() ? [plan.question] : []));
  const asked = await askPlan(given, choices, uri, recent);
  if (asked === undefined) return;
  const { question, inGraph } = asked;
  if (inGraph) await graph.showPlan(uri, question);
  else await panels.show({ uri: uri.toString(), title: titleOf(uri), question });
  setContextKey('didShowPlan', true);
}

const argumentsIn = (argument: unknown): ReportArguments =>
  argument instanceof vscode.Uri ? { uri: argument.toString() } : reportArgumentsOf(argument);

const modelOf = ({ uri }: ReportArguments, { panels, graph }: ReportCommandParts): vscode.Uri | undefined =>
  uri === undefined ? (activeModel() ?? panels.document() ?? graph.document()) : vscode.Uri.parse(uri, true);

async function askPair(
  given: ReportArguments,
  choices: () => Promise<ModelChoices>,
): Promise<ReportQuestion | undefined> {
  const pds: readonly ListChoice[] = (await choices()).entities.filter(({ kind }) => kind === 'pd' || kind === 'node');
  if (pds.length < 2) {
    void showInformationMessage(
      vscode.l10n.t('The model has fewer than two protection domains or nodes, so there is nothing to compare.'),
    );
    return undefined;
  }
  const first = given.first ?? (await pick(pds, vscode.l10n.t('Which protection domain or node is compared?')));
  if (first === undefined) return undefined;
  const others = pds.filter(({ name }) => name !== first);
  const second = given.second ?? (await pick(others, vscode.l10n.t('With which one is {0} compared?', first)));
  return second === undefined ? undefined : { kind: 'comparison', first, second };
}

async function askPoints(
  given: ReportArguments,
  choices: () => Promise<ModelChoices>,
): Promise<ReportQuestion | undefined> {
  const title = vscode.l10n.t('Under which cleanup policy do PDs crash?');
  const policy = given.policy ?? (await pick((await choices()).policies, title));
  return policy === undefined ? undefined : { kind: 'points', policy };
}
