/** Statistics: shares, percentiles, and many runs counted from their seeds. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Expression } from '../../../../language/src/model/machines/expression.ts';
import type { ManyRuns } from '../../../../language/src/simulation/sampling/many-runs.ts';
import { manyRuns } from '../many-runs.ts';
import { increase } from '../../../../language/src/model/common/increase.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import {
  percentilesOf,
  sharesOf,
  type Statistics,
  wilson,
} from '../../../../language/src/simulation/sampling/statistics.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { programOf } from '../random-systems.ts';

const close = (found: number, expected: number): void => {
  assert.ok(Math.abs(found - expected) < 5e-4, `${String(found)} is not ${String(expected)}`);
};

describe('the statistics', () => {
  it('give the interval of Wilson: the shares whose deviation from what was found is not significant', () => {
    const z = 1.959964;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (all, part) => {
        const count = part % (all + 1);
        const { low, high } = wilson(count, all);
        const share = count / all;
        // Its ends are the roots of (share - p)^2 = z^2 p (1 - p) / n, but for rounding at 0 and 1.
        for (const end of [low, high]) assert.ok(Math.abs((share - end) ** 2 - (z * z * end * (1 - end)) / all) < 1e-6);
        assert.ok(0 <= low && low <= share + 1e-12 && share - 1e-12 <= high && high <= 1);
      }),
    );
  });

  it('give the published values of that interval', () => {
    // Newcombe 1998, table I, method 3.
    const published = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [count, all, low, high] of published) {
      close(wilson(count, all).low, low);
      close(wilson(count, all).high, high);
    }
    assert.deepEqual(wilson(0, 0), { low: 0, high: 1 });
  });

  it('name the outcomes from the most frequent on, equal ones by name', () => {
    const shares = sharesOf(
      new Map([
        ['b', 1],
        ['c', 2],
        ['a', 1],
      ]),
    );
    assert.deepEqual(
      shares.map(({ name, count, share }) => [name, count, share]),
      [
        ['c', 2, 0.5],
        ['a', 1, 0.25],
        ['b', 1, 0.25],
      ],
    );
  });

  it('give as a percentile the smallest time that the given share of the times does not exceed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 300 }), (times) => {
        const counts = new Map<number, number>();
        for (const time of times) increase(counts, time);
        const found = percentilesOf([...counts].sort(([a], [b]) => a - b));
        assert.ok(found !== undefined);
        const naive = (share: number): number =>
          Math.min(...times.filter((time) => times.filter((other) => other <= time).length >= share * times.length));
        assert.deepEqual([found.p50, found.p90, found.p99], [naive(0.5), naive(0.9), naive(0.99)]);
        assert.deepEqual(
          [found.least, found.most, found.count],
          [Math.min(...times), Math.max(...times), times.length],
        );
        assert.ok(Math.abs(found.mean - times.reduce((sum, time) => sum + time, 0) / times.length) < 1e-6);
      }),
    );
    assert.equal(percentilesOf([]), undefined);
  });
});

const all = (): Promise<boolean> => Promise.resolve(true);

async function counted(
  program: Program,
  many: Partial<ManyRuns> & { readonly origin: TraceOrigin },
): Promise<Statistics> {
  const found = await manyRuns(program, { runs: 100, seed: 1, turns: 1000, until: undefined, ...many }, all);
  assert.ok(!('refusal' in found));
  return found;
}

/** A message that a quarter of the time is lost; a random delay of whole milliseconds from 0 to 9 s otherwise. */
const lossy = `
event Go
event E
machine Sender { param to: pd = none initial state A { on Go do { send E to to } } }
machine Receiver { initial state Waits { on E -> Has } final state Has }
channel net { loss: 1/4  delay: 0s..9s }
pd p runs Sender { to: q }
pd q runs Receiver
scenario "arrives" { send Go to p  within 10s expect q in Has }
scenario "fails" { expect q in Has  expect p alive }
`;
const arrives: TraceOrigin = { kind: 'scenario', title: 'arrives', variant: 0 };

const conditionOf = (program: Program, title: string): Expression => {
  const step = program.model.scenarios.find((each) => each.title === title)?.steps[0];
  assert.ok(step?.kind === 'expect');
  const { expectation } = step;
  const condition =
    expectation.kind === 'each'
      ? expectation.conditions[0]
      : 'condition' in expectation
        ? expectation.condition
        : undefined;
  assert.ok(condition !== undefined);
  return condition;
};

