/** The relations of a model by kind, compared with asking about each of them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canRelate, sortedByKind } from '../../../../language/src/analysis/facts/legal-ends.ts';
import { entityOf, type Model } from '../../../../language/src/model/model.ts';
import {
  type Relation,
  type RelationKind,
  relationEnds,
  relationKinds,
} from '../../../../language/src/model/relation.ts';
import { makeModel } from '../../build-model.ts';
import { manyParts } from '../random-model.ts';

/** The rule as the language reference has it. */
function isLegal(model: Model, { kind, source, target }: Relation): boolean {
  const [from, to] = [entityOf(model, source).kind, entityOf(model, target).kind];
  if (kind === 'maps') return from === to && (from === 'space' || from === 'resource');
  return relationEnds[kind].from.some((each) => each === from) && relationEnds[kind].to.some((each) => each === to);
}

describe('the relations of a model', () => {
  it('are heeded just if their ends are legal, each kind in declaration order', () => {
    let [heeded, ignored] = [0, 0];
    fc.assert(
      fc.property(manyParts, ({ entities, relations }) => {
        const { model } = makeModel(entities, relations);
        const { legal, illegal } = sortedByKind(model.entities, model.relations);
        const idsOf = (list: readonly Relation[]): number[] => list.map(({ id }) => id);
        const expected = (kind: RelationKind): Relation[] =>
          model.relations.filter((each) => each.kind === kind && isLegal(model, each));
        for (const kind of relationKinds) assert.deepEqual(idsOf(legal.get(kind) ?? []), idsOf(expected(kind)));
        assert.deepEqual(idsOf(illegal), idsOf(model.relations.filter((each) => !isLegal(model, each))));
        for (const each of model.relations) {
          const ends = [entityOf(model, each.source), entityOf(model, each.target)] as const;
          assert.equal(canRelate(each.kind, ...ends), isLegal(model, each));
        }
        heeded += model.relations.length - illegal.length;
        ignored += illegal.length;
      }),
    );
    assert.ok(heeded > 100 && ignored > 20, `${heeded} heeded, ${ignored} ignored`);
  });
});
