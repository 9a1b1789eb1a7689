/**
 * The focused text editor: opening, typing, pointing at a text, hovers and squiggles.
 */
import { basename } from 'node:path/posix';
import { until } from '../../client/scripts/code-server.mjs';
import type { Locator, Page } from './playwright.ts';
import { confirmInput, fillBox } from './quick-input.ts';

/** The severity of the finding under a squiggle. */
export type SquiggleKind = 'error' | 'warning' | 'info' | 'hint';

/** A rectangle on the page, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const active = '.editor-group-container.active';

/** Opens a file of the workspace by its name and returns its editor. */
export async function openFile(page: Page, name: string): Promise<Locator> {
  await openPath(page, name);
  await editor(page).locator('.view-line').first().waitFor();
  return editor(page);
}

/** Opens a file by its name or its whole path; it may be shown by a page without lines. */
export async function openPath(page: Page, file: string): Promise<void> {
  const tab = page.locator(
    `${active} .tabs-container .tab.active[data-resource-name=${JSON.stringify(basename(file))}]`,
  );
  // A search that begins while the window reads its settings finds nothing, and is not repeated by itself. A user would
  // search again, soon at first; a slow search is given more time.
  for (let patience = 1000; ; patience *= 2) {
    try {
      await page.keyboard.press('Control+P');
      await fillBox(page, file, 5000);
      // The box accepts a text only once it has found the file.
      await page
        .locator('.quick-input-widget:visible .monaco-list-row.focused', { hasText: basename(file) })
        .waitFor({ timeout: patience });
      await confirmInput(page);
      await tab.waitFor({ timeout: 10_000 });
      return;
    } catch (error) {
      if (patience > 30_000) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Returns the focused editor. */
export function editor(page: Page): Locator {
  return page.locator(`${active} .editor-instance .monaco-editor`).first();
}

/** Returns the squiggles of one kind in all editors on screen. */
export function squiggles(page: Page, kind: SquiggleKind): Locator {
  return page.locator(`.monaco-editor .squiggly-${kind}`);
}

/** Puts the cursor after the first occurrence of `after`, and types. */
export async function typeAt(page: Page, after: string, text: string): Promise<void> {
  await putCursor(page, after);
  await page.keyboard.type(text);
}

/**
 * Puts the cursor after the first occurrence of a text. A hover could intercept the click, and arriving lenses move the
 * lines, so the cursor is checked before anything else is done.
 */
export async function putCursor(page: Page, text: string): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    await withoutHover(page);
    const box = await textBox(page, text);
    await page.mouse.click(box.x + box.width, box.y + box.height / 2);
    if (await isCursorAfter(page, text)) return;
  }
  throw new Error(`The cursor does not come after "${text}"`);
}

/** Moves the pointer away, and closes a hover that may cover the next target. */
async function withoutHover(page: Page): Promise<void> {
  const hover = page.locator('.monaco-hover:visible').first();
  await page.mouse.move(0, 0);
  await hover.waitFor({ state: 'hidden', timeout: 2000 }).catch(() => page.keyboard.press('Escape'));
}

async function isCursorAfter(page: Page, text: string): Promise<boolean> {
  const isThere = async (): Promise<boolean> => {
    const cursor = await editor(page).locator('.cursors-layer .cursor').first().boundingBox();
    const box = await textBox(page, text);
    if (cursor === null) return false;
    return Math.abs(cursor.x - box.x - box.width) < 4 && Math.abs(cursor.y - box.y) < box.height;
  };
  return until(`a cursor after "${text}"`, isThere, 3000).catch(() => false);
}

/**
 * Rests the pointer on a text and returns the hover, once it contains `content`; the messages of markers come first.
 */
export async function hoverOver(page: Page, text: string, content: string): Promise<Locator> {
  const hover = page.locator('.monaco-hover:visible').filter({ hasText: content }).first();
  // A hover shows what was there when the pointer came: nothing, as long as the extension is being started or the text
  // changes. A user would point again, soon at first; a slow answer is given more time.
  for (let patience = 1000; ; patience *= 2) {
    await withoutHover(page);
    const box = await textBox(page, text);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x + 3, y, { steps: 3 });
    await page.mouse.move(x, y, { steps: 3 });
    try {
      await hover.waitFor({ timeout: patience });
      return hover;
    } catch (error) {
      if (patience > 30_000) throw error;
    }
  }
}

/**
 * Clicks a lens until the expected effect occurs: a lens that is being replaced at that moment does nothing. A late
 * effect may hide the lens, and is still waited for. On a slow machine VS Code can leave a lens with a command that it
 * has already dropped ("Actual command not found"); it requests lenses again when the editor gets the focus.
 */
export async function clickLens(lens: Locator, follows: (timeout: number) => Promise<unknown>): Promise<void> {
  await lens.click();
  for (let attempt = 1; ; attempt++) {
    try {
      await follows(20_000);
      return;
    } catch (error) {
      if (attempt === 4) throw error;
    }
    const page = lens.page();
    await page.keyboard.press('Control+Shift+E');
    await page.keyboard.press('Control+1');
    await page.waitForTimeout(2000);
    await lens.click({ timeout: 2000 }).catch(() => undefined);
  }
}

/** Returns the box of the first occurrence of a text. Spans split a line, so a range is measured. */
export function textBox(page: Page, text: string): Promise<Box> {
  return until(`"${text}" in the editor`, () => editor(page).evaluate(measure, text));
}

/** Runs in the page. */
function measure(root: Element, text: string): Box | undefined {
  for (const line of root.querySelectorAll('.view-line')) {
    const nodes: { readonly start: number; readonly node: Text }[] = [];
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let content = '';
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!(node instanceof Text)) continue;
      nodes.push({ start: content.length, node });
      content += node.data;
    }
    const from = content.replaceAll('\u00a0', ' ').indexOf(text);
    if (from < 0) continue;
    const range = document.createRange();
    const [first, last] = [from, from + text.length - 1].map((at) => nodes.filter(({ start }) => start <= at).at(-1));
    if (first === undefined || last === undefined) continue;
    range.setStart(first.node, from - first.start);
    range.setEnd(last.node, from + text.length - last.start);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }
  return undefined;
}
