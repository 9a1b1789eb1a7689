/**
 * The browser of the tests of pages in this process. A worker of mocha runs many files and keeps it, because its start
 * costs more than most of them; it ends with the worker.
 */
import { findBrowser } from '../e2e/browser.ts';
import { chromium, type Browser } from '../e2e/playwright.ts';

const isWorker = process.env.MOCHA_WORKER_ID !== undefined;
let shared: Promise<Browser> | undefined;

/** Returns the browser; starts it if there is none. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= startBrowser());
}

/** Ends the browser after a file, unless a worker keeps it for the next one. */
export async function releaseBrowser(): Promise<void> {
  if (!isWorker) await (await shared)?.close();
}

async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  // One that has ended or crashed is not used again.
  browser.once('disconnected', () => {
    shared = undefined;
  });
  return browser;
}
