/** Filters over the steps of a run, and the difference between two runs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Intervention } from '../../../../language/src/simulation/play/recording/interventions.ts';
import { findSteps } from '../../../../language/src/view/run/find-steps.ts';
import { runDifference } from '../../../../language/src/view/run/run-difference.ts';
import { isNoFilter, noFilter, type RunFilter } from '../../../../language/src/view/run/run-filter.ts';
import { runRow } from '../../../../language/src/view/run/run-rows.ts';
import { stepKinds } from '../../../../language/src/view/run/run-step.ts';
import { loadText } from '../../dsl/load-text.ts';
import { randomOrigin, randomSystem } from '../../simulation/random-systems.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';

async function opened(text: string, origin: TraceOrigin, interventions: readonly Intervention[] = []) {
  const { model, sources } = await loadText(text);
  const program = compileModel(model);
  const run = openRun(program, origin, { seed: 4, turns: 80, interventions });
  assert.ok('timeline' in run);
  const last = run.timeline.goTo(1000).step;
  return { model: { program, sources }, timeline: run.timeline, last };
}

function all<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

describe('a filter of steps', () => {
  const filters: fc.Arbitrary<RunFilter> = fc.record({
    without: fc.subarray([...stepKinds]),
    text: fc.constantFrom('', 'ping', 'CRASH', ' timer '),
    entity: fc.constantFrom('', 'p0', 'p1', 'nobody'),
    onlyMarked: fc.boolean(),
  });

  it('finds what fits in every respect, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, filters, async (text, origin, filter) => {
        const { model, timeline, last } = await opened(text, origin);
        const found = new Set(all(findSteps(model, { timeline, last }, filter)));
        for (let step = 0; step <= last; step++) {
          const [record] = timeline.records(step, step);
          assert.ok(record);
          const row = runRow(model, record);
          const isPlain =
            !filter.without.includes(row.kind) &&
            row.text.toLowerCase().includes(filter.text.trim().toLowerCase()) &&
            (!filter.onlyMarked || row.mark !== undefined);
          const id = model.program.model.entities.findIndex(({ name }) => name === filter.entity);
          const ids = JSON.stringify([record.played, record.effects]);
          const isAbout =
            filter.entity === '' ||
            (id >= 0 &&
              [`"entity":${String(id)}`, `"to":${String(id)}`, `"from":${String(id)}`].some((each) =>
                new RegExp(`${each}\\b`).test(ids),
              ));
          // What the text of a record holds is more than it is about; what it is about is in it.
          if (found.has(step)) assert.ok(isPlain && isAbout, `${String(step)} ${row.text}`);
          else assert.ok(!isPlain || filter.entity !== '', `${String(step)} ${row.text}`);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('finds every step in which something happens to an entity', async () => {
    const text =
      'event Go\nmachine M { initial state A { on Go -> B } state B { } }\npd a runs M\npd b runs M\nscenario "s" { send Go to a send Go to b crash a }';
    const run = await opened(text, { kind: 'scenario', title: 's', variant: 0 });
    const found = (entity: string) => all(findSteps(run.model, run, { ...noFilter, entity }));
    const texts = run.timeline.records(0, run.last).map((record) => runRow(run.model, record).text);
    assert.deepEqual(
      found('a').map((step) => texts[step]),
      ['start', 'send Go to a', 'Go to a', 'crash a'],
    );
    assert.deepEqual(
      found('b').map((step) => texts[step]),
      ['start', 'send Go to b', 'Go to b'],
    );
  });

  it('is absent if it lets every step through', () => {
    assert.ok(isNoFilter(noFilter));
    assert.ok(isNoFilter({ ...noFilter, text: '  ' }));
    assert.ok(!isNoFilter({ ...noFilter, onlyMarked: true }));
  });
});

describe('the difference of two runs', () => {
  const text =
    'machine M { var n: int = 0 initial state A { after 1s do { n := n + 1 } -> A } }\npd a runs M\npd b\nscenario "s" { run 5s }';
  const scenario: TraceOrigin = { kind: 'scenario', title: 's', variant: 0 };

  it('is nothing up to where they diverge, and afterwards what happened differently at the same time', async () => {
    const one = await opened(text, scenario);
    const other = await opened(text, scenario, [{ after: 2, kind: 'crash', entity: 'b' }]);
    const at = (step: number) => runDifference(one, other, { step, common: 2 });
    assert.deepEqual(at(2)?.changes, []);
    assert.deepEqual(
      at(3)?.changes.map(({ name, before, after }) => [name, before, after]),
      [
        ['entities', undefined, undefined],
        ['b', undefined, undefined],
        ['is', 'alive', 'crashed'],
      ],
    );
    // A step more was taken; the time is the same.
    assert.deepEqual([at(3)?.other, at(4)?.other, at(4)?.at], [2, 3, '3s']);
    assert.equal(at(99), undefined);
  });
});
