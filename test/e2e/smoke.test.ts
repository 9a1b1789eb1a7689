/**
 * The packed extension is taken by a real VS Code and knows its files.
 */
import assert from 'node:assert/strict';
import { drive, screenshotFile } from './drive.ts';
import type { Drive } from './drive.ts';

describe('the packed extension in a real VS Code', () => {
  let vsCode: Drive | undefined;
  const workbench = () => {
    assert.ok(vsCode);
    return vsCode.workbench;
  };

  before(async () => {
    vsCode = await drive();
  });

  after(async () => {
    await vsCode?.stop();
  });

  it('shows an example in the language Aftermath', async () => {
    await workbench().openFile('kv-store.aft');
    await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
  });

  it('colours the example', async () => {
    const tokens = workbench().editor().locator('.view-line span[class^="mtk"]');
    const classes = await tokens.evaluateAll((spans) => spans.map((span) => span.getAttribute('class')));
    assert.ok(new Set(classes).size > 3, `only the colours ${[...new Set(classes)].join(', ')}`);
    await workbench().screenshot(screenshotFile('smoke'));
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
