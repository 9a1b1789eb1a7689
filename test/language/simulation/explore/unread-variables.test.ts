/** Variables that nothing reads are omitted from the states, unless their own past decides whether they fail. */
import assert from 'node:assert/strict';
import { exploreText } from './explored.ts';

/** Explores every run of a machine with these variables that does one thing over and over. */
async function explore(variables: string, block: string) {
  const [found] = await exploreText(
    `event Go(size: int)
machine M for pd { ${variables}  initial state I { on Go(size) do { ${block} } } }
pd m runs M
check "it" { may send Go(2) to m }`,
    { states: 500 },
  );
  assert.ok(found);
  const { broken, states } = found.exploration;
  return { states, failed: broken.length > 0 };
}

describe('a variable that nothing reads', () => {
  it('is no part of the states if it counts, measures or notes', async () => {
    for (const [variables, block] of [
      ['var n: int = 0', 'n := n + size * 3'],
      ['var n: int = 0', 'n := (5 - n) % 4'],
      ['var n: int = 0  var m: int = 0', 'n := n + 1  m := m + n'],
      ['var n: map<int, int> = 0', 'n[size] := n[size] + 1'],
      ['var d: duration = 0s  var since: duration = 0s', 'd := d + (now - since)  since := now'],
      [
        'var n: int = 0  var all: int = 0  var share: number = 0',
        'n := n + 1  all := all + size  share := n / (size + 1)',
      ],
      [
        'var all: duration = 0s  var since: duration = 0s  var share: duration = 0s',
        'all := all + (now - since)  since := now  share := all / (size + 1)',
      ],
      ['var n: int = 0  var many: bool = false', 'n := n + 1  many := n > 3 or not many'],
      ['var n: int = 0', 'n := if size > 2 then n + 1 else n - 1'],
    ] as const)
      assert.deepEqual(await explore(variables, block), { states: 1, failed: false }, block);
  });

  it('is kept, and its fault found, if its own past decides whether it fits', async () => {
    for (const [variables, block] of [
      ['var n: int = 8', 'n := n / 2'],
      ['var n: int = 1', 'n := n * 1000'],
      ['var n: int = 1', 'n := n + n'],
      ['var n: number = 1', 'n := n / 10'],
      ['var d: duration = 1s', 'd := d / 7'],
      ['var n: int = 1  var m: int = 1', 'n := n + m  m := n'],
      ['var n: int = 1  var m: int = 1', 'n := n + 1  m := if n > 3 then n / 2 else 0'],
      ['var n: int = 1  var b: bool = false', 'n := n + 1  b := n > 3 and 1 / (size - 2) > 0'],
      ['var n: int = 1  var m: number = 0  var all: number = 0', 'n := n + 1  m := 1 / n  all := all + m'],
      ['var all: number = 0  var k: int = 2', 'all := all + 1 / k  k := k * k % 10007'],
      ['var n: map<int, int> = 1', 'n[0] := n[0] + n[0]'],
      ['var n: int = 1  let more = n * 2', 'n := more'],
    ] as const)
      assert.equal((await explore(variables, block)).failed, true, block);
  });

  it('is kept if a variable that is read is computed from it, and from itself', async () => {
    const [found] = await exploreText(`event Go
machine M for pd { var n: int = 0  var k: int = 0  initial state I { on Go do { n := k + 5 % (n + 1)  k := (k + 1) % 5 } } }
pd m runs M
check "it" { may send Go to m  never m.n > 7 }`);
    // n is 0, 1, 3, 4, 4, 0 again, …; only with its own k.
    const values: number[] = [];
    for (let [n, k, round] = [0, 0, 0]; round < 100; round++, k = (k + 1) % 5) values.push((n = k + (5 % (n + 1))));
    assert.equal(found?.exploration.broken.length, values.some((n) => n > 7) ? 1 : 0);
    assert.equal(found.exploration.states, new Set(values.map((n, round) => `${n} ${round % 5}`)).size + 1);
  });
});
