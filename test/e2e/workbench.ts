/**
 * The content and actions of one VS Code window, as functions. Selectors are those of VS Code 1.139; independent of
 * what Aftermath draws.
 */
import { until } from '../../client/scripts/code-server.mjs';
import {
  type Box,
  editor,
  hoverOver,
  openFile,
  openPath,
  putCursor,
  type SquiggleKind,
  squiggles,
  textBox,
  typeAt,
} from './editor.ts';
import { acceptInput, choose, confirmInput, fillInput, quickPickRows, runCommand } from './quick-input.ts';
import type { BrowserContext, Frame, Locator, Page, Request, Response } from './playwright.ts';

/** The colour themes of screenshots. */
export type Theme = 'Dark Modern' | 'Light Modern' | 'Default High Contrast' | 'Default High Contrast Light';

/** One window. Whatever waits fails with an error after a timeout. */
export interface Workbench {
  readonly page: Page;
  /** The window's log so far, one entry per message. */
  readonly log: readonly string[];
  /** Requested addresses outside this machine; empty after a good walk. */
  readonly requestsAway: readonly string[];
  /** Runs a command of the palette by its whole title, category included. */
  readonly runCommand: (title: string) => Promise<void>;
  /** Chooses the row of the open quick pick whose label begins with `label`. */
  readonly choose: (label: string) => Promise<void>;
  readonly quickPickRows: () => Promise<readonly string[]>;
  /** Types into the open input box and confirms. */
  readonly fillInput: (text: string) => Promise<void>;
  /** Presses Enter in the open box, whatever has the focus. */
  readonly confirmInput: () => Promise<boolean>;
  /** Presses Enter in the open box until it is gone. */
  readonly acceptInput: () => Promise<void>;
  /** Opens a file of the workspace by its name and returns its editor. */
  readonly openFile: (name: string) => Promise<Locator>;
  /** Opens a file by its whole path, in whichever editor shows it. */
  readonly openPath: (file: string) => Promise<void>;
  readonly editor: () => Locator;
  /** Puts the cursor after the first occurrence of a text in the active editor. */
  readonly putCursor: (text: string) => Promise<void>;
  /** Puts the cursor after the first occurrence of `after`, and types. */
  readonly typeText: (after: string, text: string) => Promise<void>;
  readonly squiggles: (kind?: SquiggleKind) => Locator;
  /** Returns the box of the first occurrence of a text in the active editor. */
  readonly textBox: (text: string) => Promise<Box>;
  /** Rests the pointer on a text and returns the hover, once it contains `content`. */
  readonly hover: (text: string, content?: string) => Promise<Locator>;
  /** Opens the Problems panel and returns its rows once one contains `content`. */
  readonly problems: (content: string) => Promise<readonly string[]>;
  /** Opens the context menu of an element, even in a page, and chooses an entry. */
  readonly chooseMenu: (over: Locator, entry: string) => Promise<void>;
  readonly languageMode: () => Locator;
  readonly tab: (title: string) => Locator;
  readonly toasts: () => Locator;
  /** Returns the document of the visible webview with this index. */
  readonly webviewFrame: (index?: number) => Promise<Frame>;
  readonly setTheme: (theme: Theme) => Promise<void>;
  readonly screenshot: (file: string) => Promise<void>;
  /** Describes in a few lines the screen and the last log messages. */
  readonly tell: () => Promise<readonly string[]>;
  /** Stops to look at requests, of which the next window makes others. */
  readonly leave: () => void;
}

/** Opens the address of a VS Code server and waits until the folder's files are visible. */
export async function openWorkbench(context: BrowserContext, address: string): Promise<Workbench> {
  const page = context.pages()[0] ?? (await context.newPage());
  page.setDefaultTimeout(60_000);
  const log: string[] = [];
  const requestsAway: string[] = [];
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => log.push(`error: ${error.message}`));
  const onFailure = (request: Request): void => {
    if (isAway(request) && !isGivenUp(request)) requestsAway.push(request.url());
  };
  // A webview's own resources have a host that looks public, but the service worker answers them.
  const onResponse = (response: Response): void => {
    if (isAway(response.request()) && !response.fromServiceWorker()) requestsAway.push(response.url());
  };
  context.on('requestfailed', onFailure).on('response', onResponse);
  const leave = (): void => {
    context.off('requestfailed', onFailure).off('response', onResponse);
  };
  await page.goto(address);
  await page.locator('.monaco-workbench .explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
  return workbenchOf(page, { log, requestsAway, leave });
}

function workbenchOf(page: Page, seen: Pick<Workbench, 'log' | 'requestsAway' | 'leave'>): Workbench {
  return {
    ...seen,
    page,
    runCommand: (title) => runCommand(page, title),
    choose: (label) => choose(page, label),
    quickPickRows: () => quickPickRows(page),
    confirmInput: () => confirmInput(page),
    acceptInput: () => acceptInput(page),
    fillInput: (text) => fillInput(page, text),
    openFile: (name) => openFile(page, name),
    openPath: (file) => openPath(page, file),
    editor: () => editor(page),
    putCursor: (text) => putCursor(page, text),
    typeText: (after, text) => typeAt(page, after, text),
    squiggles: (kind = 'error') => squiggles(page, kind),
    textBox: (text) => textBox(page, text),
    hover: (text, content = '') => hoverOver(page, text, content),
    problems: (content) => problems(page, content),
    chooseMenu: (over, entry) => chooseMenu(page, over, entry),
    languageMode: () => page.locator('#status\\.editor\\.mode'),
    tab: (title) => tab(page, title),
    toasts: () => page.locator('.notification-toast .notification-list-item-message'),
    webviewFrame: (index = 0) => webviewFrame(page, index),
    setTheme: (theme) => setTheme(page, theme),
    screenshot: async (file) => {
      await page.screenshot({ path: file });
    },
    tell: () => tell(page, seen.log),
  };
}

