/** One state represents all with interchangeable copies; the oracle's random models have copies as well. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, seed, tried } from '../../../properties.ts';
import { exploreText } from './explored.ts';
import { swaps } from './random-swaps.ts';

describe('a model with four copies', () => {
  it('has fewer states, says so, and can be switched off', async () => {
    const text = `event Go
machine W for pd { var n: 0..2 = 0  initial state A { on Go do { n := (n + 1) % 3 } } }
pd w[4] runs W
check "it" { may send Go to w[0]  may send Go to w[1]  may send Go to w[2]  may send Go to w[3]  never all x in w[*]: x.n == 2 and x crashed }`;
    const [one] = await exploreText(text);
    const [each] = await exploreText(text, { symmetry: false });
    // As many as there are ways to choose four of three values, in any order.
    assert.deepEqual([one?.exploration.states, one?.exploration.isReduced], [15, true]);
    assert.deepEqual([each?.exploration.states, each?.exploration.isReduced], [81, false]);
    const [named] = await exploreText(text.replace('never all', 'never w[0].n == 3 or all'));
    assert.deepEqual([named?.exploration.states, named?.exploration.isReduced], [81, false]);
  });
});

describe('copies that a text tells apart', () => {
  const model = (boss: string, never: string) => `event Go
event Name(t: text, by: pd)
event Elect
machine W for pd { initial state A { on Go do { send Name("${never.includes('text') ? '${self}' : ''}", self) to boss } -> B }  state B }
machine Boss for pd {
  var first: text = ""
  var last: text = ""
  var latest: pd = none
  var chosen: map<pd, bool> = false
  let isDecided = any y in w[*]: chosen[y]
  initial state S { on Name(t, by) do { latest := by  if first == "" { first := t } else { last := t } }  on Elect do { ${boss} } }
}
pd w[3] runs W
pd boss runs Boss
check "it" { may send Go to w[0] up to 1  may send Go to w[1] up to 1  may send Go to w[2] up to 1  may send Elect to boss up to 1
  never ${never} }`;
  const isBroken = async (boss: string, never: string) => {
    const [found] = await exploreText(model(boss, never));
    return [found?.exploration.isReduced, found?.exploration.broken.length];
  };

  it('are not interchanged where the first turn of a loop decides', async () => {
    const other = 'any x in w[*]: boss.chosen[x] and boss.latest != x and boss.latest != none';
    const turn = (guard: string, value: string) => `for x in w[*] { if ${guard} { chosen[x] := ${value} } }`;
    assert.deepEqual(await isBroken(turn('not any y in w[*]: chosen[y]', 'true'), other), [false, 1]);
    assert.deepEqual(await isBroken(turn('not any x in w[*]: chosen[x]', 'true'), other), [false, 1]);
    assert.deepEqual(await isBroken(turn('not isDecided', 'true'), other), [false, 1]);
    assert.deepEqual(await isBroken(turn('true', 'not isDecided'), other), [false, 1]);
    assert.deepEqual(await isBroken(turn('not chosen[x]', 'latest == x'), other), [true, 1]);
  });

  it('are not interchanged where a text contains their names', async () => {
    const same = 'boss.first == boss.last and boss.first != "text"';
    assert.deepEqual(await isBroken('', `${same} and boss.last != ""`), [false, 0]);
    assert.deepEqual(
      await isBroken('first := "${{x in w[*]: x in B}}"', 'boss.first == "[w[1], w[2]]" and boss.last == ""'),
      [false, 1],
    );
  });
});

describe('a random model with copies that the environment tells apart', () => {
  it('breaks in as few steps, and reaches the same, whether or not copies are interchanged', async () => {
    const reached = { reduced: 0, broken: 0, settings: 0, counted: 0, doomed: 0, whole: 0 };
    await fc.assert(
      fc.asyncProperty(swaps, async (text) => {
        const limits = { states: 400 };
        const [one] = await exploreText(text, limits);
        if (one?.exploration.isReduced !== true) return;
        const [each] = await exploreText(text, { ...limits, symmetry: false });
        assert.ok(each);
        if (each.exploration.unexplored.some(({ limit }) => limit === 'states')) return;
        const kinds = ({ exploration }: typeof one) => exploration.broken.map(({ counterexample: { steps } }) => steps);
        assert.deepEqual(kinds(one), kinds(each), text);
        assert.deepEqual(one.exploration.unexplored, each.exploration.unexplored, text);
        // After a plain step to one copy, what is said of another may be true of it alone.
        const places = ({ exploration }: typeof one) => exploration.unreached?.map(({ place }) => place) ?? [];
        if (one.check.steps.length === 0) assert.deepEqual(places(one), places(each), text);
        else
          assert.ok(
            places(one).every((place) => places(each).includes(place)),
            text,
          );
        reached.reduced += 1;
        reached.broken += Number(one.exploration.broken.length > 0);
        reached.whole += Number(one.exploration.broken.length === 0);
        reached.settings += Number(text.includes('set w'));
        reached.counted += Number(/w\[0\].* up to 1/.test(text));
        reached.doomed += Number(text.includes('destroy w') && text.includes('waits for'));
      }),
      { seed: seed + 1, numRuns: runs(14, 3000) },
    );
    for (const [what, count] of Object.entries(reached)) tried(`copies interchanged, ${what}`, count);
    assert.ok(Math.min(...Object.values(reached)) > runs(0, 1), JSON.stringify(reached));
  });
});
