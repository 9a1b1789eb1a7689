import assert from 'node:assert/strict';
import { crash } from '../../../../language/src/analysis/crash/cleanup.ts';
import { planOf, type Plan } from '../../../../language/src/analysis/plan/plan.ts';
import type { PlanRequest } from '../../../../language/src/analysis/plan/plan-request.ts';
import { entitySpan, relationSpan } from '../../../../language/src/model/model.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { planEffects, planOverlay, type PlanOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { crashQuestion } from '../../../../language/src/view/report/question.ts';
import { buildModel, type Built } from '../../build-model.ts';
import { everything, keyValueStore } from '../sample-model.ts';

const question = { kind: 'plan', end: 'destroy', of: 'it' } as const;
const overlayOf = ({ model, sources }: Built, request: PlanRequest): PlanOverlay =>
  planOverlay(planOf(model, request, defaultPolicy), { sources, question });
const effectsIn = ({ marks }: PlanOverlay, wanted: string) => marks.find(({ name }) => name === wanted)?.effects ?? [];

describe('The overlay of a crash', () => {
  const { model, sources, id } = keyValueStore();
  const policy = { ...defaultPolicy, pdDepth: 1 };
  const result = crash(model, id('blockServer1'), policy);
  const distances = new Map(result.destroyed.map(({ entity, distance }) => [entity, distance]));
  const asked = crashQuestion('blockServer1', 'pd-direct');
  const plan = planOf(model, { kind: 'crash', targets: [id('blockServer1')] }, policy);
  const view = planOverlay(plan, { sources, question: asked, distances });

  it('marks exactly what the crash affects, in declaration order', () => {
    const affected = new Set([
      ...[...result.destroyed, ...result.broken, ...result.degraded, ...result.dangling].map((one) => one.entity),
      ...result.notified.map((one) => one.manager),
    ]);
    assert.deepEqual(
      view.marks.map((mark) => mark.name),
      model.entities.filter((entity) => affected.has(entity.id)).map((entity) => entity.name),
    );
    assert.deepEqual(effectsIn(view, 'disk2'), []);
  });

  it('gives the distance of what is destroyed, and the question that reproduces it', () => {
    assert.equal(effectsIn(view, 'disk1')[0]?.distance, 0);
    assert.equal(effectsIn(view, 'fileServer')[0]?.distance, 1);
    assert.deepEqual([view.question, view.event], [asked, 'crash of blockServer1']);
  });

  it('gives each reason in words and with its location', () => {
    const facts = result.destroyed.find((one) => one.entity === id('fileServer'))?.because ?? [];
    assert.ok(facts.length > 1);
    assert.deepEqual(
      effectsIn(view, 'fileServer')[0]?.because,
      facts.map((fact) => {
        if (fact.relation !== undefined) return { text: fact.text, span: relationSpan(sources, fact.relation) };
        assert.ok(fact.entity !== undefined);
        return { text: fact.text, span: entitySpan(sources, fact.entity) };
      }),
    );
  });

  it('lists what a manager is notified of', () => {
    const [told] = effectsIn(view, 'blockServer2').filter(({ kind }) => kind === 'notified');
    assert.equal(told?.detail, 'disk2.block2 is freed by fileServer');
  });
});

