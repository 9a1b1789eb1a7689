/**
 * The reasons why a reachable box is freed, compared with the same run played again without losses, without pauses, and
 * without both: the one that would have kept its lease is the reason.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, tried } from '../../../properties.ts';
import { chainText, inMs, leaseText, type PlayedLease, playText } from './lease-runs.ts';

const [nodeCount, end] = [3, 60_000];

/** Times in milliseconds, on a grid that keeps arrivals, ticks, sweeps, losses and pauses apart. */
interface Hindered {
  readonly boxes: readonly { readonly node: number; readonly refers: readonly number[] }[];
  readonly roots: readonly number[];
  readonly phases: readonly number[];
  readonly forward: string;
  readonly duration: number;
  readonly period: number;
  readonly delay: number;
  readonly losses: readonly Span[];
  readonly pauses: readonly (Span & { readonly node: number })[];
  /** How much is lost while anything is; below 1 only where nothing pauses, for chance is then the same without. */
  readonly loss: string;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const span = (offset: number): fc.Arbitrary<Span> =>
  fc
    .record({ from: fc.integer({ min: 0, max: 30 }), length: fc.integer({ min: 1, max: 24 }) })
    .map(({ from, length }) => ({ from: from * 1000 + offset, to: (from + length) * 1000 + offset }));

const models: fc.Arbitrary<Hindered> = fc.integer({ min: 1, max: 5 }).chain((count) => {
  const node = fc.integer({ min: 0, max: nodeCount - 1 });
  const some = fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 2 });
  return fc
    .record({
      boxes: fc.array(fc.record({ node, refers: some }), { minLength: count, maxLength: count }),
      roots: fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 2 }),
      phases: fc.array(
        fc.integer({ min: 0, max: 40 }).map((tenth) => tenth * 100 + 11),
        { minLength: nodeCount, maxLength: nodeCount },
      ),
      forward: fc.constantFrom('visited', 'sequence', 'deadline'),
      duration: fc.constantFrom(10_000, 20_000),
      period: fc.constantFrom(3000, 6000, 8000, 15_000),
      delay: fc.constantFrom(123, 1117),
      losses: fc.array(span(277), { maxLength: 2 }),
      // Of one node: a round that one makes up for while another stands still is there only because of a pause.
      pauses: fc
        .tuple(fc.array(span(633), { maxLength: 2 }), node)
        .map(([spans, paused]) => spans.map((times) => ({ ...times, node: paused }))),
      loss: fc.constantFrom('1', '1', '1/2'),
    })
    .map((model) => (model.loss === '1' ? model : { ...model, pauses: [] }));
});

function textOf(model: Hindered, until: number): string {
  const { boxes, roots, phases, forward, duration, period, delay, losses, pauses, loss } = model;
  const name = (box: number): string => `n${boxes[box]?.node ?? 0}.b${box}`;
  const refers = (targets: readonly number[]): string =>
    targets.length === 0 ? '' : ` refers ${targets.map(name).join(', ')} `;
  const nodes = phases.map((phase, node) => {
    const objects = boxes.flatMap((box, id) => (box.node === node ? [`  object b${id} {${refers(box.refers)}}`] : []));
    const pd = node === 0 ? [`  pd main {${refers(roots)}}`] : [];
    return [`node n${node} {`, `  phase: ${phase}ms`, ...objects, ...pd, '}'].join('\n');
  });
  const isIn = (spans: readonly Span[], at: number): boolean => spans.some(({ from, to }) => from <= at && at < to);
  const ends = (spans: readonly Span[]): number[] => [...new Set(spans.flatMap(({ from, to }) => [from, to]))];
  const steps = [
    ...ends(losses).map((at) => ({ at, text: `set net.loss = ${isIn(losses, at) ? loss : '0'}` })),
    ...phases.flatMap((_, node) => {
      const own = pauses.filter((pause) => pause.node === node);
      return ends(own).map((at) => ({ at, text: `set n${node}.paused = ${isIn(own, at)}` }));
    }),
  ];
  const timed = steps
    .filter(({ at }) => at <= until)
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => `  at ${at}ms ${text}`);
  const settings = { duration: duration / 1000, period: period / 1000, delay: inMs(delay / 1000) };
  return `${leaseText({ ...settings, more: `forward: ${forward}` })}${nodes.join('\n')}
scenario "this" {
${timed.join('\n')}
  at ${until}ms expect true
}`;
}

/** Plays a model until a time, in milliseconds. */
async function played(model: Hindered, until: number): Promise<PlayedLease> {
  const result = await playText(textOf(model, until));
  assert.deepEqual(result.failures, []);
  return result;
}

/**
 * Returns what the second judge says of some boxes that were freed at a time: of each, all that would explain it. Where
 * losses and pauses each do by themselves, which lease would last longer depends on what the same instant still brings.
 */
