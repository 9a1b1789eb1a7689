/**
 * The tree of entities: its groupings, its filter, and a naive second version on random models: every entity that the
 * filter finds is reached from the top exactly once, along its own way.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { entityTree, mostChildren, type EntityTree } from '../../../../language/src/view/tree/entity-tree.ts';
import { treeGroupings, type TreeGrouping } from '../../../../language/src/view/tree/tree-parents.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { buildModel } from '../../build-model.ts';
import { tried } from '../../../properties.ts';
import { everything, keyValueStore } from '../sample-model.ts';

/** Writes a tree, two spaces per level, down to a depth. */
function drawn(tree: EntityTree, of?: string, indent = ''): readonly string[] {
  return tree
    .children(of)
    .flatMap(({ id, label, type }) => [
      `${indent}${label}${type === undefined ? '' : ` (${type})`}`,
      ...drawn(tree, id, `${indent}  `),
    ]);
}

const treeOf = (model: Model, by: TreeGrouping, filter?: string) => drawn(entityTree(model, by, filter));

describe('the tree of entities', () => {
  it('by kind has a group for each kind that there is, with qualified names', () => {
    assert.deepEqual(treeOf(keyValueStore().model, 'kind', 'block'), [
      'pd',
      ...['  blockServer1', '  blockServer2', 'space', '  disk1 (block)', '  disk2 (block)'],
      ...['resource', '  disk1.block1', '  disk2.block2'],
    ]);
  });

  it('by owner has spaces below their managers, and resources below their spaces', () => {
    assert.deepEqual(treeOf(keyValueStore().model, 'owner').slice(0, 6), [
      ...['blockServer1', '  disk1 (block)', '    block1'],
      ...['blockServer2', '  disk2 (block)', '    block2'],
    ]);
  });

  it('by host has what is nested below its host, hosts first', () => {
    const tree = treeOf(everything().model, 'host');
    assert.ok(tree.indexOf('host') < tree.indexOf('server'), tree.join('\n'));
    assert.deepEqual(tree.slice(tree.indexOf('host'), tree.indexOf('host') + 3), ['host', '  main', '  box']);
  });

  it('keeps the ancestors of a match, and finds every word in name, type, kind and machine', () => {
    assert.deepEqual(treeOf(keyValueStore().model, 'owner', ' RESOURCE table'), [
      ...['db', '  database (table)', '    table1'],
    ]);
    assert.deepEqual(treeOf(keyValueStore().model, 'owner', 'nothing like that'), []);
  });

  it('splits many siblings into ranges that say where they begin and end', () => {
    const lines = Array.from({ length: 450 }, (_, at) => `pd p${String(at)}`);
    const tree = entityTree(buildModel(lines.join('\n')).model, 'owner');
    const labels = tree.children(undefined).map(({ label, childCount }) => [label, childCount]);
    assert.deepEqual(labels, [['p0 … p199', 200], ['p200 … p399', 200], ['p400 … p449', 50]]); // oxfmt-ignore
    assert.deepEqual(tree.way('p201'), ['range/200-400/', 'entity/p201']);
  });

  it('ends with a cycle of owners at its first entity', () => {
    const { model } = buildModel('object a\nobject b\nobject c\na owns b\nb owns c\nc owns a');
    assert.deepEqual(treeOf(model, 'owner'), ['a', '  b', '    c']);
  });

  it('answers nothing for a node that does not exist', () => {
    const tree = entityTree(keyValueStore().model, 'kind');
    for (const id of ['entity/nobody', 'range/9-3/x', 'range/0-5/entity/nobody', 'kind/queue', ''])
      assert.deepEqual(tree.children(id), [], id);
    assert.equal(tree.way('nobody'), undefined);
  });

  it('reaches every entity that is found once, along its way, in pages of bounded size', () => {
    let ranged = 0;
    let nested = 0;
    const random = fc.record({
      count: fc.oneof(fc.nat({ max: 12 }), fc.integer({ min: 190, max: 430 })),
      owners: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 12 }),
      filter: fc.constantFrom('', 'o1', '2'),
    });
    fc.assert(
      fc.property(random, fc.constantFrom(...treeGroupings), ({ count, owners, filter }, by) => {
        if (count === 0) return;
        const name = (at: number): string => `o${String(at % count)}`;
        const lines = [
          ...Array.from({ length: count }, (_, at) => `object ${name(at)}`),
          ...new Set(owners.map(([a, b]) => `${name(a)} owns ${name(b)}`)),
        ];
        const { model } = buildModel(lines.join('\n'));
        const tree = entityTree(model, by, filter);
        const reached = new Map<string, readonly string[]>();
        const visit = (of: string | undefined, way: readonly string[]): void => {
          const children = tree.children(of);
          assert.ok(children.length <= mostChildren);
          for (const { id, name, childCount } of children) {
            if (name !== undefined) {
              assert.ok(!reached.has(name), `${name} is there twice`);
              reached.set(name, [...way, id]);
            } else ranged += Number(id.startsWith('range/'));
            assert.equal(tree.children(id).length > 0, childCount > 0);
            visit(id, [...way, id]);
          }
        };
        visit(undefined, []);
        const wanted = model.entities.filter(({ name }) => `${name} object`.includes(filter));
        for (const { name } of wanted) assert.ok(reached.has(name), `${name} is not reached`);
        for (const [name, way] of reached) assert.deepEqual(tree.way(name), way);
        assert.equal(tree.found, wanted.length);
        nested += [...reached.values()].filter((way) => way.length > 2).length;
      }),
      { numRuns: 60 },
    );
    tried('ranges', ranged);
    assert.ok(ranged > 10 && nested > 50, `${String(ranged)} ranges, ${String(nested)} nested`);
  });
});
