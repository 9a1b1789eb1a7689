/**
 * The logic of a report panel, without its window: requests the report from the server, sends it to the page, keeps it
 * up to date, and follows the page's links. It does nothing while the page is hidden or not ready, and cancels outdated
 * requests.
 */
import {
  modelChoicesRequest,
  reportRequest,
  type ModelChoices,
  type OfDocument,
} from '../../../server/src/protocol/protocol.ts';
import { drawnEnds, otherModelOf, type ReportQuestion } from '../../../language/src/view/report/question.ts';
import type { Report, ReportTarget } from '../../../language/src/view/report/report.ts';
import {
  isReportMessageToExtension,
  type PlanChoices,
  type ReportMessageToExtension,
  type reportExportFormats,
  type ReportMessageToPage,
} from '../../webview/report/messages.ts';
import type { PageLink } from '../page/page-panels.ts';
import type { Ask } from '../server/server-link.ts';
import {
  loadPage,
  type LoadingPage,
  type LoadingWorld,
  pageSession,
  tellFailure,
  type OwnMessage,
} from '../page/page-session.ts';

/** The subject of a report. */
export interface ReportSubject extends OfDocument {
  readonly title: string;
  readonly question: ReportQuestion;
}

/** The environment of the panel. */
export interface ReportWorld extends LoadingWorld {
  readonly ask: Ask;
  readonly post: (message: ReportMessageToPage) => void;
  /** Makes sure that the server knows a document; rejects if it does not exist. */
  readonly open: (uri: string) => Promise<void>;
  readonly follow: (target: ReportTarget, subject: ReportSubject) => void;
  /** Called when an entity is selected on the page. */
  readonly selected: (uri: string, name: string) => void;
  /** Shows another report on the same model. */
  readonly show: (subject: ReportSubject) => void;
  /** Called when another plan is asked for in its place. */
  readonly planChanged?: (subject: ReportSubject) => void;
  readonly choosePlan: (subject: ReportSubject) => void;
  /** Asks for a file and writes a picture or a table there. */
  readonly exportPicture: (
    subject: ReportSubject,
    format: (typeof reportExportFormats)[number],
    content: string,
  ) => void;
}

/** The logic of a report panel. */
export interface ReportLink extends PageLink {
  readonly subject: () => ReportSubject | undefined;
  readonly show: (subject: ReportSubject) => Promise<void>;
  readonly modelChanged: (uri: string) => Promise<void>;
  /** Selects what was selected elsewhere. */
  readonly select: (uri: string, name: string) => void;
}

interface ReportPanelState extends LoadingPage {
  subject: ReportSubject | undefined;
  report: Report | undefined;
  /** The number of the report that the page has. */
  number: number;
}

/** Connects a page to its environment. */
export function connectReport(world: ReportWorld): ReportLink {
  const shown: ReportPanelState = {
    subject: undefined,
    report: undefined,
    number: 0,
    isListening: false,
    asking: undefined,
  };
  return {
    subject: () => shown.subject,
    show: async (subject) => {
      shown.subject = subject;
      shown.report = undefined;
      await refresh(world, shown);
    },
    modelChanged: async (uri) => {
      if (isAbout(shown.subject, uri)) await refresh(world, shown);
    },
    select: (uri, name) => {
      if (shown.isListening && uri === shown.subject?.uri) world.post({ type: 'select', name });
    },
    ...pageSession(world, shown, {
      name: 'report',
      isMessage: isReportMessageToExtension,
      take: (message) => act(world, shown, message),
    }),
    dispose: () => {
      shown.isListening = false;
      shown.asking?.abort();
    },
  };
}

async function act(
  world: ReportWorld,
  shown: ReportPanelState,
  message: OwnMessage<ReportMessageToExtension>,
): Promise<void> {
  switch (message.type) {
    case 'ready':
      await refresh(world, shown);
      return;
    case 'retry':
      await refresh(world, shown);
      return;
    case 'follow':
      follow(world, shown, message);
      return;
    case 'selected':
      if (shown.subject !== undefined) world.selected(shown.subject.uri, message.name);
      return;
    case 'showInGraph':
      showInGraph(world, shown, message.step);
      return;
    case 'ask':
      await askAnother(world, shown, message.question);
      return;
    case 'export':
      if (shown.subject !== undefined) world.exportPicture(shown.subject, message.format, message.content);
      return;
    case 'choosePlan':
      if (shown.subject !== undefined) world.choosePlan(shown.subject);
      return;
  }
}

