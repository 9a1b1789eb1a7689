/** Deletion in each mode against an oracle that goes from instant to instant. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planOf } from '../../../../language/src/analysis/plan.ts';
import type { Expression } from '../../../../language/src/model/expression.ts';
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

describe('a plan of a deletion', () => {
  it('ends, holds up and orders what an oracle does that goes from instant to instant', () => {
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
        assert.deepEqual(plan.doomed.map(({ entity }) => entity), [...ended.keys()]); // prettier-ignore
        assert.deepEqual(plan.held.map(({ entity }) => entity), held); // prettier-ignore
        const instants = plan.order.layers.map((layer) => [...new Set(layer.map((id) => ended.get(id) ?? -1))]);
        assert.ok(instants.every(({ length }) => length === 1));
        assert.deepEqual(instants.flat(), instants.flat().sort((a, b) => a - b)); // prettier-ignore
      }),
      { numRuns: 3000 },
    );
  });

  it('waits for the last owner of each that goes later, so that every owner stands before it', () => {
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

  it('counts an owner that goes only later as solid within the first instant', () => {
    const older = 'absent object never\nobject late\nobject f\nobject g\nobject shared\nnever owns late\n';
    const { model, id, names } = buildModel(`${older}f owns g\ng owns shared\nlate owns shared`);
    const { order } = planOf(model, { kind: 'delete', targets: [id('f')], mode: 'foreground' }, defaultPolicy);
    assert.deepEqual(order.layers.map(names), [['g'], ['f'], ['late'], ['shared']]);
  });
});
