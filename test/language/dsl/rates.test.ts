/** Rates: read, written and computed exactly, and the same as the mean times that they say. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { availabilityOf } from '../../../language/src/analysis/points/availability.ts';
import { singlePoints } from '../../../language/src/analysis/points/single-points.ts';
import { quantity } from '../../../language/src/dsl/syntax/lexing/literals.ts';
import { constantOf } from '../../../language/src/model/machines/constant-of.ts';
import type { EntityId } from '../../../language/src/model/entity-kind.ts';
import { fractionOf, meanTimeOf, rateText } from '../../../language/src/model/rate.ts';
import { initial } from '../../../language/src/simulation/kernel/kernel.ts';
import { compileBinary } from '../../../language/src/simulation/kernel/operators.ts';
import { readProperty } from '../../../language/src/simulation/kernel/properties.ts';
import type { Frame, Run } from '../../../language/src/simulation/kernel/run.ts';
import { exact } from '../../../language/src/simulation/values/exact.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { RunError } from '../../../language/src/simulation/values/run-error.ts';
import { duration, keyOf, rate, type Value, valueText } from '../../../language/src/simulation/values/values.ts';
import { depths } from '../analysis/crash/cleanup-expectations.ts';
import { lowered, modelOfText } from './load-text.ts';
import { runs } from '../../properties.ts';

/** Microseconds by unit, written once more by hand. */
const units = { us: 1n, ms: 1000n, s: 1_000_000n, min: 60_000_000n, h: 3_600_000_000n, d: 86_400_000_000n };
const words = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const;

/** A rate as it is written, and what it is: `events` / `places` per so many microseconds. */
const written = fc
  .record({
    events: fc.nat(5000),
    places: fc.nat(3),
    times: fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined }),
    unit: fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
    word: fc.option(fc.constantFrom(...(Object.keys(words) as (keyof typeof words)[])), { nil: undefined }),
    isScientific: fc.boolean(),
    blanks: fc.constantFrom(' ', '  ', '\t'),
  })
  .map(({ events, places, times, unit, word, isScientific, blanks }) => {
    const count = isScientific ? `${events}e-${places}` : (events / 10 ** places).toFixed(places);
    const time = times === undefined ? (word ?? unit) : `${times}${unit}`;
    const each = times === undefined && word !== undefined ? units[words[word]] : units[unit];
    return {
      text: `${count}${blanks}per${blanks}${time}`,
      events: BigInt(events),
      microseconds: BigInt(times ?? 1) * each * 10n ** BigInt(places),
    };
  });

function rateIn(text: string): { numerator: number; denominator: number } {
  const read = quantity(text);
  assert.ok(read?.kind === 'rate', text);
  return read;
}

const isSame = (one: { numerator: number; denominator: number }, events: bigint, microseconds: bigint): boolean =>
  BigInt(one.numerator) * microseconds === events * units.d * BigInt(one.denominator);

const computed = (operator: '+' | '*' | '/' | '<' | '==', left: Value, right: Value): Value =>
  compileBinary(
    operator,
    () => left,
    () => right,
  )({} as Frame);

describe('a rate', () => {
  it('is read exactly, and written so that it is read as the same', () => {
    fc.assert(
      fc.property(written, ({ text, events, microseconds }) => {
        const read = rateIn(text);
        assert.ok(isSame(read, events, microseconds), text);
        assert.deepEqual(rateIn(rateText(read)), read, rateText(read));
        assert.equal(valueText(rate(exact(read.numerator, read.denominator)), String), rateText(read));
        const mean = meanTimeOf(read);
        const isWhole = events > 0n && microseconds % events === 0n;
        assert.equal(mean, isWhole && microseconds / events < 2n ** 53n ? Number(microseconds / events) : undefined);
      }),
    );
  });

  it('is written in the unit in which it is shortest', () => {
    for (const [text, expected] of [
      ['600 per min', '10 per s'],
      ['48 per d', '2 per h'],
      ['0.001 per h', '1 per 1000h'],
      ['0.5 per day', '1 per 2d'],
      ['3e-9 per h', '1 per 20000000000min'],
      ['0 per h', '0 per s'],
      // 1 per 2e16min would be as short, but is beyond 53 bits.
      ['3e-15 per h', '3 per 1000000000000000h'],
    ] as const)
      assert.equal(rateText(rateIn(text)), expected);
  });

  it('is refused where it is not exact, is per nothing, or per what is no time', () => {
    for (const text of ['1e-30 per h', '9007199254740993 per us', '1 per 0s', '2 per 3KiB', '2 per 5%', '2 per 7week'])
      assert.equal(quantity(text), undefined, text);
  });

  it('has the dimension of one divided by a time', () => {
    const small = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        const [events, per, other] = [a, duration(b * 1_000_000), duration(c * 1000)];
        const one = computed('/', events, per);
        // The judge: the same by durations and numbers alone.
        const count = computed('/', computed('*', other, a), per);
        assert.equal(computed('==', computed('*', one, other), count), true);
        assert.equal(computed('==', computed('*', other, one), count), true);
        assert.equal(computed('==', computed('/', events, one), per), true);
        assert.equal(computed('==', computed('/', computed('*', one, 3), one), 3), true);
        assert.equal(computed('==', computed('+', one, one), computed('/', 2 * a, per)), true);
        assert.equal(computed('<', one, computed('/', c, per)), a < c);
      }),
    );
  });

  it('of failures gives the results of the mean time that it says, to the last digit', async () => {
    const hours = fc.integer({ min: 1, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(hours, hours, hours, async (up, down, other) => {
        const [times, rates, computed] = [
          `pd a { mttf: ${up}h  mttr: ${down}min }  pd b { mttf: ${other}h }  pd c is Flaky { mttf: 3d }`,
          `pd a { failureRate: 1 per ${up}h  repairRate: 1 per ${down}min }  pd b { failureRate: 24 / ${24 * other}h }
          pd c is Flaky { failureRate: 1 / 3d }`,
          `pd a { mttf: ${2 * up}h - ${up}h  mttr: ${down}h / 60 }  pd b { failureRate: 3 * 1 per ${3 * other}h }
          pd c is Flaky { mttf: if 1 < 2 then 2 * 36h else 1h }`,
        ].map((text) => `${text}\nclass Flaky for pd { mttf: 7h }  pd d { needs 1 of a, b }  pd e { needs c }`);
        const [one, two, three] = await Promise.all([times, rates, computed].map(answersOf));
        assert.deepEqual([two, three], [one, one]);
      }),
      { numRuns: 15 },
    );
  });
});

