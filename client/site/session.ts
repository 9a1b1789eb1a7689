/**
 * A visit to the playground: the editor, its server and the pages beside it, and the address that says what all of them
 * show. The address always has the model, so that it can be copied at any time.
 */
import type { EditorView } from '@codemirror/view';
import type { RunQuestion } from '../../language/src/view/run/run-summary.ts';
import { writeAddress, type Address } from '../book/address.ts';
import type { Pages } from '../book/pages.ts';
import { showFrame } from '../book/show-frame.ts';
import type { NamedFinding } from './editor/findings.ts';
import { makeEditor, type NewText, replaceText } from './editor/model-editor.ts';
import { startModelServer, type ModelServer } from './editor/model-server.ts';
import { exampleText } from './examples.ts';
import { readLink, writeLink } from './link.ts';
import { noModel, readModel, runModelScenarios } from './model-state.ts';
import { pagesBeside } from './pages-beside.ts';
import { openStandardPage } from './standard-page.ts';
import { withNamedView, type PlaygroundProps, type SiteState } from './shown.ts';

/** A visit. */
export interface Session {
  readonly editor: EditorView;
  readonly server: ModelServer;
  /** Shows another view of the same model. */
  readonly go: (address: Address) => void;
  readonly openExample: (name: string) => void;
  readonly copyLink: () => Promise<void>;
  /** Shows a run beside the list of checks. */
  readonly showRun: (question: RunQuestion) => void;
}

/** The initial state of a visit, and where it shows what. */
export interface SessionParts extends PlaygroundProps {
  readonly host: HTMLElement;
  readonly place: { readonly current: HTMLElement | null };
  readonly onShown: (shown: SiteState) => void;
}

/** The parts of a visit and its state. */
interface Visit extends Pick<SessionParts, 'place' | 'onShown'> {
  readonly editor: EditorView;
  readonly server: ModelServer;
  pages: Pages | undefined;
  shown: SiteState;
  /** The example that was opened last. */
  example: PlaygroundProps['example'];
  /** The number of the latest address that is written. */
  written: number;
  /** Aborts the questions about an older model, and the runs of its scenarios. */
  reading: AbortController;
  running: AbortController;
}

/** Milliseconds without typing after which the address has the new text. */
const pause = 400;

/** The state of the entries in the history of the page that this page has written. */
const ownEntry = 'aftermath';

/** Begins a visit. */
export function startSession(parts: SessionParts): Session {
  const visit = beginVisit(parts);
  const { editor, server } = visit;
  const report = (error: unknown): void => {
    tell(visit, error);
  };
  const onPlan = (address: Address): void => {
    change(visit, { address });
    void keepAddress(visit);
  };
  visit.pages = pagesBeside({ server, editor, place: parts.place, go, onPlan, tell: report });
  server.onModel(() => {
    // A newer version is asked about when an older one is not answered.
    readAgain(visit).catch(() => undefined);
  });
  window.addEventListener('hashchange', () => {
    follow(visit).catch(report);
  });
  change(visit, parts.troubles.length > 0 ? { trouble: parts.troubles.join(' ') } : {});
  void keepAddress(visit);
  return {
    ...{ editor, server, go },
    openExample: (name) => {
      openExample(visit, name)
        .then(() => {
          go({ view: visit.shown.address.view === 'text' ? 'text' : 'graph' });
        })
        .catch(report);
    },
    copyLink: async () => {
      if (await keepAddress(visit)) change(visit, { notice: await copied() });
    },
    showRun: (question) => {
      show(visit, question);
    },
  };
}

