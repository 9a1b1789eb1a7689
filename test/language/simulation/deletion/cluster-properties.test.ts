/** Deletion in a run, compared with a cluster in which every object checks its own owners. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { setValue } from '../../../../language/src/simulation/kernel/assignment.ts';
import { deleteNow } from '../../../../language/src/simulation/kernel/endings/ends.ts';
import { isAlive, isCurrent } from '../../../../language/src/simulation/kernel/graph-now.ts';
import { act, initial, moveClock, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { createNow } from '../../../../language/src/simulation/kernel/endings/life.ts';
import { linkNow, unlinkNow } from '../../../../language/src/simulation/kernel/endings/links.ts';
import { predicateOf } from '../../../../language/src/simulation/program/predicates.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { Execute, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { setOf } from '../../../../language/src/simulation/values/values.ts';
import { makeModel } from '../../build-model.ts';
import {
  type NaiveCluster,
  naiveCluster,
  type NaiveFinalizer,
  type NaiveObject,
  type NaiveOwnership,
} from './naive-cluster.ts';

const most = 6;
const id = fc.nat(most);
const rarely = fc.nat(5).map((number) => number === 0);
const finalizers = fc.subarray<NaiveFinalizer>(['backup', 'orphan', 'foregroundDeletion']);
const noneOrSome = fc.oneof({ weight: 4, arbitrary: fc.constant<NaiveFinalizer[]>([]) }, finalizers);
const object: fc.Arbitrary<NaiveObject> = fc.record({
  absent: rarely,
  finalizers: noneOrSome,
  namespace: fc.constantFrom('a', 'a', 'a', 'a', 'b'),
});
const ownership: fc.Arbitrary<NaiveOwnership> = fc.record({ owner: id, owned: id, isBlocking: fc.boolean() });

const operation = fc.oneof(
  fc.record({
    kind: fc.constant('delete'),
    id,
    mode: fc.constantFrom('background', 'foreground', 'orphan', undefined),
  }),
  fc.record({ kind: fc.constant('create'), id }),
  fc.record({ kind: fc.constant('link'), ownership }),
  fc.record({ kind: fc.constant('unlink'), owner: id, owned: id }),
  fc.record({ kind: fc.constant('finalizers'), id, finalizers: noneOrSome }),
  fc.record({ kind: fc.constant('wait'), milliseconds: fc.constantFrom(1, 400, 600, 1000, 5000) }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const cases = fc.record({
  objects: fc.array(object, { minLength: most + 1, maxLength: most + 1 }),
  ownerships: fc.array(ownership, { maxLength: 2 * most }),
  operations: fc.array(operation, { minLength: 1, maxLength: 12 }),
});

const text = (word: string): Expression => ({ kind: 'text', parts: [word] });

function runOf(objects: readonly NaiveObject[], ownerships: readonly NaiveOwnership[]): Run {
  const { model } = makeModel(
    objects.map(({ absent, finalizers: words, namespace }) => ({
      kind: 'object',
      absent,
      settings: [
        { name: 'namespace', value: text(namespace) },
        { name: 'finalizers', value: { kind: 'list', items: words.map(text) } },
      ],
    })),
    ownerships.map(({ owner, owned, isBlocking }) => ({
      kind: 'owns',
      source: owner,
      target: owned,
      as: isBlocking ? undefined : 'nonblocking',
    })),
  );
  const { run, started } = initial(compileModel(model), {
    draw: { pick: () => 0 },
    tell: undefined,
    keepsHistory: false,
  });
  assert.equal(started.error, undefined);
  return run;
}

/** Does the same in the run and in the cluster. */
function carryOut(run: Run, cluster: NaiveCluster, operation: Operation): void {
  const step = (execute: Execute) => {
    assert.equal(act(run, execute).error, undefined);
  };
  switch (operation.kind) {
    case 'delete':
      step(() => {
        deleteNow(run, [operation.id], operation.mode, { policy: defaultPolicy, place: 0 });
      });
      cluster.remove(operation.id, operation.mode);
      return;
    case 'create':
      step(() => {
        createNow(run, operation.id, 0);
      });
      cluster.create(operation.id);
      return;
    case 'link': {
      const { owner, owned, isBlocking } = operation.ownership;
      const as = isBlocking ? undefined : 'nonblocking';
      step(() => {
        linkNow(run, { kind: 'owns', source: owner, target: owned, as, notify: undefined }, 0);
      });
      cluster.link(operation.ownership);
      return;
    }
    case 'unlink': {
      const ends = { source: operation.owner, target: operation.owned };
      step(() => {
        unlinkNow(run, { kind: 'owns', ...ends, notify: undefined }, 0);
      });
      cluster.unlink(operation.owner, operation.owned);
      return;
    }
    case 'finalizers': {
      const subject = { kind: 'entity', id: operation.id } as const;
      step(() => {
        setValue(run, subject, 'finalizers', undefined, setOf(operation.finalizers));
      });
      cluster.setFinalizers(operation.id, operation.finalizers);
      return;
    }
    case 'wait': {
      const until = run.state.now + operation.milliseconds * 1000;
      for (let taken = takeFirst(run, until); taken !== undefined; taken = takeFirst(run, until)) {
        assert.equal(taken.error, undefined);
      }
      moveClock(run, until);
      cluster.wait(operation.milliseconds);
    }
  }
}

/** What can be seen of a run, in the words of the cluster. */
function seen(run: Run): unknown {
  const { state } = run;
  const pairs = state.links
    .filter((link) => link.kind === 'owns' && isCurrent(state, link))
    .map(({ source, target }) => `${source}>${target}`);
  return {
    objects: run.program.model.entities.map((entity) => ({
      life: state.lives[entity.id],
      isAlive: isAlive(state, entity.id),
      isDoomed: isAlive(state, entity.id) && predicateOf(run, 'doomed', entity.id),
    })),
    pairs: [...new Set(pairs)].sort(),
  };
}

describe('deletion in a run', () => {
  it('agrees with an oracle in which every object checks its own owners', () => {
    fc.assert(
      fc.property(cases, ({ objects, ownerships, operations }) => {
        const run = runOf(objects, ownerships);
        const cluster = naiveCluster(objects, ownerships);
        for (const operation of operations) {
          carryOut(run, cluster, operation);
          const expected = cluster.objects.map(({ life, isAlive: lives, mode }) => ({
            life,
            isAlive: lives,
            isDoomed: lives && mode !== undefined,
          }));
          assert.deepEqual(seen(run), { objects: expected, pairs: cluster.pairs() }, JSON.stringify(operation));
        }
      }),
      { numRuns: runs(1000, 30_000) },
    );
  });
});