async function judged(model: Hindered, boxes: readonly number[], at: number): Promise<(readonly string[])[]> {
  if (model.period > model.duration) return boxes.map(() => ['the period is not shorter than the lease']);
  const leasedWithout = async (without: Partial<Hindered>): Promise<boolean[]> => {
    const { run } = await played({ ...model, ...without }, at / 1000);
    return boxes.map((box) => (run.state.leases?.boxes.get(box)?.until ?? 0) > at);
  };
  const loss = await leasedWithout({ losses: [] });
  const pause = await leasedWithout({ pauses: [] });
  const both = await leasedWithout({ losses: [], pauses: [] });
  return boxes.map((_, index) => {
    const single = [
      ...(loss[index] === true ? ['keepalives were lost'] : []),
      ...(pause[index] === true ? ['a node was paused for too long'] : []),
    ];
    if (single.length > 0) return single;
    return both[index] === true ? ['keepalives were lost, and a node was paused'] : [];
  });
}

/** Returns the boxes that are freed though a root reaches them, the first time that any is: later the runs are no longer alike. */
async function firstFreed(model: Hindered) {
  const { run } = await played(model, end);
  const freed = [...(run.state.leases?.tally.freed ?? [])].filter(([, { cause }]) => cause !== undefined);
  const at = Math.min(...freed.map(([, each]) => each.at));
  return { at, freed: freed.filter(([, each]) => each.at === at) };
}

describe('what explains that a box is freed though a root reaches it', () => {
  it('is what cost it its lease', async () => {
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(models, async (model) => {
        const { at, freed } = await firstFreed(model);
        if (freed.length === 0) return;
        const expected = await judged(
          model,
          freed.map(([box]) => box),
          at,
        );
        for (const [index, [, { cause = '' }]] of freed.entries()) {
          reached.set(cause, (reached.get(cause) ?? 0) + 1);
          assert.ok(
            expected[index]?.includes(cause),
            `${cause}, not ${String(expected[index])}: ${textOf(model, end)}`,
          );
        }
      }),
      { numRuns: runs(30, 600) },
    );
    for (const [why, count] of reached) tried(why, count);
    assert.ok(reached.size >= 4, JSON.stringify([...reached]));
  });

  const cause = async (text: string): Promise<(string | undefined)[]> => {
    const { run, failures } = await playText(text);
    assert.deepEqual(failures, []);
    return [...(run.state.leases?.tally.freed ?? [])].map(([, freed]) => freed.cause);
  };

  it('is never an unrelated loss', async () => {
    const graph = `node home { pd main { refers n0.b, n1.c } }
node n0 { object b }
node n1 { object c }
channel far { between: [home, n1]  delay: 100ms  loss: 1 }
`;
    // The root of b stands still; what is lost is for c.
    const steps = 'run 5s  set net.delay = 30s  run 40s';
    const text = `${graph}${leaseText({ period: 6 })}scenario "this" { ${steps} }`;
    assert.deepEqual(await cause(text), [
      'keepalives were lost',
      'a lease is shorter than a period plus the delays of the path',
    ]);
  });

  it('is a root that came, or came back, after the last keepalive, where the settings leave enough room', async () => {
    const late = 'a root came to reach it too late for a keepalive';
    // The lease of 20 s ends at 20 s, and the tick after 19 s is at 24 s; the slow clock is that of another node.
    const text = (root: string, steps: string): string =>
      `${leaseText({})}node n0 { object b }\nnode slow { clockRate: 1 / 2 }\nnode home { ${root} { refers b } }
scenario "this" { ${steps}  run 9s }`;
    assert.deepEqual(await cause(text('absent pd main', 'at 19s create main')), [late]);
    assert.deepEqual(await cause(text('pd main', 'crash main  at 19s restart main')), [late]);
    // A root that came in time gets its keepalive through, and what is lost later is another cause.
    const lost = 'at 15s create main  at 17s set net.loss = 1  run 20s';
    assert.deepEqual(await cause(text('absent pd main', lost)), ['keepalives were lost']);
  });

  it('is a loss at the start of a lease as well as one in its middle', async () => {
    const text = `${leaseText({ period: 20, duration: 20, loss: '1' })}${chainText(1)}scenario "this" { run 30s }`;
    assert.deepEqual(await cause(text), ['keepalives were lost']);
  });

  it('is a loss on the first hop for the first box alone: without it no root reaches the others', async () => {
    const text = `${leaseText({ period: 6 })}channel first { between: [home, n0]  delay: 100ms  loss: 1 }
${chainText(3)}scenario "this" { run 30s }`;
    assert.deepEqual(await cause(text), ['keepalives were lost', undefined, undefined]);
  });
});
