/** `aftermath report`: one page that a browser opens from the disk, without a server and without the network. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomes } from '../../becomes.ts';
import type { Browser, FrameLocator, Page } from '../../e2e/playwright.ts';
import { aftermath, inFolder } from '../../server/cli/command-line.ts';
import { parsed } from '../../server/cli/json-shape.ts';
import { releaseBrowser, sharedBrowser } from '../shared-browser.ts';

const hostile = '</script><script>document.title=1</script><!--<script>"&';
const shop = `import "db.aft"
policy careful { pdDepth: unlimited }
pd api { needs db }
pd '${hostile}' { needs api }
scenario "the api needs the db" { crash db  expect api broken }
scenario "${hostile.replaceAll('"', '')}" { crash db  expect not (api broken) }
check "the db lives" { run 1s  fault crash of db up to 1  always db alive }
`;

describe('the one-file report', () => {
  let browser: Browser;
  before(async () => {
    browser = await sharedBrowser();
  });
  after(releaseBrowser);

  /** Writes the report of the shop, and opens a view of it from the disk; every request and error is a trouble. */
  const opened = async (
    look: (shown: { page: Page; frame: FrameLocator; go: (hash: string) => Promise<void> }) => Promise<void>,
  ): Promise<void> => {
    await inFolder({ 'shop.aft': shop, 'db.aft': 'pd db\n' }, async (folder) => {
      assert.equal((await aftermath(['report', join(folder, 'shop.aft'), '-o', 'report.html'], { folder })).code, 0);
      assert.ok(!readFileSync(join(folder, 'report.html'), 'utf8').includes(folder));
      const page = await browser.newPage({ colorScheme: 'dark', viewport: { width: 1000, height: 700 } });
      const troubles: string[] = [];
      page.on('pageerror', ({ message }) => troubles.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(message.text());
      });
      page.on('request', (request) => {
        if (!/^(?:file|data|blob|about):/u.test(request.url())) troubles.push(request.url());
      });
      const address = `file://${join(folder, 'report.html')}`;
      const go = async (hash: string): Promise<void> => {
        await page.goto(`${address}${hash}`);
      };
      await look({ page, frame: page.frameLocator('iframe:not([hidden])'), go });
      await page.close();
      assert.deepEqual(troubles, []);
    });
  };

  it('opens the view that its address names, each page as in a panel', async () => {
    await opened(async ({ page, frame, go }) => {
      await go('');
      await page.getByText('Worst crashes').waitFor();
      assert.match(
        await page.locator('main').innerText(),
        /3 PDs[^]*scenarios: 1 passed, 1 failed[^]*checks: 1 failed/u,
      );
      await go('#crash=db&policy=careful');
      await frame.getByText('Crash of db under careful', { exact: true }).waitFor();
      await frame.getByText('broken', { exact: true }).first().waitFor();
      await go('#view=matrix');
      await frame.getByRole('columnheader', { name: 'careful' }).waitFor();
      await go('#scenario=the%20api%20needs%20the%20db');
      await frame.getByText('crash db').first().waitFor();
      await go('#check=the%20db%20lives');
      await page.locator('.verdict').getByText('failed').waitFor();
      await frame.getByText('fault: crash db').first().waitFor();
      await go('#view=text&line=3');
      assert.equal(await page.locator('.marked').innerText(), 'pd api { needs db }');
      await go('#crash=nobody');
      await page.getByRole('alert').getByText('nobody').waitFor();
    });
  });

  it('follows the links of its pages, to the text and to other views', async () => {
    await opened(async ({ page, frame, go }) => {
      await go('#view=plan&crash=db');
      await frame.getByRole('button', { name: 'db', exact: true }).first().click();
      await page.locator('.marked').getByText('pd db').waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('link', { name: 'db', exact: true }).click();
      await frame.getByText('Crash of db under default', { exact: true }).waitFor();
    });
  });

  it('keeps names as text, and has a theme to choose', async () => {
    await opened(async ({ page, frame, go }) => {
      await go('#view=scenarios');
      await page.getByText(hostile.replaceAll('"', '')).waitFor();
      assert.equal(await page.title(), 'shop.aft');
      await go('#view=matrix');
      await frame.getByText('crash').first().waitFor();
      const ground = (): Promise<string> =>
        frame.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
      await becomes(ground, 'rgb(31, 31, 31)');
      await page.getByLabel('Theme').selectOption('light');
      await becomes(ground, 'rgb(255, 255, 255)');
    });
  });

  it('is the same for the same input, and small for 300 entities', async () => {
    const model = Array.from(
      { length: 300 },
      (_, index) => `pd service${String(index)} { ${index > 0 ? `needs service${String(index >> 1)}` : ''} }`,
    );
    await inFolder({ 'large.aft': model.join('\n').replace('needs service0 ', '') }, async (folder) => {
      const write = async (): Promise<string> => {
        const { code, notes } = await aftermath(['report', 'large.aft', '-o', 'r.html', '--force'], { folder });
        assert.deepEqual([code, notes], [0, '']);
        return readFileSync(join(folder, 'r.html'), 'utf8');
      };
      assert.equal(await write(), await write());
      assert.ok(statSync(join(folder, 'r.html')).size < 2_000_000);
    });
  });

  it('refuses in one sentence, and says what it has written', async () => {
    await inFolder({ 'shop.aft': shop, 'db.aft': 'pd db\n', 'bad.aft': 'pd a { needs b }' }, async (folder) => {
      const said = async (...args: readonly string[]) => aftermath(['report', ...args], { folder });
      assert.deepEqual(
        (await said('shp.aft')).notes,
        'aftermath: There is no file "shp.aft". Did you mean "shop.aft"?\n',
      );
      assert.equal((await said('bad.aft')).code, 1);
      writeFileSync(join(folder, 'there.html'), 'mine');
      assert.equal((await said('shop.aft', '-o', 'there.html')).code, 2);
      const { models } = parsed((await said('shop.aft', '-o', 'new.html', '--json', '--title', 'A & B')).output);
      assert.equal((models as { name: string }[])[0]?.name, 'shop.aft');
      assert.match(readFileSync(join(folder, 'new.html'), 'utf8'), /<title>A &amp; B<\/title>/u);
    });
  });
});
