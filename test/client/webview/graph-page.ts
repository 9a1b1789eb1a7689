/**
 * A page of the extension in a headless browser, as the extension would show it: the bundled page and worker, the same
 * HTML with its content policy, and a stub of the API of VS Code.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allWords } from '../../../client/scripts/words.mjs';
import { pageHtml } from '../../../client/src/page/page-html.ts';
import type { MessageToExtension, MessageToPage } from '../../../client/webview/graph/messages.ts';
import { graphView, type GraphOptions, type GraphView } from '../../../language/src/view/graph.ts';
import { atAGlance, seenAtAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import type { BrowserContext, ConsoleMessage, Page } from '../../e2e/playwright.ts';
import type { Built } from '../../language/build-model.ts';
import { releaseBrowser, sharedBrowser } from '../shared-browser.ts';
import { builtPages } from './built-pages.ts';
import { themes, type ThemeName } from './themes.ts';

declare global {
  interface Window {
    sent: unknown[];
    saved: unknown;
  }
}

/** A browser, and a server of the built pages. */
interface PageHost {
  readonly open: (options?: OpenOptions) => Promise<GraphPage>;
  readonly close: () => Promise<void>;
}

/** What is served beside the built pages, and the tabs of closed pages, which they show until the next one comes. */
interface Stage {
  /** By path. */
  readonly workers: Map<string, string>;
  /** The stand-in of VS Code for each page opened so far. */
  readonly scripts: string[];
  readonly free: Page[];
}

export interface OpenOptions {
  readonly theme?: ThemeName;
  /** Default: the graph page. */
  readonly show?: 'graph' | 'machine' | 'report' | 'trace';
  /** The state that the page has saved before. */
  readonly saved?: unknown;
  /** Shows the page in a pseudo-language: each translatable word in brackets. */
  readonly isPseudo?: boolean;
  /** Says that a screen reader is in use, as VS Code does. */
  readonly hasScreenReader?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** The script to serve instead of the layout engine. */
  readonly worker?: string;
}

