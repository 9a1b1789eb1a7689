/** Random small graphs: what is freed and when, compared with a second simulation. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs } from '../../../properties.ts';
import { leaseText, inMs, namesOf, playText } from './lease-runs.ts';
import { naiveFreedTimes, type NaiveModel } from './naive-lease.ts';

const nodeCount = 3;
const end = 70_000;

/** Times on a grid that keeps arrivals, ticks, ends of roots and sweeps apart. */
const models: fc.Arbitrary<NaiveModel> = fc.integer({ min: 1, max: 6 }).chain((count) => {
  const node = fc.integer({ min: 0, max: nodeCount - 1 });
  const some = fc
    .uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 3 })
    .map((ids) => ids.sort((a, b) => a - b));
  return fc.record({
    phases: fc.array(
      fc.integer({ min: 0, max: 40 }).map((tenth) => tenth * 100),
      { minLength: nodeCount, maxLength: nodeCount },
    ),
    boxes: fc.array(fc.record({ node, refers: some }), { minLength: count, maxLength: count }),
    roots: fc.array(
      fc.record({ node, refers: some, ends: fc.integer({ min: 1, max: 45 }).map((second) => second * 1000 + 555) }),
      { maxLength: 3 },
    ),
    duration: fc.constantFrom(10_000, 20_000),
    period: fc.constantFrom(3000, 8000, 15_000),
    sweep: fc.constantFrom(500, 1000),
    delay: fc.constantFrom(123, 1117, 2713),
  });
});

function textOf({ phases, boxes, roots, duration, period, sweep, delay }: NaiveModel): string {
  const name = (box: number): string => `n${boxes[box]?.node ?? 0}.b${box}`;
  const refers = (targets: readonly number[]): string =>
    targets.length === 0 ? '' : ` refers ${targets.map(name).join(', ')} `;
  const nodes = phases.map((phase, node) => {
    const objects = boxes.flatMap((box, id) => (box.node === node ? [`  object b${id} {${refers(box.refers)}}`] : []));
    const pds = roots.flatMap((root, id) => (root.node === node ? [`  pd p${id} {${refers(root.refers)}}`] : []));
    return [`node n${node} {`, `  phase: ${phase}ms`, ...objects, ...pds, '}'].join('\n');
  });
  const ends = roots
    .map((root, id) => ({ at: root.ends, step: `at ${root.ends}ms destroy n${root.node}.p${id}` }))
    .sort((a, b) => a.at - b.at)
    .map(({ step }) => step);
  const settings = { duration: duration / 1000, period: period / 1000, sweep: sweep / 1000, delay: inMs(delay / 1000) };
  return `${leaseText(settings)}${nodes.join('\n')}\nscenario "this" { ${ends.join('\n')}\n at ${end}ms expect true }`;
}

describe('random boxes and roots', () => {
  it('are freed when the second simulation frees them', async () => {
    await fc.assert(
      fc.asyncProperty(models, async (model) => {
        const { run, failures } = await playText(textOf(model));
        assert.deepEqual(failures, []);
        const { entities } = run.program.model;
        const found = model.boxes.map(({ node }, box) => {
          const id = entities.find(({ name }) => name === `n${node}.b${box}`)?.id ?? -1;
          const at = run.state.leases?.tally.freed.get(id)?.at;
          return at === undefined ? undefined : at / 1000;
        });
        assert.deepEqual(found, naiveFreedTimes(model, end), textOf(model));
      }),
      { numRuns: runs(10, 600) },
    );
  });

  it('are never freed while a root reaches them if the lease covers a period and all delays, and always in time', async () => {
    const safe = models.map((model) => ({ ...model, duration: 20_000, period: 3000, delay: 1117 }));
    await fc.assert(
      fc.asyncProperty(safe, fc.constantFrom('visited', 'sequence', 'deadline'), async (model, forward) => {
        const text = textOf(model).replace('sweep:', `forward: ${forward}\n  sweep:`);
        const { broken } = await playText(text, { judges: true });
        assert.deepEqual(namesOf(broken), [], text);
      }),
      { numRuns: runs(3, 150) },
    );
  });
});
