/** The models of Markdown pages in the preview of the real VS Code. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomes } from '../../becomes.ts';
import { drive, type Drive, photograph } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith } from '../frames.ts';

const page = [
  '# The shop',
  '```aftermath crash=db\npd db\npd api { needs db }\npd web { needs api }\n```',
  '```aftermath machine=lamp\nmachine lamp { initial state off { } state on { } }\n```',
  '```aftermath draw\npd broken { needs nobody }\n```',
  '```aftermath\npd untouched\n```',
];

export const markdownWalk = walk('Markdown pages in the preview of the real VS Code', () => {
  let vsCode: Drive | undefined;

  before(async () => {
    vsCode = await drive({
      prepare: (workspace) => {
        // A model in the folder would start the server.
        for (const name of readdirSync(workspace)) rmSync(join(workspace, name), { recursive: true });
        writeFileSync(join(workspace, 'plain.md'), '# Plain\n\n```aftermath\npd db\n```\n');
        writeFileSync(join(workspace, 'page.md'), `${page.join('\n\n')}\n`);
      },
    });
  });

  after(() => vsCode?.stop());

  it('start no server for a page without a drawn model, and draw those of others', async () => {
    assert.ok(vsCode);
    const { workbench } = vsCode;
    await workbench.openFile('plain.md');
    await workbench.runCommand('Markdown: Open Preview');
    await frameWith(workbench.page, 'h1:has-text("Plain")');
    assert.deepEqual(vsCode.languageServers(), []);
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('page.md');
    await workbench.runCommand('Markdown: Open Preview');
    // A preview that is drawn anew may be so in another frame, and a picture has no size until it is read.
    await becomes(
      async () => {
        const shown = await frameWith(workbench.page, 'img[alt="Crash of db under the policy default"]');
        return shown.evaluate(() => ({
          pictures: [...document.querySelectorAll<HTMLImageElement>('img[src^="data:image/svg+xml"]')].map(
            ({ naturalWidth }) => naturalWidth > 0,
          ),
          isFaulty: [...document.querySelectorAll('em')].some(({ textContent }) => textContent.includes('Line 1:')),
          codes: document.querySelectorAll('code').length,
        }));
      },
      { pictures: [true, true], isFaulty: true, codes: 2 },
    );
    await photograph(workbench, 'markdown');
  });
});
