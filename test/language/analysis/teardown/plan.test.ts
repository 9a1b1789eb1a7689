/**
 * A plan from request to JSON: order over stages, messages, survivors, refusals, and byte-identical output each time.
 */
import assert from 'node:assert/strict';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { type PlanJson, planJson } from '../../../../language/src/analysis/plan/plan-json.ts';
import { defaultPolicy, type Policy } from '../../../../language/src/model/policy.ts';
import { buildModel, type Built } from '../../build-model.ts';
import { kvStoreText } from '../kv-store.ts';

function planned(text: string, ask: (built: Built) => PlanRequest, policy: Partial<Policy> = {}): PlanJson {
  const built = buildModel(text);
  return planJson(planOf(built.model, ask(built), { ...defaultPolicy, ...policy }));
}

const web = `
  root object environment
  object environment.app
  object environment.app.net
  object environment.app.vm1
  object environment.app.vm2
  environment.app.net destroyed after environment.app.vm1, environment.app.vm2 notify detach
`;

describe('the plan of', () => {
  it('a crash destroys the provider first, notifies managers, and lists the degraded PDs', () => {
    const plan = planned(kvStoreText, ({ id }) => ({ kind: 'crash', targets: [id('fileServer')] }), { pdDepth: 1 });
    assert.deepEqual(plan.layers, [
      ['fileServer'],
      ['files', 'files.file1', 'files.file2'],
      ['db'],
      ['database', 'database.table1'],
    ]);
    assert.deepEqual(plan.before?.slice(0, 4), [
      ['fileServer', 'files'],
      ['fileServer', 'files.file1'],
      ['fileServer', 'files.file2'],
      ['files', 'db'],
    ]);
    assert.deepEqual(plan.request, { kind: 'crash', targets: ['fileServer'] });
    assert.deepEqual(
      plan.messages.map(({ manager, event, subject, by }) => [manager, event, subject, by]),
      [
        ['blockServer1', 'freed', 'disk1.block1', 'fileServer'],
        ['blockServer2', 'freed', 'disk2.block2', 'fileServer'],
      ],
    );
    assert.deepEqual(plan.survivors.degraded, [
      {
        name: 'app',
        because: [
          '"fileServer" crashed',
          '"files" is managed by "fileServer"',
          '"db" requests "files"',
          '"database" is managed by "db"',
          '"app" requests "database"',
        ],
      },
    ]);
  });

  it('a crash notifies no subscriber, and no order gives way', () => {
    const text = 'pd a\npd b\nb dies with a\na destroyed after b notify x\nb destroyed after a notify x';
    const plan = planned(text, ({ id }) => ({ kind: 'crash', targets: [id('a')] }));
    assert.deepEqual([plan.layers, plan.notifications, plan.leftOut], [[['a', 'b']], [], []]);
  });

  it('a very large crash omits the pairs, which its layers imply', () => {
    const many = (name: string): string => `pd ${name}[400]`;
    const text = `space s\npd server\nserver manages s\n${many('p')}\nspace t[400]\n`;
    const links = Array.from({ length: 400 }, (_, i) => `p[${i}] requests s\np[${i}] manages t[${i}]`).join('\n');
    const plan = planned(text + links, ({ id }) => ({ kind: 'crash', targets: [id('server')] }), { pdDepth: 1 });
    assert.deepEqual([plan.before, plan.layers.map(({ length }) => length)], [undefined, [1, 1, 400, 400]]);
  });

  it('lists what was already broken or dangling before', () => {
    const text = `absent pd lib\nabsent object o\npd a\npd b\nb needs lib, a\npd c\nc needs b\npd d\nd refers o\npd e\ne needs a\n`;
    for (const kind of ['crash', 'destroy'] as const) {
      const { survivors } = planned(text, ({ id }) => ({ kind, targets: [id('a')] }));
      assert.deepEqual(survivors.broken.map(({ name }) => name), ['e']); // oxfmt-ignore
      assert.deepEqual(survivors.already, {
        broken: [
          { name: 'b', because: ['"lib" is absent', '"b" needs "lib"'] },
          { name: 'c', because: ['"lib" is absent', '"b" needs "lib"', '"c" needs "b"'] },
        ],
        degraded: [],
        dangling: [{ name: 'd', because: ['"o" is absent', '"d" refers "o"'] }],
      });
    }
  });

  it('a removal notifies, and orders what is destroyed', () => {
    const plan = planned(web, ({ id }) => ({ kind: 'remove', targets: [id('environment.app')] }));
    const at = (name: string): string => `environment.app.${name}`;
    assert.deepEqual(plan.layers, [[at('vm1'), at('vm2')], [at('net')], ['environment.app']]);
    assert.deepEqual(plan.before, [
      [at('net'), 'environment.app'],
      [at('vm1'), at('net')],
      [at('vm2'), at('net')],
    ]);
    assert.deepEqual(plan.notifications, [
      { subject: at('net'), action: 'detach', of: at('vm1') },
      { subject: at('net'), action: 'detach', of: at('vm2') },
    ]);
    assert.deepEqual(plan.survivors.dangling, []);
  });

  it('a deletion in the background destroys owners first, stage by stage', () => {
    const plan = planned(web, ({ id }) => ({ kind: 'delete', targets: [id('environment.app')] }));
    const at = (name: string): string => `environment.app.${name}`;
    assert.equal(plan.request.how, 'background');
    assert.deepEqual(plan.layers, [['environment.app'], [at('vm1'), at('vm2')], [at('net')]]);
    assert.deepEqual(plan.before, [
      ['environment.app', at('vm1')],
      ['environment.app', at('vm2')],
      [at('vm1'), at('net')],
      [at('vm2'), at('net')],
    ]);
  });

  it('the same deletion in the foreground destroys dependents first', () => {
    const plan = planned('object a\nobject a.b', ({ id }) => ({
      kind: 'delete',
      targets: [id('a')],
      mode: 'foreground',
    }));
    assert.deepEqual(plan.layers, [['a.b'], ['a']]);
  });

  it('an orphaning deletion leaves nothing dangling, unlike one in the background', () => {
    const text = 'object a\nobject b\nobject c\na owns c\nb owns c';
    const dangling = (mode: 'orphan' | 'background'): readonly string[] =>
      planned(text, ({ id }) => ({ kind: 'delete', targets: [id('a')], mode })).survivors.dangling.map(
        ({ name }) => name,
      );
    assert.deepEqual(dangling('orphan'), []);
    assert.deepEqual(dangling('background'), ['c']);
  });

  it('a destruction lists broken and dangling entities', () => {
    const plan = planned(
      'pd s\nspace a: file\ns manages a\nspace b: file\nb maps a\npd t\nt manages b\nt needs s\npd u\nu needs t',
      ({ id }) => ({ kind: 'destroy', targets: [id('s')] }),
    );
    assert.deepEqual(plan.survivors.broken, [
      { name: 't', because: ['"s" is destroyed', '"t" needs "s"'] },
      { name: 'u', because: ['"s" is destroyed', '"t" needs "s"', '"u" needs "t"'] },
    ]);
    assert.deepEqual(
      plan.survivors.dangling.map(({ name }) => name),
      ['b'],
    );
  });

  it('a meaningless request says so and destroys nothing', () => {
    const text = 'object o\npd p\nabsent pd q\nspace s';
    const refused = (ask: (built: Built) => PlanRequest): readonly [number, readonly string[]] => {
      const plan = planned(text, ask);
      return [plan.doomed.length, plan.refused];
    };
    assert.deepEqual(
      refused(({ id }) => ({ kind: 'crash', targets: [id('o')] })),
      [0, ['"o" is an object; only a PD or a node can crash.']],
    );
    assert.deepEqual(
      refused(({ id }) => ({ kind: 'crash', targets: [id('q')] })),
      [0, ['"q" does not exist at the start.']],
    );
    assert.deepEqual(
      refused(({ id }) => ({ kind: 'delete', targets: [id('p')] })),
      [0, ['"p" is a PD; only an object can be deleted.']],
    );
    assert.deepEqual(refused(({ id }) => ({ kind: 'remove', targets: [id('s')] }))[1], [
      '"s" is a space; only an object can be removed.',
    ]);
  });

  it('the same request has the same bytes', () => {
    const bytes = (): string =>
      JSON.stringify(
        planned(kvStoreText, ({ id }) => ({ kind: 'crash', targets: [id('blockServer1')] }), { pdDepth: 'unlimited' }),
      );
    assert.equal(bytes(), bytes());
  });

  it('reasons are omitted where they are not wanted', () => {
    const { model } = buildModel('object x');
    const plan = planOf(model, { kind: 'collect', moment: 'demand' }, defaultPolicy);
    assert.deepEqual(planJson(plan, { reasons: 'none' }).doomed, [{ name: 'x', kind: 'object' }]);
  });
});

