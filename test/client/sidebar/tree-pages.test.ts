/**
 * The pages of the tree in the side bar: what is read, what an edit draws again, and what stays the same object.
 */
import assert from 'node:assert/strict';
import { createTreePages, type TreeElement } from '../../../client/src/sidebar/tree-pages.ts';
import type { TreeEntry, TreePage } from '../../../server/src/protocol/tree-protocol.ts';

type Tree = Readonly<Record<string, readonly string[]>>;

const entry = (tree: Tree, name: string): TreeEntry => ({
  id: name,
  label: name,
  name,
  kind: 'pd',
  childCount: tree[name]?.length ?? 0,
});

/** Pages over a tree that a test can change, and what was read. */
function pagesOver(start: Tree) {
  const read: string[] = [];
  let tree = start;
  const pages = createTreePages({
    uri: () => 'file:///a.aft',
    read: (of = 'top'): Promise<TreePage | null> => {
      read.push(of);
      const names = tree[of];
      const page = names && { entries: names.map((name) => entry(tree, name)), found: 1, total: 1 };
      return Promise.resolve(page ?? null);
    },
  });
  const change = (next: Tree): void => {
    tree = next;
  };
  return { pages, read, change };
}

const ids = (elements: readonly (TreeElement | undefined)[]) => elements.map((each) => each?.id ?? 'top');

describe('The pages of the tree in the side bar', () => {
  it('are read once, when they are needed', async () => {
    const { pages, read } = pagesOver({ top: ['a', 'b'], a: ['x'] });
    const [a] = await pages.children(undefined);
    await pages.children(undefined);
    assert.deepEqual(read, ['top']);
    assert.deepEqual(ids(await pages.children(a)), ['x']);
    assert.deepEqual(read, ['top', 'a']);
    assert.equal(pages.top()?.total, 1);
  });

  it('are drawn again after an edit only where it changes something, with the same objects', async () => {
    const { pages, change } = pagesOver({ top: ['a', 'b'], a: ['x'], b: ['y'] });
    const [a, b] = await pages.children(undefined);
    await pages.children(a);
    await pages.children(b);
    assert.deepEqual(await pages.refresh(), []);
    change({ top: ['a', 'b'], a: ['z'], b: ['y'] });
    assert.deepEqual(await pages.refresh(), [a]);
    change({ top: ['c', 'b'], b: ['y'] });
    assert.deepEqual(await pages.refresh(), [undefined]);
    const [, still] = await pages.children(undefined);
    assert.equal(still, b);
  });

  it('lead to an entity by its way, and nowhere if it is not shown', async () => {
    const { pages } = pagesOver({ top: ['a'], a: ['x'], x: ['y'] });
    const found = await pages.find(['a', 'x', 'y']);
    assert.deepEqual([found?.id, found?.parent?.id, found?.parent?.parent?.id], ['y', 'x', 'a']);
    assert.equal(await pages.find(['a', 'z']), undefined);
    assert.equal(await pages.find([]), undefined);
  });

  it('give each entity the fields that menus and commands read', async () => {
    const { pages } = pagesOver({ top: ['a'] });
    const [a] = await pages.children(undefined);
    assert.deepEqual([a?.uri, a?.aftermathName, a?.aftermathKind, a?.entity], ['file:///a.aft', 'a', 'pd', 'a']);
  });

  it('drop what was asked before another tree is shown', async () => {
    const { pages, read } = pagesOver({ top: ['a'] });
    const asked = pages.children(undefined);
    pages.forget();
    assert.deepEqual(await asked, []);
    assert.equal(pages.top(), undefined);
    await pages.children(undefined);
    assert.deepEqual(read, ['top', 'top']);
  });

  it('are empty without a model', async () => {
    const { pages } = pagesOver({});
    assert.deepEqual(await pages.children(undefined), []);
    assert.equal(pages.top(), undefined);
  });
});
