/**
 * The comparison with an earlier version in the real VS Code: the last commit, another file, the graph of both versions.
 * In the same window, what language models are offered: the tools, and the server of the Model Context Protocol.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomes } from '../../becomes.ts';
import { expectAccessible } from '../axe.ts';
import { drive, type Drive, photograph } from '../drive.ts';
import { walk } from '../walk.ts';
import { frameWith } from '../frames.ts';
import { sharedHost } from '../host.ts';
import type { Frame } from '../playwright.ts';
import { askTools, installProbe, toolAnswer } from '../probe-extension.ts';

export const changesWalk = walk('the comparison with an earlier version in the real VS Code', () => {
  let vsCode: Drive | undefined;
  const workbench = () => {
    assert.ok(vsCode);
    return vsCode.workbench;
  };
  const report = (): Promise<Frame> => frameWith(workbench().page, '[data-report="changes"]');

  before(async () => {
    installProbe(await sharedHost());
    vsCode = await drive({
      settings: { 'git.enabled': true, 'chat.disableAIFeatures': false },
      prepare: (workspace) => {
        const git = (...args: readonly string[]): void => {
          execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: workspace });
        };
        const write = (name: string, text: string): void => {
          writeFileSync(join(workspace, name), text);
        };
        askTools(workspace, [
          { name: 'aftermath_crash_entity', input: { file: 'shop.aft', names: ['db'] } },
          { name: 'mcp_aftermath_check_model', input: { files: ['shop.aft'] } },
        ]);
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

  it('draws both versions in one graph, steps through the differences, and leads to both texts', async () => {
    await (await report()).getByRole('button', { name: 'Show in Graph' }).first().click();
    const graph = await frameWith(workbench().page, '[data-changes]');
    const statusOf = (name: string) => graph.locator(`[data-node="${name}"]`).getAttribute('data-status');
    await becomes(() => statusOf('web'), 'worse');
    await becomes(() => statusOf('api'), 'better');
    await photograph(workbench(), 'changes-graph');
    const next = graph.locator('.stepper').getByRole('button', { name: 'Next difference' });
    const follow = async (step: number, effect: string, said: RegExp): Promise<void> => {
      await next.click();
      await graph.waitForSelector(`[data-difference="${String(step)}"]`);
      const reason = graph.locator(`[data-effect="${effect}"] [data-reason] button`).last();
      await becomes(() => reason.textContent(), said);
      await reason.click();
    };
    await follow(1, 'worse', /"web" needs "db" changed\.aft:3$/u);
    await becomes(() => workbench().editor().innerText(), /pd\sweb\s\{\sneeds\sdb/u);
    await follow(2, 'better', /"api" needs "db" \(before\) changed\.aft:2$/u);
    await becomes(() => workbench().editor().innerText(), /pd\sapi\s\{\sneeds\sdb/u);
    await photograph(workbench(), 'changes-graph-step');
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

  it('offers its tools to language models, and the server, which starts and answers', async () => {
    assert.ok(vsCode);
    assert.match(await toolAnswer(vsCode.workspace, 0), /Broken[^]*"api\[1\]" needs "rack\.right\.db"/u);
    await workbench().runCommand('MCP: List Servers');
    await workbench().choose('Aftermath');
    await workbench().choose('Start Server');
    assert.equal(await toolAnswer(vsCode.workspace, 1), '1 file: no findings\n');
  });
});