/** Returns true if a report is about a document; a plan since another file is about both. */
function isAbout(subject: ReportSubject | undefined, uri: string): boolean {
  if (subject === undefined) return false;
  return subject.uri === uri || otherModelOf(subject.question) === uri;
}

async function refresh(world: ReportWorld, shown: ReportPanelState): Promise<void> {
  const { subject, report } = shown;
  const ask = subject && ((signal: AbortSignal) => make(world, shown, subject, signal));
  await loadPage(world, shown, ask, { isUpdate: report !== undefined });
}

async function make(
  world: ReportWorld,
  shown: ReportPanelState,
  subject: ReportSubject,
  signal: AbortSignal,
): Promise<void> {
  const { uri, question } = subject;
  try {
    const older = otherModelOf(question);
    await world.open(uri);
    if (older !== undefined) await world.open(older);
    const answer = await world.ask(reportRequest, { uri, question }, signal);
    if (signal.aborted) return;
    const choices =
      question.kind === 'plan' ? choicesOf(await world.ask(modelChoicesRequest, { uri }, signal)) : undefined;
    if (isAborted(signal)) return;
    if ('refusal' in answer) {
      world.post({ type: 'failed', message: answer.refusal });
      return;
    }
    const { title, about, legend, sections } = answer.report;
    shown.report = answer.report;
    shown.number += 1;
    world.post({
      type: 'report',
      number: shown.number,
      subject,
      report: { title, about, legend, sections },
      ...(choices !== undefined && { choices }),
    });
  } catch (error) {
    if (signal.aborted) return;
    tellFailure(world, `The report on ${uri} failed`, error);
  }
}

/** Reads the signal again, which may have been aborted during an await. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** The most entities offered in a list on the page; VS Code's own lists can search all of them. */
const entitiesOffered = 500;

function choicesOf({ entities, policies, ownPolicies }: ModelChoices): PlanChoices {
  return {
    entities: entities.slice(0, entitiesOffered).map(({ name, kind }) => ({ name, kind })),
    policies: policies.map(({ name }) => name),
    ownPolicies: ownPolicies.map(({ name }) => name),
    isWhole: entities.length <= entitiesOffered,
  };
}

/** Only targets that the page was sent can be followed, and only those of its current report. */
function follow(
  world: ReportWorld,
  shown: ReportPanelState,
  asked: { readonly number: number; readonly target: number },
): void {
  const target = asked.number === shown.number ? shown.report?.targets[asked.target] : undefined;
  if (target !== undefined && shown.subject !== undefined) world.follow(target, shown.subject);
}

/** A plan of one model and a comparison can be drawn; requests from other reports are ignored. */
function showInGraph(world: ReportWorld, { subject }: ReportPanelState, step: number | undefined): void {
  if (subject?.question.kind === 'changes') world.follow({ kind: 'changes', question: subject.question }, subject);
  if (subject?.question.kind !== 'plan' || !drawnEnds.includes(subject.question.end)) return;
  world.follow({ kind: 'plan', question: subject.question, ...(step !== undefined && { step }) }, subject);
}

/** A plan is chosen in its own panel; the page cannot choose which files are read. */
async function askAnother(world: ReportWorld, shown: ReportPanelState, question: ReportQuestion): Promise<void> {
  const { subject } = shown;
  if (subject === undefined) return;
  const older = otherModelOf(question);
  if (older !== undefined && older !== otherModelOf(subject.question)) {
    world.log('A request of the report page was refused: it concerns a file that the page does not know.');
    return;
  }
  if (question.kind !== 'plan' || subject.question.kind !== 'plan') {
    world.show({ ...subject, question });
    return;
  }
  shown.subject = { ...subject, question };
  world.planChanged?.(shown.subject);
  await refresh(world, shown);
}
