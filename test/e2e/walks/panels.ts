/**
 * The duties of every panel towards VS Code and its user, in the real VS Code: a model full of markup and script, a
 * page that is hidden, moved, re-themed and reloaded, invalid messages, and axe. One panel for each kind of page:
 * report-page.test.ts shows the names of a model in the other reports.
 */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../client/scripts/code-server.mjs';
import { checkout } from '../../../client/scripts/processes.mjs';
import { expectAccessible } from '../axe.ts';
import { drive, type Drive, snapshot } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith } from '../frames.ts';
import type { Frame } from '../playwright.ts';
import { becomes } from '../../becomes.ts';
import type { Theme } from '../workbench.ts';

/** Those of the pages, one each; the other walks see the dark one. */
const themes: readonly Theme[] = ['Light Modern', 'Default High Contrast', 'Default High Contrast Light'];

/** How a page is opened on the hostile model, what is in it then, and a text of the model that it must show. */
interface Opened {
  readonly command: string;
  /** What is chosen one after the other. */
  readonly choices: readonly string[];
  readonly selector: string;
  readonly shown: string;
  /** What is shown last, in a page that is filled by several messages. */
  readonly last?: string;
}

const environment = '<img src=x onerror="window.hacked=2">';

const pages: Readonly<Record<string, Opened>> = {
  graph: { command: 'Show Graph', choices: [], selector: '[data-node]', shown: environment.slice(0, 20) },
  plan: {
    command: 'Show Plan…',
    choices: ['destroy', `'${environment}'`, 'default'],
    selector: '[data-report="plan"] svg.timeline',
    shown: environment,
  },
  trace: {
    command: 'Show Scenario…',
    choices: ['<img src=x onerror=window.hacked=10>'],
    selector: '[data-step]',
    shown: '<img src=x onerror=window.hacked=10>',
    last: 'Inject a fault here',
  },
};

export const panelsWalk = walk('the panels in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const frameOf = (selector: string): Promise<Frame> => frameWith(page(), selector);
  const open = async ({ command, choices, selector }: Opened): Promise<Frame> => {
    await workbench().runCommand(`Aftermath: ${command}`);
    for (const choice of choices) await workbench().choose(choice);
    return frameOf(selector);
  };
  const textOf = (frame: Frame): Promise<string> => frame.evaluate(() => document.body.textContent);
  /** Returns the text once it no longer changes: several messages fill a page. */
  const restingTextOf = async (frame: Frame): Promise<string> => {
    let last = '';
    return until('a page at rest', async () => {
      const previous = last;
      await pause(500);
      last = await textOf(frame);
      return last === previous ? last : undefined;
    });
  };

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        cpSync(join(checkout, 'test/fixtures/hostile/markup.aft'), join(workspace, 'markup.aft'));
      },
    });
    await workbench().openFile('markup.aft');
  });

  after(async () => {
    await vsCode?.stop();
  });

  for (const [index, [name, opened]] of Object.entries(pages).entries()) {
    it(`the ${name}: markup is text, what is forged is refused, nothing but its own script runs`, async () => {
      await workbench().tab('markup.aft').first().click();
      const frame = await open(opened);
      await until(`${opened.shown} in the ${name}`, async () =>
        (await textOf(frame)).includes(opened.shown) ? true : undefined,
      );
      await snapshot(workbench(), `hostile-${name.replaceAll(' ', '-')}`);

      const inside = await frame.evaluate(() => ({
        hacked: Reflect.get(window, 'hacked') as unknown,
        strange: document.querySelectorAll('#root :is(img, script, iframe, object, embed, b, i, h1 *, a)').length,
        handlers: [...document.querySelectorAll('#root *')].flatMap((each) =>
          each.getAttributeNames().filter((attribute) => attribute.startsWith('on')),
        ),
        policy: document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '',
      }));
      assert.deepEqual([inside.hacked, inside.strange, inside.handlers], [undefined, 0, []]);
      assert.match(
        inside.policy,
        /^default-src 'none'; script-src 'nonce-[0-9a-f-]{36}'(?: 'wasm-unsafe-eval')?; style-src 'self' [^;']+; img-src data:(?:; connect-src 'self' [^;']+; worker-src blob:)?$/u,
      );

      // The one line to the extension is taken, and a script without the nonce does not run.
      const tried = await frame.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.hacked = 99';
        document.body.append(script);
        script.remove();
        try {
          const acquire: unknown = Reflect.get(window, 'acquireVsCodeApi');
          if (typeof acquire === 'function') Reflect.apply(acquire, window, []);
          return ['acquired', Reflect.get(window, 'hacked') as unknown];
        } catch {
          return ['refused', Reflect.get(window, 'hacked') as unknown];
        }
      });
      assert.deepEqual(tried, ['refused', undefined]);

      // A first, simple layout says that it is one, until the real one is there.
      await frame.locator('[data-layout="simple"]').waitFor({ state: 'detached' });
      const { last = opened.shown } = opened;
      await until(`${last} in the ${name}`, async () => ((await textOf(frame)).includes(last) ? true : undefined));
      const before = await restingTextOf(frame);
      await frame.evaluate(() => {
        for (const forged of [
          null,
          'report',
          { type: 'failed' },
          { type: 'failed', message: 'Forged.', more: 1 },
          { type: 'graph', uri: 'x', title: 'x', graph: { nodes: [{}], edges: [] } },
          { type: 'report', number: 1, report: { title: 7 } },
          { type: '__proto__' },
        ])
          window.postMessage(forged, window.origin);
      });
      await frame.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
      await becomes(() => textOf(frame), before);
    });

    it(`the ${name}: one HTML over changes and themes, made again when hidden and moved`, async () => {
      const frame = await frameOf(opened.selector);
      await frame.evaluate(() => {
        Reflect.set(window, 'mark', 'the same page');
      });
      // The window goes from one theme to the next; accessible.test.ts looks at each state of each page in all of them.
      const theme = themes[index % themes.length] ?? 'Dark Modern';
      await workbench().setTheme(theme);
      await expectAccessible(frame, `the ${name}, ${theme}`);
      await becomes(() => frame.evaluate(() => Reflect.get(window, 'mark') as unknown), 'the same page');

      const tab = page().locator('.tabs-container .tab.active').last();
      await tab.click();
      await workbench().runCommand('View: Move Editor into Left Group');
      const moved = await frameOf(opened.selector);
      await until(`${opened.shown} after the move`, async () =>
        (await textOf(moved)).includes(opened.shown) ? true : undefined,
      );
      // Behind another tab the page is gone, not kept.
      await workbench().tab('markup.aft').first().click();
      await until('a page that is gone', async () => {
        const counts = await Promise.all(
          page()
            .frames()
            .map((each) =>
              each
                .locator(opened.selector)
                .count()
                .catch(() => 0),
            ),
        );
        return counts.every((count) => count === 0) ? true : undefined;
      });
      await page().keyboard.press('Control+PageDown');
      const again = await frameOf(opened.selector);
      await becomes(() => again.evaluate(() => Reflect.get(window, 'mark') as unknown), undefined);
      await until(`${opened.shown} again`, async () =>
        (await textOf(again)).includes(opened.shown) ? true : undefined,
      );
      await workbench().runCommand('View: Close Editor');
      await workbench().tab('markup.aft').first().click();
    });
  }

  it('the log says which messages were refused', async () => {
    await workbench().runCommand('Aftermath: Show Log');
    await page().locator('.part.panel .view-line', { hasText: 'refused' }).first().waitFor();
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
