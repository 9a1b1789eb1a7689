/**
 * The questions of *Show Plan…*: the kind of end, then its target, then the options; and whether the graph shows it.
 */
import * as vscode from 'vscode';
import { deletionModes } from '../../../language/src/model/policy.ts';
import type { ListChoice, ModelChoices } from '../../../server/src/protocol/protocol.ts';
import {
  canMeet,
  drawnEnds,
  collectionMoments,
  planEnds,
  type PlanEnd,
  type PlanQuestion,
} from '../../../language/src/view/report/question.ts';
import { languageId, titleOf } from '../files/model-document.ts';
import { pick, pickByButton, pickSome } from '../page/pick.ts';
import { planTitle } from '../page/plan-title.ts';
import type { ReportArguments } from './report-arguments.ts';

type Entities = ModelChoices['entities'];

/** A plan, and where it is shown. */
export interface AskedPlan {
  readonly question: PlanQuestion;
  readonly inGraph: boolean;
}

/** Asks for what is not given; returns nothing if the user cancels. */
export async function askPlan(
  given: ReportArguments,
  choices: () => Promise<ModelChoices>,
  uri: vscode.Uri,
  recent: readonly PlanQuestion[],
): Promise<AskedPlan | undefined> {
  const { entities, policies, ownPolicies } = await choices();
  const { end, inGraph, again }: Partial<AskedEnd> =
    given.end === undefined
      ? ((await askEnd(entities, given, recent.slice(0, mostRecent))) ?? {})
      : { end: given.end, inGraph: given.in === 'graph' && drawnEnds.includes(given.end) };
  if (end === undefined || inGraph === undefined) return undefined;
  if (again !== undefined) return { question: again, inGraph };
  const targets = given.of === undefined ? await askOf(end, entities, uri) : [given.of, ...(given.also ?? [])];
  const [of, ...also] = targets ?? [];
  if (of === undefined) return undefined;
  const deletion = end === 'delete' ? (given.deletion ?? (await askDeletion(of))) : undefined;
  if (end === 'delete' && deletion === undefined) return undefined;
  const fitting = end === 'crash' || end === 'recover' ? policies : ownPolicies;
  // A start asks no policy.
  const policy = end === 'start' ? 'default' : (given.policy ?? (await askPolicy(fitting)));
  if (policy === undefined) return undefined;
  const more = { ...(also.length > 0 && { also }), ...(deletion !== undefined && { deletion }) };
  return { question: { kind: 'plan', end, of, ...more, policy }, inGraph };
}

/** The recent plans that are offered again. */
const mostRecent = 5;

/** What the user has chosen to plan; `again` if it is a plan that was shown before. */
interface AskedEnd {
  readonly end: PlanEnd;
  readonly inGraph: boolean;
  readonly again?: PlanQuestion;
}

/** Returns the possible targets of an end; none if it has no target. */
const targetsOf = (end: PlanEnd, entities: Entities): Entities => entities.filter(({ kind }) => canMeet(end, kind));

/**
 * Offers the ends that are possible in this model, or for this entity, if one is given, and the plans of it that were
 * shown last. A plan is shown as a report, or
 * by the button of its row in the graph; asked for in the graph it is shown there.
 */
async function askEnd(
  entities: Entities,
  { of, in: place }: ReportArguments,
  recent: readonly PlanQuestion[],
): Promise<AskedEnd | undefined> {
  const words: Readonly<Record<PlanEnd, string>> = {
    crash: vscode.l10n.t('a protection domain or a node crashes'),
    destroy: vscode.l10n.t('an orderly end, with everything destroyed with it'),
    evict: vscode.l10n.t('an orderly end that a disruption budget may refuse'),
    drain: vscode.l10n.t('everything on a node is evicted'),
    remove: vscode.l10n.t('an object is cut off, and what no root reaches is collected'),
    delete: vscode.l10n.t('an object is deleted, with or without its dependents'),
    collect: vscode.l10n.t('a collection, on demand or around a deployment'),
    since: vscode.l10n.t('everything that another file has and this one lacks is destroyed'),
    start: vscode.l10n.t('everything, or one entity with what it waits for, comes to life'),
    recover: vscode.l10n.t('what is restarted after a crash, in which order'),
  };
  const isFitting = (end: PlanEnd): boolean => {
    if (end === 'collect' || end === 'since') return of === undefined;
    return targetsOf(end, entities).some(({ name }) => of === undefined || name === of);
  };
  const offered = planEnds.filter(isFitting).map((name) => ({ name, detail: words[name] }));
  const shown = recent.filter((plan) => of === undefined || plan.of === of);
  const nameOf = (plan: PlanQuestion): string => {
    const title = [planTitle(plan, titleOf), ...(plan.policy === undefined ? [] : [plan.policy])].join(' · ');
    return vscode.l10n.t('again: {0}', title);
  };
  const planNamed = (name: string | undefined): PlanQuestion | undefined => shown.find((plan) => nameOf(plan) === name);
  const endNamed = (name: string | undefined): PlanEnd | undefined =>
    planNamed(name)?.end ?? planEnds.find((each) => each === name);
  const isDrawn = (name: string): boolean => drawnEnds.some((end) => end === endNamed(name));
  const button = {
    icon: 'type-hierarchy',
    tooltip: vscode.l10n.t('Show in Graph'),
    has: (name: string) => place !== 'graph' && isDrawn(name),
  };
  const again = { title: vscode.l10n.t('recent plans'), choices: shown.map((plan) => ({ name: nameOf(plan), detail: '' })) }; // oxfmt-ignore
  const chosen = await pickByButton(offered, vscode.l10n.t('What happens?'), button, again);
  const [end, plan] = [endNamed(chosen?.name), planNamed(chosen?.name)];
  const inGraph = chosen?.byButton === true || (place === 'graph' && isDrawn(chosen?.name ?? ''));
  return end && { end, inGraph, ...(plan !== undefined && { again: plan }) };
}

