/** The order of a start on random models: compared with the naive one, and by its own laws. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type StartPlan, startPlan } from '../../../../language/src/analysis/plan/start-plan.ts';
import { runs } from '../../../properties.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import { type Built, makeModel } from '../../build-model.ts';
import { manyParts, parts } from '../random-model.ts';
import { naiveStart } from './naive-start.ts';

describe('a start', () => {
  it('does not wait for itself, but needs another one to start', async () => {
    const model = await modelOfText(
      'pd a { needs 1 of a, b  needs a }\npd b { needs 1 of b, a as start }\npd c { needs 2 of c, a as start }',
    );
    const { layers, stuck, cycles } = startPlan(model);
    assert.deepEqual(layers.map((layer) => layer.map(({ entity, waits }) => [entity, ...waits.map(({ on }) => on)])), [[[0]], [[1, 0]]]); // oxfmt-ignore
    assert.deepEqual([stuck.map(({ entity }) => entity), cycles.map(({ entities }) => entities)], [[2], [[2]]]);
  });
});

describe('the start of random models', () => {
  it('equals the naive rounds, and every construct is reached', () => {
    const reached = new Map<string, number>();
    const count = (what: string, number: number): void =>
      void reached.set(what, (reached.get(what) ?? 0) + Math.sign(number));
    fc.assert(
      fc.property(fc.oneof(parts, manyParts), ({ entities, relations }) => {
        const built = makeModel(entities, relations);
        const plan = startPlan(built.model);
        const naive = naiveStart(built.model);
        assert.deepEqual(inNames(built, plan), naive);
        count('three layers', Math.max(0, plan.layers.length - 2));
        count('soft needs that give way', plan.yielded.length);
        count('cycles', plan.cycles.length);
        count('lacks a need to start', plan.stuck.filter(({ because }) => because.length > 1).length);
        const waits = plan.layers.flat().flatMap((step) => step.waits);
        count(
          'a need of itself',
          relations.filter(({ kind, source, target }) => kind === 'needs' && source === target).length,
        );
        count('two of three', waits.filter(({ least, among }) => least > 1 && among > least).length);
        for (const cycle of plan.cycles) assertCycle(built, cycle);
        assertWaits(plan);
      }),
      { numRuns: runs(200, 20_000) },
    );
    const all = [
      'three layers',
      'soft needs that give way',
      'cycles',
      'lacks a need to start',
      'a need of itself',
      'two of three',
    ];
    for (const what of all) assert.ok((reached.get(what) ?? 0) > 5, JSON.stringify([...reached]));
  });

  it('of one entity are those that it waits for, in the same order among themselves', () => {
    fc.assert(
      fc.property(fc.oneof(parts, manyParts), fc.nat(), ({ entities, relations }, which) => {
        const built = makeModel(entities, relations);
        const target = which % built.model.entities.length;
        const plan = startPlan(built.model, target);
        const all = [...plan.layers.flat().map(({ entity }) => entity), ...plan.stuck.map(({ entity }) => entity)];
        assert.ok(all.includes(target));
        const others = built.model.entities.map(({ id }) => id).filter((id) => !all.includes(id));
        const alone = {
          ...built.model,
          entities: built.model.entities.map((each) => ({ ...each, absent: others.includes(each.id) })),
        };
        assert.deepEqual(inNames(built, plan), naiveStart(alone));
        assertWaits(plan);
      }),
      { numRuns: runs(60, 10_000) },
    );
  });
});

function inNames({ names }: Built, { layers, stuck, yielded }: StartPlan): ReturnType<typeof naiveStart> {
  return {
    layers: layers.map((layer) => names(layer.map(({ entity }) => entity)).sort()),
    stuck: names(stuck.map(({ entity }) => entity)).sort(),
    yielded: names(yielded.map(({ subject }) => subject)).sort(),
  };
}

/** Each of a cycle is in one of its facts, and there is a fact for each at least. */
function assertCycle({ names }: Built, { entities, because }: StartPlan['cycles'][number]): void {
  assert.ok(because.length >= entities.length);
  for (const name of names(entities))
    assert.ok(
      because.some(({ text }) => text.includes(`"${name}"`)),
      name,
    );
}

/** Enough of those that a step waits for are in earlier layers, and nothing waits longer than it must. */
function assertWaits({ layers }: StartPlan): void {
  const layerOf = new Map(layers.flatMap((layer, number) => layer.map(({ entity }) => [entity, number] as const)));
  for (const [number, layer] of layers.entries()) {
    for (const { waits } of layer) {
      const last = waits.map(({ on, among }) => (among === 1 ? (layerOf.get(on) ?? Infinity) : 0));
      assert.ok(
        last.every((each) => (number === 0 ? false : each < number)),
        'what it waits for is earlier',
      );
    }
    if (number > 0) assert.ok(layer.every(({ waits }) => waits.length > 0));
  }
}
