/**
 * The only file that knows the location of Playwright: among the end-to-end tools, not in the project's own packages.
 */
import type * as Playwright from './tools/node_modules/playwright-core/index.js';

export type {
  Browser,
  BrowserContext,
  ConsoleMessage,
  Frame,
  FrameLocator,
  Locator,
  Page,
  Request,
  Response,
} from './tools/node_modules/playwright-core/index.js';

const place = new URL('./tools/node_modules/playwright-core/index.mjs', import.meta.url);

// The package has types for its CommonJS file only; its module has the same names.
const playwright = (await import(place.href)) as typeof Playwright;

/** Starts Chromium. */
export const chromium = playwright.chromium;
