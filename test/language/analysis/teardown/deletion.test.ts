/** Deletion in its three modes: owners, blocking, finalizers, absent owners, namespaces, cycles. */
import assert from 'node:assert/strict';
import type { DeletionMode } from '../../../../language/src/model/policy.ts';
import type { DoomedSet } from '../../../../language/src/analysis/facts/doomed.ts';
import { doomedByDeletion } from '../../../../language/src/analysis/doomed/doomed-by-deletion.ts';
import { buildModel, type Built } from '../../build-model.ts';

interface Deleted extends Built {
  readonly set: DoomedSet;
  /** Stages as text: `a | b c`. */
  readonly ended: string;
  /** `name: finalizers < what it waits for`. */
  readonly held: readonly string[];
  readonly later: string;
  readonly anyway: string;
}

function deleted(text: string, targets: string, mode: DeletionMode): Deleted {
  const built = buildModel(text);
  const set = doomedByDeletion(built.model, targets.split(' ').map(built.id), { mode, otherwise: 'background' });
  return {
    ...built,
    set,
    ended: set.stages.map((stage) => built.names(stage).join(' ')).join(' | '),
    held: set.held.map(
      ({ entity, finalizers, waitsFor }) =>
        `${built.names([entity]).join('')}: ${finalizers.join(' ')} < ${built.names(waitsFor).join(' ')}`,
    ),
    later: built.names(set.later.map(({ entity }) => entity)).join(' '),
    anyway: built.names(set.anyway.map(({ entity }) => entity)).join(' '),
  };
}

const job = `
  object a
  object a.child
  object b
  object both
  object held { finalizers: [backup] }
  a owns both
  a owns held as nonblocking
  b owns both
`;

describe('a deletion in the background', () => {
  it('ends the owner first, then what has no owner left, and keeps what another owns', () => {
    const { ended, held, later, set, id } = deleted(job, 'a', 'background');
    assert.equal(ended, 'a | a.child');
    assert.deepEqual(held, ['held: backup < ']);
    assert.equal(later, 'held');
    assert.deepEqual(
      set.because(id('a.child')).map(({ text }) => text),
      ['"a" is deleted', '"a" owns "a.child"'],
    );
  });

  it('continues level by level', () => {
    assert.equal(deleted('object a\nobject a.b\nobject a.b.c', 'a', 'background').ended, 'a | a.b | a.b.c');
  });

  it('leaves the dependents of an owner that a finalizer holds', () => {
    const { ended, held, later } = deleted('object a { finalizers: [f, g] }\nobject a.b', 'a', 'background');
    assert.equal(ended, '');
    assert.deepEqual(held, ['a: f g < ']);
    assert.equal(later, 'a a.b');
  });

  it('ends a cycle of owners of which one is deleted', () => {
    const text = 'object a\nobject b\nobject c\na owns b\nb owns c\nc owns a';
    assert.equal(deleted(text, 'a', 'background').ended, 'a | b | c');
  });

  it('does not include what had already lost all its owners, or what that takes with it', () => {
    const text = 'object x\nabsent object ghost\nobject c { finalizers: [f] }\nobject d\nghost owns c, d\nobject d.e\n';
    const { ended, held, later, anyway, set, id } = deleted(text, 'x', 'background');
    assert.deepEqual([ended, held, later, anyway], ['x', [], '', 'c d d.e']);
    assert.deepEqual(
      set.because(id('c')).map(({ text }) => text),
      ['no owner of "c" exists'],
    );
  });

  it('leaves alone what had lost all its owners before and is protected, or takes something protected along', () => {
    const objects = 'object x\nobject g\nobject a\nobject a.c\nobject b\nabsent object ghost\nghost owns a, b\n';
    for (const kept of ['a', 'a.c']) {
      const { ended, anyway } = deleted(`${objects}g protects ${kept}`, 'x', 'background');
      assert.deepEqual([ended, anyway], ['x', 'b']);
    }
    assert.equal(deleted(objects, 'x', 'background').anyway, 'a a.c b');
  });

  it('includes what only its target kept alive, and what its target owns, even if the target has no owner', () => {
    const ghost = 'absent object ghost\nobject late\nghost owns late\n';
    const shared = deleted(`${ghost}object x\nobject s\nlate owns s\nx owns s`, 'x', 'background');
    assert.deepEqual([shared.ended, shared.anyway], ['x | s', 'late']);
    const lost = deleted(`${ghost}object late.part`, 'late', 'background');
    assert.deepEqual([lost.ended, lost.anyway], ['late | late.part', '']);
  });

  it('keeps what has one existing owner', () => {
    const text = 'object x\nabsent object ghost\nobject o\nobject c\nghost owns c\no owns c';
    assert.equal(deleted(text, 'x', 'background').ended, 'x');
  });

  it('keeps what has no owners at all', () => {
    assert.equal(deleted('object x\nobject y', 'x', 'background').ended, 'x');
  });

  it('counts an owner in another namespace as absent, and one without a namespace as there', () => {
    const text =
      'object x\nobject o { namespace: blue }\nobject c { namespace: red }\nobject g\nobject d { namespace: red }\no owns c\ng owns d';
    const { ended, anyway } = deleted(text, 'x', 'background');
    assert.deepEqual([ended, anyway], ['x', 'c']);
  });
});

