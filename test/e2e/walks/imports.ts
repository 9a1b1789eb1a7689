/**
 * Imports in the real VS Code: from the menu of the Explorer, by dropping, into files that are imported again, from a
 * running cluster, and the comparison with the system as it is now.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { becomes } from '../../becomes.ts';
import { type FakeServer, withApiServer } from '../../server/cli/fake-api-server.ts';
import { drive, type Drive, photograph, snapshot } from '../drive.ts';
import { walk } from '../walk.ts';
import { fillBox } from '../quick-input.ts';

const first = 'services:\n  api:\n    image: api\n  db:\n    image: postgres\n';
const second = first.replace('image: api\n', 'image: api\n    network_mode: "service:db"\n');
const resources = {
  v1: [
    { name: 'namespaces', kind: 'Namespace', namespaced: false },
    { name: 'pods', kind: 'Pod', namespaced: true },
  ],
};
const podNamed = (name: string) => ({ metadata: { name, namespace: 'prod', uid: name }, spec: { nodeName: 'w' } });
const items: Record<string, readonly object[]> = {
  '/api/v1/namespaces': [{ metadata: { name: 'prod', uid: 'n' } }, { metadata: { name: 'test', uid: 't' } }],
  '/api/v1/pods': [podNamed('api'), podNamed('db')],
};

export const importsWalk = walk('imports in the real VS Code', () => {
  let vsCode: Drive | undefined;
  let server: FakeServer | undefined;
  let endServer = (): void => undefined;
  let ended: Promise<void> = Promise.resolve();
  const driven = (): Drive => {
    assert.ok(vsCode);
    return vsCode;
  };
  const workbench = () => driven().workbench;
  const page = () => workbench().page;
  const file = (name: string): string => join(driven().workspace, name);
  const inExplorer = (name: string) => page().locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  const untitled = () => page().locator('.tabs-container .tab[data-resource-name^="Untitled"]');
  const toast = (text: RegExp | string) => workbench().toasts().filter({ hasText: text }).first();
  const contentOf = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '');
  const closeAll = async (): Promise<void> => {
    await workbench().runCommand('View: Revert and Close Editor');
    await workbench().runCommand('Notifications: Clear All Notifications');
  };

  before(async () => {
    await new Promise<void>((resolve, reject) => {
      const told = { resources, items, token: 'let-me', faults: { '/api/v1/pods': [] } };
      ended = withApiServer(told, (running) => {
        server = running;
        resolve();
        return new Promise((end) => {
          endServer = () => {
            end();
          };
        });
      });
      ended.catch(reject);
    });
    const cluster = { name: 'c', cluster: { server: server?.url } };
    const away = { name: 'away', cluster: { server: 'http://127.0.0.1:1' } };
    const users = ['let-me', 'other'].map((token) => ({ name: token, user: { token } }));
    const contexts = [
      ['prod', 'c', 'let-me'],
      ['expired', 'c', 'other'],
      ['down', 'away', 'let-me'],
    ].map(([name, of, user]) => ({ name, context: { cluster: of, user } }));
    const kubeconfig = { 'current-context': 'prod', contexts, clusters: [cluster, away], users };
    vsCode = await drive({
      prepare: (workspace) => {
        writeFileSync(join(workspace, 'compose.yaml'), first);
        writeFileSync(join(workspace, 'kubeconfig'), JSON.stringify(kubeconfig));
      },
    });
  });

  after(async () => {
    await vsCode?.stop();
    endServer();
    await ended;
  });

  it('the menu of the Explorer imports a file as a new model', async () => {
    await workbench().chooseMenu(inExplorer('compose.yaml').first(), 'Import as Aftermath Model');
    await untitled().first().waitFor();
    await workbench().editor().locator('.view-line', { hasText: 'pd db : service' }).first().waitFor();
    await workbench().languageMode().filter({ hasText: 'Aftermath' }).waitFor();
    await closeAll();
  });

  it('a file that is dropped with Shift into a model is added at its end', async () => {
    await workbench().openFile('kv-store.aft');
    const target = workbench().editor().locator('.view-line').nth(3);
    await inExplorer('compose.yaml').first().hover();
    await page().mouse.down();
    const box = await target.boundingBox();
    assert.ok(box !== null);
    await page().keyboard.down('Shift');
    await page().mouse.move(box.x + 60, box.y + 5, { steps: 8 });
    await page().mouse.move(box.x + 80, box.y + 8, { steps: 8 });
    await page().mouse.up();
    await page().keyboard.up('Shift');
    await page().locator('.tab.dirty[data-resource-name="kv-store.aft"]').waitFor();
    await workbench().editor().click();
    await page().keyboard.press('Control+End');
    await workbench().editor().locator('.view-line', { hasText: 'pd db : service' }).first().waitFor();
    await closeAll();
  });

  it('Import into Files… writes two files, and Import Again refreshes one of them', async () => {
    await workbench().runCommand('Aftermath: Import into Files, to Refresh Later…');
    await workbench().fillInput(file('compose.yaml'));
    await workbench().fillInput(file('mini.aft'));
    await toast('mini.import.aft is up to date').waitFor();
    await becomes(() => Promise.resolve(contentOf('mini.import.aft')), /^\/\/ Generated by: aftermath import compose compose\.yaml -o mini\.aft/); // oxfmt-ignore
    assert.doesNotMatch(contentOf('mini.import.aft'), /api needs db/);
    const own = contentOf('mini.aft');
    assert.match(own, /import "mini\.import\.aft"/);
    writeFileSync(file('compose.yaml'), second);
    await workbench().runCommand('Notifications: Clear All Notifications');
    await workbench().openFile('mini.aft');
    await workbench().runCommand('Aftermath: Import Again');
    await toast('mini.import.aft is up to date').waitFor();
    await becomes(() => Promise.resolve(contentOf('mini.import.aft')), /needs db .*compose\.yaml:4: network_mode/);
    assert.equal(contentOf('mini.aft'), own);
  });

  it('Compare with the Running System… lists what has drifted, and which answers change', async () => {
    writeFileSync(file('compose.yaml'), first);
    await workbench().runCommand('Notifications: Clear All Notifications');
    await workbench().openFile('mini.aft');
    await workbench().runCommand('Aftermath: Compare with the Running System…');
    await workbench().choose('What Was Imported, as It Is Now');
    await toast('The system differs from mini.aft').waitFor();
    const rows = await workbench().problems('"api" needs "db"');
    assert.ok(
      rows.some((row) => row.includes('is missing in the system')),
      rows.join('\n'),
    );
    await snapshot(workbench(), 'drift');
    await page().locator('.notification-toast .monaco-button', { hasText: 'Show Answers' }).first().click();
    await workbench().editor().locator('.view-line', { hasText: 'Answers that change' }).first().waitFor();
    await workbench().runCommand('Aftermath: Clear the Comparison with the Running System');
    const row = page().locator('.part.panel .monaco-list-row', { hasText: '"api" needs "db"' });
    await row.first().waitFor({ state: 'detached' });
    await closeAll();
  });

  describe('from the live cluster', () => {
    const begin = async (context: string): Promise<void> => {
      await workbench().runCommand('Notifications: Clear All Notifications');
      await workbench().runCommand('Aftermath: Import from the Live Cluster…');
      await workbench().choose('Choose Another Kubeconfig…');
      // One Enter at a time: the next list must not get one that was meant for the dialog.
      const box = page().locator('.quick-input-widget:visible input[type="text"]').first();
      const contexts = page().locator('.quick-input-widget .monaco-list-row', { hasText: 'expired' });
      for (let attempt = 0; attempt < 10 && !(await contexts.first().isVisible()); attempt++) {
        if ((await box.inputValue()) !== file('kubeconfig')) await fillBox(page(), file('kubeconfig'));
        else await box.press('Enter');
        await contexts
          .first()
          .waitFor({ timeout: 1500 })
          .catch(() => undefined);
      }
      await workbench().choose(context);
    };

    it('asks for a context and namespaces, reads, and changes nothing there', async () => {
      await workbench().runCommand('Aftermath: Import from the Live Cluster…');
      await page().locator('.quick-input-widget:visible').waitFor();
      await page().keyboard.press('Escape');
      await begin('prod');
      assert.deepEqual((await workbench().quickPickRows()).slice(0, 3).map((row) => row.replace(/,.*/, '')), ['All Namespaces', 'prod', 'test']); // oxfmt-ignore
      await photograph(workbench(), 'live-namespaces');
      await workbench().choose('prod');
      await workbench().fillInput(file('live.aft'));
      await toast('live.import.aft is up to date').waitFor();
      await becomes(() => Promise.resolve(contentOf('live.import.aft')), /--live --context prod --kubeconfig \S+ --namespace prod -o live\.aft/); // oxfmt-ignore
      assert.match(contentOf('live.import.aft'), /'prod\/pod\/api' : Pod \{ \/\/@ live\.live\.json:\d+/);
      const all = server?.asked ?? [];
      assert.ok(all.includes('GET /api/v1/namespaces/prod/pods?limit=500'), all.join('\n'));
      assert.ok(all.every((request) => request.startsWith('GET ')));
      await snapshot(workbench(), 'live-import');
    });

    it('compares with the cluster as it is now', async () => {
      items['/api/v1/pods'] = [podNamed('api')];
      await workbench().runCommand('Notifications: Clear All Notifications');
      await workbench().openFile('live.aft');
      await workbench().runCommand('Aftermath: Compare with the Running System…');
      await workbench().choose('What Was Imported, as It Is Now');
      await toast('The system differs from live.aft').waitFor();
      await workbench().problems('prod/pod/db');
      await workbench().runCommand('Aftermath: Clear the Comparison with the Running System');
    });

    it('says in a sentence why a cluster cannot be read', async () => {
      await begin('expired');
      await toast('The API server refuses the login (status 401). Log in again, or choose another context.').waitFor();
      await begin('down');
      await toast(/The API server at 127\.0\.0\.1:1 cannot be reached/).waitFor();
      await snapshot(workbench(), 'live-refused');
      assert.ok(!existsSync(file('down.aft')));
    });
  });

  it('asks nothing of any other machine', () => {
    assert.deepEqual(workbench().requestsAway, []);
  });
});
