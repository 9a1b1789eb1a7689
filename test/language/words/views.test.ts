/** What a view shows, and where; sets that a condition says. */
import assert from 'node:assert/strict';
import { graphView } from '../../../language/src/view/graph.ts';
import { withNamedViews } from '../../../language/src/view/named/named-views.ts';
import { shownOf, viewed } from '../../../language/src/view/shown/shown.ts';
import { loadText } from '../dsl/load-text.ts';
import { eachComesTrue, saidOf } from './said.ts';

const entities = `import "lib"
node rack { pd db  pd logs { holds db } }
space files { resource a  resource b }
pd web[2] : web { needs rack.db  holds files.a }
pd lb { needs web[*]  feeds far }
pd far
`;

/** Returns what a view draws: entities, and relations. */
async function drawn(members: string): Promise<readonly [readonly string[], readonly string[]]> {
  const { model, sources } = await loadText(`${entities}view "data path" { ${members} }`, {
    'lib.aft': 'pd shared\nview "theirs" { include shared }',
  });
  const graph = withNamedViews(graphView(model, sources), model, sources);
  assert.deepEqual(
    graph.views?.map(({ title }) => title),
    ['data path'],
  );
  const [view] = graph.views ?? [];
  assert.ok(view);
  const { graph: part } = shownOf(graph, viewed(view));
  return [part.nodes.map(({ id }) => id), part.edges.map(({ id }) => id)];
}

describe('a view', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['includes entities, and the containers around them', 'include rack.db, far', ['rack', 'rack.db', 'far']],
    ['includes what is nested in one', 'include files.*', ['files', 'files.a', 'files.b']],
    ['includes a set by its condition', 'include {p in pds: p.type == web}', ['web[0]', 'web[1]']],
    ['includes what is so many steps around', 'include around far 1', ['lb', 'far']],
    ['counts two steps as two', 'include around far 2', ['web[0]', 'web[1]', 'lb', 'far']],
    ['excludes what it also includes', 'include web[*], lb exclude web[1]', ['web[0]', 'lb']],
    ['collapses containers', 'include rack.*, far collapse rack', ['rack', 'far']],
    ['sees what its file sees, imports among it', 'include shared', ['shared']],
    ['shows everything without "include"', 'exclude files, web[*], rack', ['lb', 'far', 'shared']],
  ];
  for (const [rule, members, names] of cases) {
    it(rule, async () => {
      assert.deepEqual([...(await drawn(members))[0]].sort(), [...names].sort());
    });
  }

  it('draws relations of its kinds alone', async () => {
    const [, edges] = await drawn('include lb, web[0], rack.db, files.a, far relations needs, holds');
    assert.deepEqual(edges, ['web[0]|needs|rack.db', 'web[0]|holds|files.a', 'lb|needs|web[0]']);
  });

  it('has a title that no other in its file has', async () => {
    const said = await saidOf('pd a\nview "x" { include a }\nview "x" { include a }');
    assert.deepEqual(
      said.map((each) => each.replace(/: .*/, '')),
      ['scenario/duplicate 3'],
    );
  });
});

describe('a set by its condition', () => {
  eachComesTrue([
    [
      'may stand everywhere an expression may',
      `event Go
      machine M for pd { var seen: set<pd> = {p in pds: p.tier == 2}
        initial state A { on Go do { seen := {p in seen: p != b}  for p in {q in pds: q alive} { log "\${p}" } } -> B }
        state B { on Go } }
      pd a runs M { data { tier: 1 } }  pd b { data { tier: 2 } }  pd c { data { tier: 2 }  needs b }
      scenario "s" { expect {p in pds: p.tier == 2} == [b, c] and a.seen == [b, c]
        send Go to {p in pds: p.tier == 1}  expect a.seen == [c] and any p in {q in pds: q in B}: p == a
        expect log "a", "b", "c"  destroy {p in pds: p.tier == 2}  expect only b, c destroyed }
      check "c" { for p in {q in pds: q.tier == 2} { crash p  expect a alive }  never {p in pds: p broken} == [a] }`,
    ],
  ]);
});
