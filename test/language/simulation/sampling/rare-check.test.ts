/** Rare events: closed forms, exact chains of random models, and a simulation written apart. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { availabilityOf } from '../../../../language/src/analysis/points/availability.ts';
import { singlePoints } from '../../../../language/src/analysis/points/single-points.ts';
import { createLoader } from '../../../../language/src/dsl/load.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { compileModel } from '../../../../language/src/simulation/program/program.ts';
import {
  type RareEstimate,
  type RareOptions,
  rareCheck,
} from '../../../../language/src/simulation/sampling/rare-check.ts';
import { meanOf, splitOnce } from '../../../../language/src/simulation/sampling/splitting.ts';
import { runs } from '../../../properties.ts';

const hour = 3_600_000;

/** Returns what the first check of a model is estimated to be, and the exact probability that its goal fails. */
async function estimated(text: string, options: RareOptions): Promise<{ found: RareEstimate; exact: number }> {
  const { model, errors } = await createLoader(() => Promise.resolve(text)).load('test:/rare.aft');
  assert.deepEqual(errors, [], text);
  const program = compileModel(model);
  const [check] = model.checks;
  assert.ok(check !== undefined);
  const course = rareCheck(program, check, options);
  let next = course.next();
  while (next.done !== true) next = course.next();
  const found = next.value;
  if ('refusal' in found) assert.fail(JSON.stringify(found));
  // The goal of the check is the one declared last.
  const goal = singlePoints(model, program.defaultPolicy).at(-1);
  const exact =
    goal === undefined ? 0 : (availabilityOf(model, goal, { time: found.within })?.withinTime ?? Number.NaN);
  return { found, exact };
}

/** Fails the test unless a number lies within three times the confidence interval of an estimate. */
function assertFits({ probability, low, high }: RareEstimate, exact: number, what: string): void {
  const half = Math.max(probability - low, high - probability);
  assert.ok(Math.abs(probability - exact) <= 3 * half, `${what}: ${String([probability, low, high, exact])}`);
}

describe('the probability of a rare event', () => {
  it('is that of the exact chain for k of n, far beyond what plain runs reach', async () => {
    const units = 'pd unit[20] { mttf: 1000h  mttr: 5h }\npd store { needs 14 of unit[*] }';
    const { found, exact } = await estimated(`${units}\ncheck "c" { never store broken  horizon: 100h }`, {
      ...{ seed: 1, estimates: 10, arrivals: 100 },
    });
    assert.ok(exact > 1e-10 && exact < 1e-9);
    assertFits(found, exact, '14 of 20');
    assert.ok(Math.abs(found.probability / exact - 1) < 0.2, String([found.probability, exact]));
    assert.deepEqual([found.levels.length, found.within, found.estimates], [7, 100 * hour, 10]);
  });

  it('is the same for the same seed', async () => {
    const text = 'pd a[3] { mttf: 10h  mttr: 1h }\npd s { needs 1 of a[*] }\ncheck "c" { never s broken }';
    const options = { within: 5 * hour, estimates: 3, arrivals: 20 };
    const [one, same, other] = [
      await estimated(text, { ...options, seed: 7 }),
      await estimated(text, { ...options, seed: 7 }),
      await estimated(text, { ...options, seed: 8 }),
    ];
    assert.deepEqual(one.found, same.found);
    assert.notEqual(one.found.probability, other.found.probability);
  });

  it('equals the exact chain of random models, whose parts differ or not', async () => {
    await fc.assert(
      fc.asyncProperty(models, fc.nat(), async (text, seed) => {
        const { found, exact } = await estimated(text, { seed, estimates: 12, arrivals: 60 });
        assertFits(found, exact, text);
      }),
      { numRuns: runs(8, 400) },
    );
  });

  it('follows the machines of the model: repairs by a supervisor take as long as its timer says', async () => {
    const text = `
      pd a { mttf: 10h }
      pd b { mttf: 20h  mttr: 4h }
      machine Watch for pd {
        param watched: pd
        initial state Up { always when not watched alive -> Down }
        state Down { after 3h do { restart watched } -> Up }
      }
      pd supervisor runs Watch { watched: a }
      pd s { needs 1 of a, b }
      check "c" { never s broken  horizon: 8h }`;
    const { found } = await estimated(text, { seed: 3, estimates: 15, arrivals: 60 });
    assertFits(found, supervised(40_000), 'supervised');
  });

  it('judges a check without cut sets by how many are down, and begins after its plain steps', async () => {
    const text = `
      pd a[4] { mttf: 100h  mttr: 1h }
      pd s { needs 1 of a[*] }
      check "c" { crash a[0]  never (count x in pds: not x alive) == 4  horizon: 10h }`;
    const { found } = await estimated(text, { seed: 1, estimates: 12, arrivals: 60 });
    // The plain step has crashed one, which nothing repairs: what a check does by itself is no failure.
    const three =
      'pd a[3] { mttf: 100h  mttr: 1h }\npd s { needs 1 of a[*] }\ncheck "c" { never s broken  horizon: 10h }';
    const { exact } = await estimated(three, { seed: 1, estimates: 2 });
    assertFits(found, exact, 'after a crash');
  });

  it('repairs whatever a failure has ended, even what has no failures of its own or is repaired at once', async () => {
    // Half of the time z fails before x does. Otherwise z has to fail while y is down: 1 per 10h against its repair.
    for (const [settings, exact] of [
      ['mttr: 1h', 1 / 2 + 1 / 2 / 11],
      ['mttr: 0s', 1 / 2],
      ['mttf: 1000000h  mttr: 0s', 1 / 2],
      ['', 1],
    ] as const) {
      const text = `
        pd x { mttf: 10h }
        pd y { ${settings}  dies with x }
        pd z { mttf: 10h }
        check "c" { never not y alive and not z alive  horizon: 1000h }`;
      const { found } = await estimated(text, { seed: 2, estimates: 12, arrivals: 200 });
      assertFits(found, exact, settings);
    }
  });

  it('ends a run in which nothing is left that fails or is repaired', async () => {
    const text = 'pd a { mttf: 10h }\npd s { needs a }\npd b\ncheck "c" { never b broken  horizon: 1000h }';
    const { found } = await estimated(text, { seed: 1, estimates: 2, arrivals: 10 });
    assert.equal(found.probability, 0);
  });

  it('refuses what cannot be estimated, in a sentence', async () => {
    const refusalOf = async (text: string, within?: number): Promise<string> => {
      const { model } = await createLoader(() => Promise.resolve(text)).load('test:/rare.aft');
      const [check] = model.checks;
      assert.ok(check !== undefined);
      const { value } = rareCheck(compileModel(model), check, { seed: 1, within }).next();
      return value !== undefined && 'refusal' in value ? value.refusal : '';
    };
    const running = 'machine M for pd { var v: duration = 2h  initial state A }\npd a runs M { mttf: self.v }\n';
    assert.match(
      await refusalOf(`${running}check "c" { never a broken }`, hour),
      /"a" fails or is repaired is computed/,
    );
    const rated = 'pd a { mttf: 1h }\npd s { needs a }\n';
    assert.match(await refusalOf('pd a\ncheck "c" { never a broken }', hour), /No PD or node sets "mttf"/);
    assert.match(await refusalOf(`${rated}check "c" { never s broken }`), /has no horizon/);
    const set = 'check "c" { for p in pds { at 1s set a.failureRate = 1 per h }  never s broken }';
    assert.match(await refusalOf(`${rated}${set}`, hour), /sets "failureRate" in a step; only declared rates/);
    assert.match(await refusalOf(`${rated}check "c" { eventually s broken }`, hour), /asks for "eventually"/);
    assert.match(await refusalOf(`${rated}check "c" { bound a alive  never s broken }`, hour), /has bounds/);
    assert.equal(await refusalOf(`${rated}check "c" { never s broken }`, hour), '');
  });
});

