/**
 * Finds a Chromium on this machine and starts it headless. A machine without one is a failure that says how to get one.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserContext, chromium } from './playwright.ts';

/** The first draws only, which costs least. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/**
 * Returns the browser's file: the one named by `CHROMIUM`, otherwise the first known one on the path. Throws if there
 * is none.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const candidates =
    env.CHROMIUM === undefined
      ? names.flatMap((name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
      : [env.CHROMIUM];
  const found = candidates.find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(
    env.CHROMIUM === undefined
      ? `There is no browser: none of ${names.join(', ')} is on the path. On Debian, "apt-get install chromium-headless-shell" brings one; elsewhere set CHROMIUM to the file of a Chromium or Chrome.`
      : `There is no browser: CHROMIUM is "${env.CHROMIUM}", which is no program. Set it to the file of a Chromium or Chrome.`,
  );
}

/** Starts the browser with its data and home in `folder`. */
export async function launchBrowser(folder: string): Promise<BrowserContext> {
  const data = join(folder, 'chromium');
  mkdirSync(data);
  const context = await chromium.launchPersistentContext(data, {
    executablePath: findBrowser(),
    headless: true,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      // Each webview would have a process of its own, whose start costs more than most of them draw.
      '--disable-site-isolation-trials',
    ],
    env: { ...definedOf(process.env), HOME: join(folder, 'home') },
    viewport: { width: 1400, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addInitScript(standStill);
  return context;
}

/**
 * Runs in each document before its own scripts. In VS Code itself nothing spins, slides or fades, which its setting leaves
 * in many places: each step would be drawn, and nobody sees it. The extension's pages are left as they are.
 */
function standStill(): void {
  if (window.top !== window) return;
  const still = new CSSStyleSheet();
  const atOnce = ['animation', 'transition'].map(
    (kind) => `${kind}-duration: 0s !important; ${kind}-delay: 0s !important`,
  );
  still.replaceSync(`*, ::before, ::after { ${atOnce.join('; ')} }`);
  document.adoptedStyleSheets.push(still);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // It does not exist, or is not executable.
    return false;
  }
}

function definedOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