describe('the plan since an older model', () => {
  const older = 'root object r\nobject r.node1\nobject r.node2\nr.node2 destroyed after r.node1 notify h';

  it('dooms what the newer one lacks, in the order that the older one demands', () => {
    const plan = planned('root object r', () => ({ kind: 'since', older: buildModel(older).model }));
    assert.deepEqual(plan.layers, [['r.node1'], ['r.node2']]);
    assert.deepEqual(plan.doomed[0]?.because, ['only the older model has "r.node1"']);
    assert.deepEqual(plan.notifications, [{ subject: 'r.node2', action: 'h', of: 'r.node1' }]);
  });

  it('orders what is destroyed through what stays', () => {
    const before = 'object s\nobject a\nobject b\na destroyed after s\ns destroyed after b';
    assert.deepEqual(planned('object s', () => ({ kind: 'since', older: buildModel(before).model })).layers, [
      ['b'],
      ['a'],
    ]);
  });

  it('orders what is destroyed by relations that only the newer model has', () => {
    // Only the newer text has k, and says by way of it that t outlives s.
    const older = 'resource x\nspace s: file\nspace t: file\nobject gone1\nobject gone2\ns destroyed after gone2';
    const newer = 'space s: file\nspace t: file\nobject k\nk destroyed after s\nt destroyed after k';
    const joined = buildModel(`${older}\ngone1 destroyed after t`).model;
    const layers = planned(newer, () => ({ kind: 'since', older: joined })).layers;
    assert.deepEqual(layers, [['x', 'gone2'], ['gone1']]);
  });

  it('dooms what has become another kind of thing', () => {
    const plan = planned('pd x', () => ({ kind: 'since', older: buildModel('object x').model }));
    assert.deepEqual(plan.doomed, [
      { name: 'x', kind: 'object', because: ['"x" is of another kind in the newer model'] },
    ]);
  });

  it('dooms what the newer one only knows as absent, and nothing that was absent before', () => {
    const plan = planned('absent object x\nobject y', () => ({
      kind: 'since',
      older: buildModel('object x\nabsent object y\nabsent object z').model,
    }));
    assert.deepEqual(plan.doomed, [{ name: 'x', kind: 'object', because: ['"x" is absent in the newer model'] }]);
  });

  it('counts no entity as hit by the end of something that it no longer uses in the newer model', () => {
    const before = [
      'pd server\nspace s: f\nresource s.r\nserver manages s\nserver holds s.r',
      'pd client\nclient requests s\nclient holds s.r\nclient needs server\nserver needs s\nobject a\nobject b\na refers b',
    ].join('\n');
    const plan = planned('pd server\npd client\nobject a', () => ({ kind: 'since', older: buildModel(before).model }));
    assert.deepEqual(plan.layers, [['s.r', 'b'], ['s']]);
    assert.deepEqual(plan.survivors, {
      ...{ degraded: [], broken: [], blocked: [], dangling: [] },
      already: { broken: [], degraded: [], dangling: [] },
    });
    assert.deepEqual(plan.messages, [{ manager: 'server', event: 'lost', subject: 's' }]);
  });

  it('counts as hit an entity that still uses something absent in the newer model', () => {
    const before = 'pd p\nobject a\nobject b\na refers b\np needs a\np refers b';
    const plan = planned('pd p\nobject a\nabsent object b\na refers b\np needs b', () => ({
      kind: 'since',
      older: buildModel(before).model,
    }));
    assert.deepEqual(
      [plan.survivors.dangling, plan.survivors.broken].map((hit) => hit.map(({ name }) => name)),
      [['a'], ['p']],
    );
  });

  it('dooms nothing if nothing is gone', () => {
    assert.deepEqual(planned(older, () => ({ kind: 'since', older: buildModel(older).model })).doomed, []);
  });
});