/** An expression of what is known before a run: literals, settings and data of others, a parameter, a `let`, `index`. */
const computable = fc.letrec<{ value: string; size: string }>((tie) => ({
  size: fc.oneof(
    fc.nat(9).map(String),
    fc.constantFrom('0.25', '1 / 3', '7h', '90us', '2 per h', '1 per 3d', 'index', 'first.mttr', 'first.mttf'),
    fc.constantFrom('first.failureRate', 'first.rank', 'self.p', 'self.doubled', 'first.repairRate'),
  ),
  value: fc.oneof(
    { maxDepth: 3 },
    tie('size'),
    fc.tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '%'), tie('value')).map((each) => `(${each.join(' ')})`),
    fc
      .tuple(tie('size'), fc.constantFrom('<', '>=', '==', '!='), tie('size'), tie('value'), tie('value'))
      .map(([a, operator, b, then, otherwise]) => `(if ${a} ${operator} ${b} then ${then} else ${otherwise})`),
    tie('value').map((each) => `(-${each})`),
  ),
})).value;

describe('a value that is known before a run', () => {
  it('is the one that the run has, and unknown where the run ends with an error', async () => {
    let known = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(computable, { minLength: 8, maxLength: 8 }), async (values) => {
        const rows = values.map((value, at) => `pd x${at}[2] runs M { data { v: ${value} } }`);
        const model = await lowered(
          `machine M for pd { param p: duration = 5h  let doubled = 2 * p  initial state A }
          pd first { failureRate: 3 * 1 per 8h  mttr: 90min / 4  data { rank: 0.5 + 1 / 6 } }\n${rows.join('\n')}`,
        );
        const { run } = initial(compileModel(model), { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
        for (const { id, name, data } of model.entities.filter(({ machine }) => machine !== undefined)) {
          const [{ value } = assert.fail()] = data;
          const found = constantOf(value, model, id);
          const expected = valueIn(run, id);
          if (found !== undefined) known += 1;
          assert.equal(textOf(found), expected, `${name}: ${values.join(' | ')}`);
        }
      }),
      { numRuns: runs(15) },
    );
    assert.ok(known > 50, String(known));
  });
});

/** Returns what the run has as `v` of an entity, in microseconds and events per day; undefined after an error. */
function valueIn(run: Run, id: EntityId): string | undefined {
  try {
    return keyOf(readProperty(run, id, 'v'));
  } catch (error) {
    assert.ok(error instanceof RunError, String(error));
    return undefined;
  }
}

/** Writes a known value in the same way. */
function textOf(value: ReturnType<typeof constantOf>): string | undefined {
  if (value === undefined) return undefined;
  if (value.kind === 'none') return '-';
  assert.ok(value.kind === 'number' || value.kind === 'duration' || value.kind === 'rate');
  const { top, bottom, kind } = value;
  const { numerator, denominator } = fractionOf(kind === 'rate' ? top * units.d : top, bottom) ?? assert.fail();
  const unit = { number: '', duration: 'us', rate: '/d' }[kind];
  return `${denominator === 1 ? String(numerator) : `${numerator}/${denominator}`}${unit}`;
}

async function answersOf(text = ''): Promise<unknown> {
  const model = await modelOfText(text);
  return singlePoints(model, depths(0, 0)).map((goal) => availabilityOf(model, goal, { time: 3_600_000 }));
}
