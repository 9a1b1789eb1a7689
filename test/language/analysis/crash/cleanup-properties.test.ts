/** Crash cleanup on thousands of random models: compared with the naive oracle, and by its own laws. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Cleanup, crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import type { Depth } from '../../../../language/src/model/policy.ts';
import { type Built, makeModel } from '../../build-model.ts';
import { runs } from '../../../properties.ts';
import { type NaiveCleanup, naiveCrash } from './naive-crash.ts';
import { parts, policy, reordered } from '../random-model.ts';
import { followChain } from '../why/reason-chain.ts';

const depths: readonly Depth[] = [0, 1, 2, 3, 'unlimited'];

describe('crash cleanup of random models', () => {
  it('equals the naive fixpoint for every crash', () => {
    fc.assert(
      fc.property(parts, policy, ({ entities, relations }, policy) => {
        const built = makeModel(entities, relations);
        for (const id of crashable(built)) {
          assert.deepEqual(inNames(built, crash(built.model, id, policy)), naiveCrash(built.model, id, policy));
        }
      }),
      { numRuns: runs(800, 40_000) },
    );
  });

  it('equals the naive fixpoint for several that crash at once', () => {
    let several = 0;
    fc.assert(
      fc.property(parts, policy, fc.nat(), ({ entities, relations }, policy, which) => {
        const built = makeModel(entities, relations);
        const some = crashable(built).filter((_, place) => ((which >> (place % 20)) & 1) === 1);
        if (some.length === 0) return;
        // One that is named twice crashes once.
        const found = inNames(built, crash(built.model, [...some, ...some.slice(0, 1)], policy));
        assert.deepEqual(found, naiveCrash(built.model, some, policy));
        if (some.length > 1) several += 1;
      }),
      { numRuns: runs(400, 20_000) },
    );
    assert.ok(several > 100, `${several} events of several`);
  });

  it('destroys no less with more depth of either kind', () => {
    fc.assert(
      fc.property(parts, policy, ({ entities, relations }, policy) => {
        const built = makeModel(entities, relations);
        const id = crashable(built)[0];
        if (id === undefined) return;
        for (const key of ['pdDepth', 'spaceDepth'] as const) {
          let before: string[] = [];
          for (const depth of depths) {
            const { destroyed } = inNames(built, crash(built.model, id, { ...policy, [key]: depth }));
            const now = new Set(destroyed);
            assert.deepEqual(
              before.filter((name) => !now.has(name)),
              [],
            );
            before = [...now];
          }
        }
      }),
      { numRuns: runs(300, 15_000) },
    );
  });

  it('does not depend on the order of declaration', () => {
    fc.assert(
      fc.property(parts, policy, fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (made, policy, keys) => {
        const built = makeModel(made.entities, made.relations);
        const other = reordered(made, keys);
        for (const id of crashable(built)) {
          const name = built.names([id])[0] ?? '';
          const [first, second] = [crash(built.model, id, policy), crash(other.model, other.id(name), policy)];
          assert.deepEqual(inNames(other, second), inNames(built, first));
          assert.deepEqual(distances(other, second), distances(built, first));
          assert.deepEqual(chainLengths(other, second), chainLengths(built, first));
        }
      }),
      { numRuns: runs(300, 15_000) },
    );
  });

  it('gives reasons that hold, connect the crash to its effect and stay within the policy', () => {
    fc.assert(
      fc.property(parts, policy, ({ entities, relations }, policy) => {
        const { model, ...built } = makeModel(entities, relations);
        for (const id of crashable({ model, ...built })) {
          const cleanup = crash(model, id, policy);
          for (const { entity, because, by, distance } of cleanup.destroyed) {
            const { end, pdSteps, spaceSteps } = followChain(model, cleanup, because);
            assert.equal(end, entity);
            assert.deepEqual([pdSteps, spaceSteps], by === 'pd distance' ? [distance, 0] : [0, distance]);
          }
          for (const { entity, because } of [...cleanup.degraded, ...cleanup.broken, ...cleanup.dangling]) {
            assert.equal(followChain(model, cleanup, because).end, entity);
          }
          for (const { manager, because, event, subject, by } of cleanup.notified) {
            if (event === 'lost') {
              assert.equal(followChain(model, cleanup, because).end, manager);
              continue;
            }
            assert.equal(followChain(model, cleanup, because.slice(0, -3)).end, by);
            assert.deepEqual(
              because.slice(-2).map(({ entity }) => entity),
              [subject, undefined],
            );
          }
        }
      }),
      { numRuns: runs(400, 20_000) },
    );
  });
});

function crashable({ model }: Built): number[] {
  return model.entities.filter(({ kind, absent }) => (kind === 'pd' || kind === 'node') && !absent).map(({ id }) => id);
}

function inNames({ names }: Built, cleanup: Cleanup): NaiveCleanup {
  const sorted = (ids: readonly { readonly entity: number }[]): string[] =>
    names(ids.map((each) => each.entity)).sort();
  return {
    destroyed: sorted(cleanup.destroyed),
    order: cleanup.order.map((layer) => names(layer).sort()),
    degraded: sorted(cleanup.degraded),
    broken: sorted(cleanup.broken),
    dangling: sorted(cleanup.dangling),
    notified: cleanup.notified
      .map(({ manager, event, subject, by }) => {
        const [first, second, third] = names([manager, subject, ...(by === undefined ? [] : [by])]);
        return `${first} ${event} ${second}${third === undefined ? '' : ` by ${third}`}`;
      })
      .sort(),
  };
}

function distances({ names }: Built, { destroyed }: Cleanup): string[] {
  return destroyed.map(({ entity, by, distance }) => `${names([entity])[0]} ${by} ${distance}`).sort();
}

function chainLengths({ names }: Built, { destroyed, degraded, broken, dangling }: Cleanup): string[] {
  const all = [...destroyed, ...degraded, ...broken, ...dangling];
  return all.map(({ entity, because }) => `${names([entity])[0]} ${because.length}`).sort();
}
