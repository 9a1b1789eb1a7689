/** The reliability of goals: closed forms of textbooks, and the chain over all sets of what is down, solved naively. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { availabilityOf } from '../../../../language/src/analysis/points/availability.ts';
import { shareText } from '../../../../language/src/analysis/points/availability-words.ts';
import { ratesOf } from '../../../../language/src/analysis/points/rates.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { type FailureGoal, singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { entityName, entityOf, type Model } from '../../../../language/src/model/model.ts';
import { runs, tried } from '../../../properties.ts';
import { depths } from '../crash/cleanup-expectations.ts';

const hour = 3_600_000;

async function modelOf(text: string): Promise<Model> {
  const { model, findings } = await createLoader(() => Promise.resolve(text)).load('test:/rated.aft');
  assert.deepEqual(
    [...findings].filter(({ severity }) => severity === 'error'),
    [],
    text,
  );
  return model;
}

/** Fails the test unless two numbers agree to nine digits. */
function assertClose(actual: number | undefined, expected: number, what: string): void {
  const isClose = actual === expected || Math.abs((actual ?? Number.NaN) - expected) <= 1e-9 * Math.abs(expected);
  assert.ok(isClose, `${what}: ${String(actual)} instead of ${String(expected)}`);
}

async function answered(text: string, time?: number) {
  const model = await modelOf(text);
  const [goal] = singlePoints(model, depths(0, 0));
  assert.ok(goal !== undefined);
  const found = availabilityOf(model, goal, { time });
  assert.ok(found !== undefined);
  return found;
}

/** Returns the mean time until `failed` of n are down, and the availability, of a birth-death chain. */
function birthDeath(n: number, failed: number, failure: number, repair: number): { mttf: number; available: number } {
  let [mttf, passage] = [0, 0];
  for (let down = 0; down < failed; down++) {
    // The mean time from so many down to one more.
    passage = (1 + down * repair * passage) / ((n - down) * failure);
    mttf += passage;
  }
  const share = failure / (failure + repair);
  let available = 0;
  for (let down = 0, ways = 1; down < failed; ways = (ways * (n - down)) / (down + 1), down++)
    available += ways * share ** down * (1 - share) ** (n - down);
  return { mttf, available };
}

