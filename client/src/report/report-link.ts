/**
 * What a report panel does, without its window: it asks the server for the report, tells the page,
 * keeps it up to date, and goes where the page wants to. While the page is hidden or not ready it does
 * nothing, and what is asked for an earlier state is taken back.
 */
import {
  modelChoicesRequest,
  reportRequest,
  type ModelChoices,
  type OfDocument,
} from '../../../server/src/protocol/protocol.ts';
import { drawnEnds, type ReportQuestion } from '../../../language/src/view/report/question.ts';
import type { Report, ReportTarget } from '../../../language/src/view/report/report.ts';
import {
  isReportMessageToExtension,
  type PlanChoices,
  type ReportMessageToExtension,
  type pictureFormats,
  type ReportMessageToPage,
} from '../../webview/report/messages.ts';
import type { PageLink } from '../page/page-panels.ts';
import type { Progress } from '../page/progress.ts';
import type { Ask } from '../server/server-link.ts';
import { pageSession, tellFailure, type OwnMessage } from '../page/page-session.ts';

/** What a report is about. */
export interface ReportSubject extends OfDocument {
  readonly title: string;
  readonly question: ReportQuestion;
}

/** What the panel needs of the world. */
export interface ReportWorld {
  readonly ask: Ask;
  readonly post: (message: ReportMessageToPage) => void;
  /** Makes sure that the server knows a document; rejects if there is none. */
  readonly open: (uri: string) => Promise<void>;
  readonly follow: (target: ReportTarget, subject: ReportSubject) => void;
  /** An entity was selected on the page. */
  readonly selected: (uri: string, name: string) => void;
  /** Shows another report on the same model. */
  readonly show: (subject: ReportSubject) => void;
  readonly choosePlan: (subject: ReportSubject) => void;
  /** Asks where, and writes a picture there. */
  readonly exportPicture: (subject: ReportSubject, format: (typeof pictureFormats)[number], content: string) => void;
  readonly showProgress: (progress: Progress) => void;
  readonly showLog: () => void;
  readonly log: (message: string) => void;
}

export interface ReportLink extends PageLink {
  readonly subject: () => ReportSubject | undefined;
  readonly show: (subject: ReportSubject) => Promise<void>;
  readonly modelChanged: (uri: string) => Promise<void>;
  /** Selects what was selected elsewhere. */
  readonly select: (uri: string, name: string) => void;
}

interface Shown {
  subject: ReportSubject | undefined;
  report: Report | undefined;
  /** The number of the report that the page has. */
  number: number;
  /** Whether the page is there and has said that it is ready. */
  isListening: boolean;
  /** Ends the question under way. */
  asking: AbortController | undefined;
}

const stopped = 'It was stopped.';

/** Connects a page to the world. */
export function connectReport(world: ReportWorld): ReportLink {
  const shown: Shown = {
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

async function act(world: ReportWorld, shown: Shown, message: OwnMessage<ReportMessageToExtension>): Promise<void> {
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

/** A plan since another file is about both. */
function isAbout(subject: ReportSubject | undefined, uri: string): boolean {
  if (subject === undefined) return false;
  return subject.uri === uri || olderOf(subject.question) === uri;
}

const olderOf = (question: ReportQuestion): string | undefined =>
  question.kind === 'plan' && question.end === 'since' ? question.of : undefined;

async function refresh(world: ReportWorld, shown: Shown): Promise<void> {
  shown.asking?.abort();
  const { subject } = shown;
  if (!shown.isListening || subject === undefined) return;
  const asking = new AbortController();
  shown.asking = asking;
  world.post({ type: 'busy' });
  const isUpdate = shown.report !== undefined;
  const done = make(world, shown, subject, asking.signal);
  const stop = (): void => {
    if (shown.asking !== asking) return;
    asking.abort();
    world.post({ type: 'failed', message: stopped });
  };
  world.showProgress({ done, stop, isUpdate });
  await done;
  if (shown.asking === asking) shown.asking = undefined;
}

async function make(world: ReportWorld, shown: Shown, subject: ReportSubject, signal: AbortSignal): Promise<void> {
  const { uri, question } = subject;
  try {
    const older = olderOf(question);
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

/** A signal may have been given while others were waited for. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;

/** So many entities are offered in a list; of more, those of VS Code's own lists can be searched. */
const entitiesOffered = 500;

function choicesOf({ entities, policies, ownPolicies }: ModelChoices): PlanChoices {
  return {
    entities: entities.slice(0, entitiesOffered).map(({ name, kind }) => ({ name, kind })),
    policies: policies.map(({ name }) => name),
    ownPolicies: ownPolicies.map(({ name }) => name),
    isWhole: entities.length <= entitiesOffered,
  };
}

/** Only what the page was sent can be followed, and only of the report that it has. */
function follow(world: ReportWorld, shown: Shown, asked: { readonly number: number; readonly target: number }): void {
  const target = asked.number === shown.number ? shown.report?.targets[asked.target] : undefined;
  if (target !== undefined && shown.subject !== undefined) world.follow(target, shown.subject);
}

/** A plan of one model can be drawn; what the page asks of another report counts as nothing. */
function showInGraph(world: ReportWorld, { subject }: Shown, step: number | undefined): void {
  if (subject?.question.kind !== 'plan' || !drawnEnds.includes(subject.question.end)) return;
  world.follow({ kind: 'plan', question: subject.question, ...(step !== undefined && { step }) }, subject);
}

/** A plan is asked in its own panel; which files are read is not for the page to say. */
async function askAnother(world: ReportWorld, shown: Shown, question: ReportQuestion): Promise<void> {
  const { subject } = shown;
  if (subject === undefined) return;
  const older = olderOf(question);
  if (older !== undefined && older !== olderOf(subject.question)) {
    world.log('A question of the report page was refused: it is about a file that the page does not know.');
    return;
  }
  if (question.kind !== 'plan' || subject.question.kind !== 'plan') {
    world.show({ ...subject, question });
    return;
  }
  shown.subject = { ...subject, question };
  await refresh(world, shown);
}
