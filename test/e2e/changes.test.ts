/** The comparison with an earlier version in the real VS Code: the last commit, a branch, another file. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomes } from '../becomes.ts';
import { expectAccessible } from './axe.ts';
import { drive, type Drive, photograph } from './drive.ts';
import { frameWith } from './frames.ts';
import type { Frame } from './playwright.ts';

describe('the comparison with an earlier version in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const workbench = () => {
    assert.ok(vsCode);
    return vsCode.workbench;
  };
  const report = (): Promise<Frame> => frameWith(workbench().page, '[data-report="changes"]');

  before(async () => {
    vsCode = await drive({
      settings: { 'git.enabled': true },
      prepare: (workspace) => {
        const git = (...args: readonly string[]): void => {
          execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: workspace });
        };
        const write = (name: string, text: string): void => {
          writeFileSync(join(workspace, name), text);
        };
        write('db.aft', 'pd db\n');
        write('changed.aft', 'import "db.aft"\npd api { needs db }\npd web\n');
        git('init', '-q', '-b', 'main');
        git('add', 'db.aft', 'changed.aft');
        git('commit', '-q', '-m', 'before');
        write('changed.aft', 'import "db.aft"\npd api\npd web { needs db }\n');
        write('other.aft', 'import "db.aft"\npd api\npd web\n');
      },
    });
    await workbench().openFile('changed.aft');
  });

  after(() => vsCode?.stop());

  it('shows what is worse and better than in the last commit, and leads to both texts', async () => {
    await workbench().runCommand('Aftermath: Compare Consequences with…');
    await workbench().choose('The last commit');
    const frame = await report();
    await frame.locator('[data-section="Worse"]', { hasText: 'crash of db now breaks web' }).waitFor();
    await frame.locator('h1', { hasText: 'Changed Consequences' }).waitFor();
    await photograph(workbench(), 'changes');
    await expectAccessible(frame, 'changes');
    await frame.locator('[data-section="Better"] summary').first().click();
    await frame.locator('[data-section="Better"] button', { hasText: '"api" needs "db"' }).first().click();
    await becomes(() => workbench().editor().innerText(), /needs\sdb/u);
    await becomes(() => workbench().editor().innerText(), /pd\sapi\s\{/u);
  });

  it('compares with another file', async () => {
    await workbench().runCommand('View: Close All Editors');
    await workbench().openFile('other.aft');
    await workbench().runCommand('Aftermath: Compare Consequences with…');
    await workbench().choose('A file…');
    await workbench().choose('changed.aft');
    const frame = await report();
    await frame.getByText('Compared with changed.aft: 0 worse, 1 better, 0 other.').waitFor();
  });
});