describe('the availability of a goal', () => {
  it('keeps the digits of what is hardly ever down, alone and among its like', async () => {
    const alone = await answered('pd f { mttf: 100000d  mttr: 1us }\npd s { needs f }');
    const share = 1e-3 / (100000 * 24 * hour);
    assertClose(alone.unavailability, share, 'one');
    assertClose(alone.downtime, 1e-3, 'its downtime');
    assert.equal(shareText(share), '99.9999999999999884 %');
    const two = await answered('pd f[2] { probability: 1e-13 }\npd s { needs 2 of f[*] }');
    assertClose(two.unavailability, 2e-13, 'two');
  });

  it('of k of n repairable units is that of the birth-death chain', async () => {
    for (const [n, k] of [
      [1, 1],
      [3, 2],
      [5, 3],
      [20, 15],
      [60, 40],
    ] as const) {
      const found = await answered(`pd unit[${n}] { mttf: 1000h  mttr: 10h }\npd s { needs ${k} of unit[*] }`);
      const { mttf, available } = birthDeath(n, n - k + 1, 1 / (1000 * hour), 1 / (10 * hour));
      const what = `${k} of ${n}`;
      assertClose(found.mttf, mttf, what);
      assertClose(1 - (found.unavailability ?? 0), available, what);
      assert.equal(found.states, n - k + 1, what);
      // In the long run what is up and what is down fill the time between two failures.
      assertClose((found.mtbf ?? 0) * (found.unavailability ?? 0), found.downtime ?? 0, what);
    }
  });

  it('keeps its digits where a failure is very rare', async () => {
    const found = await answered('pd unit[10] { mttf: 100000h  mttr: 1h }\npd s { needs 4 of unit[*] }', hour);
    const { mttf } = birthDeath(10, 7, 1 / (100_000 * hour), 1 / hour);
    assertClose(found.mttf, mttf, 'the mean time');
    assert.ok(mttf > 1e30 * hour);
    // The probability is nearly that of seven failures without a repair, and less.
    const bound = 120 * (1 / 100_000) ** 7;
    assert.ok((found.withinTime ?? 0) > 0.05 * bound && (found.withinTime ?? 1) < bound);
  });

  it('of two units in series and in parallel is that of the textbook', async () => {
    const [a, b] = [1 / 100, 1 / 50];
    const pair = 'pd a { mttf: 100h }\npd b { mttf: 50h }\n';
    const series = await answered(`${pair}pd s { needs 2 of a, b }`, 10 * hour);
    assertClose(series.mttf, hour / (a + b), 'series');
    assertClose(series.withinTime, 1 - Math.exp(-10 * (a + b)), 'series within 10h');
    const parallel = await answered(`${pair}pd s { needs 1 of a, b }`, 10 * hour);
    assertClose(parallel.mttf, hour * (1 / a + 1 / b - 1 / (a + b)), 'parallel');
    assertClose(parallel.withinTime, (1 - Math.exp(-10 * a)) * (1 - Math.exp(-10 * b)), 'parallel within 10h');
    assert.deepEqual([parallel.unavailability, parallel.mtbf], [1, Number.POSITIVE_INFINITY]);
    const repaired = await answered('pd a[2] { mttf: 100h  mttr: 2h }\npd s { needs 1 of a[*] }');
    assertClose(repaired.mttf, (hour * (3 * a + 0.5)) / (2 * a * a), 'repaired');
  });

  it('counts what has no rates as never failing, and says so', async () => {
    const model = await modelOf(
      'pd a { mttf: 100h  mttr: 1h }\npd b\npd c { probability: 0.5 }\npd s { needs 3 of a, b, c }',
    );
    const [goal] = singlePoints(model, depths(0, 0));
    const found = availabilityOf(model, goal ?? assert.fail());
    const running = 'machine M for pd { var v: duration = 2h  initial state A }';
    const unknown = await answered(`${running}\npd a runs M { failureRate: 2 / self.v }\npd s { needs a }`);
    assert.deepEqual([unknown.unrated, unknown.computed.map(({ entity }) => entity)], [[], [0]]);
    const usual =
      'machine M for pd { param mttf: duration = 100h  param mttr: duration = mttf / 100  initial state A }';
    assertClose((await answered(`${usual}\npd a runs M\npd s { needs a }`)).unavailability, 1 / 101, 'the default');
    const names = (ids: readonly number[]): string[] => ids.map((id) => entityName(model, id));
    assert.deepEqual([names(found?.unrated ?? []), names(found?.timeless ?? [])], [['b'], ['c']]);
    assertClose(found?.unavailability, 1 - (100 / 101) * 0.5, 'unavailability');
    assert.deepEqual([found?.mttf, found?.mtbf, found?.states], [undefined, undefined, undefined]);
    const open = await answered('pd a { mttf: 100h  mttr: 1h }\npd b\npd s { needs 1 of a, b }', hour);
    assert.deepEqual([open.mttf, open.withinTime, open.unavailability], [undefined, undefined, undefined]);
    assert.deepEqual(open.unrated, [1]);
    // What is never down keeps it up, whatever the other does.
    const never = await answered('pd a { mttf: 100h  mttr: 0s }\npd b\npd s { needs 1 of a, b }', hour);
    assert.deepEqual([never.mttf, never.withinTime, never.unavailability], [Number.POSITIVE_INFINITY, 0, 0]);
  });

  it('is that of the chain over all sets of what is down', async () => {
    let judged = 0;
    await fc.assert(
      fc.asyncProperty(rated, async (text) => {
        const model = await modelOf(text);
        for (const goal of singlePoints(model, depths(0, 0), { sizeLimit: 8, countLimit: 10_000 })) {
          if (goal.isBroken) continue;
          judged += 1;
          const [found, expected] = [availabilityOf(model, goal, { time: 7 * hour }), naive(model, goal, 7 * hour)];
          assertClose(found?.unavailability, expected.unavailability, 'unavailability');
          assertClose(found?.mttf, expected.mttf, 'mttf');
          assertClose(found?.mtbf, expected.mtbf, 'mtbf');
          assertClose(found?.withinTime, expected.withinTime, 'within');
        }
      }),
      { numRuns: runs(12, 300) },
    );
    tried('goals', judged);
    assert.ok(judged >= 12);
  });
});

