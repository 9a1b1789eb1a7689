/** The metrics on random models, against their naive definitions. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reaches } from '../../../../language/src/analysis/metrics/closure.ts';
import { faultRadii, faultRadius } from '../../../../language/src/analysis/metrics/fault-radius.ts';
import { fraction } from '../../../../language/src/analysis/metrics/fraction.ts';
import { rsi, rsiVector } from '../../../../language/src/analysis/metrics/rsi.ts';
import { sharedResources } from '../../../../language/src/analysis/metrics/shared.ts';
import { sharingPds } from '../../../../language/src/analysis/metrics/trusted-base.ts';
import type { Model } from '../../../../language/src/model/model.ts';
import { makeModel } from '../../build-model.ts';
import { living, naiveFaultRadius, naiveReached, naiveRsi, requestDistances } from '../naive-metrics.ts';
import { parts } from '../random-model.ts';

const type = fc.constantFrom('file', 'block', 'none', undefined);

const pdsOf = (model: Model): number[] =>
  model.entities.filter(({ kind, absent }) => kind === 'pd' && !absent).map(({ id }) => id);

/** Calls back for each ordered pair of living PDs of a random model. */
function everyPair(check: (model: Model, first: number, second: number) => void, runs: number): void {
  fc.assert(
    fc.property(parts, ({ entities, relations }) => {
      const { model } = makeModel(entities, relations);
      for (const first of pdsOf(model)) for (const second of pdsOf(model)) check(model, first, second);
    }),
    { numRuns: runs },
  );
}

describe('the metrics of random models', () => {
  it('give the similarity that the definition gives, over closures and over holds alone', () => {
    fc.assert(
      fc.property(parts, type, fc.boolean(), ({ entities, relations }, type, isDirect) => {
        const { model } = makeModel(entities, relations);
        for (const first of pdsOf(model)) {
          for (const second of pdsOf(model)) {
            const { shared, all } = naiveRsi(model, [first, second], type, isDirect ? 0 : Infinity);
            const follow = isDirect ? 'direct' : 'closure';
            assert.deepEqual(rsi(model, first, second, type, { follow }), fraction(shared, all));
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('give a vector whose entries are the similarities of the types', () => {
    everyPair((model, first, second) => {
      for (const entry of rsiVector(model, first, second)) {
        assert.deepEqual(entry.rsi, rsi(model, first, second, entry.type));
      }
    }, 300);
  });

  it('give the fault radius that the definition gives, the same from both sides', () => {
    fc.assert(
      fc.property(parts, ({ entities, relations }) => {
        const { model } = makeModel(entities, relations);
        const distances = requestDistances(model);
        for (const first of pdsOf(model)) {
          for (const second of pdsOf(model)) {
            const radius = faultRadius(model, first, second) ?? Infinity;
            assert.equal(radius, naiveFaultRadius(distances, first, second));
            assert.equal(radius, faultRadius(model, second, first) ?? Infinity);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('give a way over a common ancestor that joins the two PDs', () => {
    everyPair((model, first, second) => {
      const radii = faultRadii(model, first);
      const way = radii.wayTo(second);
      if ((radii.of[second] ?? -1) < 0) {
        assert.deepEqual(way, []);
        return;
      }
      const holds = way.filter((id) => model.entities[model.relations[id]?.target ?? -1]?.kind === 'resource');
      assert.equal(radii.hops(second), way.length + holds.length);
      const touched = new Set([first]);
      for (const id of way) {
        const { source, target } = model.relations[id] ?? { source: -1, target: -1 };
        const space = model.entities[target]?.kind === 'resource' ? model.entities[target].parent : undefined;
        assert.ok([source, target, space].some((end) => end !== undefined && touched.has(end)));
        for (const end of [source, target, space]) if (end !== undefined) touched.add(end);
      }
      assert.ok(touched.has(second));
    }, 1000);
  });

  it('give the shared resources with their hops, and nothing else', () => {
    everyPair((model, first, second) => {
      const [a, b] = [naiveReached(model, first), naiveReached(model, second)];
      const expected = [...a].flatMap(([resource, hops]) => {
        const other = b.get(resource);
        return other === undefined ? [] : [{ resource, first: hops, second: other }];
      });
      assert.deepEqual(
        sharedResources(model, first, second),
        expected.sort((x, y) => x.resource - y.resource),
      );
      for (const resource of living(model)) {
        if (model.entities[resource]?.kind === 'resource') {
          assert.equal(reaches(model, first, resource), a.has(resource));
        }
      }
    }, 700);
  });

  it('give the PDs that share something', () => {
    everyPair((model, first, second) => {
      if (first === second) return;
      const { shared } = naiveRsi(model, [first, second], undefined);
      assert.equal(sharingPds(model, first).includes(second), shared > 0);
    }, 500);
  });
});
