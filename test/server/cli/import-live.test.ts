/** `aftermath import kubernetes --live` against a server that speaks real HTTP. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterAccess } from '../../../server/src/questions/imports/kubeconfig.ts';
import { readCluster } from '../../../server/src/questions/imports/read-cluster.ts';
import { aftermath, inFolder } from './command-line.ts';
import { type Fault, type Told, withApiServer } from './fake-api-server.ts';

const resources = {
  v1: [
    { name: 'namespaces', kind: 'Namespace' },
    { name: 'pods', kind: 'Pod' },
    { name: 'pods/log', kind: 'Pod' },
    { name: 'secrets', kind: 'Secret' },
    { name: 'events', kind: 'Event' },
  ],
  'acme.io/v1': [{ name: 'databases', kind: 'Database' }],
};
const pods = Array.from({ length: 5 }, (_, index) => ({
  metadata: { name: `p${String(index)}`, namespace: 'prod', uid: `p${String(index)}`, managedFields: [{ secret: 1 }] },
  spec: { nodeName: 'w' },
  status: { phase: 'Running', podIP: '10.0.0.1' },
}));
const items: Record<string, readonly object[]> & { '/api/v1/namespaces': readonly object[] } = {
  '/api/v1/namespaces': [{ metadata: { name: 'prod', uid: 'n' } }],
  '/api/v1/pods': pods,
  '/api/v1/secrets': [
    {
      metadata: {
        ...{ name: 's', namespace: 'prod', uid: 's' },
        annotations: { 'kubectl.kubernetes.io/last-applied-configuration': 'hidden' },
      },
      data: { password: 'hidden' },
    },
  ],
  '/apis/acme.io/v1/databases': [
    { metadata: { name: 'main', namespace: 'prod', uid: 'd', finalizers: ['acme.io/x'] } },
  ],
};
const limits = { requestTime: 300, repeats: 2, pause: 5, bytes: 1_000_000 };

/** Reads a server with these faults; returns the refusal, or what was read. */
async function reading(faults: Record<string, readonly Fault[]>, more: Partial<Told> = {}) {
  let read: Awaited<ReturnType<typeof readCluster>> | undefined;
  await withApiServer({ resources, items, faults, ...more }, async ({ url, asked }) => {
    const access: ClusterAccess = { name: 'x', server: new URL(url), isUnverified: false };
    read = await readCluster(access, {}, limits);
    assert.ok(asked.every((request) => request.startsWith('GET ')));
  });
  assert.ok(read);
  return 'refusal' in read ? { refusal: read.refusal, objects: 0, forbidden: [] } : { refusal: '', ...read.value };
}

