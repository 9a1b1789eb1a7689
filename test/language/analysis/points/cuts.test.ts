/** The cycle doctor: which relations to remove, in the words of the model. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cycleDoctor } from '../../../../language/src/analysis/points/cuts.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { parts } from '../random-model.ts';

/** What a relation says, for reading. */
const said = (model: Model, id: number): string => {
  const { kind, source, target } = model.relations[id] ?? { kind: 'none', source: -1, target: -1 };
  return `${model.entities[source]?.name} ${kind} ${model.entities[target]?.name}`;
};

describe('the cycle doctor', () => {
  it('finds each kind of cycle, its shortest cycle and its cuts, smallest first', () => {
    const { model, names } = buildModel(`
      object a
      object b
      object c
      a owns b
      b owns a
      b owns c
      c owns a
      space x
      space y
      x maps y
      y maps x
      a destroyed after b
      b destroyed after c
      c destroyed after a
      pd p
      pd q
      p manages x
      q manages y
      p requests y
      q requests p as file
      q requests x
    `);
    const found = cycleDoctor(model);
    assert.deepEqual(
      found.map(({ kind, members, relationCount }) => [kind, names(members), relationCount]),
      [
        ['owns', ['a', 'b', 'c'], 4],
        ['maps', ['x', 'y'], 2],
        ['destroyed after', ['a', 'b', 'c'], 3],
        ['requests', ['p', 'q'], 2],
      ],
    );
    assert.deepEqual(
      found[0]?.shortest.map((id) => said(model, id)),
      ['a owns b', 'b owns a'],
    );
    assert.deepEqual(
      found[0].cuts.map(({ relations }) => relations.map((id) => said(model, id))),
      [['a owns b'], ['b owns a', 'b owns c'], ['b owns a', 'c owns a']],
    );
    assert.deepEqual(
      found[2]?.cuts.map(({ relations }) => relations.map((id) => said(model, id))),
      [['a destroyed after b'], ['b destroyed after c'], ['c destroyed after a']],
    );
  });

  it('counts a request of a type with the PD that serves it, and none of a space of its own', () => {
    const { model } = buildModel(`
      pd p
      pd q
      space x: file
      space y: file
      p manages x
      q manages y
      p requests q as file
      q requests x
      q requests y
      q requests p as block
    `);
    const [only, ...others] = cycleDoctor(model, { kinds: ['requests'] });
    assert.deepEqual(others, []);
    assert.deepEqual(
      only?.cuts.map(({ relations }) => relations.map((id) => said(model, id))),
      [['p requests q'], ['q requests x']],
    );
  });

  it('never offers a locked relation, nor one that is only nesting; without any other there is no cut', () => {
    const { model } = buildModel('object a\nobject a.b\na.b owns a');
    const [nested] = cycleDoctor(model);
    assert.deepEqual(
      nested?.cuts.map(({ relations }) => relations.map((id) => said(model, id))),
      [['a.b owns a']],
    );
    const [locked] = cycleDoctor(model, { locked: new Set([1]) });
    assert.deepEqual([locked?.cuts, locked?.locked], [[], [0, 1]]);
  });

  it('breaks the cycles of random models: after any of its cuts the diagnosis is gone', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.nat(33), { maxLength: 3 }), ({ entities, relations }, numbers) => {
        const { model } = makeModel(entities, relations);
        const locked = new Set(numbers);
        for (const { kind, members, cuts, method, locked: hopeless } of cycleDoctor(model, { locked })) {
          assert.equal(method, 'exact');
          assert.equal(cuts.length > 0, hopeless === undefined);
          for (const cut of cuts) {
            assert.ok(cut.relations.every((id) => !locked.has(id) && model.relations[id]?.kind === kind));
            const left = relations.filter((_, id) => !cut.relations.includes(id));
            const after = cycleDoctor(makeModel(entities, left).model, { kinds: [kind] });
            assert.equal(
              after.some((each) => each.members.some((id) => members.includes(id))),
              false,
            );
          }
        }
      }),
      { numRuns: 1500 },
    );
  });
});
