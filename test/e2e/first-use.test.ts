/**
 * The first minutes of a new user: the walkthrough with its six steps, and the examples in a folder of their own.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../client/scripts/code-server.mjs';
import { checkout } from '../../client/scripts/processes.mjs';
import { drive, screenshotFile } from './drive.ts';
import type { Drive } from './drive.ts';
import { becomes } from '../becomes.ts';

describe('the first minutes', () => {
  let vsCode: Drive | undefined;
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const page = () => driven().workbench.page;
  const steps = () => page().locator('.getting-started-step');

  before(async () => {
    vsCode = await drive();
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('show a walkthrough with a medium for each of six steps', async () => {
    const { workbench } = driven();
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await page().locator('.quick-input-widget:visible input').fill('Aftermath');
    await workbench.choose('Get Started with Aftermath');
    await steps().first().waitFor();
    await becomes(() => steps().count(), 6);
    await page().locator('.getting-started-media iframe, .getting-started-media webview').first().waitFor();
    await workbench.screenshot(screenshotFile('walkthrough'));
  });

  it('end with the examples in a new folder, and a step that is done', async () => {
    const { workbench, workspace } = driven();
    await workbench.runCommand('Aftermath: Open Examples');
    await workbench.fillInput(`${workspace}/`);
    const expected = readdirSync(join(checkout, 'language', 'examples')).sort();
    await until('the folder of the examples', () => {
      try {
        return readdirSync(join(workspace, 'aftermath-examples')).length === expected.length;
      } catch {
        return false;
      }
    });
    assert.deepEqual(readdirSync(join(workspace, 'aftermath-examples')).sort(), expected);
    await page().locator('.getting-started-step .codicon-getting-started-step-checked.complete').first().waitFor();
  });
});