describe('aftermath import --live', () => {
  it('reads all pages of all kinds over HTTPS with the login of a kubeconfig, and keeps what it read', async () => {
    const ca = readFileSync(new URL('../../fixtures/kubernetes/api-server-cert.pem', import.meta.url));
    await withApiServer({ resources, items, isSecure: true, token: 'let-me' }, async ({ url, asked }) => {
      const kubeconfig = JSON.stringify({
        'current-context': 'other',
        contexts: [{ name: 'prod', context: { cluster: 'c', user: 'u' } }],
        clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority-data': ca.toString('base64') } }],
        users: [{ name: 'u', user: { tokenFile: 'token' } }],
      });
      await inFolder({ config: kubeconfig, token: 'let-me\n' }, async (folder) => {
        const options = ['--kubeconfig', join(folder, 'config')];
        const args = ['import', 'kubernetes', '--live', '--context', 'prod', ...options, '-o', 'prod.aft'];
        const { code, notes } = await aftermath(args, { folder });
        assert.equal(code, 0, notes);
        assert.match(notes, /^Read 8 objects of prod\.\n/);
        const kept = await readFile(join(folder, 'prod.live.json'), 'utf8');
        assert.doesNotMatch(kept, /hidden|managedFields|podIP/);
        const model = await readFile(join(folder, 'prod.import.aft'), 'utf8');
        assert.match(model, /'prod\/pod\/p4' : Pod \{ \/\/@ prod\.live\.json:\d+: /);
        const plan = await aftermath(['plan', 'prod.aft', '--delete', 'namespace/prod'], { folder });
        assert.match(plan.output, /'namespace\/prod': waits for 'prod\/database.acme.io\/main'/);
        const wrong = await aftermath(['import', 'kubernetes', '--live', ...options], { folder });
        assert.deepEqual([wrong.code, wrong.notes.includes('no context "other". It has "prod".')], [2, true]);
      });
      assert.equal(asked.filter((request) => request.includes('/pods?')).length, 3);
      assert.ok(asked.every((request) => request.startsWith('GET ') && !request.includes('event')));
    });
  });

  it('reads only some namespaces, imports the same again, and says how the cluster differs from the model', async () => {
    const namespaced = {
      v1: resources.v1.map((each) => ({ ...each, namespaced: each.name !== 'namespaces' })),
      'acme.io/v1': [{ name: 'databases', kind: 'Database', namespaced: true }],
    };
    const others = [{ metadata: { name: 'q', namespace: 'test', uid: 'q' }, spec: { nodeName: 'w' } }];
    const told = {
      ...items,
      '/api/v1/namespaces': [...items['/api/v1/namespaces'], { metadata: { name: 'test', uid: 't' } }],
      '/api/v1/pods': [...pods, ...others],
    };
    await inFolder({}, async (folder) => {
      await withApiServer({ resources: namespaced, items: told }, async ({ url, asked }) => {
        const args = ['import', 'kubernetes', '--live', '--server', url, '--namespace', 'prod', '-o', 'prod.aft'];
        for (const round of ['first', 'again']) {
          const { code, notes } = await aftermath(args, { folder });
          assert.deepEqual([round, code, notes.startsWith('Read 8 objects')], [round, 0, true], notes);
        }
        const generated = await readFile(join(folder, 'prod.import.aft'), 'utf8');
        assert.ok(generated.startsWith(`// Generated by: aftermath import kubernetes --live --server ${url} --namespace prod -o prod.aft\n`), generated); // oxfmt-ignore
        assert.ok(asked.includes('GET /api/v1/namespaces/prod/pods?limit=500'));
        assert.ok(!asked.some((request) => request.startsWith('GET /api/v1/pods')));
        const same = await aftermath(['drift', 'prod.aft', '--live'], { folder });
        assert.deepEqual([same.code, same.notes], [0, `Read 8 objects of ${new URL(url).host}.\n`], same.output);
        told['/api/v1/pods'] = pods.slice(1);
        const drifted = await aftermath(['drift', 'prod.aft', '--live'], { folder });
        assert.equal(drifted.code, 1, drifted.notes);
        assert.match(drifted.output, /'prod\/pod\/p0'/);
        const none = await aftermath(['drift', 'prod.aft', '--live', '--server', url, '--namespace', 'x'], { folder });
        assert.deepEqual([none.code, none.notes], [2, 'aftermath: There is no namespace "x".\n']);
        const both = await aftermath(['drift', 'prod.aft', 'prod.live.json', '--live'], { folder });
        assert.deepEqual([both.code, both.notes.includes('Leave out the files')], [2, true]);
      });
    });
  });

  it('refuses a server that it cannot trust, and a login that is not accepted', async () => {
    await withApiServer({ resources, items, isSecure: true, token: 'x' }, async ({ url }) => {
      const untrusted = await readCluster({ name: 'x', server: new URL(url), isUnverified: false }, {}, limits);
      assert.match(
        'refusal' in untrusted ? untrusted.refusal : '',
        /cannot be reached: \w*SELF_SIGNED\w* \(\/apis\)\.$/,
      );
      const unknown = await readCluster({ name: 'x', server: new URL(url), isUnverified: true }, {}, limits);
      assert.match('refusal' in unknown ? unknown.refusal : '', /refuses the login \(status 401\)/);
    });
  });

  it('leaves out what it may not read, and says so', async () => {
    const { forbidden, objects } = await reading({ '/api/v1/secrets': [403], '/apis/acme.io/v1/databases': [404] });
    assert.deepEqual([forbidden, objects], [['Secret'], 6]);
  });

  it('copes with what passes: an expired list, a server in trouble, an answer that is cut off, a slow one', async () => {
    for (const fault of [410, 500, 'cut off', 'slow', 'no json'] as const) {
      const { refusal, objects } = await reading({ '/api/v1/pods': [fault] });
      assert.deepEqual([refusal, objects], ['', 8], String(fault));
    }
  });

  it('gives up on what stays, in one sentence', async () => {
    const said = async (fault: Fault): Promise<string> =>
      (await reading({ '/api/v1/pods': Array<Fault>(12).fill(fault) })).refusal.replace(/127\.0\.0\.1:\d+/, 'HOST');
    assert.equal(await said(410), 'The list of Pod expires while it is read. Import again when the cluster is less busy.'); // oxfmt-ignore
    assert.equal(await said(500), 'The API server at HOST answers with the status 500 (/api/v1/pods?limit=500).');
    assert.equal(await said('cut off'), 'The API server at HOST cuts its answer off (/api/v1/pods?limit=500).');
    assert.equal(await said('slow'), 'The API server at HOST does not answer within 0.3 s (/api/v1/pods?limit=500).');
    assert.equal(await said('no json'), 'The API server at HOST answers with something that is not JSON (/api/v1/pods?limit=500).'); // oxfmt-ignore
    assert.match(await said('same page'), /repeats a page of Pod without end|8 objects|^$/);
  });

  it('runs no program that a kubeconfig names, and refuses what makes no sense', async () => {
    const kubeconfig = JSON.stringify({
      'current-context': 'prod',
      contexts: [{ name: 'prod', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'u', user: { exec: { command: 'touch', args: ['ran'] } } }],
    });
    const token = { name: 'u', user: { tokenFile: '/dev/zero' } };
    const device = JSON.stringify({ ...(JSON.parse(kubeconfig) as object), users: [token] });
    await inFolder({ config: kubeconfig, broken: 'a: [', device }, async (folder) => {
      const said = async (...args: readonly string[]): Promise<string> => {
        const { code, notes } = await aftermath(['import', ...args], { folder });
        assert.equal(code, 2, notes);
        return notes;
      };
      const at = (name: string) => ['--kubeconfig', join(folder, name)];
      assert.match(await said('kubernetes', '--live', ...at('config')), /Run "kubectl proxy --context prod", and give/);
      assert.match(await said('kubernetes', '--live', ...at('broken')), /is not YAML/);
      assert.match(await said('kubernetes', '--live', '--kubeconfig', '/dev/zero'), /is a device, not a regular file/);
      assert.match(await said('kubernetes', '--live', ...at('device')), /token of the context "prod" cannot be read/);
      assert.match(await said('kubernetes', '--live', ...at('none')), /There is no kubeconfig/);
      assert.match(await said('kubernetes', '--live', '--server', 'ftp://x'), /is not the address of a server/);
      assert.match(await said('compose', '--live'), /Only the format "kubernetes"/);
      assert.match(await said('kubernetes', 'config', '--live'), /Leave out the files/);
      assert.match(await said('kubernetes', 'config', '--context', 'x'), /--context needs --live/);
      assert.match(await said('kubernetes'), /Arguments are missing/);
    });
  });
});
