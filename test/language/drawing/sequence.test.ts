/** The picture of a run over time: where its parts are, and its files. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { arrowShape } from '../../../language/src/drawing/sequence/arrow-shape.ts';
import { axes, scaleOf } from '../../../language/src/drawing/sequence/scale.ts';
import { sequenceFile } from '../../../language/src/drawing/sequence/sequence-file.tsx';
import { sequenceMermaid } from '../../../language/src/drawing/sequence/sequence-mermaid.ts';
import { fitted, rowsOf } from '../../../language/src/drawing/sequence/sizes.ts';
import { openRun } from '../../../language/src/simulation/play/recording/recording.ts';
import { lifeBits } from '../../../language/src/simulation/kernel/run.ts';
import type { Timeline } from '../../../language/src/simulation/play/recording/timeline.ts';
import type { RunStretch } from '../../../language/src/view/run/run-stretch.ts';
import { runSeries } from '../../../language/src/view/run/run-series.ts';
import { stretchOf } from '../../../language/src/view/run/stretch-of-run.ts';
import { sampleStretch } from '../../client/webview/trace/sample-run.ts';
import { programOf, randomOrigin, randomSystem } from '../simulation/random-systems.ts';
import { runs } from '../../properties.ts';

const randomRun = fc
  .tuple(randomSystem, randomOrigin, fc.nat(20), fc.integer({ min: 1, max: 60 }))
  .map(([text, origin, from, size]) => ({ text, origin, from, to: from + size }));

async function opened({ text, origin }: { readonly text: string; readonly origin: Parameters<typeof openRun>[1] }) {
  const program = await programOf(text);
  const run = openRun(program, origin, { seed: 2, turns: 100 });
  assert.ok('timeline' in run);
  return { program, timeline: run.timeline };
}

describe('the picture of a run', () => {
  it('keeps the order of time on either axis, and every instant within its edges', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun, fc.constantFrom(...axes), async (wanted, axis) => {
        const { program, timeline } = await opened(wanted);
        const stretch = stretchOf(program, timeline, wanted.from, wanted.to);
        const scale = scaleOf([stretch], { axis, left: 100, width: 500 });
        const places = stretch.ticks.map((tick) => scale.x(tick));
        assert.deepEqual(
          places,
          [...places].sort((a, b) => a - b),
        );
        assert.ok(places.every((x) => x >= 100 && x <= 600));
        assert.ok(scale.labels.every(({ x }) => x >= 100 && x <= 600.001) && scale.labels.length <= 8);
      }),
      { numRuns: runs(6, 300) },
    );
  });

  it('ends lost messages before their receiver, and all others at it', async () => {
    const stretch = await sampleStretch();
    const rows = rowsOf(stretch.lanes, stretch.series);
    const scale = scaleOf([stretch], { axis: 'time', left: 100, width: 800 });
    const outcomes = new Set<string>();
    for (const arrow of stretch.arrows) {
      const shape = arrowShape(arrow, scale, rows);
      assert.ok(shape);
      outcomes.add(arrow.outcome);
      assert.equal(shape.y2 === rows.laneOf(arrow.to), arrow.outcome !== 'lost', arrow.text);
      assert.equal(shape.end === 'cross', arrow.outcome === 'lost' || arrow.outcome === 'dead');
    }
    assert.ok(outcomes.has('lost') && outcomes.has('received'));
  });

  it('counts in a series what a walk through the states counts', async () => {
    await fc.assert(
      fc.asyncProperty(randomRun, async (wanted) => {
        const { program, timeline } = await opened(wanted);
        const found = runSeries(program, timeline, wanted.from, wanted.to);
        const { step: last } = timeline.goTo(wanted.to);
        const alive = (each: Timeline, step: number): number =>
          [...each.goTo(step).run.state.life].filter((bits) => (bits & lifeBits.alive) !== 0).length;
        const count = (each: Timeline, step: number): number => {
          const value = each.goTo(step).run.state.values[(program.slotsFrom[0] ?? 0) + 1];
          return typeof value === 'number' ? value : Number.NaN;
        };
        for (const [name, expected] of [
          ['entities alive', alive],
          ['p0.count', count],
        ] as const) {
          const points = found.find((series) => series.name === name)?.points;
          const seen = Array.from({ length: Math.max(0, last - wanted.from + 1) }, (_, index) =>
            expected(timeline, wanted.from + index),
          );
          assert.equal(points === undefined, new Set(seen).size < 2, name);
          if (points === undefined) continue;
          for (const [index, value] of seen.entries())
            assert.equal(points.findLast(({ step }) => step <= wanted.from + index)?.value, value, name);
        }
      }),
      { numRuns: runs(5, 250) },
    );
  });

  it('cuts texts that have no room, and omits what would say nothing', () => {
    assert.deepEqual([fitted('Waiting', 100), fitted('Waiting', 33), fitted('Waiting', 12)], ['Waiting', 'Wait…', '']);
  });

  it('is a file in the light style of print, equal for equal runs', async () => {
    const stretch = await sampleStretch();
    const file = (one: RunStretch): string =>
      sequenceFile({
        title: 'a < b',
        axis: 'time',
        width: 800,
        runs: [{ stretch: one, lanes: one.lanes, series: one.series }],
      });
    assert.equal(file(stretch), file(await sampleStretch()));
    assert.match(file(stretch), /^<svg [^>]*width="994"[^]*<title>a &lt; b<\/title>[^]*Work\(4\) lost[^]*<\/svg>\n$/);
    assert.doesNotMatch(file(stretch), /var\(--/);
  });

  it('is a sequence diagram of Mermaid, with what got lost', async () => {
    const { arrows, lanes } = await sampleStretch();
    const lines = sequenceMermaid({ arrows }, lanes).split('\n');
    assert.deepEqual(lines.slice(0, 5), [
      'sequenceDiagram',
      '  participant outside as (outside)',
      '  participant p0 as boss',
      '  participant p1 as ann',
      '  participant p2 as bob',
    ]);
    assert.ok(lines.includes('  outside->>p0: Go'));
    assert.ok(lines.includes('  p0--xp1: Work(4) (lost)'));
    assert.ok(lines.includes('  Note over p2: crashed'));
    const named = sequenceMermaid({ arrows: [] }, [{ entity: 0, name: 'a; b#', kind: 'pd', bars: [] }]);
    assert.equal(named, 'sequenceDiagram\n  participant p0 as a#59; b#35;\n');
  });
});
