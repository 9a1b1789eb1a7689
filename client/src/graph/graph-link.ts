/**
 * The logic of the graph panel, without its window: requests graphs and plans from the server, sends them to the page,
 * and acts on the page's messages. It does nothing while the page is hidden or not ready, and drops answers to outdated
 * requests.
 */
import { graphRequest, type OfDocument } from '../../../server/src/protocol/protocol.ts';
import type { Arrangement } from '../../../language/src/model/view.ts';
import type { Span } from '../../../language/src/model/span.ts';
import type { GraphView } from '../../../language/src/view/graph.ts';
import { graphChanges } from '../../../language/src/view/graph-changes.ts';
import { otherModelOf } from '../../../language/src/view/report/question.ts';
import type { Focus } from '../../../language/src/view/shown/focus.ts';
import { isMessageToExtension, type GraphFormat, type MessageToExtension } from '../../webview/graph/messages.ts';
import {
  compareWithEarlier,
  refreshPlan,
  tellPlan,
  type ChosenOverlay,
  type OverlayState,
  type OverlayWorld,
} from './graph-overlay.ts';
import { spanOfPart } from './span-of-part.ts';
import type { MovedBoxes } from './moved-boxes.ts';
import { pageSession, tellFailure, type OwnMessage } from '../page/page-session.ts';

/** A document shown in the panel. */
export interface GraphDocument extends OfDocument {
  readonly title: string;
}

/** The environment of the panel. */
export interface GraphWorld extends OverlayWorld {
  readonly reveal: (span: Span, focus: boolean) => void;
  /** Called when an entity is selected on the page. */
  readonly selected: (uri: string, name: string) => void;
  readonly chooseCrash: (uri: string, pd: string | undefined) => void;
  readonly choosePlan: (uri: string, of: string | undefined) => void;
  /** Called when the user no longer wants to see the plan. */
  readonly planCleared: (uri: string) => void;
  /** Absent where nothing can be supposed. */
  readonly supposing?: {
    /** Supposes that an entity or a relation is gone. */
    readonly suppose: (uri: string, without: string) => void;
    readonly applySupposed: (uri: string) => void;
    readonly clearSupposed: (uri: string) => void;
  };
  readonly chooseExport: () => void;
  readonly writeExport: (uri: string, format: GraphFormat, content: string) => void;
  /** The boxes that were moved by hand. */
  readonly moved: Pick<MovedBoxes, 'of' | 'keep'>;
  readonly newModel: () => void;
  readonly showLog: () => void;
  readonly limits: () => {
    readonly layoutTimeout: number;
    readonly groupAbove: number;
    readonly arrangement?: Arrangement;
  };
}

/** The logic of a graph panel. */
export interface GraphLink {
  /** Returns the document shown. */
  readonly document: () => GraphDocument | undefined;
  /** Shows another document, or none. */
  readonly show: (document: GraphDocument | undefined) => Promise<void>;
  /**
   * Shows a plan of the document, or its comparison with an earlier version: at a step, as a whole (null), or at the
   * step where the page showed the same one. It is kept up to date until it is cleared.
   */
  readonly plan: (chosen: ChosenOverlay | undefined, step?: number | null) => Promise<void>;
  /** Selects an entity and opens its details, as soon as the graph is there. */
  readonly inspect: (name: string) => void;
  /** Narrows the graph to a part, as soon as it is there. */
  readonly narrow: (focus: Focus) => void;
  /** Shows a declared view, as soon as the graph is there. */
  readonly view: (title: string) => void;
  /** Requests a picture from the page; its answer is written to a file. */
  readonly exportAs: (format: GraphFormat) => void;
  readonly modelChanged: (uri: string) => Promise<void>;
  /** Selects what was selected elsewhere; without a name the selection stays. */
  readonly select: (uri: string, name: string | undefined) => void;
  readonly setVisible: (isVisible: boolean) => void;
  readonly limitsChanged: () => Promise<void>;
  /** Handles any message from the page. */
  readonly receive: (message: unknown) => Promise<void>;
}

