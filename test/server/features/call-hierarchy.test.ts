/**
 * The dependents and dependencies of an entity, compared with the relations read by hand.
 */
import assert from 'node:assert/strict';
import { hierarchyItemAt, hierarchySteps } from '../../../server/src/features/call-hierarchy.ts';
import { declarationOf, nameGroups, openEveryName, placesOf } from '../every-name.ts';
import { openInMemory } from '../in-memory.ts';
import { marked } from '../marked-text.ts';

const model = `import "lib"
space disk : block { resource block1 }
pd server { manages disk  holds disk.block1 }
pd client[3] { requests disk  holds disk.block1, disk.block1 as rw  pd inner }
root object o { object child }
pd fed
server feeds fed
pd lost { needs far }
`;

async function steps(name: string, direction: 'dependents' | 'dependencies'): Promise<readonly string[]> {
  const { text, offset } = marked(model.replace(new RegExp(`(pd|space|resource|object) ${name}\\b`), `$1 ¦${name}`));
  const { workspace, document } = await openInMemory(text, { 'lib.aft': 'pd far' });
  const item = hierarchyItemAt(workspace, document, offset);
  assert.ok(item !== undefined);
  return hierarchySteps(workspace, item.source, direction).map(({ item: { name: found, detail }, spans }) => {
    const texts = spans.map((span) => workspace.find(span.uri)?.textDocument.getText(span));
    return `${found} | ${detail} | ${texts.join(', ')}`;
  });
}

describe('the hierarchy of dependence', () => {
  it('shows what depends on an entity, by which relation, and where it is declared', async () => {
    assert.deepEqual(await steps('disk', 'dependents'), [
      'disk.block1 | nested · resource : block | block1',
      'client[3] | requests · pd | disk',
    ]);
    assert.deepEqual(await steps('block1', 'dependents'), [
      'server | holds · pd | disk.block1',
      'client[3] | holds · pd | disk.block1, disk.block1',
    ]);
    assert.deepEqual(await steps('server', 'dependents'), [
      'disk | manages · space : block | disk',
      'fed | feeds · pd | fed',
    ]);
    assert.deepEqual(await steps('o', 'dependents'), ['o.child | owns · object | child']);
  });

  it('shows what an entity depends on', async () => {
    assert.deepEqual(await steps('client', 'dependencies'), [
      'disk | requests · space : block | disk',
      'disk.block1 | holds · resource : block | disk.block1, disk.block1',
    ]);
    assert.deepEqual(await steps('inner', 'dependencies'), ['client[3] | nested · pd | inner']);
    assert.deepEqual(await steps('lost', 'dependencies'), ['far | needs · pd | far']);
    assert.deepEqual(await steps('o', 'dependencies'), []);
  });

  it('begins at every name of an entity, and at no other name', async () => {
    const { workspace, document } = await openEveryName();
    const entities = new Set(['1', '3', '4', '13', '23', '24', '25', '29', '31']);
    for (const group of nameGroups) {
      for (const { start } of placesOf(group)) {
        const item = hierarchyItemAt(workspace, document, start + 1);
        assert.equal(item !== undefined, entities.has(group), group);
        if (item !== undefined)
          assert.equal(document.textDocument.offsetAt(item.source.span.start), declarationOf(group)?.start);
      }
    }
  });

  it('does not report what is gone', async () => {
    const { workspace } = await openInMemory('pd a');
    const start = { line: 0, character: 3 };
    const span = { uri: 'file:///models/gone.aft', start, end: start };
    assert.deepEqual(hierarchySteps(workspace, { document: span.uri, span }, 'dependents'), []);
    const own = 'file:///models/main.aft';
    assert.deepEqual(
      hierarchySteps(workspace, { document: own, span: { uri: own, start: span.end, end: span.end } }, 'dependents'),
      [],
    );
  });
});