function beginVisit({ text, address, example, host, place, onShown }: SessionParts): Visit {
  const server = startModelServer({
    script: 'server.js',
    findingPages: new URL('../docs/findings', document.baseURI).href,
    onNotice: (notice) => {
      change(visit, { notice });
    },
    openOther: openStandardPage,
    onFindings: (counts) => {
      change(visit, { counts });
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onText = ({ text: now, isFormatted }: NewText): void => {
    if (visit.shown.example !== undefined && visit.example?.text !== now) change(visit, { example: undefined });
    // What was said is of the text before, but for what the server says of its own changes.
    if (visit.shown.notice !== undefined && !isFormatted) change(visit, { notice: undefined });
    clearTimeout(timer);
    timer = setTimeout(() => void keepAddress(visit), pause);
  };
  const onFinding = (finding: NamedFinding | undefined): void => {
    if (finding?.page !== visit.shown.finding?.page) change(visit, { finding });
  };
  const nothing = { model: noModel, counts: undefined, finding: undefined, trouble: undefined, notice: undefined };
  const visit: Visit = {
    ...{ server, place, onShown, example, pages: undefined, written: 0 },
    editor: makeEditor({ host, text, client: server.client, onText, onFinding }),
    shown: { ...nothing, address: withNamedView(address), example: example?.name },
    reading: new AbortController(),
    running: new AbortController(),
  };
  return visit;
}

function change(visit: Visit, part: Partial<SiteState>): void {
  visit.shown = { ...visit.shown, ...part };
  visit.onShown(visit.shown);
}

function tell(visit: Visit, error: unknown): void {
  change(visit, { trouble: error instanceof Error ? error.message : String(error) });
}

/** An address without a model is one of the same model. */
function go(to: Address): void {
  location.hash = writeAddress(to);
}

/** Writes the model and what is shown of it into the address; false if it does not fit. */
async function keepAddress(visit: Visit): Promise<boolean> {
  visit.written += 1;
  const own = visit.written;
  const text = visit.editor.state.doc.toString();
  const { example, shown } = visit;
  const link = await writeLink({
    source: example?.text === text ? { kind: 'example', name: example.name } : { kind: 'text', text },
    address: shown.address,
  });
  if (own === visit.written && 'value' in link) history.replaceState(ownEntry, '', link.value);
  if ('refusal' in link) change(visit, { notice: link.refusal });
  return 'value' in link;
}

async function copied(): Promise<string> {
  try {
    await navigator.clipboard.writeText(location.href);
    return 'Link copied.';
  } catch {
    return 'The link is the address of this page.';
  }
}

async function openExample(visit: Visit, name: string): Promise<void> {
  const opened = await exampleText(name);
  if ('refusal' in opened) throw new Error(opened.refusal);
  visit.example = { name, text: opened.value };
  replaceText(visit.editor, opened.value);
  change(visit, { example: name });
}

/** Shows what the address says. A step back changes the view only; the text has its own way back. */
async function follow(visit: Visit): Promise<void> {
  const isOwn = history.state === ownEntry;
  const link = await readLink(location.hash);
  if ('refusal' in link) throw new Error(link.refusal);
  const { source, address } = link.value;
  if (!isOwn && source?.kind === 'text') replaceText(visit.editor, source.text);
  if (!isOwn && source?.kind === 'example') await openExample(visit, source.name);
  change(visit, { address: withNamedView(address), trouble: undefined, notice: undefined });
  runListed(visit);
  show(visit);
  await keepAddress(visit);
}

/** Shows the page of the address; beside the text it is the graph. */
function show(visit: Visit, counterexample?: RunQuestion): void {
  const { pages, place, shown } = visit;
  if (pages === undefined) return;
  const { address, model } = shown;
  const view = address.view === 'text' ? 'graph' : address.view;
  showFrame(Promise.resolve(pages), model.shown, { ...address, view }, place, counterexample).catch(
    (error: unknown) => {
      tell(visit, error);
    },
  );
}

/** Asks again about a changed model. The pages follow it themselves, except for runs. */
async function readAgain(visit: Visit): Promise<void> {
  visit.reading.abort();
  visit.reading = new AbortController();
  const { signal } = visit.reading;
  const { version } = visit.shown.model;
  const model = await readModel(visit.server, version + 1, signal);
  if (signal.aborted) return;
  change(visit, { model, ...(version > 0 && { trouble: undefined }) });
  runListed(visit);
  if (version === 0 || ['scenarios', 'checks'].includes(visit.shown.address.view)) show(visit);
}

/** Runs the scenarios while their list is shown. */
function runListed(visit: Visit): void {
  visit.running.abort();
  visit.running = new AbortController();
  const { signal } = visit.running;
  if (visit.shown.address.view !== 'scenarios') return;
  runModelScenarios(visit.server, visit.shown.model.shown.scenarios, {
    signal,
    onResults: (scenarios) => {
      const { model } = visit.shown;
      change(visit, { model: { ...model, shown: { ...model.shown, scenarios } } });
    },
  }).catch((error: unknown) => {
    if (!signal.aborted) tell(visit, error);
  });
}
