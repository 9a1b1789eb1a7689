/**
 * The layout of machines, judged by a naive look at its boxes: no state lies on another, labels lie on nothing, every
 * line goes from its source to its target; and what is folded or out of focus is not drawn.
 */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { emptySources } from '../../../language/src/model/model.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import type { Box, Placement, Point } from '../../../language/src/view/layout/placement.ts';
import { scaleIn } from '../../../language/src/view/layout/levels/whole-layout.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import { chartLayout, chartPlacement } from '../../../language/src/view/statechart/chart-layout.ts';
import {
  nextFolded,
  shownChart,
  shownId,
  shownRun,
  wholeChart,
  wrapped,
  type ChartChoice,
  type ShownChart,
} from '../../../language/src/view/statechart/shown-chart.ts';
import { statechartOf, type Statechart } from '../../../language/src/view/statechart/statechart.ts';
import { elkLayout } from '../../../server/src/pictures/elk-layout.ts';
import { runs } from '../../properties.ts';
import { modelOfText } from '../dsl/load-text.ts';

const folder = new URL('../../../language/std/', import.meta.url);
const half: Size = { width: 645, height: 738 };

async function chartsOf(file: string): Promise<readonly Statechart[]> {
  const model = await modelOfText(await readFile(new URL(file, folder), 'utf8'));
  return model.machines.flatMap(({ name }) => statechartOf(model, emptySources, name) ?? []);
}

async function drawn(chart: Statechart, choice: ChartChoice, room?: Size): Promise<[ShownChart, Placement]> {
  const shown = shownChart(chart, choice);
  return [shown, chartPlacement(shown, await elkLayout(chartLayout(shown, room)))];
}

const over = (one: Box, other: Box): boolean =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1;

const inside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

const onBorder = ({ x, y }: Point, box: Box): boolean =>
  inside({ x, y, width: 0, height: 0 }, box) &&
  [x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y].some((gap) => Math.abs(gap) <= 1.5);

/** Returns what is wrong with a picture, in words. */
function faults({ states, transitions }: ShownChart, { boxes, routes }: Placement): readonly string[] {
  const parents = new Set(states.map(({ parent }) => parent));
  const boxOf = (id: string): Box => boxes.get(id) ?? assert.fail(`${id} has no box`);
  const leaves = states.filter(({ id }) => !parents.has(id));
  const labels = transitions.flatMap(({ id, lines }) => {
    const at = routes.get(id)?.label;
    const [width, height] = [Math.max(...lines.map((line) => line.length)) * 5, lines.length * 13];
    return at === undefined ? [] : [{ id, box: { x: at.x - width / 2, y: at.y - height / 2, width, height } }];
  });
  const things = [...leaves.map(({ id }) => ({ id, box: boxOf(id) })), ...labels];
  return [
    ...things.flatMap((one, at) =>
      things.slice(at + 1).flatMap((other) => (over(one.box, other.box) ? [`${one.id} on ${other.id}`] : [])),
    ),
    ...states.flatMap(({ id, parent }) =>
      parent === undefined || inside(boxOf(id), boxOf(parent)) ? [] : [`${id} leaves ${parent}`],
    ),
    ...transitions.flatMap(({ id, source, target }) => {
      if (target === undefined) return [];
      const { points = [] } = routes.get(id) ?? {};
      const [first, last] = [points[0], points.at(-1)];
      if (first === undefined || last === undefined) return [`${id} has no line`];
      return onBorder(first, boxOf(source)) && onBorder(last, boxOf(target)) ? [] : [`${id} ends elsewhere`];
    }),
  ];
}

/** A machine with states in each other, and transitions between any two, themselves included. */
const randomChart: fc.Arbitrary<Statechart> = fc
  .record({
    parents: fc.array(fc.nat(99), { minLength: 1, maxLength: 9 }),
    lines: fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { maxLength: 12 }),
  })
  .map(({ parents, lines }) => {
    const around = parents.map((parent, at) => (parent % (at + 1) === at ? 'root' : `s${String(parent % (at + 1))}`));
    const stateAt = (at: number): string => `s${String(at % parents.length)}`;
    return {
      machine: 'M',
      states: [
        { id: 'root', name: 'M', isInitial: false, isFinal: false },
        ...around.map((parent, at) => ({
          ...{ id: `s${String(at)}`, name: `State${String(at)}`, parent, isFinal: false },
          isInitial: around.indexOf(parent) === at,
        })),
      ],
      transitions: lines.map(([from, to], at) => ({
        ...{ id: `t${String(at)}`, kind: 'event' as const, source: stateAt(from), target: stateAt(to) },
        ...{ lines: [`on E${String(at)}`], brief: `on E${String(at)}`, text: `on E${String(at)}` },
      })),
      notes: [],
      variables: [],
      entities: [],
      entityCount: 0,
    };
  });

