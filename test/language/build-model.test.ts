/** The test builder says what its notation says; every other test relies on it. */
import assert from 'node:assert/strict';
import { buildModel } from './build-model.ts';

describe('the test builder', () => {
  it('nests by dotted names and says ownership of nested objects', () => {
    const { model, id } = buildModel('object a\nobject a.b\nspace s: file\nresource s.r');
    assert.equal(model.entities[id('a.b')]?.parent, id('a'));
    assert.equal(model.entities[id('s.r')]?.parent, id('s'));
    assert.equal(model.entities[id('s')]?.type, 'file');
    assert.deepEqual(
      model.relations.map(({ kind, source, target, nested }) => ({ kind, source, target, nested })),
      [{ kind: 'owns', source: id('a'), target: id('a.b'), nested: true }],
    );
  });

  it('expands copies, with one span for all of them', () => {
    const { model, sources, id } = buildModel('object pod[3]\nobject pod[*].part\npd p\np refers pod[*]');
    assert.deepEqual(
      model.entities.map(({ name }) => name),
      ['pod[0]', 'pod[1]', 'pod[2]', 'pod[0].part', 'pod[1].part', 'pod[2].part', 'p'],
    );
    assert.equal(model.entities[id('pod[2].part')]?.parent, id('pod[2]'));
    assert.equal(sources.entities[0], sources.entities[2]);
    assert.equal(model.relations.filter(({ kind }) => kind === 'refers').length, 3);
  });

  it('pairs each copy with its own where both ends are copies of one thing', () => {
    const { model } = buildModel('object pod[2]\nobject pod[*].part\npod[*].part destroyed after pod[*]');
    const afters = model.relations.filter(({ kind }) => kind === 'destroyed after');
    assert.deepEqual(
      afters.map(({ source, target }) => [source, target]),
      [
        [2, 0],
        [3, 1],
      ],
    );
  });

  it('reads words before the kind, settings, usages, actions and several targets', () => {
    const { model, sources } = buildModel(
      'absent object a\nroot pd b { size: 7, peers: [a] }\nb refers a as runtime\na destroyed after b, a notify told',
    );
    assert.deepEqual([model.entities[0]?.absent, model.entities[1]?.root], [true, true]);
    assert.deepEqual(model.entities[1]?.settings, [
      { name: 'size', value: { kind: 'number', numerator: 7, denominator: 1 } },
      { name: 'peers', value: { kind: 'list', items: [{ kind: 'entity', entity: 0 }] } },
    ]);
    assert.deepEqual(
      model.relations.map(({ as, notify, target }) => [as, notify, target]),
      [
        ['runtime', undefined, 0],
        [undefined, 'told', 1],
        [undefined, 'told', 0],
      ],
    );
    assert.deepEqual(sources.relations[1]?.start, { line: 3, character: 18 });
  });

  it('refuses a line that it does not understand', () => {
    assert.throws(() => buildModel('pd a\na likes a'), /Line 2/);
  });
});
