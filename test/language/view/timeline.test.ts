import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planOf, type Plan } from '../../../language/src/analysis/plan/plan.ts';
import { policiesOf } from '../../../language/src/analysis/facts/policies.ts';
import { defaultPolicy } from '../../../language/src/model/policy.ts';
import { allSteps } from '../../../language/src/model/all-steps.ts';
import { planReportSteps } from '../../../language/src/view/report/plan.ts';
import type { ReportTimeline, TimelineSide } from '../../../language/src/view/report/report.ts';
import { boxesShown } from '../../../language/src/view/report/timeline.ts';
import { placeTimeline } from '../../../language/src/view/report/timeline-layout.ts';
import { buildModel, type Built } from '../build-model.ts';
import { keyValueStore } from './sample-model.ts';

function timelineOf(built: Built, plan: Plan, against?: Plan): ReportTimeline {
  const found = allSteps(planReportSteps(plan, built.sources, against)).sections.find(
    ({ kind }) => kind === 'timeline',
  );
  assert.ok(found?.kind === 'timeline');
  return found;
}

function sideOf(built: Built, plan: Plan): TimelineSide {
  const [side] = timelineOf(built, plan).sides;
  assert.ok(side !== undefined);
  return side;
}

/** Objects under one owner, with orders between them; an order that would close a cycle gives way. */
const orders = fc
  .array(fc.tuple(fc.nat(8), fc.nat(8)), { maxLength: 14 })
  .map((pairs) => pairs.filter(([a, b]) => a !== b));

function ordered(pairs: readonly (readonly [number, number])[]): { readonly built: Built; readonly plan: Plan } {
  const lines = pairs.map(([a, b]) => `env.o[${String(b)}] destroyed after env.o[${String(a)}] notify gone`);
  const built = buildModel(['root object env', 'object env.o[9]', ...new Set(lines)].join('\n'));
  return { built, plan: planOf(built.model, { kind: 'destroy', targets: [built.id('env')] }, defaultPolicy) };
}