describe('importance splitting', () => {
  it('is unbiased: the mean of many estimates of a walk is its probability', () => {
    // A walk up with 0.3 and down with 0.7, from 1; it fails at 6 and is over at 0.
    const step = (from: number, draw: { readonly pick: (count: number) => number }): number =>
      draw.pick(10) < 3 ? from + 1 : from - 1;
    const process = {
      begin: () => ({ place: 1 }),
      importanceOf: (place: number) => place,
      walk: (from: number, level: number, draw: { readonly pick: (count: number) => number }) => {
        for (let place = from; ; place = step(place, draw)) {
          if (place === 6) return 'failed' as const;
          if (place === 0) return 'over' as const;
          if (place >= level) return { place };
        }
      },
    };
    const exact = (7 / 3 - 1) / ((7 / 3) ** 6 - 1);
    for (const tries of [20, 10_000]) {
      const found = Array.from({ length: 400 }, (_, seed) => {
        const course = splitOnce(process, { arrivals: 10, tries }, seeded(seed));
        let next = course.next();
        while (next.done !== true) next = course.next();
        return next.value.probability;
      });
      const { probability, low, high } = meanOf(found);
      assert.ok(Math.abs(probability - exact) < 1.5 * (high - low), String([tries, probability, low, high, exact]));
      assert.ok(high - low < 0.4 * exact);
    }
  });
});

/** Needs with numbers over PDs that fail and are repaired, some of them alike. */
const models = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(20, 40), fc.constantFrom(0, 1, 3)), { minLength: 3, maxLength: 3 }),
    fc.integer({ min: 1, max: 3 }),
    fc.nat({ max: 4 }),
    fc.nat({ max: 2 }),
  )
  .map(([rates, copies, least, inner]) => {
    const said = (index: number): string => {
      const [up, down] = rates[index] ?? [1, 0];
      return `mttf: ${up}h${down === 0 ? '' : `  mttr: ${down}h`}`;
    };
    const targets = copies + 2;
    return `pd a[${copies}] { ${said(0)} }
pd b { ${said(1)} }
pd c { ${said(2)} }
pd gate { needs ${1 + (inner % 2)} of b, c }
pd s { needs ${1 + (least % targets)} of a[*], gate, b }
check "c" { never s broken  horizon: 6h }`;
  });

/** Simulates, with a generator of its own, two units of which one is brought back three hours after its failure. */
function supervised(count: number): number {
  let state = 88_172_645;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const wait = (mean: number): number => -mean * Math.log(1 - random());
  let failed = 0;
  for (let run = 0; run < count; run++) {
    let [aUp, bUp, aNext, bNext] = [true, true, wait(10), wait(20)];
    for (;;) {
      const now = Math.min(aNext, bNext);
      if (now > 8) break;
      if (aNext <= bNext) {
        aUp = !aUp;
        aNext = now + (aUp ? wait(10) : 3);
      } else {
        bUp = !bUp;
        bNext = now + wait(bUp ? 20 : 4);
      }
      if (!aUp && !bUp) {
        failed += 1;
        break;
      }
    }
  }
  return failed / count;
}
