/** Why and why not, on random models: minimal chains, relations that reverse an answer, and the nearest of them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { why, type WhyQuestion } from '../../../../language/src/analysis/why/why.ts';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { canRelate } from '../../../../language/src/analysis/facts/legal-ends.ts';
import { entityOf, type Model } from '../../../../language/src/model/model.ts';
import { type Relation, relationKinds } from '../../../../language/src/model/relation.ts';
import { makeModel } from '../../build-model.ts';
import { runs, tried } from '../../../properties.ts';
import { assertMinimal, holds, withMore } from '../minimal-chain.ts';
import { parts, policy } from '../random-model.ts';

const question = fc.record({ first: fc.nat(15), second: fc.nat(15), third: fc.nat(15), policy });
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

function questionsOn(model: Model, { first, second, third, policy }: Question) {
  const [entity, other] = [first % model.entities.length, second % model.entities.length];
  const kind = model.entities[other]?.kind;
  const canCrash = (kind === 'pd' || kind === 'node') && model.entities[other]?.absent === false;
  const found: WhyQuestion[] = [{ kind: 'structure', entity }];
  if (canCrash) found.push({ kind: 'crash', entity, crashed: [other], policy });
  if (entity !== other) found.push({ kind: 'before', entity, then: other, policy });
  const crashed = third % model.entities.length;
  const crasher = model.entities[crashed];
  if (entity !== other && (crasher?.kind === 'pd' || crasher?.kind === 'node') && !crasher.absent)
    found.push({ kind: 'before', entity, then: other, crashed: [crashed], policy });
  return found;
}

describe('why, of random models', () => {
  it('gives chains that suffice and have no superfluous fact', () => {
    fc.assert(
      fc.property(parts, question, (drawn, about) => {
        const { model } = makeModel(drawn.entities, drawn.relations);
        for (const each of questionsOn(model, about)) {
          for (const answer of why(model, each)) {
            if (answer.holds && answer.claim !== 'orphaned') assertMinimal(model, each, answer);
          }
        }
      }),
      { numRuns: runs(100, 15_000) },
    );
  });

  it('leads from one entity to another by a shortest way over relations and nesting', () => {
    fc.assert(
      fc.property(parts, question, (drawn, { first, second }) => {
        const { model } = makeModel(drawn.entities, drawn.relations);
        const [entity, to] = [first % model.entities.length, second % model.entities.length];
        const [answer] = why(model, { kind: 'connected', entity, to });
        const pairs = [
          ...model.relations.map(({ source, target }) => [source, target] as const),
          ...model.entities.map(({ id, parent = id }) => [id, parent] as const),
        ];
        // Everything one step further, again and again.
        let [reached, length] = [new Set([entity]), 0];
        for (; !reached.has(to) && length < model.entities.length; length++)
          reached = new Set([...reached, ...pairs.filter((pair) => pair.some((end) => reached.has(end))).flat()]);
        assert.equal(answer?.holds, reached.has(to));
        if (!answer.holds) return;
        assert.equal(answer.because.length, length);
        let here = entity;
        for (const { relation, entity: nested } of answer.because) {
          const pair = relation === undefined ? pairs[model.relations.length + (nested ?? -1)] : pairs[relation];
          assert.ok(pair?.includes(here) === true);
          here = pair[0] === here ? pair[1] : pair[0];
        }
        assert.equal(here, to);
      }),
      { numRuns: runs(300, 15_000) },
    );
  });

  it('names only relations that change the answer', () => {
    fc.assert(
      fc.property(parts, question, (drawn, about) => {
        const { model } = makeModel(drawn.entities, drawn.relations);
        for (const each of questionsOn(model, about)) {
          for (const { claim, holds: is, missing } of why(model, each)) {
            for (const more of missing) assert.equal(holds(withMore(model, more), each, claim), !is, more.text);
          }
        }
      }),
      { numRuns: runs(100, 6000) },
    );
  });

  it('names something wherever one more relation between two PDs makes a crash destroy, and never a longer way first', () => {
    let named = 0;
    fc.assert(
      fc.property(parts, question, (drawn, about) => {
        const { model } = makeModel(drawn.entities, drawn.relations);
        for (const each of questionsOn(model, about)) {
          if (each.kind !== 'crash' || model.entities[each.entity]?.kind !== 'pd') continue;
          const answer = why(model, each).find(({ claim }) => claim === 'destroyed');
          assert.ok(answer);
          if (answer.holds) continue;
          const lengths = everyRelation(model).flatMap((more) => {
            const turned = why(withMore(model, more), each).find(({ claim }) => claim === 'destroyed');
            return turned?.holds === true ? [turned.because.length] : [];
          });
          const [nearest] = answer.missing;
          assert.equal(nearest === undefined, lengths.length === 0);
          if (nearest === undefined) continue;
          named += 1;
          const told = why(withMore(model, nearest), each).find(({ claim }) => claim === 'destroyed');
          assert.equal(told?.because.length, Math.min(...lengths), nearest.text);
        }
      }),
      { numRuns: runs(2, 600) },
    );
    tried('crashes that one more relation makes destroy', named);
    assert.ok(named > 0);
  });

  it('says that no relation would make a crash do something only where none would', () => {
    let none = 0;
    fc.assert(
      fc.property(parts, question, (drawn, about) => {
        const { model } = makeModel(drawn.entities, drawn.relations);
        for (const each of questionsOn(model, about)) {
          if (each.kind !== 'crash') continue;
          const legal = everyRelation(model).filter(({ kind, source, target }) =>
            canRelate(kind, entityOf(model, source), entityOf(model, target)),
          );
          for (const { claim, remarks, text } of why(model, each)) {
            if (!remarks.some((remark) => remark.includes('None of them changes that'))) continue;
            none += 1;
            const turns = (more: (typeof legal)[number]): boolean =>
              crash(withMore(model, more), each.crashed, each.policy)[claim as 'dangling'].some(
                ({ entity }) => entity === each.entity,
              );
            assert.deepEqual(legal.filter(turns), [], text);
          }
        }
      }),
      { numRuns: runs(4, 800) },
    );
    tried('answers that nothing would change', none);
    assert.ok(none > 0);
  });
});

/** Every relation that is not there, between what exists, without second managers. */
function everyRelation(model: Model): Pick<Relation, 'kind' | 'source' | 'target'>[] {
  const living = model.entities.filter(({ absent }) => !absent);
  return relationKinds.flatMap((kind) =>
    living.flatMap(({ id: source }) =>
      living.flatMap(({ id: target }) => {
        const isThere = model.relations.some(
          (each) =>
            each.kind === kind &&
            each.target === target &&
            (kind !== 'needs' || (each.as === undefined && each.quorum === undefined)) &&
            (each.source === source || (kind === 'manages' && model.entities[each.source]?.absent === false)),
        );
        return isThere || source === target ? [] : [{ kind, source, target }];
      }),
    ),
  );
}