describe('chance', () => {
  it('is uniform and independent in the first draws of seeds in a row, too', () => {
    const counts = new Map<string, number>();
    const sides = 6;
    const runs = 36_000;
    for (let seed = 1; seed <= runs; seed++) {
      const draw = seeded(seed);
      const pair = `${String(draw.pick(sides))} ${String(draw.pick(sides))}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    const expected = runs / sides ** 2;
    const all = [...counts.values()];
    const deviation = all.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Chi-square with 35 degrees of freedom exceeds 66.6 once in a thousand times.
    assert.ok(all.length === sides ** 2 && deviation < 66.6, String(deviation));
  });
});

describe('many runs', () => {
  it('count outcomes as their probabilities say, and times as their distribution says', async () => {
    const { outcomes, waits, runs } = await counted(await programOf(lossy), { origin: arrives, runs: 2000 });
    assert.equal(runs, 2000);
    const lost = outcomes.find(({ kind }) => kind === 'failed');
    assert.ok(lost !== undefined && lost.low <= 0.25 && 0.25 <= lost.high, JSON.stringify(lost));
    assert.equal(lost.name, 'failed: q in Has');
    const [wait] = waits;
    assert.ok(wait !== undefined);
    assert.equal(wait.times.count, 2000 - lost.count);
    // Uniform from 0 to 9 s: a deviation of 0.5 s is more than four times what is usual.
    for (const [found, expected] of [
      [wait.times.p50, 4.5],
      [wait.times.p90, 8.1],
      [wait.times.mean, 4.5],
    ] as const) {
      assert.ok(Math.abs(found / 1e6 - expected) < 0.5, String(found));
    }
  });

  it('are the same again from the same seed, and name the first seed of each outcome', async () => {
    const program = await programOf(lossy);
    const first = await counted(program, { origin: arrives, seed: 40 });
    assert.deepEqual(await counted(program, { origin: arrives, seed: 40 }), first);
    for (const { seed, name } of first.outcomes) {
      const alone = await counted(program, { origin: arrives, seed, runs: 1 });
      assert.deepEqual(
        alone.outcomes.map((outcome) => outcome.name),
        [name],
      );
      if (seed === 40) continue;
      const before = await counted(program, { origin: arrives, seed: 40, runs: seed - 40 });
      assert.ok(!before.outcomes.some((outcome) => outcome.name === name));
    }
  });

  it('name an outcome by the first thing that goes wrong', async () => {
    const { outcomes } = await counted(await programOf(lossy), { origin: { ...arrives, title: 'fails' }, runs: 3 });
    assert.deepEqual(
      outcomes.map(({ name, kind, count }) => [name, kind, count]),
      [['failed: q in Has', 'failed', 3]],
    );
  });

  it('measure for how long an awaited condition did not hold', async () => {
    const program = await programOf(`
      machine T { initial state A { after 2s -> B } state B { after 3s -> C } state C { after 4s -> A } }
      pd a runs T
      scenario "not in A" { expect not (a in A) }
      scenario "in A" { expect a in A }
      scenario "alive" { expect a alive }
      scenario "never" { expect a destroyed }`);
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: false };
    const waiting = async (title: string, turns = 50): Promise<readonly [string | undefined, number | undefined]> => {
      const { outcomes, recovery } = await counted(program, {
        origin,
        runs: 2,
        turns,
        until: conditionOf(program, title),
      });
      return [outcomes[0]?.kind, recovery?.p50];
    };
    // From the start until the first transition; and, since it holds at the start, between leaving and coming back.
    assert.deepEqual(await waiting('not in A'), ['reached', 2_000_000]);
    assert.deepEqual(await waiting('in A'), ['reached', 7_000_000]);
    assert.deepEqual(await waiting('in A', 2), ['unreached', undefined]);
    assert.deepEqual(await waiting('alive'), ['always', undefined]);
    assert.deepEqual(await waiting('never'), ['unreached', undefined]);
  });

  it('distinguish a run that has ended from one that was cut off', async () => {
    const program = await programOf(
      'machine T { initial state A { after 2s -> B } state B { after 3s -> C } final state C }\npd a runs T',
    );
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: false };
    const kindAfter = async (turns: number): Promise<string | undefined> =>
      (await counted(program, { origin, runs: 1, turns })).outcomes[0]?.kind;
    assert.deepEqual([await kindAfter(1), await kindAfter(2), await kindAfter(3)], ['cut', 'over', 'over']);
  });

  it('stop on request, with what is complete', async () => {
    const program = await programOf(lossy);
    const many = { origin: arrives, runs: 100, seed: 1, turns: 1000, until: undefined };
    const found = await manyRuns(program, many, (done) => Promise.resolve(done < 7));
    assert.ok(!('refusal' in found));
    const seven = await counted(program, { origin: arrives, runs: 7 });
    assert.deepEqual(found, seven);
  });

  it('ask within a long run too, which does not count if it is stopped', async () => {
    const program = await programOf('machine T { initial state A { after 1s -> A } }\npd a runs T');
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: false };
    let asked = 0;
    const found = await manyRuns(program, { origin, runs: 5, seed: 1, turns: 1e9, until: undefined }, () => {
      asked += 1;
      return Promise.resolve(asked < 4);
    });
    assert.ok(!('refusal' in found));
    assert.deepEqual([found.runs, found.outcomes, asked], [0, [], 4]);
  });

  it('say so if what they measure does not occur', async () => {
    const found = await manyRuns(
      await programOf(lossy),
      { origin: { ...arrives, title: 'x' }, runs: 1, seed: 1, turns: 1, until: undefined },
      all,
    );
    assert.deepEqual(found, { refusal: 'The model has no scenario "x".' });
  });
});
