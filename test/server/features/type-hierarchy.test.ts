/** Types and their instances, compared with what the text says. */
import assert from 'node:assert/strict';
import {
  directInstances,
  entitiesOf,
  hierarchyItem,
  typedAt,
  typedIn,
  typesOf,
} from '../../../server/src/features/type-hierarchy.ts';
import { allSteps } from '../all-steps.ts';
import { openInMemory } from '../in-memory.ts';

const lib = `machine M { initial state S }
class Base for pd
class Replica for pd extends Base runs M
pd stray runs M
`;
const main = `import "lib"
class Fast for pd extends Replica
pd a is Fast
pd b[3] is Replica
pd c is Base runs M
pd d : Base
node n { pd e is Base }
`;

async function open() {
  const opened = await openInMemory(main, { 'lib.aft': lib });
  await opened.workspace.addFolder('file:///models');
  await opened.workspace.settle();
  const at = (name: string) => {
    const type = typedAt(opened.document, main.search(new RegExp(`\\b${name}\\b`)));
    assert.ok(type !== undefined, name);
    return type;
  };
  return { ...opened, at };
}

const names = (nodes: readonly { readonly name: string }[]): readonly string[] => nodes.map(({ name }) => name).sort();

describe('types and instances', () => {
  it('leads from a class or machine to all its entities, also by other classes and in other files', async () => {
    const { workspace, at } = await open();
    const entities = (name: string) => names(allSteps(entitiesOf(workspace, at(name))));
    assert.deepEqual(entities('Fast'), ['a']);
    assert.deepEqual(entities('Replica'), ['a', 'b']);
    assert.deepEqual(entities('Base'), ['a', 'b', 'c', 'e']);
    assert.deepEqual(entities('M'), ['a', 'b', 'c', 'stray']);
    assert.deepEqual(entities('a'), []);
  });

  it('goes step by step from types to instances, and back', async () => {
    const { workspace, at } = await open();
    for (const type of ['Fast', 'Replica', 'Base', 'M'].map(at)) {
      const below = allSteps(directInstances(workspace, type));
      assert.ok(below.length > 0);
      for (const each of below) assert.ok(typesOf(each).includes(type), `${each.name} is no ${type.name}`);
    }
    assert.deepEqual(names(allSteps(directInstances(workspace, at('Base')))), ['Replica', 'c', 'e']);
    assert.deepEqual(names(typesOf(at('c'))), ['Base', 'M']);
  });

  it('knows an item again by its place, and nothing at another place', async () => {
    const { workspace, at } = await open();
    for (const name of ['Fast', 'Replica', 'M', 'b', 'e']) {
      const item = hierarchyItem(workspace, at(name));
      assert.ok(item !== undefined);
      assert.equal(typedIn(workspace, item.span), at(name));
      const start = { ...item.span.start, character: item.span.start.character + 1 };
      assert.equal(typedIn(workspace, { ...item.span, start }), undefined);
    }
  });
});
