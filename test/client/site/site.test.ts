/** The site, served below a path by a server that knows nothing of it, in a real browser: its pages and its playground. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { buildSite } from '../../../client/scripts/site.mjs';
import { becomes } from '../../becomes.ts';
import { expectAccessible } from '../../e2e/axe.ts';
import type { Browser, Page } from '../../e2e/playwright.ts';
import { releaseBrowser, sharedBrowser } from '../shared-browser.ts';
import { serveFolder, type Served } from './served.ts';

const shop = `policy careful { pdDepth: unlimited }
pd db
pd api { needs db }
scenario "the api needs the db" { crash db  expect api broken }
`;
const linkOf = (model: string): string => `model=${deflateRawSync(model).toString('base64url')}`;
const hostile = `<img src=x onerror="document.title=1"></script><script>document.title=2</script>`;

describe('the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aft-site-'));
  let [served, browser]: [Served | undefined, Browser | undefined] = [undefined, undefined];
  before(async () => {
    await buildSite(folder);
    served = await serveFolder(folder, '/some/where/');
    browser = await sharedBrowser();
  });
  after(async () => {
    await releaseBrowser();
    await served?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a page; whatever it logs as an error and whatever it asks another host for is a trouble. */
  const visit = async (
    path: string,
    look: (page: Page) => Promise<void>,
    options: NonNullable<Parameters<Browser['newPage']>[0]> = {},
  ): Promise<void> => {
    assert.ok(browser !== undefined && served !== undefined);
    const { address } = served;
    const page = await browser.newPage({ viewport: { width: 1300, height: 800 }, ...options });
    const troubles: string[] = [];
    page.on('pageerror', ({ message }) => troubles.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !/^(?:data|blob|about):/u.test(url)) troubles.push(url);
    });
    await page.goto(`${address}${path}`);
    await look(page);
    await page.close();
    assert.deepEqual(troubles, []);
    assert.deepEqual(served.missing, []);
  };
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Model' });
  const frame = (page: Page) => page.frameLocator('iframe:not([hidden])');

  it('has pages whose links all lead to a page, a file or a heading of it', () => {
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    const texts = new Map(pages.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }));
    let links = 0;
    const broken = [...texts].flatMap(([name, text]) =>
      [...text.matchAll(/(?:href|src)="([^"]*)"/gu)].flatMap(([, target = '']) => {
        links += 1;
        if (target.startsWith('https://')) return [];
        const [path = '', anchor = ''] = target.split('#');
        const to = path === '' ? name : posix.join(dirname(name), decodeURI(path));
        const isThere =
          files.has(to) && (anchor === '' || to.startsWith('playground/') || hasId(texts.get(to), anchor));
        return isThere ? [] : [`${name}: ${target}`];
      }),
    );
    assert.deepEqual(broken, []);
    assert.ok(pages.length > 180 && links > 5000, `${String(pages.length)} pages, ${String(links)} links`);
  });

  it('shows the documentation, which leads to the playground with its models', async () => {
    await visit('docs/findings/cycle-requests.html', async (page) => {
      await page.getByLabel('Theme').selectOption('dark');
      await expectAccessible(page, 'a page of the documentation');
      await page.getByRole('link', { name: 'Open in the playground' }).first().click();
      await page.getByRole('button', { name: /warning|error/u }).waitFor();
      assert.match(page.url(), /\/some\/where\/playground\/index\.html#view=graph&model=/u);
      assert.equal(await page.evaluate('document.body.className'), 'vscode-dark');
    });
  });

  it('shows a fault, a crash, its plan and a run, and has them in a link', async () => {
    let copied = '';
    const look = async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: 'No findings' }).waitFor();
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('pd web { needs nobody }');
      await page.getByRole('button', { name: '1 error' }).click();
      await page.getByText('There is no pd').first().waitFor();
      await expectAccessible(page, 'the list of findings');
      await page.keyboard.press('Home');
      assert.match((await page.getByRole('link', { name: 'name/unknown' }).first().getAttribute('href')) ?? '', /^http:\/\/127[^]*\/docs\/findings\/name-unknown\.html$/u); // oxfmt-ignore
      await editor(page).click();
      // What was typed slowly, on a loaded machine, is undone in several steps.
      await becomes(async () => {
        await page.keyboard.press('Control+z');
        return page.getByRole('button', { name: 'No findings' }).isVisible();
      }, true);

      await page.getByLabel('Crash', { exact: true }).selectOption('db');
      await frame(page).getByText('Crash of db under default', { exact: true }).waitFor();
      await page.getByLabel('Policy', { exact: true }).selectOption('careful');
      await frame(page).getByText('Crash of db under careful', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Link copied.').waitFor();
      copied = await page.evaluate<string>('navigator.clipboard.readText()');
      await page.getByRole('link', { name: 'Plan', exact: true }).click();
      await frame(page).getByText('Plan for the crash of db').waitFor();
      await frame(page).getByLabel('Event', { exact: true }).selectOption('destroy');
      await becomes(() => Promise.resolve(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('destroy')), 'db');

      await page.getByRole('link', { name: 'Scenarios' }).click();
      await page.getByText('passed').waitFor();
      await frame(page).getByRole('button', { name: 'Play' }).click();
      await frame(page).getByText('of 2').waitFor();
      await becomes(() => frame(page).locator('.jump input').first().inputValue(), '2');
      await expectAccessible(page, 'the playground');
      await page.goBack();
      await frame(page).getByText('Plan for').waitFor();
    };
    await visit(`playground/#${linkOf(shop)}`, look, { permissions: ['clipboard-read', 'clipboard-write'] });
    await visit(copied.slice(served?.address.length), async (page) => {
      await frame(page).getByText('Crash of db under careful', { exact: true }).waitFor();
      await becomes(() => editor(page).innerText(), /pd api \{ needs db \}/u);
    });
  });

  it('formats, completes, finds declarations and explains, with the keys of VS Code', async () => {
    await visit(`playground/#view=text&${linkOf(`pd db\npd   api { needs db }\n`)}`, async (page) => {
      await page.getByRole('button', { name: 'No findings' }).waitFor();
      await page.locator('.name-class').first().waitFor();
      await editor(page).focus();
      await page.keyboard.press('Shift+Alt+f');
      await becomes(() => editor(page).innerText(), /pd db\s+pd api \{ needs db \}/u);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('pd web { needs a');
      await page.locator('.cm-tooltip-autocomplete').getByText('api').click();
      await becomes(() => editor(page).innerText(), /pd web \{ needs api/u);
      await page.keyboard.press('F12');
      await becomes(() => page.locator('.cm-activeLine').innerText(), /^pd api/u);
      await page.keyboard.type('my-');
      await becomes(() => editor(page).innerText(), /pd my-/u);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+End');
      await page.keyboard.type(' pd');
      await page.getByRole('button', { name: 'Format' }).click();
      await page.getByText('Line 3 has a syntax error').waitFor();
      await page.locator('.name-class', { hasText: 'api' }).first().hover();
      await page.locator('.cm-lsp-hover-tooltip').getByText('pd').first().waitFor();
    });
  });

  it('lets a hostile link say nothing but text, and then opens an example and what it imports', async () => {
    const model = `/** ${hostile} */\npd '${hostile.replaceAll("'", '')}' { needs nobody }\nscenario "${hostile.replaceAll('"', '')}" { }\n`;
    await visit(`playground/#view=scenarios&${linkOf(model)}`, async (page) => {
      await page.getByRole('button', { name: '1 error' }).waitFor();
      await page.locator('.results').getByText('<img').waitFor();
      await page.locator('.name-class').first().hover();
      await page.locator('.cm-lsp-hover-tooltip').waitFor();
      assert.equal(await page.locator('img').count(), 0);
      assert.equal(await page.title(), 'Aftermath playground');
      await page.goto(`${served?.address ?? ''}playground/#model=%00&crash=x`);
      await page.getByRole('alert').getByText('The model in the link is damaged.').waitFor();
      await page.getByLabel('Example').selectOption('lease');
      await becomes(() => editor(page).innerText(), /Two clients of one lock/u);
      await frame(page).locator('[data-node="lock"]').waitFor();
      await page.locator('.name-interface', { hasText: 'LockClient' }).first().click();
      await expectAccessible(page, 'a text that is scrolled');
      const opened = page.waitForEvent('popup');
      await page.keyboard.press('F12');
      const library = await opened;
      await library.getByRole('heading', { name: 'lease' }).waitFor();
    });
  });

  it('shows text and answers in turn where there is little room, and follows the theme of the system', async () => {
    const narrow = { viewport: { width: 400, height: 800 }, colorScheme: 'dark' } as const;
    await visit(
      `playground/#${linkOf(shop)}`,
      async (page) => {
        await page.getByRole('button', { name: 'No findings' }).waitFor();
        await expectAccessible(page, 'the text in a narrow window');
        await page.getByRole('link', { name: 'Graph' }).click();
        await editor(page).waitFor({ state: 'hidden' });
        await frame(page).locator('[data-node="api"]').waitFor();
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
        assert.equal(await page.evaluate('document.body.className'), 'vscode-dark');
        await page.getByLabel('Theme').selectOption('light');
        await becomes(() => frame(page).locator('body').getAttribute('class'), 'vscode-light');
        await expectAccessible(page, 'the graph in a narrow window');
      },
      narrow,
    );
  });
});

const hasId = (text: string | undefined, id: string): boolean => text?.includes(`id="${decodeURI(id)}"`) ?? false;