describe('the layout of a machine', () => {
  it('has no state or label on another, in the machines of the library', async () => {
    let lines = 0;
    for (const file of (await readdir(folder)).filter((name) => /^(?:lease|service|supervisor).*aft$/.test(name)))
      for (const chart of await chartsOf(file)) {
        const [shown, placement] = await drawn(chart, wholeChart);
        assert.deepEqual(faults(shown, placement), [], chart.machine);
        lines += placement.routes.size;
      }
    assert.ok(lines > 25, String(lines));
  });

  it('has none either in random machines', async () => {
    const seen = { nested: 0, loops: 0 };
    await fc.assert(
      fc.asyncProperty(randomChart, async (chart) => {
        const [shown, placement] = await drawn(chart, wholeChart);
        seen.nested += chart.states.filter(({ parent }) => parent !== undefined && parent !== 'root').length;
        seen.loops += chart.transitions.filter(({ source, target }) => source === target).length;
        assert.deepEqual(faults(shown, placement), []);
      }),
      { numRuns: runs(8, 25) },
    );
    assert.ok(seen.nested > runs(3, 10) && seen.loops > runs(0, 2), JSON.stringify(seen));
  });

  it('shows ConsistentRegion in half a window at nine pixels, with one folded state, and in another shape elsewhere', async () => {
    const chart = (await chartsOf('consistent-region.aft'))[0] ?? assert.fail();
    const folded = nextFolded(shownChart(chart, wholeChart)) ?? assert.fail();
    assert.equal(chart.states.find(({ id }) => id === folded)?.name, 'Checkpointing');
    const [shown, placement] = await drawn(chart, { ...wholeChart, folded: new Set([folded]) }, half);
    assert.ok(scaleIn(half, placement) * 11 >= 9, `${String(placement.width)} x ${String(placement.height)}`);
    assert.equal(shown.states.find(({ id }) => id === folded)?.inside, 2);
    const hidden = chart.states.find(({ name }) => name === 'Draining')?.id ?? '';
    assert.equal(shownId(hidden, chart, shown), folded);
    const strip = { width: 2400, height: 400 };
    const [, wide] = await drawn(chart, wholeChart, strip);
    assert.ok(wide.width / wide.height > 2 * (placement.width / placement.height));
  });

  it('shows a label once where states in a folded one go to the same state', async () => {
    const model = await modelOfText(`
      event Stop
      machine M {
        initial state Work {
          initial state One { on Stop -> Done  after 2s -> Two }
          state Two { on Stop -> Done  after 5s -> Done }
          on Stop when true -> Done
        }
        state Done { after 5s -> One  after 5s -> Two }
      }
      pd a runs M`);
    const chart = statechartOf(model, emptySources, 'M') ?? assert.fail();
    const work = chart.states.find(({ name }) => name === 'Work')?.id ?? '';
    const labels = (folded: readonly string[], isFull = false): readonly string[] =>
      shownChart(chart, { isFull, folded: new Set(folded) }).transitions.map(({ lines }) => lines.join(' '));
    assert.deepEqual(labels([]), ['on Stop […]', 'on Stop', 'after 2s', 'on Stop', 'after 5s', 'after 5s', 'after 5s']);
    assert.deepEqual(labels([work]), ['on Stop […]', 'on Stop', 'after 5s', 'after 5s']);
    const shown = shownChart(chart, { ...wholeChart, folded: new Set([work]) });
    const stop = shown.transitions.find(({ also, lines }) => also !== undefined && lines[0] === 'on Stop');
    const [other = ''] = stop?.also ?? [];
    assert.equal(shownId(other, chart, shown), stop?.id);
    const run = { enabled: [other], taken: [other], timers: [{ transition: other, left: '1s left' }] };
    const { enabled, taken, timers } = shownRun(run as unknown as ChartRun, shown);
    assert.deepEqual([enabled, taken, timers[0]?.transition], [[stop?.id], [stop?.id], stop?.id]);
  });

  it('shows one state with its neighbours only', async () => {
    const chart = (await chartsOf('consistent-region.aft'))[0] ?? assert.fail();
    const named = (name: string): string => chart.states.find((state) => state.name === name)?.id ?? assert.fail();
    const { states, transitions } = shownChart(chart, { ...wholeChart, focus: named('Unhealthy') });
    assert.deepEqual(states.map(({ name }) => name).sort(), [
      'ConsistentRegion',
      ...['GaveUp', 'NextAttempt', 'Running', 'Unhealthy'],
    ]);
    for (const { source, target } of transitions) assert.ok([source, target].includes(named('Unhealthy')));
  });

  it('folds guards and actions, and wraps between words', async () => {
    const chart = (await chartsOf('consistent-region.aft'))[0] ?? assert.fail();
    const linesOf = (isFull: boolean): readonly string[] =>
      shownChart(chart, { ...wholeChart, isFull }).transitions.find(({ text }) => text.includes('-> Draining'))
        ?.lines ?? [];
    assert.deepEqual(linesOf(false), ['after period […]']);
    assert.ok(linesOf(true).includes('when trigger == periodic'), linesOf(true).join('|'));
    assert.deepEqual(wrapped('one two three four', 9, 2), ['one two', 'three …']);
    assert.deepEqual(wrapped('map<pd, {open}>', 5, 3), ['map<pd,', '{open}>']);
  });
});