interface GraphPanelState extends OverlayState {
  document: GraphDocument | undefined;
  graph: GraphView | undefined;
  /** The entity to inspect as soon as the page has its graph. */
  inspected: string | undefined;
  /** The part to show as soon as the page has its graph. */
  focus: Focus | undefined;
  /** The declared view to show as soon as the page has its graph. */
  view: string | undefined;
  /** True while a picture was requested from the page and has not arrived. */
  isExporting: boolean;
  /** True if the page has the graph of the document. */
  isDrawn: boolean;
  /** True if the page exists and has reported ready. */
  isListening: boolean;
}

const nothingShown = (): GraphPanelState => ({
  document: undefined,
  graph: undefined,
  chosen: undefined,
  comparing: undefined,
  step: undefined,
  plan: undefined,
  inspected: undefined,
  focus: undefined,
  view: undefined,
  isExporting: false,
  isDrawn: false,
  isListening: false,
  latest: 0,
});

/** Connects a page to its environment. */
export function connectGraph(world: GraphWorld): GraphLink {
  const shown = nothingShown();
  const plan = async (chosen: ChosenOverlay | undefined, step?: number | null): Promise<void> => {
    shown.chosen = chosen;
    shown.step = step;
    await refresh(world, shown);
  };
  const session = pageSession(world, shown, {
    name: 'graph',
    isMessage: isMessageToExtension,
    take: async (message) => {
      if (message.type === 'ready') await welcome(world, shown);
      else if (message.type === 'retry') await refresh(world, shown);
      else if (message.type === 'clearPlan') {
        if (shown.document !== undefined) world.planCleared(shown.document.uri);
        await plan(undefined);
      } else act(world, shown, message);
    },
  });
  return {
    document: () => shown.document,
    show: async (document) => {
      if (document?.uri === shown.document?.uri) return;
      shown.document = document;
      shown.chosen = undefined;
      shown.isDrawn = false;
      await refresh(world, shown);
    },
    plan,
    inspect: (name) => {
      shown.inspected = name;
      if (shown.document !== undefined) world.selected(shown.document.uri, name);
      notifyWaiting(world, shown);
    },
    narrow: (focus) => {
      shown.focus = focus;
      notifyWaiting(world, shown);
    },
    view: (title) => {
      shown.view = title;
      notifyWaiting(world, shown);
    },
    exportAs: (format) => {
      shown.isExporting = shown.isDrawn;
      if (shown.isDrawn) world.post({ type: 'export', format });
    },
    modelChanged: async (uri) => {
      const isAbout = uri === shown.document?.uri || (shown.chosen !== undefined && uri === otherModelOf(shown.chosen));
      if (isAbout) await refresh(world, shown);
    },
    select: (uri, name) => {
      if (shown.isListening && uri === shown.document?.uri) world.post({ type: 'select', name: name ?? null });
    },
    ...session,
    setVisible: (isVisible) => {
      session.setVisible(isVisible);
      if (!isVisible) shown.isDrawn = false;
    },
    limitsChanged: async () => {
      if (!shown.isListening) return;
      tellLimits(world);
      await refresh(world, shown);
    },
  };
}

async function welcome(world: GraphWorld, shown: GraphPanelState): Promise<void> {
  // A new page knows neither graph nor plan; a chosen plan is sent after the graph.
  shown.plan = undefined;
  shown.isDrawn = false;
  tellLimits(world);
  await refresh(world, shown);
}