/** Asks for the target; for a crash for one or several. */
async function askOf(end: PlanEnd, entities: Entities, uri: vscode.Uri): Promise<readonly string[] | undefined> {
  if (end === 'crash' || end === 'recover') {
    const title = vscode.l10n.t('Which protection domain or node crashes?');
    return pickSome(targetsOf(end, entities), title, vscode.l10n.t('Several at once…'));
  }
  const one = await askOne(end, entities, uri);
  return one === undefined ? undefined : [one];
}

function askOne(
  end: Exclude<PlanEnd, 'crash' | 'recover'>,
  entities: Entities,
  uri: vscode.Uri,
): Promise<string | undefined> {
  switch (end) {
    case 'destroy':
      return pick(targetsOf(end, entities), vscode.l10n.t('What is destroyed?'));
    case 'evict':
      return pick(targetsOf(end, entities), vscode.l10n.t('What is evicted?'));
    case 'drain':
      return pick(targetsOf(end, entities), vscode.l10n.t('Which node is drained?'));
    case 'remove':
      return pick(targetsOf(end, entities), vscode.l10n.t('Which object is removed?'));
    case 'delete':
      return pick(targetsOf(end, entities), vscode.l10n.t('Which object is deleted?'));
    case 'collect':
      return askMoment();
    case 'since':
      return askFile(
        uri,
        vscode.l10n.t('Since which file? Everything that it has and {0} lacks is destroyed.', titleOf(uri)),
      );
    case 'start':
      return askStarted(targetsOf(end, entities));
  }
}

/** Offers everything first, then each entity. */
async function askStarted(entities: Entities): Promise<string | undefined> {
  const everything = { name: vscode.l10n.t('Everything'), detail: '' };
  const chosen = await pick([everything, ...entities], vscode.l10n.t('What is started?'));
  return chosen === everything.name && entities.every(({ name }) => name !== chosen) ? '' : chosen;
}

function askMoment(): Promise<string | undefined> {
  const words: Readonly<Record<(typeof collectionMoments)[number], string>> = {
    demand: vscode.l10n.t('on demand'),
    before: vscode.l10n.t('before a deployment'),
    after: vscode.l10n.t('after a deployment'),
  };
  const offered = collectionMoments.map((name) => ({ name, detail: words[name] }));
  return pick(offered, vscode.l10n.t('When does the collection run?'));
}

async function askDeletion(of: string): Promise<PlanQuestion['deletion']> {
  const words: Readonly<Record<(typeof deletionModes)[number], string>> = {
    background: vscode.l10n.t('it first, its dependents later'),
    foreground: vscode.l10n.t('its dependents first, then it'),
    orphan: vscode.l10n.t('it alone; its dependents survive'),
  };
  const offered = deletionModes.map((name) => ({ name, detail: words[name] }));
  const chosen = await pick(offered, vscode.l10n.t('How is {0} deleted?', of));
  return deletionModes.find((mode) => mode === chosen);
}

/** Asks for a policy, unless there is only one. */
async function askPolicy(policies: readonly ListChoice[]): Promise<string | undefined> {
  const [only] = policies;
  if (policies.length === 1) return only?.name;
  return pick(policies, vscode.l10n.t('Under which cleanup policy?'));
}

interface FileItem extends vscode.QuickPickItem {
  readonly uri: vscode.Uri | undefined;
}

/** Offers the other models of the workspace, and any other file; returns the URI of the chosen one. */
export async function askFile(uri: vscode.Uri, title: string): Promise<string | undefined> {
  const found = await vscode.workspace.findFiles('**/*.aft', undefined, 500);
  const files = found
    .filter((each) => each.toString() !== uri.toString())
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((each): FileItem => ({
      label: titleOf(each),
      description: vscode.workspace.asRelativePath(each),
      uri: each,
    }));
  const items: readonly FileItem[] = [...files, { label: vscode.l10n.t('Other file…'), uri: undefined }];
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: title, matchOnDescription: true });
  if (chosen === undefined) return undefined;
  const [opened] =
    chosen.uri === undefined
      ? ((await vscode.window.showOpenDialog({ title, filters: { Aftermath: ['aft'] } })) ?? [])
      : [chosen.uri];
  if (opened === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(opened);
  if (document.languageId !== languageId) await vscode.languages.setTextDocumentLanguage(document, languageId);
  return opened.toString();
}
