/** `aftermath import kubernetes`: YAML and JSON as printed by kubectl, incomplete and malformed input. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';

const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-1', blockOwnerDeletion: true };
const items = [
  { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace: 'shop', uid: 'u-1' } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-a', namespace: 'shop', uid: 'u-2', ownerReferences: [owner] },
  },
];
const json = JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2);

const yaml = `apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata:
    name: web
    namespace: shop
    uid: u-1
- apiVersion: v1
  kind: Pod
  metadata:
    name: web-a
    namespace: shop
    uid: u-2
    ownerReferences:
    - apiVersion: apps/v1
      kind: ReplicaSet
      name: web
      uid: u-1
      blockOwnerDeletion: true
`;

const files = {
  'objects.yaml': yaml,
  'objects.json': json,
  'lonely.yaml': yaml.replace('uid: u-1\n- api', 'uid: u-9\n- api'),
  'broken.yaml': yaml.replace('    uid: u-1\n', '   uid: u-1\n'),
};

describe('aftermath import kubernetes', () => {
  it('makes one model of YAML and JSON, which then checks and plans', async () => {
    await inFolder(files, async (folder) => {
      const models: string[] = [];
      for (const name of ['objects.yaml', 'objects.json']) {
        const out = `${name}.aft`;
        const { code, output, notes } = await aftermath(['import', 'kubernetes', name, '-o', out], { folder });
        assert.deepEqual(
          [code, output, notes],
          [
            0,
            '',
            `${name}.import.aft: 2 entities and 1 relation, no findings\n${out}: new, imports it; write your own statements there\n`,
          ],
        );
        models.push(await readFile(join(folder, `${name}.import.aft`), 'utf8'));
        const checked = await aftermath(['check', out], { folder });
        assert.deepEqual([checked.code, checked.output], [0, '2 files: no findings\n']);
        const plan = await aftermath(['plan', out, '--delete', 'shop/replicaset/web', '--json'], { folder });
        assert.deepEqual([plan.code, plan.notes], [0, '']);
        assert.deepEqual(parsed(plan.output).layers, [["'shop/replicaset/web'"], ["'shop/pod/web-a'"]]);
      }
      // Only the places that each line comes from differ.
      const [one, other] = models.map((model) => model.replace(/ ?\/\/.*$/gmu, ''));
      assert.equal(one, other);
    });
  });

  it('keeps an object whose owner is missing, and says so with its line', async () => {
    await inFolder(files, async (folder) => {
      const { code, output, notes } = await aftermath(['import', 'kubernetes', 'lonely.yaml'], { folder });
      assert.equal(code, 0);
      assert.match(output, /web-a/);
      assert.match(notes, /^lonely\.yaml:\d+:\d+: warning import\/missing-owner /);
      assert.match(notes, /\nlonely\.yaml: 3 entities and 1 relation, 1 warning\n$/);
    });
  });

  it('names the line of broken YAML, ends with 1 and writes nothing', async () => {
    await inFolder(files, async (folder) => {
      const args = ['import', 'kubernetes', 'broken.yaml', '-o', 'made.aft'];
      const { code, output, notes } = await aftermath(args, { folder });
      assert.deepEqual([code, output], [1, '']);
      assert.match(notes, /^broken\.yaml:9:\d+: error import\/broken-yaml .+\nNo result: 1 error\n$/);
      await assert.rejects(readFile(join(folder, 'made.aft')));
      const told = await aftermath(['import', 'kubernetes', 'broken.yaml', '--json'], { folder });
      assert.deepEqual([told.code, told.notes], [1, '']);
      assert.deepEqual(parsed(told.output).counts, { errors: 1, warnings: 0, information: 0, hints: 0 });
    });
  });
});
