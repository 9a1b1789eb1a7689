/** Searches that keep only hashes of states: their sets against sets of texts, their trail, and what they report. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createBitTable } from '../../../../language/src/simulation/explore/hashed/bit-table.ts';
import { createFingerprints } from '../../../../language/src/simulation/explore/hashed/fingerprints.ts';
import type { Recognized } from '../../../../language/src/simulation/explore/hashed/recognized.ts';
import { createTrail } from '../../../../language/src/simulation/explore/hashed/trail.ts';
import { unexploredText } from '../../../../language/src/simulation/explore/judgement/verdict-text.ts';
import { runs, seed } from '../../../properties.ts';
import { exploreText, replayed } from './explored.ts';

/** Adds rows as states have them, each a second time; returns how many of the first time were taken for others. */
function omittedOf(set: Recognized, count: number): number {
  let omitted = 0;
  const known = new Int32Array(1);
  for (let index = 0; index < count; index++) {
    const row = Int32Array.of(0, 0, (seed + index) % 97, index >> 5, index % 32);
    if (!set.add(row, 2)) omitted += 1;
    set.find(row.subarray(2), 1, known);
    assert.equal(known[0], 1);
    assert.ok(!set.add(row, 2));
  }
  return omitted;
}

/** Asserts that a number is the expected one, but for the spread of chance. */
function expectAbout(found: number, expected: number): void {
  assert.ok(Math.abs(found - expected) <= 6 * Math.sqrt(expected) + 3, `${found} instead of ${expected.toFixed(1)}`);
}

describe('a set of hashes', () => {
  const count = runs(20_000, 200_000);

  it('tells rows apart with fingerprints of all bits', () => {
    const set = createFingerprints(3);
    assert.equal(omittedOf(set, count), 0);
    assert.ok(set.omitted() < 1e-6);
    assert.ok(set.bytes() < 20 * count + 3_000_000);
  });

  it('takes as many rows for others as it expects: fingerprints', () => {
    for (const bits of [20, 24]) {
      const set = createFingerprints(3, bits);
      const found = omittedOf(set, count);
      // Known rows meet fewer fingerprints than all rows would.
      const known = count - found;
      expectAbout(found, 2 ** bits * -Math.log1p(-known / 2 ** bits) - known);
    }
  });

  it('takes as many rows for others as it expects: bits in a table', () => {
    for (const bytes of [2 ** 15, 2 ** 17]) {
      const set = createBitTable(3, bytes);
      expectAbout(omittedOf(set, count), set.omitted());
    }
  });
});

describe('a trail', () => {
  it('leads to each state of a search', () => {
    const children = fc.array(fc.array(fc.nat({ max: 40_000 }), { maxLength: 4 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(children, (found) => {
        const trail = createTrail();
        const ways: number[][] = [];
        for (const [index, steps] of found.entries()) {
          const from = index - 1;
          if (from >= ways.length) break;
          for (const way of steps) {
            trail.push(from, way);
            ways.push([...(ways[from] ?? []), way]);
          }
        }
        assert.deepEqual(
          ways.map((_, state) => trail.waysTo(state)),
          ways,
        );
      }),
    );
  });
});

const model = (check: string): string => `event Press
machine Lamp for pd {
  var times: 0..9 = 0
  initial state Off { on Press when times < 9 do { times := times + 1 } -> On }
  state On { on Press -> Off  after 3s -> Off }
}
pd lamp runs Lamp
pd other runs Lamp
check "it" {
  may send Press to lamp
  may send Press to other
  fault crash of other up to 1
  ${check}
}`;

describe('a search by hashes', () => {
  for (const hashing of [{ kind: 'compact' }, { kind: 'bitstate', bytes: 2 ** 20 }] as const) {
    it(`says what it may have omitted: ${hashing.kind}`, async () => {
      const [whole, hashed] = await Promise.all(
        [undefined, hashing].map((each) => exploreText(model('lamp in On leads to lamp in Off'), { hashing: each })),
      );
      assert.equal(whole?.[0]?.verdict, 'passed');
      assert.equal(hashed?.[0]?.verdict, 'undecided');
      const { states, unexplored } = hashed[0].exploration;
      assert.equal(states, whole[0].exploration.states);
      const texts = unexplored.map(unexploredText);
      assert.match(
        texts[0] ?? '',
        /^states that .*hash.* takes for others \(probability that there is one: (at most|about) \d/,
      );
      assert.equal(texts[1], 'runs without end, which are judged only where states are kept whole');
    });

    it(`finds a shortest run: ${hashing.kind}`, async () => {
      const [hashed] = await exploreText(model('never lamp.times == 3 and other.times == 2'), { hashing });
      assert.ok(hashed);
      assert.equal(hashed.verdict, 'failed');
      const [whole] = await exploreText(model('never lamp.times == 3 and other.times == 2'));
      assert.ok(whole);
      assert.deepEqual(replayed(hashed), replayed(whole));
    });
  }
});
