/**
 * The pages in webviews: a page is known by what is in it, as its frame has no name that stays.
 */
import { until } from '../../client/scripts/code-server.mjs';
import type { Frame, Page } from './playwright.ts';

/** Returns the document on screen that has such an element, once there is one; gives up after so many milliseconds. */
export function frameWith(page: Page, selector: string, timeout?: number): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames()) {
      // A frame may go while it is asked.
      const count = await frame
        .locator(selector)
        .count()
        .catch(() => 0);
      if (count > 0) return frame;
    }
    return undefined;
  };
  return until(`a page with ${selector}`, find, timeout);
}