describe('The overlay of a plan', () => {
  it('numbers what is destroyed by the layers of the plan, and nothing else', () => {
    const built = everything();
    const plan = planOf(built.model, { kind: 'destroy', targets: [built.id('environment')] }, defaultPolicy);
    const view = planOverlay(plan, { sources: built.sources, question });
    const numbered = view.marks.flatMap(({ name, effects }) =>
      effects.flatMap(({ step }) => (step ? [[name, step]] : [])),
    );
    const layers = plan.order.layers.flatMap((layer, place) =>
      layer.map((entity) => [built.model.entities[entity]?.name, place + 1]),
    );
    assert.ok(layers.length > 2);
    assert.deepEqual(new Map(numbered as [string, number][]), new Map(layers as [string, number][]));
    assert.equal(view.steps, plan.order.layers.length);
  });

  it('lists what is notified first, by which action and of what', () => {
    const built = everything();
    const view = overlayOf(built, { kind: 'destroy', targets: [built.id('environment.app.vm')] });
    const [told] = effectsIn(view, 'environment.app.net').filter(({ kind }) => kind === 'notifiedFirst');
    assert.equal(told?.detail, 'detach(environment.app.vm)');
    assert.ok(told.because.length > 0);
  });

  it('gives the mode of a deletion, and no step to survivors', () => {
    const built = buildModel('object a\nobject b\na owns b');
    const orphaned = overlayOf(built, { kind: 'delete', targets: [built.id('a')], mode: 'orphan' });
    assert.equal(orphaned.event, 'orphan deletion of a');
    assert.equal(effectsIn(orphaned, 'a')[0]?.step, 1);
    assert.ok(effectsIn(orphaned, 'b').every(({ kind }) => kind !== 'destroyed'));
    const background = overlayOf(built, { kind: 'delete', targets: [built.id('a')], mode: 'background' });
    assert.deepEqual(
      background.marks.map(({ name, effects }) => [name, effects[0]?.step]),
      [
        ['a', 1],
        ['b', 2],
      ],
    );
  });

  it('gives the moment of a collection, and what it collects', () => {
    const built = buildModel('root object a\nobject b\nobject c\na owns b');
    const view = overlayOf(built, { kind: 'collect', moment: 'demand' });
    assert.equal(view.event, 'collection');
    assert.deepEqual(
      view.marks.filter(({ effects }) => effects[0]?.kind === 'destroyed').map(({ name }) => name),
      ['c'],
    );
  });

  it('names the relation that gives way, and the cycle beginning with it', () => {
    const built = buildModel('object box\nobject box.lid\nbox.lid destroyed after box');
    const [order, ...others] = overlayOf(built, { kind: 'destroy', targets: [built.id('box')] }).dropped;
    assert.deepEqual(others, []);
    assert.deepEqual(order?.relation, { kind: 'destroyed after', source: 'box.lid', target: 'box' });
    assert.equal(order.cycle[0]?.text, order.text);
    assert.ok(order.cycle.length > 1);
  });

  it('shows the first 200 orders that give way, and says how many there are', () => {
    const boxes = Array.from({ length: 205 }, (_, at) => {
      const box = `box${at.toString()}`;
      return `object ${box}\nobject ${box}.lid\n${box}.lid destroyed after ${box}`;
    });
    const built = buildModel(boxes.join('\n'));
    const targets = built.model.entities.filter(({ parent }) => parent === undefined).map(({ id }) => id);
    const { dropped, droppedCount } = overlayOf(built, { kind: 'destroy', targets });
    assert.deepEqual([dropped.length, droppedCount], [200, 205]);
    assert.deepEqual([dropped[0]?.relation?.target, dropped.at(-1)?.relation?.target], ['box0', 'box199']);
  });

  it('puts the most severe effect on an entity first', () => {
    const { model, sources, id } = keyValueStore();
    const made = planOf(model, { kind: 'destroy', targets: [] }, defaultPolicy);
    const hit = [{ entity: id('app'), because: [] }];
    const held = [{ entity: id('app'), because: [], finalizers: ['backup'], waitsFor: [id('db')], isDeadlocked: true }];
    const all: Plan = {
      ...made,
      ...{ doomed: hit, held, later: hit, broken: hit, degraded: hit, dangling: hit, spared: hit },
      vetoes: [{ entity: id('app'), text: 'It is protected.', because: [], kept: [] }],
      messages: [{ manager: id('app'), event: 'lost', subject: id('disk1'), because: [] }],
      order: { ...made.order, notifications: [{ subject: id('app'), action: 'go', of: id('db'), because: [] }] },
    };
    const effects = effectsIn(planOverlay(all, { sources, question }), 'app');
    assert.deepEqual(
      effects.map(({ kind }) => kind),
      planEffects.filter((kind) => kind !== 'started'),
    );
    assert.equal(effects[2]?.detail, 'finalizers backup; waits for db; never ends: a deadlock');
    assert.equal(effects[0]?.detail, 'It is protected.');
    assert.equal(effects.at(-1)?.detail, 'disk1 is lost');
    assert.equal(planOverlay(all, { sources, question }).isRefused, true);
  });

  it('is plain JSON', () => {
    const built = everything();
    const view = overlayOf(built, { kind: 'destroy', targets: [built.id('environment')] });
    assert.deepEqual(JSON.parse(JSON.stringify(view)), view);
  });
});
