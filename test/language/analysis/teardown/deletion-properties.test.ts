/** Deletion in each mode, compared with an oracle that goes from instant to instant. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { buildModel, makeModel } from '../../build-model.ts';
import { deleteNaively } from './naive-deletion.ts';

const most = 6;
const rarely = fc.nat(5).map((number) => number === 0);
const object = fc.record({
  absent: rarely,
  hasFinalizer: rarely,
  ownMode: fc.constantFrom(undefined, undefined, undefined, 'foreground' as const, 'orphan' as const),
  namespace: fc.constantFrom('a', 'a', 'a', 'b'),
});
const ownership = fc.record({ owner: fc.nat(most), owned: fc.nat(most), isBlocking: fc.boolean() });
const mode = fc.constantFrom('background', 'foreground', 'orphan', undefined);

const cases = fc
  .record({
    objects: fc.array(object, { minLength: most + 1, maxLength: most + 1 }),
    ownerships: fc.array(ownership, { maxLength: 2 * most }),
    target: fc.nat(most),
    mode,
  })
  .filter(({ objects, target }) => objects[target]?.absent === false);

const text = (word: string): Expression => ({ kind: 'text', parts: [word] });

/** The cluster notes the mode of a deletion as a finalizer. */
function finalizers(hasFinalizer: boolean, mode: 'foreground' | 'orphan' | undefined): Expression {
  const word = mode === 'foreground' ? ['foregroundDeletion'] : mode === 'orphan' ? ['orphan'] : [];
  return { kind: 'list', items: [...word, ...(hasFinalizer ? ['f'] : [])].map(text) };
}

function isOwnedBy(ownerships: readonly { owner: number; owned: number }[], owner: number, wanted: number): boolean {
  const found = new Set([owner]);
  // Appending while reading is meant.
  for (const id of found) for (const each of ownerships) if (each.owner === id) found.add(each.owned);
  return found.has(wanted);
}

describe('a plan of a deletion', () => {
  it('ends, holds up and orders the same as an oracle that goes from instant to instant', () => {
    const tally = { anyway: 0, taken: 0 };
    fc.assert(
      fc.property(cases, ({ objects, ownerships, target, mode }) => {
        const { model } = makeModel(
          objects.map(({ absent, hasFinalizer, ownMode, namespace }) => ({
            kind: 'object',
            absent,
            settings: [
              { name: 'namespace', value: text(namespace) },
              { name: 'finalizers', value: finalizers(hasFinalizer, ownMode) },
            ],
          })),
          ownerships.map(({ owner, owned, isBlocking }) => ({
            kind: 'owns',
            source: owner,
            target: owned,
            as: isBlocking ? undefined : 'nonblocking',
          })),
        );
        const plan = planOf(model, { kind: 'delete', targets: [target], ...(mode && { mode }) }, defaultPolicy);
        const { ended, held } = deleteNaively(objects, ownerships, target, mode);
        const [doomed, waiting, anyway] = [plan.doomed, plan.held, plan.anyway].map((list) =>
          list.map(({ entity }) => entity),
        );
        assert.ok(doomed && waiting && anyway);
        const isOther = (id: number): boolean => !anyway.includes(id);
        assert.deepEqual(doomed, [...ended.keys()].filter(isOther));
        assert.deepEqual(waiting, held.filter(isOther));
        const without = deleteNaively(objects, ownerships, undefined, mode);
        const goesAnyway = (id: number): boolean => without.ended.has(id) || without.held.includes(id);
        assert.deepEqual(anyway, anyway.filter(goesAnyway));
        // What the deletion takes along although it would go anyway is owned by the target, over others or not; what only
        // the deletion lets end may be anything.
        const taken = [...doomed.filter((id) => without.ended.has(id)), ...waiting.filter(goesAnyway)];
        assert.deepEqual(
          taken,
          taken.filter((id) => id === target || isOwnedBy(ownerships, target, id)),
        );
        tally.anyway += anyway.length;
        tally.taken += taken.length;
        const instants = plan.order.layers.map((layer) => [...new Set(layer.map((id) => ended.get(id) ?? -1))]);
        assert.ok(instants.every(({ length }) => length === 1));
        assert.deepEqual(instants.flat(), instants.flat().sort((a, b) => a - b)); // oxfmt-ignore
      }),
      { numRuns: runs(350, 30_000) },
    );
    assert.ok(tally.anyway > 100 && tally.taken > 10, JSON.stringify(tally));
  });

  it('waits for the last owner of everything deleted later, so every owner comes first', () => {
    const { model, id, names } = buildModel(
      'object a\nobject b\nobject c\nobject d\na owns b, c\nb owns d\nc owns d\nc owns d',
    );
    const { order } = planOf(model, { kind: 'delete', targets: [id('a')], mode: 'background' }, defaultPolicy);
    assert.deepEqual(order.layers.map(names), [['a'], ['b', 'c'], ['d']]);
    assert.deepEqual(order.before.map(names), [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
    ]);
    assert.deepEqual(
      order.because(id('b'), id('d')).map(({ text }) => text),
      ['"b" owns "d"'],
    );
  });

  it('counts an owner that is deleted only later as solid within the first instant', () => {
    const older = 'absent object never\nobject late\nobject f\nobject g\nobject shared\nnever owns late\n';
    const { model, id, names } = buildModel(`${older}f owns g\ng owns shared\nlate owns shared`);
    const { order } = planOf(model, { kind: 'delete', targets: [id('f')], mode: 'foreground' }, defaultPolicy);
    assert.deepEqual(order.layers.map(names), [['g'], ['f'], ['shared']]);
  });
});
