/** The entities that end by removal, collection and destruction: property usages at each time, and the reasons. */
import assert from 'node:assert/strict';
import type { DoomedSet } from '../../../../language/src/analysis/facts/doomed.ts';
import { doomedByCollection, doomedByRemoval } from '../../../../language/src/analysis/doomed/doomed-by-collection.ts';
import { doomedByDestruction } from '../../../../language/src/analysis/doomed/doomed-by-destruction.ts';
import type { Moment } from '../../../../language/src/analysis/doomed/doomed-keepers.ts';
import { buildModel, type Built } from '../../build-model.ts';

const ended = ({ names }: Built, { stages }: DoomedSet): string => names(stages.flat()).join(' ');

const because = ({ id }: Built, set: DoomedSet, name: string): string[] =>
  set.because(id(name)).map(({ text }) => text);

function collected(text: string, moment: Moment): string {
  const built = buildModel(text);
  return ended(built, doomedByCollection(built.model, moment));
}

describe('a collection', () => {
  const usages: readonly (readonly [usage: string, keepsAt: readonly Moment[]])[] = [
    ['in', ['before', 'demand', 'after']],
    ['out', ['before', 'demand', 'after']],
    ['inout', ['before', 'demand', 'after']],
    ['const', ['before', 'demand', 'after']],
    ['runtime', ['before', 'demand']],
    ['config', ['before', 'demand']],
    ['static', ['before', 'demand']],
    ['local', ['demand']],
  ];
  for (const [usage, keepsAt] of usages) {
    it(`spares what a root refers to as ${usage} ${keepsAt.join(', ')}, and at no other moment`, () => {
      for (const moment of ['before', 'demand', 'after'] as const) {
        const text = `root object r\nobject x\nr refers x as ${usage}`;
        assert.equal(collected(text, moment), keepsAt.includes(moment) ? '' : 'x', moment);
      }
    });
  }

  it('spares what is referred to without a usage at every moment', () => {
    for (const moment of ['before', 'demand', 'after'] as const) {
      assert.equal(collected('root object r\nobject x\nr refers x', moment), '');
    }
  });

  it('spares an owner that only its live child names, except after a deployment', () => {
    const text = 'root object r\nobject o\nobject o.c\nr refers o.c';
    assert.equal(collected(text, 'before'), '');
    assert.equal(collected(text, 'demand'), '');
    assert.equal(collected(text, 'after'), 'o');
  });

  it('spares what a living PD refers to, hosts, or names in a setting', () => {
    const text = 'object a\nobject c\npd p { of: c }\np refers a\nobject p.b';
    assert.equal(collected(text, 'demand'), '');
    assert.equal(collected(text, 'after'), 'c');
  });

  it('takes what only an absent PD refers to, and nothing that does not exist', () => {
    assert.equal(collected('absent pd p\nobject a\nabsent object b\np refers a, b', 'demand'), 'a');
  });

  it('takes boxes on a node that refer to each other in a ring, and spares the node', () => {
    assert.equal(collected('node n\nobject n.a\nobject n.b\nn.a refers n.b\nn.b refers n.a', 'demand'), 'n.a n.b');
  });

  it('is not prevented by an order of destruction, which keeps nothing alive', () => {
    assert.equal(collected('root object r\nobject x\nr destroyed after x notify h', 'demand'), 'x');
  });

  it('says that no root reaches what is destroyed', () => {
    const built = buildModel('object x');
    assert.deepEqual(because(built, doomedByCollection(built.model, 'demand'), 'x'), ['no root reaches "x"']);
  });
});

describe('a removal', () => {
  const text = 'root object env\nobject env.app\nobject env.app.net\nobject other\nenv.app refers other\nobject lost';

  it('ends what nothing else keeps, with the facts that lead there', () => {
    const built = buildModel(text);
    const set = doomedByRemoval(built.model, [built.id('env.app')]);
    assert.equal(ended(built, set), 'env.app env.app.net other lost');
    assert.deepEqual(because(built, set, 'env.app.net'), ['"env.app" is removed', '"env.app" owns "env.app.net"']);
    assert.deepEqual(because(built, set, 'other'), ['"env.app" is removed', '"env.app" refers "other"']);
    assert.deepEqual(because(built, set, 'lost'), ['no root reaches "lost"']);
    assert.deepEqual(because(built, set, 'env'), []);
  });

  it('removes the references to and owners of its target, and only these', () => {
    const built = buildModel(text);
    const set = doomedByRemoval(built.model, [built.id('other')]);
    assert.equal(ended(built, set), 'other lost');
    assert.deepEqual(
      [...set.cut].map((id) => built.model.relations[id]?.target),
      [built.id('other')],
    );
  });

  it('spares its target while a kept child keeps it, and says why', () => {
    const built = buildModel('root object r\nobject o\nobject o.c\nr refers o, o.c');
    const set = doomedByRemoval(built.model, [built.id('o')]);
    assert.equal(ended(built, set), '');
    assert.deepEqual(
      set.spared.map((each) => [...built.names([each.entity]), ...each.because.map((fact) => fact.text)]),
      [['o', '"r" is a root', '"r" refers "o.c"', '"o" owns "o.c"']],
    );
  });
});

describe('a destruction', () => {
  it('includes what is hosted, owned and managed, what dies with it, and the resources', () => {
    const built = buildModel(
      'pd p\npd p.q\nspace s: file\nresource s.r\np.q manages s\npd twin\ntwin dies with p.q\nobject p.o\nobject p.o.part\npd free\nfree requests s',
    );
    const set = doomedByDestruction(built.model, [built.id('p')]);
    assert.equal(ended(built, set), 'p p.q s s.r twin p.o p.o.part');
    assert.deepEqual(because(built, set, 's.r'), [
      '"p" is destroyed',
      '"p.q" is nested in "p"',
      '"s" is managed by "p.q"',
      '"s.r" is in "s"',
    ]);
    assert.equal(set.hops(built.id('s.r')), 3);
    assert.equal(set.hops(built.id('free')), -1);
  });

  it('includes nothing that does not exist', () => {
    const built = buildModel('object a\nabsent object a.b\nobject c\na.b owns c');
    assert.equal(ended(built, doomedByDestruction(built.model, [built.id('a')])), 'a');
  });
});