async function problems(page: Page, content: string): Promise<readonly string[]> {
  const panel = page.locator('.part.panel .markers-panel, .part.panel .markers-panel-container').first();
  await until('the Problems panel', async () => {
    if (!(await panel.isVisible())) await page.keyboard.press('Control+Shift+M');
    await panel.waitFor({ timeout: 5000 });
    return true;
  });
  const rows = page.locator('.markers-panel .monaco-list-row');
  await rows.filter({ hasText: content }).first().waitFor();
  return (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** A webview's tab has a random resource name, so a tab is found by its label. */
function tab(page: Page, title: string): Locator {
  const [whole, start] = [JSON.stringify(title), JSON.stringify(`${title},`)];
  return page.locator(`.tabs-container .tab[aria-label=${whole}], .tabs-container .tab[aria-label^=${start}]`);
}

/**
 * The page contains a frame that contains the frame with the extension's document. Its name is unknown, but its id is
 * not.
 */
function webviewFrame(page: Page, index: number): Promise<Frame> {
  return until('the webview', async () => {
    const inner: Frame[] = [];
    for (const frame of page.frames()) {
      const parent = frame.parentFrame();
      if (parent === null || parent === page.mainFrame()) continue;
      const element = await frame.frameElement();
      if ((await element.getAttribute('id')) === 'active-frame') inner.push(frame);
    }
    return inner[index];
  });
}

async function chooseMenu(page: Page, over: Locator, entry: string): Promise<void> {
  const menu = page.locator('.monaco-menu-container');
  let isChosen = false;
  await until(`the choice of ${entry}`, async () => {
    const isOpen = await menu.isVisible();
    if (isChosen && !isOpen) return true;
    if (!isOpen) await over.click({ button: 'right', timeout: 10_000 });
    await menu.waitFor({ timeout: 5000 });
    // A menu that has just opened ignores clicks, so that the opening click chooses nothing.
    // A menu that was opened before the extension was there lacks its entries, as long as it stays open.
    const item = menu.locator('.action-item', { hasText: entry }).first();
    await item.click({ timeout: 5000 }).catch(async (error: unknown) => {
      await page.keyboard.press('Escape');
      throw error;
    });
    isChosen = true;
    await menu.waitFor({ state: 'hidden', timeout: 3000 });
    return true;
  });
}

/** Describes a window in which an expected element is missing. */
async function tell(page: Page, log: readonly string[]): Promise<readonly string[]> {
  const texts = async (what: string, selector: string): Promise<string> =>
    `${what}: ${(await page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ')).join(' | ')}`;
  const typed = await page
    .locator('.quick-input-widget:visible input[type="text"]')
    .evaluateAll((inputs) => inputs.map((each) => (each as HTMLInputElement).value));
  return [
    await texts('tabs', '.tabs-container .tab'),
    await texts('toasts', '.notification-toast .notification-list-item-message'),
    await texts('quick input', '.quick-input-widget:visible'),
    `typed: ${typed.join(' | ')}`,
    await texts('status', '#workbench\\.parts\\.statusbar .statusbar-item'),
    ...log
      .filter((line) => /^(error|warning)/.test(line))
      .slice(-5)
      .map((line) => line.slice(0, 300)),
  ];
}

async function setTheme(page: Page, theme: Theme): Promise<void> {
  await runCommand(page, 'Preferences: Color Theme');
  await choose(page, themeLabels[theme]);
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await page.locator(`.monaco-workbench${themeClasses[theme]}`).waitFor();
}

const themeLabels: Readonly<Record<Theme, string>> = {
  'Dark Modern': 'Dark Modern',
  'Light Modern': 'Light Modern',
  'Default High Contrast': 'Dark High Contrast',
  'Default High Contrast Light': 'Light High Contrast',
};

const themeClasses: Readonly<Record<Theme, string>> = {
  'Dark Modern': '.vs-dark',
  'Light Modern': '.vs',
  'Default High Contrast': '.hc-black',
  'Default High Contrast Light': '.hc-light',
};

/**
 * Returns true if a webview that was closed while loading cancelled one of its own resources, which never leave this
 * machine.
 */
function isGivenUp(request: Request): boolean {
  const isOwn = new URL(request.url()).hostname.endsWith('.vscode-resource.vscode-cdn.net');
  return isOwn && request.failure()?.errorText === 'net::ERR_ABORTED';
}

function isAway(request: Request): boolean {
  const { protocol, hostname } = new URL(request.url());
  return /^(?:https?|wss?):$/.test(protocol) && hostname !== '127.0.0.1';
}
