/** Named views: the entities that each shows, against the sentences of the language page. */
import assert from 'node:assert/strict';
import { graphView } from '../../../language/src/view/graph.ts';
import { namedViews, withNamedViews } from '../../../language/src/view/named/named-views.ts';
import { everything, shownOf, viewed } from '../../../language/src/view/shown/shown.ts';
import { loadText } from '../dsl/load-text.ts';

const entities = `
node rack { pd db { data { team: "s" } }  pd logs { holds db }  pd deep { pd inner } }
pd api[3] { needs rack.db }
pd lb { needs api[*] }
pd far { feeds lb }
absent pd later
`;

async function shown(members: string, title = 'x') {
  const { model, sources } = await loadText(`${entities}view "x" { ${members} }\nview "other" { include far }`);
  const graph = withNamedViews(graphView(model, sources), model, sources);
  const view = graph.views?.find((each) => each.title === title);
  assert.ok(view !== undefined);
  const { graph: part, hidden } = shownOf(graph, viewed(view));
  return { view, hidden, nodes: part.nodes.map(({ id }) => id), edges: part.edges.map(({ id }) => id), part };
}

const cases: readonly (readonly [rule: string, members: string, nodes: readonly string[]])[] = [
  ['shows what it includes and the containers around it', 'include rack.db, lb', ['rack', 'rack.db', 'lb']],
  ['shows no more of a container than it includes', 'include rack', ['rack']],
  [
    'takes paths with all copies and all nested',
    'include api[*], rack.*',
    ['rack', 'rack.db', 'rack.logs', 'rack.deep', 'api[0]', 'api[1]', 'api[2]'],
  ],
  ['takes sets, at the start', 'include {p in pds: p.team == "s"}, {p in pds: p destroyed}', ['rack', 'rack.db']],
  ['takes what is so many steps around', 'include around far 1', ['lb', 'far']],
  ['counts steps in both directions', 'include around lb 1', ['api[0]', 'api[1]', 'api[2]', 'lb', 'far']],
  ['goes no step where none is wanted', 'include around lb 0', ['lb']],
  ['leaves out with all that is nested', 'exclude rack, api[*]', ['lb', 'far', 'later']],
  ['leaves out what it also includes', 'include lb, far exclude far', ['lb']],
  ['shows nothing where nothing is named', 'include {p in pds: p crashed}', []],
];

describe('A named view', () => {
  for (const [rule, members, nodes] of cases)
    it(rule, async () => {
      const found = await shown(members);
      assert.deepEqual(found.nodes, nodes);
    });

  it('shows everything without a part', async () => {
    const { hidden, nodes } = await shown('direction down');
    assert.deepEqual([hidden, nodes.length], [0, 11]);
  });

  it('draws only relations of its kinds', async () => {
    assert.deepEqual((await shown('include lb, far, api[*] relations feeds')).edges, ['far|feeds|lb']);
    assert.deepEqual((await shown('include lb, far, api[0]')).edges, ['lb|needs|api[0]', 'far|feeds|lb']);
  });

  it('collapses containers, whose relations become theirs', async () => {
    const { nodes, edges } = await shown('collapse rack');
    assert.deepEqual(nodes, ['rack', 'api[0]', 'api[1]', 'api[2]', 'lb', 'far', 'later']);
    assert.ok(edges.includes('api[0]|needs|rack.db') || edges.some((id) => id.startsWith('api[0]|needs|')));
  });

  it('has a direction, and is one of several of its file', async () => {
    assert.equal((await shown('direction down')).view.direction, 'down');
    assert.deepEqual((await shown('', 'other')).nodes, ['far']);
  });

  it('is not brought by an import', async () => {
    const { model, sources } = await loadText('import "lib"\nview "own" { include a }', {
      'lib.aft': 'pd a\nview "theirs" { include a }',
    });
    assert.deepEqual(
      namedViews(model, sources).map(({ title }) => title),
      ['own'],
    );
  });

  it('is nothing that a graph without it shows', async () => {
    const { part } = await shown('include lb');
    assert.equal(shownOf({ ...part, views: [] }, { ...everything, view: 'x' }).hidden, 0);
  });
});
