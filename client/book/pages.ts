/**
 * The pages of a model in a one-file report: the graph, the reports and the runs, each with the logic of its panel in
 * VS Code, answered by the server in the report.
 */
import type { Span } from '../../language/src/model/span.ts';
import type { ReportQuestion } from '../../language/src/view/report/question.ts';
import type { RunQuestion } from '../../language/src/view/run/run-summary.ts';
import { connectGraph, type GraphLink } from '../src/graph/graph-link.ts';
import { connectReport, type ReportLink } from '../src/report/report-link.ts';
import { connectTrace, type TraceLink } from '../src/trace/trace-link.ts';
import type { FramedPage, FramePage, MakeFrame } from './frames.ts';
import type { BookServer } from './server.ts';

/** The environment of the pages. */
export interface PagesWorld {
  readonly server: BookServer;
  readonly makeFrame: MakeFrame;
  /** Shows a place in the text. */
  readonly reveal: (span: Span) => void;
  readonly showReport: (question: ReportQuestion) => void;
  /** Called when a page shows another plan in place of its own. */
  readonly planChanged: (question: ReportQuestion) => void;
  readonly showCrash: (of: readonly string[], policy: string) => void;
  readonly showPlan: (of: string | undefined) => void;
  readonly showGraph: () => void;
  /** Tells the reader what went wrong. */
  readonly tell: (message: string) => void;
  /** Puts a frame where the pages are. */
  readonly mount: (frame: FramedPage) => void;
}

/** A page with its frame. */
interface Linked<Link> {
  readonly frame: FramedPage;
  readonly link: Link;
}

/** The pages of all models; each is made when it is shown for the first time. */
export interface Pages {
  readonly graph: (uri: string) => Promise<Linked<GraphLink>>;
  readonly report: (uri: string, question: ReportQuestion) => Promise<Linked<ReportLink>>;
  readonly run: (uri: string, question: RunQuestion) => Promise<Linked<TraceLink>>;
}

const title = 'Aftermath';

/** Makes the pages of a report. */
export function makePages(world: PagesWorld): Pages {
  const { server } = world;
  const graphs = once(async (uri) => {
    const made: { link?: GraphLink } = {};
    const exportGraph = (): void => made.link?.exportAs('svg');
    const { linked, frame } = await connected(world, 'graph', (post) =>
      connectGraph(graphWorld(world, post, exportGraph)),
    );
    made.link = linked;
    server.onModel((changed) => void linked.modelChanged(changed));
    await linked.show({ uri, title: fileNameOf(uri) });
    return { frame, link: linked };
  });
  const reports = once(async () => {
    const { linked, frame } = await connected(world, 'report', (post) => connectReport(reportWorld(world, post)));
    server.onModel((changed) => void linked.modelChanged(changed));
    return { frame, link: linked };
  });
  const runs = once(async () => {
    const { linked, frame } = await connected(world, 'trace', (post) => connectTrace(traceWorld(world, post)));
    return { frame, link: linked };
  });
  return {
    graph: graphs,
    report: async (uri, question) => {
      const kept = await reports(`${question.kind} ${uri}`);
      await kept.link.show({ uri, title: fileNameOf(uri), question });
      return kept;
    },
    run: async (uri, question) => {
      const kept = await runs('run');
      await kept.link.show({ uri, title: fileNameOf(uri), question });
      return kept;
    },
  };
}

/** Returns the name of a file by its URI. */
export const fileNameOf = (uri: string): string => decodeURIComponent(uri.split('/').at(-1) ?? uri);

/** Returns a function that makes a thing once for each key. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

async function connected<Link extends { readonly receive: (message: unknown) => Promise<void> }>(
  { makeFrame, mount }: PagesWorld,
  page: FramePage,
  connect: (post: (message: object) => void) => Link,
): Promise<{ readonly linked: Link; readonly frame: FramedPage }> {
  const made: { frame?: FramedPage } = {};
  const linked = connect((message) => made.frame?.post(message));
  const frame = await makeFrame(page, title, (message) => void linked.receive(message));
  made.frame = frame;
  mount(frame);
  return { linked, frame };
}

/** Returns the environment of every page; messages that a panel would log are shown. */
const common = ({ server, tell }: PagesWorld) => ({
  ask: server.ask,
  open: () => Promise.resolve(),
  selected: () => undefined,
  showLog: () => undefined,
  log: tell,
});

type WorldOf<Connect extends (world: never) => unknown> = Parameters<Connect>[0];

const graphWorld = (
  world: PagesWorld,
  post: WorldOf<typeof connectGraph>['post'],
  chooseExport: () => void,
): WorldOf<typeof connectGraph> => ({
  ...common(world),
  post,
  reveal: (span) => {
    world.reveal(span);
  },
  chooseCrash: (_, pd) => {
    if (pd === undefined) world.showPlan(undefined);
    else world.showCrash([pd], 'default');
  },
  choosePlan: (_, of) => {
    world.showPlan(of);
  },
  planCleared: () => {
    world.showGraph();
  },
  chooseExport,
  writeExport: (uri, format, content) => {
    download(`${fileNameOf(uri)}.${format}`, content, format);
  },
  moved: { of: () => [], keep: () => undefined },
  newModel: () => undefined,
  limits: () => ({ layoutTimeout: 10_000, groupAbove: 60 }),
});

const reportWorld = (
  world: PagesWorld,
  post: WorldOf<typeof connectReport>['post'],
): WorldOf<typeof connectReport> => ({
  ...common(world),
  post,
  follow: (target) => {
    if (target.kind === 'source') world.reveal(target.span);
    else if (target.kind === 'comparison') world.showReport(target);
    else if (target.kind === 'changes') world.showReport(target.question);
    else if (target.question.end === 'crash')
      world.showCrash([target.question.of, ...(target.question.also ?? [])], target.question.policy ?? 'default');
    else world.showReport(target.question);
  },
  show: ({ question }) => {
    world.showReport(question);
  },
  planChanged: ({ question }) => {
    world.planChanged(question);
  },
  choosePlan: () => undefined,
  exportPicture: ({ title: name }, format, content) => {
    download(`${name}.${format}`, content, format);
  },
  showProgress: () => undefined,
});

const traceWorld = (world: PagesWorld, post: WorldOf<typeof connectTrace>['post']): WorldOf<typeof connectTrace> => ({
  ...common(world),
  post,
  read: () => Promise.reject(new Error('A report has no traces in files.')),
  reveal: (span) => {
    world.reveal(span);
  },
  moved: () => undefined,
  save: () => undefined,
  settings: () => undefined,
  keepSettings: () => undefined,
  exportPicture: (format, content) => {
    download(`run.${format}`, content, format);
  },
  showProgress: () => undefined,
});

/** Lets the browser save a file; a PNG is in base64. */
function download(name: string, content: string, format: string): void {
  const bytes =
    format === 'png' ? Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)) : new TextEncoder().encode(content);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name.replaceAll(/[\\/:*?"<>|]/gu, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
