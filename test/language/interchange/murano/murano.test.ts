/** Object models of Murano: what they become, judged by the objects they are made of, and bad input. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withImportedOrigins } from '../../../../language/src/interchange/import/origins.ts';
import { importMurano, recognizeMurano } from '../../../../language/src/interchange/murano/murano.ts';
import { printImported } from '../../../../language/src/interchange/print-imported.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { filesOf } from '../compose/projects.ts';
import { relationLines } from '../fixture.ts';
import { errorsIn, loadPrinted } from '../load-printed.ts';

const importText = (text: string) => importMurano(filesOf({ 'env.json': text }));
const messages = (text: string): string[] => importText(text).findings.map(({ message }) => message);

function modelFrom(value: unknown): Model {
  const { value: made, findings } = importText(JSON.stringify(value, undefined, 1));
  assert.ok(made, findings.map(({ message }) => message).join('\n'));
  return made.model;
}

const object = (id: string, more: object = {}, head: object = {}): object => ({
  '?': { id, type: `io.${id}`, ...head },
  name: id,
  ...more,
});
const after = (...subscribers: string[]): object => ({
  dependencies: { onDestruction: subscribers.map((subscriber) => ({ subscriber, handler: null })) },
});

const shop = {
  Objects: object('env', {
    apps: [object('web', { vm: object('vm'), db: 'db' }), object('db', {}, after('web', 'nobody'))],
    size: 3,
    // Only the snapshot has an object of this id: a text, not a reference.
    title: 'old',
  }),
  ObjectsCopy: object('env', { apps: [object('old', { vm: object('vm2'), db: 'db' })] }),
};

describe('import murano', () => {
  it('makes owners, references, subscriptions and what only the snapshot has', () => {
    const model = modelFrom(shop);
    assert.deepEqual(
      model.entities.map(({ name, type, root, absent }) => [name, type, root, absent]),
      [
        ['env', 'io.env', true, false],
        ['env.web', 'io.web', false, false],
        ['env.web.vm', 'io.vm', false, false],
        ['env.db', 'io.db', false, false],
        ['old', 'io.old', false, false],
        ['old.vm2', 'io.vm2', false, false],
      ],
    );
    assert.deepEqual(relationLines(model), [
      'env destroyed after old',
      'env.web refers env.db',
      'env.web destroyed after env.db',
      'old refers env.db',
    ]);
    assert.match(messages(JSON.stringify(shop)).join('\n'), /1 subscription is of objects .+: "nobody"/);
    assert.equal(modelFrom(object('one', {}, { destroyed: true })).entities[0]?.absent, true);
    // As the API answers: no object around the services.
    const services = { id: 'env', name: 'shop', services: [object('web', { vm: object('vm') }), object('db')] };
    assert.deepEqual(
      modelFrom({ description: services }).entities.map(({ name, root }) => [name, root]),
      [
        ['web', true],
        ['web.vm', false],
        ['db', true],
      ],
    );
  });

  it('prints as a model that reads back, with the library and the order of the engine', async () => {
    const files = filesOf({ 'env.json': JSON.stringify(shop) });
    const { value } = importMurano(files);
    assert.ok(value);
    const text = printImported(withImportedOrigins(value, files, ({ name }) => name));
    const loaded = await loadPrinted(text);
    assert.deepEqual(errorsIn(loaded), []);
    assert.match(text, /^import "std\/murano"\n/);
    assert.deepEqual(
      relationLines({ ...loaded.model, relations: loaded.model.relations.filter(({ nested }) => !nested) }),
      relationLines(value.model),
    );
    const own = loaded.model.policies.find(({ name }) => name === 'default');
    const engine = loaded.model.policies.find(({ name }) => name === 'murano-engine');
    assert.deepEqual(own, { ...engine, name: 'default' });
  });

  it('keeps every object once, under its owner, with the references that random trees have', () => {
    let [objects, references, gone] = [0, 0, 0];
    const trees = fc.array(
      fc.record({ owner: fc.nat(), refers: fc.array(fc.nat(), { maxLength: 2 }), isGone: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(trees, (items) => {
        const owners = items.map(({ owner }, index) => (index === 0 ? undefined : owner % index));
        // What an object that is gone owns is gone, too.
        const isGone: boolean[] = [];
        for (const [index, { isGone: own }] of items.entries()) {
          const owner = owners[index];
          isGone.push(index > 0 && (own || (owner !== undefined && isGone[owner] === true)));
        }
        const targets = items.map(({ refers }) => [...new Set(refers.map((each) => each % items.length))]);
        const tree = (index: number, all: boolean): object => {
          const inner = owners.flatMap((owner, id) =>
            owner === index && (all || isGone[id] !== true) ? [tree(id, all)] : [],
          );
          return object(`o${String(index)}`, { inner, refs: (targets[index] ?? []).map((each) => `o${String(each)}`) });
        };
        const model = modelFrom({ Objects: tree(0, false), ObjectsCopy: tree(0, true) });
        const nameOf = (id: number | undefined): string | undefined =>
          id === undefined ? undefined : model.entities[id]?.name.replace(/^.*\./u, '');
        const found = model.entities
          .map(({ id, parent }) => `${String(nameOf(id))} in ${String(nameOf(parent))}`)
          .sort();
        const wanted = owners.map((owner, index) => {
          const kept = owner === undefined || isGone[owner] !== isGone[index] ? undefined : `o${String(owner)}`;
          return `o${String(index)} in ${String(kept)}`;
        });
        assert.deepEqual(found, wanted.sort());
        const refers = model.relations.flatMap(({ kind, source, target }) =>
          kind === 'refers' ? [`${String(nameOf(source))} ${String(nameOf(target))}`] : [],
        );
        const wantedRefers = targets.flatMap((those, index) =>
          those.flatMap((each) =>
            each === index || (isGone[each] === true && isGone[index] !== true)
              ? []
              : [`o${String(index)} o${String(each)}`],
          ),
        );
        assert.deepEqual(refers.sort(), wantedRefers.sort());
        objects += items.length;
        references += refers.length;
        gone += isGone.filter(Boolean).length;
      }),
      { numRuns: 150 },
    );
    assert.ok(objects > 500 && references > 200 && gone > 50);
  });

  it('says in one sentence what is wrong with bad input', () => {
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /^The file is empty\./],
      ['hello', /^The file has no object with a header/],
      ['{"Objects": null}', /^The file has no object/],
      ['{"Objects": {"?": {"type": "x"}}}', /^The file has no object/],
      [`{"Objects": ${deep}}`, /deep/],
      ['{"Objects": {"?": {', /^.*line 1/iu],
      ['a: &a [*a, *a]\nb: &b [*a, *a]\n', /no object/],
    ];
    for (const [text, sentence] of cases) {
      const { value, findings } = importText(text);
      assert.equal(value, undefined, text.slice(0, 40));
      assert.match(findings.map(({ message }) => message).join('\n'), sentence);
    }
    const twice = { Objects: object('env', { a: object('x'), b: object('x'), c: { '?': {}, d: object('y') } }) };
    const text = messages(JSON.stringify(twice)).join('\n');
    assert.match(text, /1 object has the id of one before: "x"/);
    assert.match(text, /1 object has a header without an id/);
    assert.equal(modelFrom(twice).entities.length, 3);
  });

  it('is recognized by its headers', () => {
    const text = JSON.stringify(shop, undefined, 1);
    assert.match(recognizeMurano(filesOf({ 'env.json': text })) ?? '', /^"env\.json" has objects with a header/);
    assert.equal(recognizeMurano(filesOf({ 'pods.json': '{"apiVersion": "v1", "kind": "Pod"}' })), undefined);
  });
});
