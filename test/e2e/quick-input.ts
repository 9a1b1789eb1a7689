/**
 * The box at the top of the window: palette, quick pick and input box.
 */
import { until } from '../../client/scripts/code-server.mjs';
import type { Locator, Page } from './playwright.ts';

/**
 * Runs a command of the palette by its whole title, category included. The palette lists the commands known when it
 * opens; if the extension, or what the command needs, is not there yet, it is opened again.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const row = rowLabelled(page, title);
  const end = Date.now() + 90_000;
  // Soon again at first: the command may be a moment late. A loaded machine needs longer to show what is there.
  for (let patience = 1500; ; patience = Math.min(patience * 1.5, 10_000)) {
    await page.keyboard.press('F1');
    try {
      // An editor that has just got the focus can take it from the palette, which then closes.
      await fillBox(page, `>${title}`, 3000);
      await take(page, row, patience);
      await left(page, `>${title}`);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await page.keyboard.press('Escape');
    }
  }
}

/** Waits until the box is gone, or another one has taken its place; an Enter while it still searches is lost. */
async function left(page: Page, typed: string): Promise<void> {
  const isLeft = (text: string): boolean =>
    ![...document.querySelectorAll<HTMLInputElement>('.quick-input-widget input[type="text"]')].some(
      (box) => box.checkVisibility() && box.value === text,
    );
  await page.waitForFunction(isLeft, typed, { timeout: 5000 });
}

/** Chooses the row of the open quick pick whose label is this or begins with this. */
export async function choose(page: Page, label: string): Promise<void> {
  await input(page).waitFor();
  for (let attempt = 1; ; attempt++) {
    await fillBox(page, label);
    await take(page, rowLabelled(page, label));
    try {
      await left(page, label);
      return;
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
}

/** Presses a button of the row whose label is this; a row shows its buttons while it has the focus. */
export async function pressRowButton(page: Page, label: string, button: string): Promise<void> {
  await fillBox(page, label);
  const row = rowLabelled(page, label);
  await row.hover();
  await row.locator(`.action-label[aria-label=${JSON.stringify(button)}]`).click();
}

/**
 * Accepts a row: by Enter if it has the focus, because the list still moves while it is filtered. Gives up after
 * `timeout` milliseconds without the row, which goes with the box if something takes the focus from that.
 */
async function take(page: Page, row: Locator, timeout = 60_000): Promise<void> {
  await row.waitFor({ timeout });
  const classes = await row.getAttribute('class', { timeout });
  if (!/\bfocused\b/.test(classes ?? '')) await row.click({ timeout: 10_000 });
  else if (!(await confirmInput(page))) throw new Error('The box was closed before the row was taken.');
}

/**
 * Presses Enter only in the box, of this title if one is given: a newly opened editor or page may take the focus at any
 * moment and would get the key. Returns whether the box was still there.
 */
export async function confirmInput(page: Page, title?: string): Promise<boolean> {
  for (;;) {
    const state = await page.evaluate(pressEnter, title ?? null);
    if (state !== 'elsewhere') return state === 'pressed';
    // A box that lost the focus may be about to close.
    await page.waitForTimeout(100);
  }
}

/**
 * Replaces the text in the box. The driver's own typing goes where the focus is when it arrives, which may be an editor
 * again; so the page looks for the focus and types in one task, and the box is read afterwards.
 */
export async function fillBox(page: Page, text: string, timeout = 60_000): Promise<void> {
  const isFilled = async (): Promise<boolean> =>
    (await page.evaluate(typeIntoBox, text)) && (await input(page).inputValue({ timeout: 1000 })) === text;
  await until(`the box to contain "${text}"`, isFilled, timeout);
}

/** Runs in the page: types as a user would, over what the box contains; returns false if it has not got the focus. */
function typeIntoBox(text: string): boolean {
  const all = document.querySelectorAll<HTMLInputElement>('.quick-input-widget input[type="text"]');
  const box = [...all].find((each) => each.checkVisibility());
  if (box === undefined) return false;
  box.focus();
  if (document.activeElement !== box) return false;
  box.select();
  // Deprecated, but nothing else writes as the keyboard does and at once.
  // oxlint-disable-next-line typescript/no-deprecated
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}

/** Runs in the page as one task, so that the focus cannot change before the key comes. */
function pressEnter(title: string | null): 'gone' | 'elsewhere' | 'pressed' {
  const all = document.querySelectorAll<HTMLInputElement>('.quick-input-widget input[type="text"]');
  const box = [...all].find((each) => each.checkVisibility());
  if (box === undefined) return 'gone';
  const shown = box.closest('.quick-input-widget')?.querySelector('.quick-input-title')?.textContent ?? '';
  if (title !== null && shown !== title) return 'gone';
  if (document.activeElement !== box) {
    box.focus();
    return 'elsewhere';
  }
  const enter = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true, composed: true };
  box.dispatchEvent(new KeyboardEvent('keydown', enter));
  box.dispatchEvent(new KeyboardEvent('keyup', enter));
  return 'pressed';
}

/** Returns the labels of the visible rows of the open quick pick. */
export async function quickPickRows(page: Page): Promise<readonly string[]> {
  const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
  await rows.first().waitFor();
  return rows.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

/** Types into the open input box and confirms. */
export async function fillInput(page: Page, text: string): Promise<void> {
  await typeFirmly(page, text);
  await acceptInput(page);
}

/**
 * Confirms until the box is gone, or is another one: a file dialog accepts a path only once it has looked it up, and the
 * next dialog may be there at once.
 */
export async function acceptInput(page: Page): Promise<void> {
  const title = await page.evaluate(titleOfBox);
  for (let attempt = 0; attempt < 15 && (await confirmInput(page, title)); attempt++) {
    for (let looks = 0; looks < 20 && (await page.evaluate(titleOfBox)) === title; looks++) {
      await page.waitForTimeout(100);
    }
  }
}

/** Runs in the page: returns the title of the open box, empty if it has none; undefined if no box is open. */
function titleOfBox(): string | undefined {
  const all = [...document.querySelectorAll('.quick-input-widget')];
  const box = all.find((each) => each.checkVisibility());
  return box && (box.querySelector('.quick-input-title')?.textContent ?? '');
}

/**
 * Types a text repeatedly, because a file dialog still reading its folder replaces typed text by that folder's name.
 */
async function typeFirmly(page: Page, text: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    await fillBox(page, text);
    await page.waitForTimeout(400);
    if ((await input(page).inputValue()) === text) return;
  }
  throw new Error(`The box does not keep "${text}".`);
}

/** Returns the box's input field. */
function input(page: Page): Locator {
  return page.locator('.quick-input-widget:visible input[type="text"]').first();
}

/** A row's text is split where letters match, so a row is found by its label. */
function rowLabelled(page: Page, label: string): Locator {
  const row = '.quick-input-widget .monaco-list-row';
  const starts = [',', ' '].map((next) => `${row}[aria-label^=${JSON.stringify(label + next)}]`);
  return page.locator([`${row}[aria-label=${JSON.stringify(label)}]`, ...starts].join(', ')).first();
}
