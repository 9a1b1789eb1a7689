/** The rates at which needed boxes are freed when keepalives are lost: over many hours, from fixed seeds. */
import assert from 'node:assert/strict';
import { initial, takeFirst } from '../../../../language/src/simulation/kernel/kernel.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { modelOfText } from '../../dsl/load-text.ts';
import { runs } from '../../../properties.ts';
import { chainText, leaseText } from './lease-runs.ts';

const hour = 3_600_000_000;
const hops = 3;

/** Wrong frees of the last box per hour; each run ends with the first, or after an hour. */
async function rateOf(period: number, percent: number, most: number): Promise<number> {
  const program = compileModel(await modelOfText(leaseText({ period, loss: `${percent}/100` }) + chainText(hops)));
  const last = program.model.entities.findIndex(({ name }) => name === `n${hops - 1}.b`);
  let [time, frees] = [0, 0];
  for (let seed = 1; seed <= most; seed++) {
    const { run } = initial(program, { draw: seeded(seed), tell: undefined, keepsHistory: false });
    const freedAt = (): number | undefined => run.state.leases?.tally.freed.get(last)?.at;
    while (freedAt() === undefined && takeFirst(run, hour) !== undefined);
    time += (freedAt() ?? hour) / hour;
    if (freedAt() !== undefined) frees += 1;
  }
  return frees / time;
}

/** A round fails if any of its hops does; so many failures in a row outlast a lease of 20 s. */
function formula(period: number, percent: number): number {
  const fails = 1 - (1 - percent / 100) ** hops;
  return (3600 / period) * (1 - fails) * fails ** Math.floor(20 / period);
}

describe('losses free a box at three hops', () => {
  for (const { period, percent, most: mostRuns, perHour } of [
    { period: 8, percent: 5, most: runs(40), perHour: [5, 11] },
    { period: 8, percent: 1, most: runs(12), perHour: [0.15, 0.75] },
    { period: 5, percent: 5, most: runs(12), perHour: [0.08, 0.6] },
  ] as const) {
    it(`about ${formula(period, percent).toPrecision(2)} times an hour with ${percent} % and ${period} s between ticks`, async () => {
      const [least, most] = perHour;
      const expected = formula(period, percent);
      assert.ok(least < expected && expected < most, String(expected));
      const rate = await rateOf(period, percent, mostRuns);
      assert.ok(least < rate && rate < most, String(rate));
    });
  }

  for (const { period, percent } of [
    { period: 5, percent: 1 },
    { period: 2, percent: 5 },
    { period: 2, percent: 1 },
  ]) {
    it(`never in hours with ${percent} % and ${period} s between ticks`, async () => {
      assert.ok(formula(period, percent) < 0.001);
      assert.equal(await rateOf(period, percent, runs(2, 10)), 0);
    });
  }
});
