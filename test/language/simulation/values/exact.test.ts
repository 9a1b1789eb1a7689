/** Exact numbers, compared with fractions of big integers. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Exact } from '../../../../language/src/simulation/values/exact.ts';
import * as exact from '../../../../language/src/simulation/values/exact.ts';
import { RunError } from '../../../../language/src/simulation/values/run-error.ts';
import { compareValues, durationText, keyOf, setOf } from '../../../../language/src/simulation/values/values.ts';

interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

const whole = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.maxSafeInteger());
const number = fc
  .tuple(whole, fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 2 ** 31 })))
  .map(([numerator, denominator]): Exact => exact.exact(numerator, denominator));

const fractionOf = (a: Exact): Fraction =>
  typeof a === 'number' ? { n: BigInt(a), d: 1n } : { n: BigInt(a.numerator), d: BigInt(a.denominator) };

/** In lowest terms, over a positive denominator. */
function lowest({ n, d }: Fraction): Fraction {
  let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
  while (b !== 0n) [a, b] = [b, a % b];
  return d < 0n ? { n: -n / a, d: -d / a } : { n: n / a, d: d / a };
}

const isSafe = (value: bigint): boolean =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);

const operations = {
  add: (x: Fraction, y: Fraction): Fraction => ({ n: x.n * y.d + y.n * x.d, d: x.d * y.d }),
  subtract: (x: Fraction, y: Fraction): Fraction => ({ n: x.n * y.d - y.n * x.d, d: x.d * y.d }),
  multiply: (x: Fraction, y: Fraction): Fraction => ({ n: x.n * y.n, d: x.d * y.d }),
  divide: (x: Fraction, y: Fraction): Fraction => ({ n: x.n * y.d, d: x.d * y.n }),
} as const;

describe('an exact number', () => {
  for (const [name, naive] of Object.entries(operations) as [keyof typeof operations, typeof operations.add][]) {
    it(`is what fractions of any size say, or an error, under ${name}`, () => {
      fc.assert(
        fc.property(number, number, (a, b) => {
          const wanted = naive(fractionOf(a), fractionOf(b));
          const fits = wanted.d !== 0n && isSafe(lowest(wanted).n) && isSafe(lowest(wanted).d);
          if (!fits) assert.throws(() => exact[name](a, b), RunError);
          else assert.deepEqual(fractionOf(exact[name](a, b)), lowest(wanted));
        }),
      );
    });
  }

  it('is rounded and compared exactly', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [x, y] = [fractionOf(a), fractionOf(b)];
        const floor = (n: bigint, d: bigint): bigint => (n >= 0n ? n / d : -((-n + d - 1n) / d));
        assert.equal(BigInt(exact.floor(a)), floor(x.n, x.d));
        assert.equal(BigInt(exact.round(a)), floor(2n * x.n + x.d, 2n * x.d));
        const difference = x.n * y.d - y.n * x.d;
        assert.equal(Math.sign(exact.compareExact(a, b)), difference === 0n ? 0 : difference < 0n ? -1 : 1);
      }),
    );
  });

  it('leaves a remainder of the sign of the divisor', () => {
    for (const [a, b, wanted] of [
      [7, 3, 1],
      [-7, 3, 2],
      [7, -3, -2],
      [-7, -3, -1],
      [6, 3, 0],
    ] as const) {
      assert.equal(exact.remainder(a, b), wanted);
    }
    assert.throws(() => exact.remainder(1, 0), RunError);
  });

  it('that has no end is compared, and not counted with', () => {
    const half = exact.exact(1, 2);
    assert.deepEqual(
      [
        exact.compareExact(Infinity, Infinity),
        exact.compareExact(Infinity, half) > 0,
        exact.compareExact(half, Infinity) < 0,
      ],
      [0, true, true],
    );
    assert.throws(() => exact.add(Infinity, half), RunError);
    assert.throws(() => exact.divide(Infinity, 2), RunError);
  });
});

describe('values', () => {
  it('have one order, of texts by their characters', () => {
    assert.deepEqual(setOf(['b', 'a!', 'a', 'a b', 'B', 'a']).items, ['B', 'a', 'a b', 'a!', 'b']);
    assert.ok(compareValues('a', 'a b') < 0);
  });

  it('of every kind have a total order that agrees with being equal', () => {
    const value = fc.oneof(
      fc.boolean(),
      fc.constant(null),
      fc.string({ maxLength: 3 }),
      number,
      number.map((microseconds) => ({ kind: 'duration', microseconds }) as const),
      fc.nat(9).map((id) => ({ kind: 'entity', id }) as const),
      fc.constantFrom('a', 'b').map((name) => ({ kind: 'symbol', name }) as const),
    );
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        assert.equal(Math.sign(compareValues(a, b)), -Math.sign(compareValues(b, a)) + 0);
        assert.equal(compareValues(a, b) === 0, keyOf(a) === keyOf(b));
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) assert.ok(compareValues(a, c) <= 0);
      }),
      { numRuns: 1000 },
    );
  });

  it('of time are written in the largest unit in which they are short', () => {
    const texts = [0, 1, 1000, 1500, 100_000, 1_500_000, 1_250_000, 90_000_000, -2_000_000].map(durationText);
    assert.deepEqual(texts, ['0s', '1us', '1ms', '1.5ms', '100ms', '1.5s', '1.25s', '90s', '-2s']);
    assert.equal(durationText(129_166_685), '129.166685s');
    assert.equal(durationText(exact.exact(1_000_000, 3)), '1000000/3us');
  });
});
