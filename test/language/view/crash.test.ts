import assert from 'node:assert/strict';
import { crash } from '../../../language/src/analysis/cleanup.ts';
import { entitySpan, relationSpan } from '../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { crashView } from '../../../language/src/view/crash.ts';
import { keyValueStore } from './sample-model.ts';

describe('The view of a crash', () => {
  const { model, sources, id } = keyValueStore();
  const result = crash(model, id('blockServer1'), { ...defaultPolicy, pdDepth: 1 });
  const view = crashView(model, sources, { pd: 'blockServer1', policy: 'pd-direct', result });
  const markOf = (name: string) => view.marks.find((mark) => mark.name === name);

  it('marks exactly what the crash affects, in declaration order', () => {
    const affected = new Set([
      ...[...result.destroyed, ...result.broken, ...result.degraded, ...result.dangling].map((one) => one.entity),
      ...result.notified.map((one) => one.manager),
    ]);
    assert.deepEqual(
      view.marks.map((mark) => mark.name),
      model.entities.filter((entity) => affected.has(entity.id)).map((entity) => entity.name),
    );
    assert.equal(markOf('disk2'), undefined);
  });

  it('tells the distance of what is destroyed', () => {
    assert.equal(markOf('disk1')?.effects[0]?.distance, 0);
    assert.equal(markOf('fileServer')?.effects[0]?.distance, 1);
  });

  it('tells what lives on degraded, and why', () => {
    assert.deepEqual(
      markOf('db')?.effects.map((effect) => effect.kind),
      ['degraded'],
    );
    assert.ok((markOf('db')?.effects[0]?.because.length ?? 0) > 0);
  });

  it('tells each reason in its words and with its place', () => {
    const facts = result.destroyed.find((one) => one.entity === id('fileServer'))?.because ?? [];
    const reasons = markOf('fileServer')?.effects[0]?.because;
    assert.ok(facts.length > 1);
    assert.deepEqual(
      reasons,
      facts.map((fact) => {
        if (fact.relation !== undefined) return { text: fact.text, span: relationSpan(sources, fact.relation) };
        assert.ok(fact.entity !== undefined);
        return { text: fact.text, span: entitySpan(sources, fact.entity) };
      }),
    );
  });

  it('puts the gravest effect of an entity first', () => {
    const [entity] = [id('app')];
    const both = { ...result, destroyed: [], degraded: [{ entity, because: [] }], broken: [{ entity, because: [] }] };
    const [mark] = crashView(model, sources, { pd: 'p', policy: 'q', result: { ...both, notified: [] } }).marks.filter(
      (one) => one.name === 'app',
    );
    assert.deepEqual(
      mark?.effects.map((effect) => effect.kind),
      ['broken', 'degraded'],
    );
  });

  it('is plain JSON', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
  });
});