/** Two nodes with PDs, of which some have rates, and needs with numbers over all of them. */
const rated = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(1, 10, 25), fc.constantFrom(0, 1, 4, 20)), { minLength: 6, maxLength: 6 }),
    fc.array(fc.tuple(fc.nat({ max: 63 }), fc.nat({ max: 3 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([rates, needs]) => {
    const said = (index: number): string => {
      const [up, down] = rates[index] ?? [1, 0];
      return `mttf: ${up}h${down === 0 ? '' : `  mttr: ${down}h`}`;
    };
    const names = ['n.a', 'n.b', 'c', 'd'];
    const body = needs.flatMap(([mask, least], index) => {
      const earlier = Array.from({ length: index }, (_, other) => `g${other}`);
      const targets = [...names, ...earlier].filter((_, bit) => ((mask >> bit) & 1) === 1);
      if (targets.length === 0) return [];
      return [`pd g${index} { ${said(4)}  needs ${1 + (least % targets.length)} of ${targets.join(', ')} }`];
    });
    const gates = body.length < needs.length ? ['pd g0 { needs 1 of c, d }'] : body;
    return `node n { ${said(5)}  pd a { ${said(0)} }  pd b { ${said(1)} } }\npd c { ${said(2)} }\npd d { ${said(3)} }\n${gates.join('\n')}`;
  });

/** Returns the reliability from a chain with a state for each set of events, solved by plain elimination. */
function naive(model: Model, { cutSets }: FailureGoal, time: number) {
  const events = [...new Set(cutSets.flat())];
  const rates = events.map((event) => ratesOf(entityOf(model, event), model) ?? assert.fail());
  const size = 2 ** events.length;
  const has = (set: number, index: number): boolean => ((set >> index) & 1) === 1;
  const fails = (set: number): boolean => cutSets.some((cut) => cut.every((event) => has(set, events.indexOf(event))));
  const down = rates.map(({ failure, repair }) => failure / (failure + repair));
  let [unavailability, failures] = [0, 0];
  for (let set = 0; set < size; set++) {
    const share = down.reduce((all, each, index) => all * (has(set, index) ? each : 1 - each), 1);
    if (fails(set)) unavailability += share;
    else
      for (const [index, { failure }] of rates.entries())
        if (!has(set, index) && fails(set | (1 << index))) failures += share * failure;
  }
  const up = Array.from({ length: size }, (_, set) => set).filter((set) => !fails(set));
  const rateOf = (from: number, index: number): number => {
    const { failure, repair } = rates[index] ?? assert.fail();
    return has(from, index) ? repair : failure;
  };
  const matrix = up.map((from) =>
    up.map((to) => {
      if (from === to) return events.reduce((sum, _, index) => sum + rateOf(from, index), 0);
      const index = events.findIndex((_, each) => (from ^ to) === 1 << each);
      return index < 0 ? 0 : -rateOf(from, index);
    }),
  );
  return {
    unavailability,
    mtbf: 1 / failures,
    mttf: solved(matrix)[0] ?? Number.NaN,
    withinTime: absorbed(matrix, time),
  };
}

/** Solves a system whose right side is 1, by Gauss and Jordan with pivots. */
function solved(given: readonly (readonly number[])[]): number[] {
  const rows = given.map((row) => [...row, 1]);
  for (const column of rows.keys()) {
    const pivot = rows.findIndex(
      (row, at) =>
        at >= column && rows.slice(column).every((other) => Math.abs(other[column] ?? 0) <= Math.abs(row[column] ?? 0)),
    );
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    const chosen = rows[column] ?? [];
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = (row[column] ?? 0) / (chosen[column] ?? 0);
      for (const index of row.keys()) row[index] = (row[index] ?? 0) - factor * (chosen[index] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 0));
}

/** Returns how much of state 0 has left by a time, as a sum over the number of events of a Poisson process. */
function absorbed(matrix: readonly (readonly number[])[], time: number): number {
  const fastest = Math.max(...matrix.map((row, at) => row[at] ?? 0));
  let here: number[] = matrix.map((_, at) => (at === 0 ? 1 : 0));
  let [gone, weight, sum] = [0, Math.exp(-fastest * time), 0];
  for (let events = 0; events < 2000; events++) {
    sum += weight * gone;
    const moved = matrix.map((_, to) =>
      here.reduce((all, share, from) => all + share * ((from === to ? 1 : 0) - (matrix[from]?.[to] ?? 0) / fastest), 0),
    );
    gone = 1 - moved.reduce((all, share) => all + share, 0);
    here = moved;
    weight *= (fastest * time) / (events + 1);
  }
  return sum;
}
