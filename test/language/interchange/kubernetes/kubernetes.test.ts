/** The import of kubectl output: objects with their owners, names, settings and findings. */
import assert from 'node:assert/strict';
import { importText } from './import-text.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { entityLines, findingLines, fixture, relationLines } from '../fixture.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';

const read = (file: string) => importText(fixture(`../../../fixtures/kubernetes/${file}`), file);

function modelOf(text: string): Model {
  const { value, findings } = importText(text, 'objects.yaml');
  if (value === undefined) throw new Error(findings.map(({ message }) => message).join('\n'));
  return value.model;
}

/** One object in flow style, all fields of its metadata given. */
const pod = (metadata: string): string => `{ apiVersion: v1, kind: Pod, metadata: { ${metadata} } }`;

const documents = (...texts: readonly string[]): string => texts.join('\n---\n');

describe('the import of Kubernetes objects', () => {
  it('says owners, what blocks, finalizers and the time of deletion', () => {
    const { value } = read('web.yaml');
    assert.equal(
      value && printModel(value.model),
      [
        "root object 'deployment/web' : Deployment {",
        '  namespace: "default"',
        '  uid: "6f0c5f0e-0000-4000-8000-0000000000d1"',
        '  labels: ["app=web", "on=1"]',
        "  owns 'replicaset/web-5d'",
        '}',
        '',
        "doomed object 'replicaset/web-5d' : ReplicaSet {",
        '  namespace: "default"',
        '  finalizers: ["example.com/backup"]',
        '  deletionTimestamp: "2024-05-01T10:00:00Z"',
        '  deletion: "foreground"',
        '  controller: "deployment/web"',
        '  uid: "6f0c5f0e-0000-4000-8000-0000000000a2"',
        "  owns 'pod/web-5d-x7'",
        '}',
        '',
        "object 'pod/web-5d-x7' : Pod {",
        '  namespace: "default"',
        '  controller: "replicaset/web-5d"',
        '  uid: "6f0c5f0e-0000-4000-8000-0000000000b3"',
        '}',
        '',
        "absent object 'job/load' : Job {",
        '  uid: "6f0c5f0e-0000-4000-8000-0000000000f9"',
        "  owns 'pod/web-5d-x7' as nonblocking",
        '}',
        '',
      ].join('\n'),
    );
  });

  it('says what holds up an object that is being deleted, and which kinds the file lacks', () => {
    const { findings } = read('web.yaml');
    assert.deepEqual(findingLines(findings), [
      'information import/being-deleted 26',
      'warning import/missing-owner 53',
    ]);
    assert.deepEqual(
      findings[0]?.related.map(({ message }) => message),
      [
        '"replicaset/web-5d" stays until its finalizers are removed: "example.com/backup", and until its blocking dependents are gone: "pod/web-5d-x7".',
      ],
    );
    assert.match(findings[1]?.message ?? '', /"job\/load"\. .* no object of the kind "Job"/);
  });

  it('reads several documents, and finds owners without uid by name, also those of the whole cluster', () => {
    const { value, findings } = read('documents.yaml');
    assert.deepEqual(findings, []);
    assert.deepEqual(value && entityLines(value.model), [
      "object 'prod/service.serving.knative.dev/web' : Service",
      "object 'prod/service/web' : Service",
      "node 'node/worker-1' : Node",
      "object 'kube-system/pod/proxy' : Pod",
    ]);
    assert.deepEqual(value && relationLines(value.model), [
      "'prod/service.serving.knative.dev/web' owns 'prod/service/web'",
      "'kube-system/pod/proxy' stops with 'node/worker-1'",
    ]);
  });

  it('reads JSON and lists of one kind, and takes an owner of the same name with another uid for another', () => {
    const { value, findings } = read('pods.json');
    assert.deepEqual(value && entityLines(value.model), [
      "object 'pod/a' : Pod",
      "object 'pod/b' : Pod",
      "object 'job/load' : Job",
      "object 'job/load#job-old' : Job",
    ]);
    assert.deepEqual(value && relationLines(value.model), ["'job/load#job-old' owns 'pod/b'"]);
    assert.deepEqual(
      value?.model.entities.map(({ root, absent }) => [root, absent]),
      [
        [true, false],
        [false, false],
        [true, false],
        [false, true],
      ],
    );
    assert.deepEqual(findingLines(findings), ['warning import/missing-owner 7']);
  });

  it('names each fault of an object with its line, and imports the rest', () => {
    const { value, findings } = read('faults.yaml');
    assert.deepEqual(findingLines(findings), [
      'warning import/repeated-object 7',
      'warning import/incomplete-object 8',
      'warning import/unreadable-field 15',
      'warning import/odd-yaml 20',
      'warning import/owner-namespace 21',
    ]);
    const messages = findings.map(({ message }) => message);
    assert.match(messages[1] ?? '', /2 entries .*: "Pod", "no kind"\./);
    assert.match(messages[2] ?? '', /3 fields .*: "uid", "finalizers", "labels"\./);
    assert.match(messages[4] ?? '', /2 owners .*: "pod\/twice of prod\/pod\/tagged", "pod\/twice of node\/worker"\./);
    assert.deepEqual(value && relationLines(value.model), ["'pod/twice' owns 'prod/pod/tagged' as nonblocking"]);
  });

  it('joins references to one owner, and blocks if any of them does', () => {
    const owner = (more: string): string => `{ kind: Pod, apiVersion: v1, name: a, uid: u-1 ${more} }`;
    const owners = `ownerReferences: [${owner('')}, ${owner(', blockOwnerDeletion: true')}]`;
    const model = modelOf(documents(pod('name: a, uid: u-1'), pod(`name: b, uid: u-2, ${owners}`)));
    assert.deepEqual(relationLines(model), ["'pod/a' owns 'pod/b'"]);
  });

  it('keeps objects of one name with different uids apart, by a name that the uid gives', () => {
    const names = (text: string) => modelOf(text).entities.map(({ name }) => name);
    const [a, b, c] = ['name: a, uid: 0123456789a', 'name: a, uid: 0123456789b', 'name: a, uid: 0123456789c'].map(pod);
    assert.deepEqual(names(documents(a ?? '', b ?? '', c ?? '')), [
      "'pod/a'",
      "'pod/a#01234567'",
      "'pod/a#0123456789c'",
    ]);
    assert.deepEqual(names(pod(`name: "it's", namespace: "x\\ny"`)), ["'x y/pod/it_s'"]);
  });

  it('points each object and each owner at its place in the file', () => {
    const { value } = read('web.yaml');
    const lines = fixture('../../../fixtures/kubernetes/web.yaml').split('\n');
    const shown = [...(value?.sources.entities ?? []), ...(value?.sources.relations ?? [])].map(({ start, end }) =>
      lines[start.line]?.slice(start.character, end.character),
    );
    assert.deepEqual(shown, ['web', 'web-5d', 'web-5d-x7', 'load', 'web', 'web-5d', 'load']);
  });

  it('loads as text without errors', async () => {
    for (const file of ['web.yaml', 'documents.yaml', 'pods.json', 'faults.yaml']) {
      const { value } = read(file);
      const loaded = await loadPrinted(value === undefined ? '' : printModel(value.model));
      assert.deepEqual(errorsIn(loaded), []);
      assert.deepEqual(loaded.model, value?.model);
    }
  });
});
