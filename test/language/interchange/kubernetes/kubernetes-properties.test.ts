/** Properties of all objects: nothing is lost on the way through the language, and no text breaks the import. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { importText } from './import-text.ts';
import { printModel } from '../../../../language/src/interchange/printing/print-model.ts';
import type { Relation } from '../../../../language/src/model/relation.ts';
import { anyText } from '../../../any-text.ts';
import { runs } from '../../../properties.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';

const name = fc.oneof(
  fc.constantFrom('web', 'web-5d', 'system:node', 'a.b.c', 'node', "it's", '1', 'true', 'null', 'x\ny', '${x}'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
);
const uid = fc.constantFrom('u-1', 'u-2', 'u-3', 'u-4', '12345678-a', '12345678-b');
const namespace = fc.constantFrom(undefined, 'default', 'default', 'prod');
const kind = fc.constantFrom('Pod', 'Job', 'Node', 'pd', 'Foo Bar', 'ReplicaSet');
const apiVersion = fc.constantFrom('v1', 'apps/v1', 'example.com/v1', 'batch.k8s.io/v1');
const flag = fc.constantFrom(undefined, true, false);

const owner = fc.record({ apiVersion, kind, name, uid, controller: flag, blockOwnerDeletion: flag });
const object = fc.record({
  apiVersion,
  kind,
  metadata: fc.record({
    name,
    namespace,
    uid: fc.option(uid, { nil: undefined }),
    labels: fc.option(fc.dictionary(name, name, { maxKeys: 2 }), { nil: undefined }),
    finalizers: fc.option(fc.array(fc.constantFrom('orphan', 'foregroundDeletion', 'a.b/c', 'x y'), { maxLength: 3 }), {
      nil: undefined,
    }),
    deletionTimestamp: fc.constantFrom(undefined, '2024-05-01T10:00:00Z'),
    ownerReferences: fc.option(fc.array(owner, { maxLength: 3 }), { nil: undefined }),
  }),
});
type KubernetesObject = typeof object extends fc.Arbitrary<infer T> ? T : never;

/** The ways in which kubectl and people write objects down. */
const writings: readonly ((objects: readonly KubernetesObject[]) => string)[] = [
  (objects) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }, undefined, 4),
  (objects) => stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
  (objects) => objects.map((each) => stringify(each)).join('---\n'),
  (objects) => JSON.stringify(objects),
];
const text = fc
  .tuple(fc.array(object, { minLength: 1, maxLength: 8 }), fc.constantFrom(...writings))
  .map(([objects, write]) => write(objects));

describe('all Kubernetes objects', () => {
  it('are the same model when the printed text is loaded again', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        const { value } = importText(written, 'objects.yaml');
        assert.ok(value, written);
        const printed = printModel(value.model);
        const loaded = await loadPrinted(printed);
        assert.deepEqual(errorsIn(loaded), [], printed);
        assert.deepEqual(loaded.model, value.model, printed);
      }),
      { numRuns: runs(7, 2000) },
    );
  });

  it('are read from JSON as the reader of YAML does, with the same places', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 8 }), fc.nat(4), (objects, indent) => {
        const json = JSON.stringify({ kind: 'List', items: objects }, undefined, indent);
        // A comment is no JSON.
        assert.deepEqual(importText(json, 'a.json'), importText(`${json}\n# YAML`, 'a.json'));
      }),
      { numRuns: runs(10, 3000) },
    );
  });

  it('are the same model however they are written', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 8 }), (objects) => {
        const models = writings.map((write) => importText(write(objects), 'objects.yaml').value?.model);
        for (const model of models) assert.deepEqual(model, models[0]);
      }),
      { numRuns: runs(10, 3000) },
    );
  });

  it('each become one object with its own name and owners', () => {
    fc.assert(
      fc.property(fc.array(object, { minLength: 1, maxLength: 8 }), (objects) => {
        const whole = objects.map((each, index) => ({
          ...each,
          metadata: { ...each.metadata, uid: `own-${String(index)}` },
        }));
        const model = importText(JSON.stringify(whole), 'objects.json').value?.model;
        assert.ok(model);
        assert.equal(model.entities.filter(({ absent }) => !absent).length, objects.length);
        assert.equal(new Set(model.entities.map((entity) => entity.name)).size, model.entities.length);
        for (const [id, { metadata }] of objects.entries()) {
          const uids = new Set((metadata.ownerReferences ?? []).map((each) => each.uid));
          const isOwned = ({ kind, source, target }: Relation): boolean =>
            kind === 'owns' ? target === id : kind === 'stops with' && source === id;
          assert.equal(model.relations.filter(isOwned).length, uids.size);
        }
      }),
      { numRuns: runs(10, 3000) },
    );
  });
});

describe('every text', () => {
  /** Imports a text; what it gives has findings within it, and an error exactly if there is no model. */
  function survives(written: string): void {
    const { value, findings } = importText(written, 'objects.yaml');
    const hasError = findings.some(({ severity }) => severity === 'error');
    assert.equal(value === undefined, hasError);
    const lineCount = written.split('\n').length;
    for (const { span } of findings) {
      assert.ok(span.start.line < lineCount && span.start.line === span.end.line, JSON.stringify(span));
      assert.ok(span.start.character <= span.end.character);
    }
    if (value !== undefined) printModel(value.model);
  }

  it('gives a model or an error, and never throws: arbitrary text', () => {
    const signs = fc.constantFrom(...Array.from('{}[]:,-?&*!|>%@`\'"#\n \ta0~\r'), '---', 'kind', 'name', 'metadata');
    fc.assert(fc.property(anyText({ maxLength: 200 }), survives), { numRuns: runs(70, 10_000) });
    fc.assert(fc.property(fc.string({ unit: signs, maxLength: 60 }), survives), { numRuns: runs(200, 30_000) });
    const within = fc.string({ unit: signs, maxLength: 30 });
    const field = fc.constantFrom(
      'name',
      'uid',
      'labels',
      'finalizers',
      'ownerReferences',
      'metadata',
      '!!set',
      '!!omap',
    );
    fc.assert(
      fc.property(field, within, (key, more) => {
        survives(`kind: Pod\nmetadata:\n  name: a\n  ${key}: ${more}`);
        survives(`kind: Pod\nmetadata:\n  name: a\n  ${key} ${more}`);
      }),
      { numRuns: runs(140, 20_000) },
    );
  });

  it('gives a model or an error, and never throws: objects with a part removed, repeated or replaced', () => {
    const piece = fc.oneof(
      fc.constant(''),
      fc.string({ maxLength: 8 }),
      fc.constantFrom('\r', '"', '\n', '\t', '[', '}', '*a', '&a ', '!!binary ', '---\n', ': ', '- '),
    );
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(fc.nat(), fc.nat(20), piece), { minLength: 1, maxLength: 4 }),
        (whole, cuts) => {
          let mutated = whole;
          for (const [at, length, put] of cuts) {
            const start = at % (mutated.length + 1);
            mutated = mutated.slice(0, start) + put + mutated.slice(start + length);
          }
          survives(mutated);
        },
      ),
      { numRuns: runs(70, 10_000) },
    );
  });
});
