/** Iterative deepening: the same verdict as at once, with the fewest faults that break something. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type DeepExploration, exploreDeeper } from '../../../../language/src/simulation/explore/deepening.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { runs, tried } from '../../../properties.ts';
import { programOf } from '../random-systems.ts';
import { toTheEnd } from './explored.ts';
import { anything, system } from './random-checks.ts';

const most = 1500;

/** Explores, without interchanged copies and with at most so many states in a round. */
function deeper(program: Program, check: Check, states = most): DeepExploration {
  const exploring = exploreDeeper(program, check, { states, ...(states < most && { symmetry: false }) });
  let next = exploring.next();
  while (next.done !== true) next = exploring.next();
  return next.value;
}

const faultKinds: ReadonlySet<string> = new Set(['crash', 'halt', 'pause', 'lose', 'duplicate', 'reorder']);

/** Returns the greatest number of faults of one kind in a run, after asserting that it can be played. */
function faultsIn(program: Program, check: Check, exploration: DeepExploration): number {
  const counts = exploration.broken.map(({ counterexample }) => {
    const opened = openCounterexample(program, check, counterexample);
    if ('refusal' in opened) assert.fail(opened.refusal);
    const { timeline } = opened;
    assert.equal(timeline.goTo(counterexample.steps).step, counterexample.steps);
    const kinds = [...timeline.records(0, counterexample.steps)].map(({ played }) => played.kind);
    return Math.max(0, ...[...faultKinds].map((kind) => kinds.filter((each) => each === kind).length));
  });
  return Math.max(0, ...counts);
}

describe('deepening a check', () => {
  it('breaks what exploring at once breaks, with runs that replay, and finds the same states otherwise', async () => {
    let [broken, held] = [0, 0];
    await fc.assert(
      fc.asyncProperty(system(anything), async (drawn) => {
        const text = drawn.replace(/(fault [a-z]+(?: of p0)?) up to 1/g, '$1 up to 2');
        const program = await programOf(text);
        const [check] = program.model.checks;
        assert.ok(check !== undefined);
        const whole = toTheEnd(program, check, { states: most });
        if (whole.unexplored.some(({ limit }) => limit === 'states')) return;
        const found = deeper(program, check);
        assert.equal(found.broken.length > 0, whole.broken.length > 0, text);
        if (found.deepened === undefined) return;
        const { holds, tried: last } = found.deepened;
        if (found.broken.length === 0) {
          assert.deepEqual(
            [found.states, found.transitions, holds, last],
            [whole.states, whole.transitions, 2, 2],
            text,
          );
          held += 1;
        } else {
          assert.equal(holds, last === 0 ? undefined : last - 1, text);
          assert.ok(faultsIn(program, check, found) <= last, text);
          broken += 1;
        }
      }),
      { numRuns: runs(12, 400) },
    );
    tried('broken', broken);
    assert.ok(broken > 1 && held > 0, `${broken} were broken, and ${held} held.`);
  });

  it('says with how many faults it holds if a limit comes first', async () => {
    const text = 'pd r[3]\npd s { needs 1 of r[*] }\ncheck "it" { fault crash of r[*] up to 3  never s broken }';
    const program = await programOf(text);
    const [check] = program.model.checks;
    assert.ok(check !== undefined);
    const { deepened, broken, unexplored } = deeper(program, check);
    assert.deepEqual([deepened, broken.length, unexplored], [{ holds: 2, tried: 3, most: 3 }, 1, []]);
    const larger = text.replace('r[3]', 'r[10]').replace('up to 3', 'up to 9');
    const large = await programOf(larger);
    const cut = deeper(large, large.model.checks[0] ?? assert.fail(), 200);
    const { holds = 0, tried: last } = cut.deepened ?? {};
    assert.deepEqual([holds > 0, last, cut.broken], [true, holds + 1, []]);
    assert.deepEqual(
      cut.unexplored.map(({ limit }) => limit),
      ['states'],
    );
  });

  it('replays a run of fewer faults in which time passes', async () => {
    const text = `machine M for pd { initial state A { after 3s -> B }  state B { } }
pd p runs M
check "it" { fault crash of p up to 2  run 1s  run 1s  expect p in A  never p in B }`;
    const program = await programOf(text);
    const check = program.model.checks[0] ?? assert.fail();
    const found = deeper(program, check);
    assert.deepEqual([found.deepened?.tried, found.broken.length], [0, 1]);
    assert.equal(faultsIn(program, check, found), 0);
  });

  it('does not mention depth where there are no faults', async () => {
    const program = await programOf('pd r\ncheck "it" { never r broken }');
    const [check] = program.model.checks;
    assert.ok(check !== undefined);
    assert.equal(deeper(program, check).deepened, undefined);
  });
});