describe('The timeline of a plan', () => {
  it('has each layer as a column, and of all orders those that follow from no others', () => {
    fc.assert(
      fc.property(orders, (pairs) => {
        const { built, plan } = ordered(pairs);
        const { columns, lines } = sideOf(built, plan);
        const name = (entity: number): string => built.model.entities[entity]?.name ?? '';
        assert.deepEqual(
          columns.flatMap(({ step, boxes }) => (step === undefined ? [] : [boxes.map(({ text }) => text)])),
          plan.order.layers.map((layer) => layer.map(name)),
        );
        const told = columns.find(({ title }) => title === 'Notified first')?.boxes ?? [];
        assert.deepEqual(
          told.map(({ text, detail }) => `${text} ${detail ?? ''}`),
          plan.order.notifications.map(({ subject, of }) => `${name(subject)} gone(${name(of)})`),
        );
        assert.deepEqual(
          lines.flatMap(({ kind, text }) => (kind === 'order' ? [text] : [])).sort(),
          naiveReduction(plan)
            .map(([first, then]) => `${name(first)} before ${name(then)}`)
            .sort(),
        );
      }),
    );
  });

  it('gives a reason for every box and every line', () => {
    const built = keyValueStore();
    for (const policy of policiesOf(built.model)) {
      const side = sideOf(built, planOf(built.model, { kind: 'crash', targets: [built.id('blockServer1')] }, policy));
      assert.ok(side.columns.length > 1);
      for (const { because, text } of [...side.lines, ...side.columns.flatMap(({ boxes }) => boxes)])
        assert.ok(because.length > 0, text);
    }
  });

  it('lays columns in time beside each other, boxes apart, no line through a box, and narrower to fit', () => {
    fc.assert(
      fc.property(orders, fc.integer({ min: 200, max: 1500 }), (pairs, room) => {
        const { built, plan } = ordered(pairs);
        const side = sideOf(built, plan);
        const { boxes, lines, width, height } = placeTimeline(side, room);
        const whole = placeTimeline(side).width;
        assert.ok(whole <= room ? width === whole : width <= room || width === whole);
        const all = [...boxes.entries()];
        assert.equal(all.length, side.columns.flatMap((column) => column.boxes).length);
        for (const [id, box] of all) {
          assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, id);
          for (const [other, { x, y }] of all)
            if (other !== id) assert.ok(Math.abs(x - box.x) >= box.width || Math.abs(y - box.y) >= box.height, id);
        }
        lines.forEach((points, place) => {
          const ends = [side.lines[place]?.from, side.lines[place]?.to];
          assert.ok(points.length >= 2, 'a line has two ends');
          for (let at = 1; at < points.length; at++) {
            const [a, b] = [points[at - 1], points[at]];
            assert.ok(a !== undefined && b !== undefined && a.x <= b.x, 'a line goes with time');
            for (const [id, box] of all) {
              if (ends.includes(id)) continue;
              // A stretch past a column is level, one between columns touches none.
              const isBeside = b.x <= box.x || a.x >= box.x + box.width;
              const isAbove = Math.max(a.y, b.y) < box.y || Math.min(a.y, b.y) > box.y + box.height;
              assert.ok(isBeside || isAbove, `${side.lines[place]?.text ?? ''} runs through ${id}`);
            }
          }
        });
      }),
    );
  });

  it('draws thousands of like resources as one box with their number, and says what it omits', () => {
    const like = buildModel('pd p\nspace s\nresource s.r[2000]: page\np manages s');
    const side = sideOf(like, planOf(like.model, { kind: 'crash', targets: [like.id('p')] }, defaultPolicy));
    const names = side.columns.flatMap(({ boxes }) => boxes.map(({ text }) => text));
    assert.deepEqual(names.toSorted(), ['2000 × page in s', 'p', 's']);
    assert.equal(side.lines.filter(({ kind }) => kind === 'order').length, 2);

    const huge = buildModel('pd p\nspace s\nresource s.r[5000]: page\np manages s');
    const { note: ofHuge } = timelineOf(
      huge,
      planOf(huge.model, { kind: 'crash', targets: [huge.id('p')] }, defaultPolicy),
    );
    assert.equal(ofHuge, 'Not all orders are drawn as lines; the columns keep all of them.');

    const types = Array.from(
      { length: boxesShown + 7 }, // their space goes in the same step
      (_, place) => `resource s.r${String(place)}: t${String(place)}`,
    );
    const unlike = buildModel(`pd p\nspace s\n${types.join('\n')}\np manages s`);
    const plan = planOf(unlike.model, { kind: 'crash', targets: [unlike.id('p')] }, defaultPolicy);
    const { sides, note } = timelineOf(unlike, plan);
    assert.equal(Math.max(...(sides[0]?.columns ?? []).map(({ boxes }) => boxes.length)), boxesShown);
    assert.equal(note, '8 more are not drawn; see the lists below or the command line.');
  });

  it('marks exactly what differs from another plan', () => {
    const built = keyValueStore();
    const [one, other] = ['space-direct', 'pd-recursive'].map((name) => {
      const policy = policiesOf(built.model).find((each) => each.name === name) ?? defaultPolicy;
      return planOf(built.model, { kind: 'crash', targets: [built.id('blockServer1')] }, policy);
    });
    assert.ok(one !== undefined && other !== undefined);
    const endsOf = ({ columns }: TimelineSide) =>
      new Set(columns.flatMap(({ boxes }) => boxes.map(({ text, sign, step }) => JSON.stringify([text, sign, step]))));
    const { sides } = timelineOf(built, one, other);
    const [first, second] = sides;
    assert.ok(first !== undefined && second !== undefined);
    for (const [side, beside] of [[first, second] as const, [second, first] as const]) {
      const known = endsOf(beside);
      for (const { text, sign, step, isDifferent } of side.columns.flatMap(({ boxes }) => boxes))
        assert.equal(isDifferent, !known.has(JSON.stringify([text, sign, step])), text);
    }
    const same = timelineOf(built, one, one).sides;
    assert.ok(same.every(({ columns }) => columns.every(({ boxes }) => boxes.every((box) => !box.isDifferent))));
  });
});

/** All pairs of which one has to go first, without those that two others of them imply. */
function naiveReduction({ order, doomed }: Plan): readonly (readonly [number, number])[] {
  const ids = doomed.map(({ entity }) => entity);
  const goes = (a: number, b: number): boolean => order.because(a, b).length > 0;
  const all = ids.flatMap((a) => ids.flatMap((b) => (a !== b && goes(a, b) ? [[a, b] as const] : [])));
  return all.filter(([a, b]) => !ids.some((c) => c !== a && c !== b && goes(a, c) && goes(c, b)));
}