export interface GraphPage {
  readonly page: Page;
  readonly send: (message: MessageToPage) => Promise<void>;
  /** Sends any value. */
  readonly sendRaw: (message: unknown) => Promise<void>;
  /** Sends a graph and waits until it is drawn. */
  readonly draw: (graph: GraphView, uri?: string) => Promise<void>;
  readonly sent: () => Promise<readonly MessageToExtension[]>;
  /** Returns the last message of the page, of one type if one is given. */
  readonly last: (type?: string) => Promise<unknown>;
  /** Returns all messages of the page of one type. */
  readonly sentOf: (type: string) => Promise<readonly unknown[]>;
  /** The errors of the page, and requests refused by its content policy. */
  readonly troubles: readonly string[];
  /** Holds the last layouts of the workers that start from now on, until the returned function is called. */
  readonly holdLayout: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

const usualGlance = { above: seenAtAGlance, closed: [], opened: [], asked: [] };

export const sampleUri = 'file:///sample.aft';

async function startPageHost(): Promise<PageHost> {
  const files = builtPages();
  const stage: Stage = { workers: new Map(), scripts: [], free: [] };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const html = path.startsWith('/page') ? htmlOf(path, serverUrl(server), stage.scripts) : undefined;
    const body = stage.workers.get(path) ?? html ?? files.get(path);
    // The browser keeps the compiled code of what it may keep, which each page would take a tenth of its time for.
    const kept = files.has(path) ? { 'cache-control': 'max-age=3600' } : {};
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': contentType(path), ...kept });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await sharedBrowser();
  const context = await browser.newContext();
  // A crashed browser is not used again.
  browser.once('disconnected', () => {
    host = undefined;
  });
  return {
    open: (options = {}) => openPage(context, serverUrl(server), stage, options),
    close: async () => {
      await releaseBrowser();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The host of this process. A worker of mocha keeps it, like its browser. */
let host: Promise<PageHost> | undefined;
const isWorker = process.env.MOCHA_WORKER_ID !== undefined;

/**
 * Provides a host for the tests of a suite, and closes each test's pages, or those of all tests in the end; returns a
 * function that opens them.
 */
export function pagesOfSuite(atEnd = afterEach): PageHost['open'] {
  const opened: GraphPage[] = [];
  before(async () => {
    await (host ??= startPageHost());
  });
  atEnd(async () => {
    for (const page of opened.splice(0)) await page.close();
  });
  after(async () => {
    if (!isWorker) await (await host)?.close();
  });
  return async (options) => {
    assert.ok(host !== undefined, 'pages are opened by tests');
    const page = await (await host).open(options);
    opened.push(page);
    return page;
  };
}

/** Returns the graph of a sample as the extension sends it: as JSON. */
export function graphOf({ model, sources }: Built, options: GraphOptions = {}): GraphView {
  return JSON.parse(JSON.stringify(graphView(model, sources, options))) as GraphView;
}

function serverUrl(server: Server): string {
  // The address of a server that listens on a port has this type.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
}

function htmlOf(path: string, url: string, scripts: readonly string[]): string {
  const asked = new URLSearchParams(path.slice(path.indexOf('?')));
  const [worker, page] = [asked.get('worker'), asked.get('show') ?? 'graph'];
  const html = pageHtml({
    cspSource: url,
    nonce: 'for-tests',
    scriptUrl: `${url}/${page}.js`,
    styleUrl: `${url}/${page}.css`,
    ...((page === 'graph' || page === 'machine') && {
      workers: {
        layout: `${url}/layout-worker.js`,
        elk: `${url}${worker ?? '/elk-worker.cjs'}`,
      },
    }),
    language: 'en',
    ...(asked.has('pseudo') && { words: Object.fromEntries(allWords().map((word) => [word, pseudo(word)])) }),
  });
  const script = scripts[Number(asked.get('stage'))] ?? '';
  return html.replace('<head>', () => `<head><script nonce="for-tests">${script}</script>`);
}

/** Returns a word in the pseudo-language. */
const pseudo = (word: string): string => `⟦${word}⟧`;

function contentType(path: string): string {
  if (path.startsWith('/page')) return 'text/html';
  return path.endsWith('.css') ? 'text/css' : 'text/javascript';
}

async function openPage(
  context: BrowserContext,
  url: string,
  { workers, scripts, free }: Stage,
  options: OpenOptions,
): Promise<GraphPage> {
  const page = free.pop() ?? (await context.newPage());
  await page.setViewportSize(options.size ?? { width: 1100, height: 800 });
  const troubles: string[] = [];
  page.setDefaultTimeout(60_000);
  const onError = (error: Error): number => troubles.push(error.message);
  const onMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) troubles.push(message.text());
  };
  // A tab still shows the page before; what that one says meanwhile is not a trouble of this one.
  page.once('framenavigated', () => page.on('pageerror', onError).on('console', onMessage));
  const show = options.show ?? 'graph';
  // A loaded machine may need long for a layout; a test about a layout that takes too long sets its own limit.
  const limits = show === 'graph' || show === 'machine' ? { type: 'limits', layoutTimeout: 60_000 } : undefined;
  const number = scripts.length.toString();
  const { bodyClass, ...theme } = themes[options.theme ?? 'dark'];
  const classes = `${bodyClass}${options.hasScreenReader === true ? ' vscode-using-screen-reader' : ''}`;
  const played = JSON.stringify({ number, saved: options.saved, theme: { ...theme, bodyClass: classes }, limits });
  scripts.push(`(${vsCodeStandIn})(${played.replaceAll('<', String.raw`\u003c`)})`);
  const worker = options.worker === undefined ? undefined : `/worker-${workers.size.toString()}.js`;
  if (worker !== undefined && options.worker !== undefined) workers.set(worker, options.worker);
  const asked = new URLSearchParams({ show, stage: number, ...(worker !== undefined && { worker }) });
  if (options.isPseudo === true) asked.set('pseudo', 'yes');
  await page.goto(`${url}/page?${asked.toString()}`);
  await page
    .waitForFunction(() => window.sent.length > 0)
    .catch((error: unknown) => {
      throw new Error(`The page did not become ready: ${troubles.join(' ')}`, { cause: error });
    });
  // As text: the driver takes seconds to describe a large graph field by field.
  const sendRaw = (message: unknown): Promise<void> =>
    page.evaluate((sent) => {
      window.postMessage(JSON.parse(sent), window.origin);
    }, JSON.stringify(message));
  const sent = async (): Promise<readonly MessageToExtension[]> =>
    JSON.parse(await page.evaluate(() => JSON.stringify(window.sent))) as MessageToExtension[];
  const sentOf = async (type: string): Promise<readonly unknown[]> =>
    // Pages of other kinds send other messages.
    (await sent()).filter((one: { readonly type: string }) => one.type === type);
  return {
    page,
    sendRaw,
    send: sendRaw,
    draw: async (graph, uri = sampleUri) => {
      await sendRaw({ type: 'graph', uri, title: 'sample.aft', graph });
      await page.waitForFunction(
        ([wanted, ids]) => {
          const svg = document.querySelector<SVGElement>('svg[data-graph]');
          if (svg?.dataset.graph !== wanted || svg.dataset.layout !== 'layered') return false;
          const drawn = [...svg.querySelectorAll<SVGElement>('[data-node]')].map((node) => node.dataset.node);
          return drawn.length === ids.length && ids.every((id) => drawn.includes(id));
        },
        [uri, atAGlance(graph, usualGlance).nodes.map((node) => node.id)] as const,
      );
    },
    sent,
    last: async (type) => (type === undefined ? await sent() : await sentOf(type)).at(-1),
    sentOf,
    troubles,
    holdLayout: async () => {
      await page.route('**/layout-worker.js', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${heldAnswers}\n${await response.text()}` });
      });
      return async () => {
        await page.evaluate((channel) => {
          new BroadcastChannel(channel).postMessage('release');
        }, heldChannel);
        await page.unroute('**/layout-worker.js');
      };
    },
    close: async () => {
      await page.mouse.move(0, 0);
      page.off('pageerror', onError).off('console', onMessage);
      free.push(page);
      assert.deepEqual(troubles, []);
    },
  };
}

const heldChannel = 'held answers of layout workers';

/** Comes before the script of a layout worker: a first, simple layout is sent, the last one waits to be released. */
const heldAnswers = `{
  const post = self.postMessage.bind(self);
  let held = [];
  self.postMessage = (message) => (held !== undefined && message.last ? held.push(message) : post(message));
  new BroadcastChannel('${heldChannel}').onmessage = () => {
    const released = held ?? [];
    held = undefined;
    for (const message of released) post(message);
  };
}`;

/**
 * Records what is sent and saved, sends a ready page its limits, and applies a theme; a text because it runs in the
 * page. A tab keeps what is saved over a reload, and is used for one page after the other.
 */
const vsCodeStandIn = `function ({ number, saved, theme, limits }) {
  const state = sessionStorage.getItem(number);
  window.sent = [];
  window.saved = state === null ? saved : JSON.parse(state);
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => {
      window.sent.push(message);
      if (message.type === 'ready' && limits !== undefined) window.postMessage(limits, window.origin);
    },
    getState: () => window.saved,
    setState: (next) => {
      window.saved = next;
      sessionStorage.setItem(number, JSON.stringify(next));
    },
  });
  const dress = () => {
    if (document.body === null) return;
    watcher.disconnect();
    document.body.className = theme.bodyClass;
    for (const [name, value] of Object.entries(theme.variables)) document.documentElement.style.setProperty(name, value);
  };
  const watcher = new MutationObserver(dress);
  watcher.observe(document, { childList: true, subtree: true });
}`;
