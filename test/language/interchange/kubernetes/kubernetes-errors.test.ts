/** Malformed or malicious kubectl output: findings with their line, quickly, and nothing else. */
import assert from 'node:assert/strict';
import { importKubernetes } from '../../../../language/src/interchange/kubernetes/kubernetes.ts';
import { importText } from './import-text.ts';
import { findingLines, fixture } from '../fixture.ts';

const several = (count: number, rest: string): string =>
  Array.from({ length: count }, (_, at) => rest.replace('#', String(at))).join('');
const services = several(400, '---\nkind: Service\nmetadata:\n  name: s#\nspec:\n  selector:\n    app: a\n');
const pods = several(400, '---\nkind: Pod\nmetadata:\n  name: p#\n  labels:\n    app: a\n');

const refused: readonly (readonly [what: string, text: string, finding: string])[] = [
  ['an empty file', ' \n\n', 'error import/empty 1'],
  ['a binary file', 'kind: Pod\nx: \0', 'error import/binary 2'],
  ['a text that is no object', 'Shopping\n- milk\n', 'error import/no-objects 1'],
  ['a list without items', 'apiVersion: v1\nitems: []\nkind: List\n', 'error import/no-objects 1'],
  ['a map without kind', 'metadata:\n  name: a\n', 'error import/no-objects 1'],
  ['a wrong indentation', 'kind: Pod\nmetadata:\n  name: a\n namespace: b\n', 'error import/broken-yaml 4'],
  ['JSON that ends too early', '{\n  "kind": "Pod",\n  "metadata": {\n    "name": "a"', 'error import/broken-yaml 4'],
  ['a log line before the objects', 'I0501 Waiting: done: ok\nkind: Pod\n', 'error import/broken-yaml 1'],
  [
    'a template of a Helm chart',
    'kind: Pod\nmetadata:\n  name: {{ include "a.name" . }}\n',
    'error import/wrong-format 1',
  ],
  ['a template that is YAML by chance', 'kind: Pod\nmetadata:\n  name: {{ a }}\n', 'error import/wrong-format 1'],
  ['a template whose names are quoted', 'kind: Pod\nmetadata:\n  name: "{{ a }}"\n', 'error import/wrong-format 1'],
  ['a model of another tool', fixture('hex-ids.csv'), 'error import/no-objects 1'],
  ['lists nested without end', `kind: Pod\nspec: ${'['.repeat(20_000)}`, 'error import/too-deep 2'],
  ['maps nested without end', `kind: Pod\nspec: ${'{a: '.repeat(20_000)}`, 'error import/too-deep 2'],
  ['dashes nested without end', `kind: Pod\nspec:\n${'- '.repeat(20_000)}x`, 'error import/too-deep 3'],
  [
    'lines that each nest deeper',
    Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
    'error import/too-deep 202',
  ],
  ['more text than can be read', 'a'.repeat(15_000_001), 'error import/too-large 1'],
  ['more objects and relations than can be read', services + pods, 'error import/too-large 1'],
];

/** An object, then something that grows, doubles or repeats without end when it is read carelessly. */
const hostile: readonly (readonly [what: string, more: string])[] = [
  [
    'aliases of aliases',
    Array.from(
      { length: 40 },
      (_, n) => `b${String(n)}: &b${String(n)} [${`*b${String(Math.max(0, n - 1))}, `.repeat(9)}]`,
    ).join('\n'),
  ],
  ['an alias of itself', 'labels: &me { a: *me }'],
  ['as many anchors as lines', Array.from({ length: 20_000 }, (_, n) => `b${String(n)}: &b${String(n)} x`).join('\n')],
  ['as many tags as lines', Array.from({ length: 20_000 }, (_, n) => `b${String(n)}: !t${String(n)} x`).join('\n')],
  ['binary data that is none', Array.from({ length: 20_000 }, (_, n) => `b${String(n)}: !!binary "%%%"`).join('\n')],
  ['one key again and again', 'b: x\n'.repeat(20_000)],
  ['documents without end', '---\n'.repeat(20_000)],
  ['objects without end', '---\nkind: Pod\nmetadata: { name: x }\n'.repeat(5_000)],
  ['a long text', `b: "${'x\\n'.repeat(200_000)}"`],
  ['many labels', `---\nkind: Pod\nmetadata:\n  name: y\n  labels:\n${'    a: b\n'.repeat(20_000)}`],
  [
    'owners without end',
    `---\nkind: Pod\nmetadata:\n  name: y\n  ownerReferences:\n${'  - { kind: Job, name: z }\n'.repeat(10_000)}`,
  ],
];

