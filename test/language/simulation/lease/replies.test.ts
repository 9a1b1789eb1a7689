/** References that a box hands out to a remote caller: transfers like others, with the same limits. */
import assert from 'node:assert/strict';
import { freedTimes, inMs, leaseText, playText } from './lease-runs.ts';

/**
 * Just before the tick of y, x gives away what keeps z.v, and the reply comes just after it: y sends a
 * whole period later, and what x sends meanwhile is all there is.
 */
const takingAt = (period: number): string => `event Take(by: pd)
event Taken(value: object)
machine Box for object {
  var content: object = none
  initial state Full {
    enter { content := z.v }
    on Take(by) do { send Taken(content) to by  content := none } -> Empty
  }
  state Empty {
    on Take
  }
}
machine Taker for pd {
  param box: object
  var got: object = none
  initial state Waiting {
    after ${inMs(1.5 * period - 1.9)} do { send Take(self) to box }
    on Taken(value) do { got := value } -> Done
  }
  state Done {
    on Taken
  }
}
node x { object b runs Box }
node y { phase: ${inMs(period / 2)}  pd taker runs Taker { box: x.b } }
node z { object v }
`;

describe('what a reply carries', () => {
  for (const [period, handover, isSafe] of [
    [10.4, false, true],
    [10.6, false, false],
    [15, false, false],
    [15, true, true],
    [18.9, true, true],
  ] as const) {
    it(`${isSafe ? 'lives' : 'is freed'} ${handover ? 'with' : 'without'} sending once more and ${period} s between ticks`, async () => {
      const collector = leaseText({ period, delay: '1s', sweep: 0.05, more: `handover: ${handover}` });
      const text = `${collector}${takingAt(period)}scenario "this" { run 100s  expect y.taker in Done }`;
      const { run, failures } = await playText(text);
      assert.deepEqual(failures, []);
      assert.deepEqual(Object.keys(freedTimes(run)), isSafe ? [] : ['z.v']);
    });
  }
});
