/** The graphs of two versions as one: what each of them has, and nothing else, whatever is closed or stacked. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { graphView } from '../../../language/src/view/graph.ts';
import { joinedGraphs } from '../../../language/src/view/joined-graphs.ts';
import { atAGlance } from '../../../language/src/view/shown/at-a-glance.ts';
import { runs } from '../../properties.ts';
import { makeModel } from '../build-model.ts';
import { loadText } from '../dsl/load-text.ts';
import { parts } from '../analysis/random-model.ts';

describe('joined graphs', () => {
  it('have each part of both versions once, marked by where it is', () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        const [base, head] = [one, other].map(({ entities, relations }) => {
          const { model, sources } = makeModel(entities, relations);
          return graphView(model, sources);
        });
        if (base === undefined || head === undefined) return;
        const { nodes, edges } = joinedGraphs(base, head);
        const idsOf = (all: readonly { readonly id: string }[]): readonly string[] => all.map(({ id }) => id).sort();
        const both = (of: 'nodes' | 'edges'): string[] => [...new Set([...idsOf(base[of]), ...idsOf(head[of])])].sort();
        assert.deepEqual([idsOf(nodes), idsOf(edges)], [both('nodes'), both('edges')]);
        const isIn = (all: readonly { readonly id: string }[], id: string): boolean =>
          all.some((each) => each.id === id);
        for (const { id, before } of nodes)
          assert.equal(before !== undefined, isIn(base.nodes, id) && isIn(head.nodes, id), id);
        for (const { id, change } of edges) {
          const was: boolean = isIn(base.edges, id);
          const is: boolean = isIn(head.edges, id);
          assert.equal(change === 'added', is && !was, id);
          assert.equal(change === 'removed', was && !is, id);
        }
        const seen = new Set<string>();
        for (const { id, parent } of nodes) {
          assert.ok(
            parent === undefined || seen.has(parent) || isIn(head.nodes, id),
            `${id} comes before ${parent ?? ''}`,
          );
          seen.add(id);
        }
        atAGlance({ nodes, edges, entityCount: nodes.length }, { above: 3, closed: [], opened: [], asked: [] });
      }),
      { numRuns: runs(40, 4000) },
    );
  });

  it('mark a line whose number or word is another, and keep the needs of both apart', async () => {
    const graphOf = async (text: string) => {
      const { model, sources } = await loadText(text);
      return graphView(model, sources);
    };
    const base = await graphOf('pd w[3]\npd lb { needs 1 of w[0], w[1] }\npd a { needs lb }');
    const head = await graphOf('pd w[3]\npd lb { needs 2 of w[1], w[2] }\npd a { needs lb as soft }');
    const { edges } = joinedGraphs(base, head);
    assert.deepEqual(edges.map(({ id, change }) => `${id} ${change ?? ''}`).sort(), [
      'a|needs|lb changed',
      'lb|needs|w[0] removed',
      'lb|needs|w[1] changed',
      'lb|needs|w[2] added',
    ]);
    const keys = new Set(edges.flatMap(({ quorum }) => quorum?.key ?? []));
    assert.equal(keys.size, 2);
  });
});