describe('the import of what is not an output of kubectl', () => {
  for (const [what, text, finding] of refused) {
    it(`refuses ${what} and names the line`, () => {
      const { value, findings } = importText(text, 'objects.yaml');
      assert.equal(value, undefined);
      assert.deepEqual(findingLines(findings), [finding]);
    });
  }

  it('says once of many files that they are templates', () => {
    const chart = Array.from({ length: 12 }, (_, n) => {
      const uri = `test:/templates/t${String(n)}.yaml`;
      return { name: uri.slice(6), uri, text: 'kind: Pod\nmetadata:\n  name: {{ .Values.name }}\n' };
    });
    const { value, findings } = importKubernetes(chart);
    assert.equal(value, undefined);
    assert.deepEqual(findingLines(findings), ['error import/wrong-format 1']);
    assert.match(
      findings[0]?.message ?? '',
      /^12 files are templates .*: "templates\/t0\.yaml", "templates\/t1\.yaml", "templates\/t2\.yaml" and 9 more\./,
    );
    assert.equal(findings[0]?.span.uri, 'test:/templates/t0.yaml');
  });

  it('refuses a broken manifest among several files, and leaves out a broken file of another kind by its name', () => {
    const read = (broken: string) =>
      importKubernetes(
        ['kind: Pod\nmetadata:\n  name: a\n', broken].map((text, n) => {
          const name = `${String(n)}.yaml`;
          return { name, uri: `test:/${name}`, text };
        }),
      );
    assert.equal(read('kind: Pod\nmetadata: [\n').value, undefined);
    const { value, findings } = read('paths: [\n');
    assert.equal(value?.model.entities.length, 1);
    assert.deepEqual(
      findings.map(({ message }) => message),
      ['"1.yaml" is neither YAML nor JSON and is left out. Nothing in it looks like an object.'],
    );
    assert.deepEqual(read('\n').findings, []);
    assert.deepEqual(read('text: |\n  {{ not of Helm }}\n').findings, []);
  });

  it('says of an overlay of Kustomize that what it refers to is not read', () => {
    const texts = { 'kustomization.yaml': 'resources: [../base]\n', 'b.yaml': 'kind: Pod\nmetadata: { name: a }\n' };
    const read = (...names: readonly (keyof typeof texts)[]) =>
      importKubernetes(names.map((name) => ({ name, uri: `test:/${name}`, text: texts[name] })));
    const { value, findings } = read('kustomization.yaml', 'b.yaml');
    assert.equal(value?.model.entities.length, 1);
    assert.deepEqual(
      findings.map(({ message }) => message),
      [
        'What 1 file of Kustomize refers to, changes or generates is not read: "kustomization.yaml". Let "kubectl kustomize DIR" print the objects, and import its output.',
      ],
    );
    assert.deepEqual(findingLines(read('kustomization.yaml').findings), [
      'error import/no-objects 1',
      'information import/left-out 1',
    ]);
  });

  it('leaves templates out of several files, by their names, and reads the others', () => {
    const texts = ['name: a', 'name: {{ .Values.name }}', 'name: "{{ .Values.name }}-x"'];
    const { value, findings } = importKubernetes(
      texts.map((text, n) => {
        const name = `k/${String(n)}.yaml`;
        return { name, uri: `test:/${name}.aft`, text: `kind: Pod\nmetadata:\n  ${text}\n` };
      }),
    );
    assert.deepEqual(
      value?.model.entities.map(({ name }) => name),
      ["'pod/a'"],
    );
    assert.deepEqual(findingLines(findings), ['warning import/left-out 1']);
    assert.match(findings[0]?.message ?? '', /^2 files are templates .*: "k\/1\.yaml", "k\/2\.yaml"\. The rest/);
  });

  for (const [what, more] of hostile) {
    it(`terminates with ${what}`, () => {
      const { value } = importText(`kind: Pod\nmetadata: { name: a, labels: { a: b } }\n${more}\n`, 'objects.yaml');
      assert.ok(value?.model.entities.some(({ name }) => name === "'pod/a'"));
    });
  }
});
