/**
 * Leaves a window to the next walk as if it were new.
 */
import { until } from '../../client/scripts/code-server.mjs';
import type { Page } from './playwright.ts';
import { runCommand } from './quick-input.ts';

/** Closes editors without saving them, messages and the panel, and shows the files of the folder. */
export async function clearWindow(page: Page): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  const unsaved = page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" });
  await until('a window without editors', async () => {
    if (await unsaved.isVisible()) await unsaved.click({ timeout: 5000 });
    return (await page.locator('.tabs-container .tab').count()) === 0;
  });
  await runCommand(page, 'Notifications: Clear All Notifications');
  const panel = page.locator('.part.panel').first();
  if (await panel.isVisible()) await runCommand(page, 'View: Hide Panel');
  await panel.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+Shift+E');
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
}