async function refresh(world: GraphWorld, shown: GraphPanelState): Promise<void> {
  const { document } = shown;
  const own = ++shown.latest;
  if (!shown.isListening) return;
  if (document === undefined) {
    world.post({ type: 'empty', reason: 'noDocument' });
    return;
  }
  try {
    const answer = await world.ask(graphRequest, { uri: document.uri });
    // Without an answer the server does not know the document yet; it will notify us when it does.
    if (own !== shown.latest || answer === null) return;
    const compared = await compareWithEarlier(world, shown, document);
    if (own !== shown.latest) return;
    const { supposed = null } = answer;
    draw(world, shown, document, {
      graph: compared?.graph ?? answer.graph,
      ...(world.supposing !== undefined && { supposed }),
    });
    notifyWaiting(world, shown);
    if (shown.chosen?.kind === 'changes') tellPlan(world, shown, compared?.plan);
    else await refreshPlan(world, shown, document, shown.chosen);
  } catch (error) {
    if (own !== shown.latest) return;
    tellFailure(world, `The graph of ${document.uri} failed`, error);
  }
}

interface ToDraw {
  readonly graph: GraphView;
  readonly supposed?: string | null;
}

/** Sends a graph to the page: only what has changed, if the page has the one before. */
function draw(world: GraphWorld, shown: GraphPanelState, { uri, title }: GraphDocument, sent: ToDraw): void {
  const { graph, ...rest } = sent;
  const earlier = shown.isDrawn ? shown.graph : undefined;
  const more = { uri, title, moves: world.moved.of(uri), ...rest };
  if (earlier === undefined) world.post({ type: 'graph', graph, ...more });
  else world.post({ type: 'graphChanges', changes: graphChanges(graph, earlier), ...more });
  shown.graph = graph;
  shown.isDrawn = true;
}

function tellSelected(world: GraphWorld, { uri }: GraphDocument, graph: GraphView | undefined, id: string): void {
  const node = graph?.nodes.find((each) => each.id === id);
  if (node !== undefined) world.selected(uri, node.id);
}

/** Sends the page what was requested before it had its graph. */
function notifyWaiting(world: GraphWorld, shown: GraphPanelState): void {
  if (!shown.isDrawn) return;
  if (shown.focus !== undefined) world.post({ type: 'narrow', focus: shown.focus });
  if (shown.view !== undefined) world.post({ type: 'view', title: shown.view });
  if (shown.inspected !== undefined) world.post({ type: 'inspect', name: shown.inspected });
  shown.focus = shown.inspected = shown.view = undefined;
}

function tellLimits(world: GraphWorld): void {
  world.post({ type: 'limits', ...world.limits() });
}

type PlainMessage = Exclude<OwnMessage<MessageToExtension>, { readonly type: 'ready' | 'retry' | 'clearPlan' }>;

function act(world: GraphWorld, shown: GraphPanelState, message: PlainMessage): void {
  switch (message.type) {
    case 'reveal': {
      const { place } = message;
      if (place.type === 'node' && shown.document !== undefined)
        tellSelected(world, shown.document, shown.graph, place.id);
      const span = spanOfPart(shown, place);
      if (span !== undefined) world.reveal(span, message.focus);
      return;
    }
    case 'simulateCrash':
      if (shown.document !== undefined) world.chooseCrash(shown.document.uri, message.pd);
      return;
    case 'choosePlan':
      if (shown.document !== undefined) world.choosePlan(shown.document.uri, message.of);
      return;
    case 'suppose':
      if (shown.document !== undefined) world.supposing?.suppose(shown.document.uri, message.without);
      return;
    case 'applySupposed':
    case 'clearSupposed':
      if (shown.document !== undefined) world.supposing?.[message.type](shown.document.uri);
      return;
    case 'moved':
      if (message.uri === shown.document?.uri) world.moved.keep(message.uri, message.boxes);
      return;
    case 'chooseExport':
      world.chooseExport();
      return;
    case 'exported':
      // Write only requested pictures.
      if (shown.isExporting && shown.document !== undefined)
        world.writeExport(shown.document.uri, message.format, message.content);
      shown.isExporting = false;
      return;
    case 'newModel':
      world.newModel();
      return;
  }
}
