/**
 * The pages in webviews, recognized by their content, because their frames have no stable names.
 */
import { until } from '../../client/scripts/code-server.mjs';
import type { Frame, Locator, Page } from './playwright.ts';

/** Returns the document on screen with such an element, once there is one; gives up after `timeout` milliseconds. */
export function frameWith(page: Page, selector: string, timeout?: number): Promise<Frame> {
  const find = async (): Promise<Frame | undefined> => {
    for (const frame of page.frames()) {
      // A frame may disappear while it is queried.
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

/** Does something with a tool that a narrow page may have folded into a menu; the menu is closed again. */
export async function withTool<Result>(
  frame: Frame,
  selector: string,
  act: (tool: Locator) => Promise<Result>,
): Promise<Result> {
  const tool = frame.locator(selector).first();
  const setOpen = (isOpen: boolean): Promise<void> =>
    tool.evaluate((one, wanted) => {
      one.closest('details.folded-tools')?.toggleAttribute('open', wanted);
    }, isOpen);
  await setOpen(true);
  try {
    return await act(tool);
  } finally {
    // What was done may have taken the tool away.
    if ((await tool.count()) > 0) await setOpen(false);
  }
}
