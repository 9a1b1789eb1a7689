/** The order of notifications, the smallest form of the partial order, and the facts behind each answer. */
import assert from 'node:assert/strict';
import { droppedOrderFindings } from '../../../../language/src/analysis/teardown/order-findings.ts';
import { engine, orderOf } from './order-of.ts';

describe('the notifications of a teardown', () => {
  it('begin with the last layer, and go by declaration within a layer', () => {
    const { told } = orderOf(
      'object T\nobject A\nobject B\nobject A2\nA owns B, A2\nT destroyed after B, A, A2 notify h',
      {},
      'A B A2',
    );
    assert.deepEqual(told, ['T.h A', 'T.h B', 'T.h A2']);
  });

  it('go within one entity by subscription, also to subjects that are doomed', () => {
    const { told } = orderOf(
      'object T\nobject A\nobject B\nA owns B\nT destroyed after A notify h\nT destroyed after B notify h\nA destroyed after B notify h2',
      {},
      'A B',
    );
    assert.deepEqual(told, ['T.h A', 'T.h B', 'A.h2 B']);
  });

  it('call each action once, however often it is subscribed', () => {
    const { told } = orderOf(
      'object T\nobject X\nT destroyed after X notify h\nT destroyed after X notify h\nT destroyed after X notify g\nT destroyed after X',
      {},
      'X',
    );
    assert.deepEqual(told, ['T.h X', 'T.g X']);
  });

  it('reach an entity that waits for itself, but not one that does not exist', () => {
    const { told } = orderOf(
      'object B\nabsent object T\nB destroyed after B notify h\nT destroyed after B notify h',
      {},
      'B',
    );
    assert.deepEqual(told, ['B.h B']);
  });

  it('notify both children of their owner even if both orders give way', () => {
    const text =
      'object P\nobject C1\nobject C2\nP owns C1, C2\nC1 destroyed after P notify h\nC2 destroyed after P notify h';
    for (const policy of [{}, engine]) assert.deepEqual(orderOf(text, policy).told, ['C1.h P', 'C2.h P']);
  });
});

describe('the partial order of a teardown', () => {
  it('lists a pair only if no third is between the two', () => {
    const { before } = orderOf('object A\nobject B\nobject C\nA owns B\nB destroyed after C\nA destroyed after C');
    assert.deepEqual(before, ['B < A', 'C < B']);
  });

  it('leaves survivors out of its pairs', () => {
    const text =
      'object A\nobject B\nobject k\nobject C\nA destroyed after k\nB destroyed after k\nk destroyed after C';
    assert.deepEqual(orderOf(text, {}, 'A B C').before, ['C < A', 'C < B']);
    assert.deepEqual(orderOf(text, engine, 'A B C').before, []);
  });
});

describe('the reason why one is destroyed before another', () => {
  it('is the shortest chain of facts, over survivors too', () => {
    const { order, id } = orderOf(
      'pd fs\nspace files: file\npd db\npd app\nfs manages files\ndb requests files\napp destroyed after fs',
      {},
      'fs db app',
    );
    assert.deepEqual(
      order.because(id('db'), id('app')).map(({ text }) => text),
      ['"db" requests "files"', '"files" is managed by "fs"', '"app" is destroyed after "fs"'],
    );
  });

  it('is empty if nothing orders the two, in the other direction, and for a single entity', () => {
    const { order, id } = orderOf('object A\nobject B\nobject C\nA owns B');
    assert.deepEqual(order.because(id('A'), id('B')), []);
    assert.deepEqual(order.because(id('A'), id('C')), []);
    assert.deepEqual(order.because(id('A'), id('A')), []);
  });

  it('names the space by which a request to a PD counts', () => {
    const { order, id } = orderOf('pd fs\nspace a: file\npd db\nfs manages a\ndb requests fs as file');
    assert.deepEqual(
      order.because(id('db'), id('a')).map(({ text }) => text),
      ['"db" requests "fs" as file', '"a" is managed by "fs"'],
    );
    assert.deepEqual(
      order.because(id('db'), id('fs')).map(({ text }) => text),
      ['"db" requests "fs" as file'],
    );
  });
});

describe('an order that is omitted', () => {
  const text = 'object P\nobject C\nobject D\nP owns C\nD destroyed after P\nC destroyed after D';

  it('has a cycle of facts that leads from each to the next', () => {
    const [left] = orderOf(text).order.dropped;
    assert.deepEqual(
      left?.cycle.map((fact) => fact.text),
      ['"C" is destroyed after "D"', '"P" owns "C"', '"D" is destroyed after "P"'],
    );
  });

  it('is a warning, and an error under "error"', () => {
    const { order, model, sources } = orderOf(text);
    const [finding] = droppedOrderFindings(model, sources, order);
    assert.equal(finding?.code, 'order/left-out');
    assert.equal(finding.severity, 'warning');
    assert.deepEqual(finding.span, sources.relations[2]);
    assert.equal(finding.related.length, 3);
    assert.match(finding.message, /^Because "C" is destroyed after "D", "D" would be destroyed before "C"/);
    const strict = orderOf(text, { conflict: 'error' });
    assert.equal(droppedOrderFindings(strict.model, strict.sources, strict.order)[0]?.severity, 'error');
    assert.equal(strict.layers, 'C | P | D');
  });

  it('shows two doomed entities on its cycle even if the shortest path meets one', () => {
    // Both A and B lie between k and l; the last edge closes a cycle over each.
    const { leftOut, order } = orderOf(
      'object A\nobject B\nobject k\nobject l\nA destroyed after k\nB destroyed after k\nl destroyed after A, B\nk destroyed after l',
      {},
      'A B',
    );
    assert.deepEqual(leftOut, ['"k" is destroyed after "l"']);
    const text = order.dropped[0]?.cycle.map((fact) => fact.text).join('\n') ?? '';
    assert.match(text, /"A"/);
    assert.match(text, /"B"/);
  });

  it('has its nesting as its fact where nesting gives way', () => {
    const { leftOut } = orderOf('pd p\nobject p.o\np.o destroyed after p', { conflict: 'dependency' });
    assert.deepEqual(leftOut, ['"p.o" is nested in "p"']);
  });
});