describe('a deletion in the foreground', () => {
  it('ends blocking dependents with their owner, and removes this owner from what another one keeps', () => {
    const { ended, held, set, model, id } = deleted(job, 'a', 'foreground');
    assert.equal(ended, 'a a.child');
    assert.deepEqual(held, ['held: backup < ']);
    assert.deepEqual(
      [...set.cut].map((each) => [model.relations[each]?.source, model.relations[each]?.target]),
      [[id('a'), id('both')]],
    );
  });

  it('holds the owner of a blocking dependent with a finalizer, and names it', () => {
    const { ended, held, later } = deleted(
      'object a\nobject a.b\nobject a.b.c { finalizers: [f] }\nobject a.d',
      'a',
      'foreground',
    );
    assert.equal(ended, 'a.d');
    assert.deepEqual(held, ['a:  < a.b', 'a.b:  < a.b.c', 'a.b.c: f < ']);
    assert.equal(later, 'a a.b a.b.c');
  });

  it('does not hold an owner for dependents that do not block', () => {
    const { ended, held } = deleted(
      'object a\nobject b { finalizers: [f] }\na owns b as nonblocking',
      'a',
      'foreground',
    );
    assert.equal(ended, 'a');
    assert.deepEqual(held, ['b: f < ']);
  });

  it('ends a cycle of blocking owners', () => {
    assert.equal(
      deleted('object a\nobject b\nobject c\na owns b\nb owns c\nc owns a', 'a', 'foreground').ended,
      'a b c',
    );
  });

  it('does not wait in a cycle for the one that closes it', () => {
    const text = 'object a\nobject b\nobject c { finalizers: [f] }\na owns b\nb owns c\nc owns a';
    const { ended, held } = deleted(text, 'a', 'foreground');
    assert.equal(ended, 'a b');
    assert.deepEqual(held, ['c: f < ']);
  });

  it('never ends what owns itself', () => {
    assert.deepEqual(deleted('object a\na owns a', 'a', 'foreground').held, ['a:  < a']);
  });

  it('ends what has lost both its owners, both deleted', () => {
    const text = 'object a\nobject b\nobject c\na owns c\nb owns c';
    assert.equal(deleted(text, 'a b', 'foreground').ended, 'a b c');
    assert.equal(deleted(text, 'a', 'foreground').ended, 'a');
  });
});

describe('an orphaning deletion', () => {
  it('ends its target alone and removes the ownership', () => {
    const { ended, set } = deleted(job, 'a', 'orphan');
    assert.equal(ended, 'a');
    assert.equal(set.cut.size, 3);
  });

  it('leaves three dependents without owners alive', () => {
    assert.equal(deleted('object a\nobject a.x\nobject a.y\nobject a.z', 'a', 'orphan').ended, 'a');
  });
});
