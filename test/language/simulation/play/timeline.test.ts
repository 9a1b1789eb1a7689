/** Timelines: steps can be visited in any order, and are always the same. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { type Observation, observe } from '../../../../language/src/simulation/program/observe.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { openRun, playerFor } from '../../../../language/src/simulation/play/recording/recording.ts';
import { seeded } from '../../../../language/src/simulation/kernel/seed.ts';
import { DrawMismatch, type Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

const steps = 250;

function timelineOf(program: Program, origin: TraceOrigin, options: Parameters<typeof openRun>[2]): Timeline {
  const opened = openRun(program, origin, options);
  if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
  return opened.timeline;
}

/** What is seen after each step of a run that is played once, from the start to the end, without a timeline. */
function playedOnce(program: Program, origin: TraceOrigin, seed: number): Observation[] {
  const player = playerFor(program, origin, seed);
  assert.ok(!('refusal' in player));
  const { run, started } = initial(program, { draw: seeded(seed), tell: undefined, keepsHistory: false });
  const seen = [observe(run)];
  let position: unknown = started.error === undefined ? player.start : undefined;
  while (position !== undefined && seen.length <= steps) {
    const turn = player.turn(run, position);
    if (turn === undefined) break;
    seen.push(observe(run));
    position = turn.position;
  }
  return seen;
}

const waiting = 'pd a\nscenario "s" {\n  run 2s\n  crash a\n  run 5s\n}\n';
const scenario: TraceOrigin = { kind: 'scenario', title: 's', variant: 0 };

describe('a timeline', () => {
  it('shows at any step, whatever was shown before, what playing from the start shows', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomSystem,
        randomOrigin,
        fc.nat(1000),
        fc.array(fc.nat(steps + 20), { minLength: 1, maxLength: 12 }),
        async (text, origin, seed, jumps) => {
          const program = await programOf(text);
          const seen = playedOnce(program, origin, seed);
          const timeline = timelineOf(program, origin, { seed, turns: steps });
          for (const jump of jumps) {
            const moment = timeline.goTo(jump);
            assert.equal(moment.step, Math.min(jump, seen.length - 1));
            assert.deepEqual(observe(moment.run), seen[moment.step]);
          }
          assert.equal(timeline.goTo(steps + 1).isLast, true);
        },
      ),
      { numRuns: runs(8, 400) },
    );
  });

  it('describes a step the same way whether it is reached from before, from after or in sequence', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const timeline = timelineOf(await programOf(text), origin, { seed, turns: steps });
        const all = timeline.records(0, steps);
        for (const step of [all.length - 1, 3, 70, 69, 200, 0].filter((each) => each < all.length)) {
          assert.deepEqual(timeline.records(step, step), [all[step]]);
        }
        assert.deepEqual(timeline.records(all.length, steps), []);
      }),
      { numRuns: runs(6, 300) },
    );
  });

  it('stays as it was after the last step when the end has been looked for', async () => {
    const timeline = timelineOf(await programOf(waiting), scenario, { seed: 1 });
    const last = observe(timeline.goTo(1).run);
    const beyond = timeline.goTo(9);
    assert.equal(beyond.step, 1);
    assert.deepEqual(observe(beyond.run), last);
    assert.deepEqual(observe(timeline.goTo(1).run), last);
    assert.equal(timeline.goTo(1).isLast, true);
    assert.deepEqual(timeline.records(1, 9).length, 1);
  });

  it('finds every step of a run so long that it keeps fewer copies', async () => {
    const program = await programOf('machine M { initial state A { after 1s -> A } }\npd a runs M');
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: false };
    const timeline = timelineOf(program, origin, { seed: 1, turns: 80_000 });
    for (const step of [80_000, 1, 40_000, 79_999, 32_768, 32_769, 65_600, 64]) {
      assert.deepEqual([timeline.goTo(step).step, timeline.goTo(step).run.state.now], [step, step * 1_000_000]);
    }
  });

  it('can still be shown before a step for which the recorded numbers do not suffice', async () => {
    const program = await programOf('event Tick\nmachine M { initial state A { on Tick } }\npd a runs M');
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: true };
    const timeline = timelineOf(program, origin, { seed: 1, draws: [0, 0, 7], continuesByChance: false });
    const first = observe(timeline.goTo(2).run);
    assert.throws(() => timeline.goTo(3), DrawMismatch);
    assert.equal(timeline.known(), 2);
    assert.deepEqual(observe(timeline.goTo(2).run), first);
    assert.throws(() => timeline.records(2, 3), DrawMismatch);
    assert.equal(timeline.records(0, 2).length, 3);
  });

  it('diverges from a step on when another of its choices is drawn', async () => {
    const program = await programOf(
      'event One\nevent Two\nmachine M { var last: 0..2 = 0 initial state A { on One do { last := 1 } on Two do { last := 2 } } }\npd a runs M',
    );
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [{ kind: 'crash', upTo: 1 }], sends: true };
    const timeline = timelineOf(program, origin, { seed: 1, turns: 10 });
    timeline.goTo(5);
    const draws = timeline.draws().slice(0, timeline.drawnAt());
    const seen = timeline.choices(5).map((choice) => {
      const other = timelineOf(program, origin, { seed: 1, draws: [...draws, choice.draw], turns: 10 });
      assert.deepEqual(observe(other.goTo(5).run), observe(timeline.goTo(5).run));
      const [record] = other.records(6, 6);
      return [choice.kind, record?.played.kind];
    });
    assert.ok(seen.length >= 2);
    for (const [choice, played] of seen) assert.equal(played, choice === 'action' ? 'acted' : choice);
  });

  it('keeps nothing of the past that nothing can query', async () => {
    const text = 'event Tick\nmachine M { initial state A { after 1s do { log "x" } -> A } }\npd a runs M';
    const random: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: true };
    const plain = timelineOf(await programOf(text), random, { seed: 1, turns: 50 });
    assert.equal(plain.goTo(50).run.state.history, undefined);
    const asking = await programOf(
      `${text}\nscenario "s" { run 5s expect a received Tick or true }\nscenario "log" { run 5s expect log "x" }\nscenario "none" { run 5s expect a alive }`,
    );
    const kept = (title: string): boolean =>
      timelineOf(asking, { kind: 'scenario', title, variant: 0 }, { seed: 1 }).goTo(5).run.state.history !== undefined;
    assert.deepEqual([kept('s'), kept('log'), kept('none')], [true, true, false]);
  });
});
