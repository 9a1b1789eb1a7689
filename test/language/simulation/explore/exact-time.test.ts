/**
 * With an exact clock the environment acts at any time: the counterexamples are those of an explorer that goes tick by
 * tick.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Check } from '../../../../language/src/model/scenario.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/counterexample/replay.ts';
import type { Exploration } from '../../../../language/src/simulation/explore/judgement/verdict.ts';
import { unexploredText } from '../../../../language/src/simulation/explore/judgement/verdict-text.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { runs, seed, tried } from '../../../properties.ts';
import { programOf } from '../random-systems.ts';
import { exploreText, replayed, toTheEnd } from './explored.ts';
import { leases, system, timedSystem, windows } from './random-timed-systems.ts';
import { type Acted, exploreByTicks, type TimedOptions, type TimedResult } from './timed-oracle.ts';

/** What a number of systems came to. */
interface Seen {
  compared: number;
  broken: number;
  /** Broken otherwise, or not at all, if the environment acted only when something is due. */
  onlyBetween: number;
  readonly acted: Set<Acted>;
}

interface Both {
  readonly text: string;
  readonly program: Program;
  readonly check: Check;
  readonly explored: Exploration;
}

const noneSeen = (): Seen => ({ compared: 0, broken: 0, onlyBetween: 0, acted: new Set() });

async function explore(text: string): Promise<Both | undefined> {
  const program = await programOf(text);
  const [check] = program.model.checks;
  assert.ok(check, text);
  const explored = toTheEnd(program, check, { states: 5000 });
  const isCut = explored.broken.length === 0 && explored.unexplored.some(({ limit }) => limit === 'states');
  return isCut ? undefined : { text, program, check, explored };
}

/**
 * Returns how many steps lead to the first thing that is broken in a moment, which is all that ticks judge; no instant
 * without end. It can be played.
 */
function foundIn({ text, program, check, explored: { broken } }: Both): number | undefined {
  const [first] = broken;
  if (first === undefined) return undefined;
  const { counterexample } = first;
  const opened = openCounterexample(program, check, counterexample);
  if ('refusal' in opened) assert.fail(`${opened.refusal}\n${text}`);
  assert.equal(opened.timeline.goTo(counterexample.steps).step, counterexample.steps, text);
  return counterexample.loopsTo === undefined ? counterexample.steps : undefined;
}

const stepsOf = (result: TimedResult): number | undefined =>
  result.broken === undefined ? undefined : Number(result.broken.split(' ').at(-1));

function byTicks({ program, check }: Both, options: Omit<TimedOptions, 'most'>): TimedResult | undefined {
  return exploreByTicks(program, check, { ...options, most: 4000 });
}

/** Compares with ticks that are finer than the grid by no whole number. */
async function compareExact(text: string, seen: Seen, options: Omit<TimedOptions, 'most'>): Promise<void> {
  const both = await explore(text);
  if (both === undefined) return;
  const naive = byTicks(both, options);
  if (naive === undefined) return;
  const found = foundIn(both);
  assert.equal(found, stepsOf(naive), text);
  assert.ok(
    both.explored.unexplored.every(({ limit }) => limit === 'horizon'),
    text,
  );
  seen.compared += 1;
  if (found !== undefined) seen.broken += 1;
  for (const each of naive.acted) seen.acted.add(each);
  const dueOnly = byTicks(both, { ...options, tick: undefined });
  if (dueOnly !== undefined && stepsOf(dueOnly) !== found) seen.onlyBetween += 1;
}

function reached(seen: Seen, wanted: readonly Acted[], least: number): void {
  tried('compared with ticks', seen.compared);
  const missing = wanted.filter((each) => !seen.acted.has(each));
  assert.deepEqual(missing, [], `Never: ${missing.join(', ')}`);
  assert.ok(seen.broken > 0 && seen.broken < seen.compared, `${seen.broken} of ${seen.compared} broken.`);
  tried('broken only where the environment acts in between', seen.onlyBetween);
  assert.ok(
    seen.onlyBetween >= least,
    `${seen.onlyBetween} times only did it matter that the environment acts between what is due.`,
  );
}

const heartbeat = `event Beat
machine Server for pd { initial state Up { after 3s do { send Beat to watcher } -> Up } }
machine Watcher for pd { initial state Ok { on Beat -> Ok  after 10s -> Dead }  state Dead { on Beat -> Ok } }
pd server runs Server
pd watcher runs Watcher
machine Clock for pd {
  var died: duration = 0s
  var noticed: duration = 0s
  initial state A { always when server crashed do { died := now } -> B }
  state B { always when watcher in Dead do { noticed := now - died } -> C }
  final state C
}
pd clock runs Clock
`;
const lease = `event Renew
machine Lease for pd { initial state Held { on Renew -> Held  after 10s -> Lost }  state Lost { on Renew } }
machine Beat for pd {
  var beats: 0..9 = 0
  initial state Waits { after 15s do { beats := (beats + 1) % 10 } -> Waits }
}
pd lock runs Lease
pd clock runs Beat
`;

describe('with an exact clock', () => {
  it('a crash between two beats is noticed sooner, a lease ends where nothing else does, and both can be played', async () => {
    const asked = [
      `${heartbeat}check "late" { clock: exact  horizon: 40s  fault halt of server  never clock.noticed > 0s and clock.noticed < 10s }`,
      `${lease}check "15 s" { clock: exact  horizon: 30s  may send Renew to lock up to 1  never clock.beats == 1 and lock in Held }`,
    ];
    for (const text of asked) {
      const [explored] = await exploreText(text);
      assert.ok(explored);
      assert.equal(explored.verdict, 'failed');
      const [first, ...steps] = replayed(explored)[0] ?? [];
      assert.match(first ?? '', /halt|acted/);
      assert.deepEqual(steps, ['due']);
    }
  });

  it('a check that no time breaks passes, at a resolution if it reads the time', async () => {
    const [early] = await exploreText(
      `${lease}check "5 s" { clock: exact  may send Renew to lock up to 1  never clock.beats == 2 and lock in Held }`,
    );
    assert.equal(early?.verdict, 'passed');
    const [noticed] = await exploreText(
      `${heartbeat}check "in time" { clock: exact  horizon: 40s  fault halt of server  never clock.noticed > 10s }`,
    );
    assert.equal(noticed?.verdict, 'bounded');
    const told = noticed.exploration.unexplored.map(unexploredText);
    assert.ok(told.includes('actions of the environment between two multiples of 500ms'), told.join('; '));
  });

  it('a clock that stands or changes its rate is a stopwatch, explored at a stated resolution', async () => {
    const timer = `machine T for pd { initial state A { after 2s -> M }  state M { after 2s -> B }  state B }
node x { pd p runs T }
machine U for pd { initial state C { after 6s -> D }  state D }
pd q runs U
`;
    const asked = async (check: string): Promise<readonly [string | undefined, string]> => {
      const [explored] = await exploreText(`${timer}check "it" { clock: exact  horizon: 12s  ${check} }`);
      return [explored?.verdict, explored?.exploration.unexplored.map(unexploredText).join('; ') ?? ''];
    };
    // Without pauses p is always first, and time has regions that suffice.
    assert.deepEqual(await asked('fault halt of p up to 1  never q in D and (p in A or p in M) and p alive'), [
      'passed',
      '',
    ]);
    // A pause of any length, from any time on, puts p off.
    assert.equal((await asked('fault pause of x up to 1  never q in D and p in A'))[0], 'failed');
    // Paused once, it never comes before its time, which is shown at a resolution only.
    for (const early of [
      'fault pause of x up to 1  never p in B and now < 4s',
      'may set x.clockRate = 1 / 2 up to 1  never p in B and now < 4s',
    ]) {
      const [verdict, unexplored] = await asked(early);
      assert.equal(verdict, 'bounded', early);
      assert.match(unexplored, /actions of the environment between two multiples of \d+m?s/, early);
    }
    // A faster clock is early.
    assert.equal((await asked('may set x.clockRate = 2 up to 1  never p in B and now < 4s'))[0], 'failed');
  });

  it('what waits for an arrival keeps its time, whatever else happens at that instant', async () => {
    const [explored] = await exploreText(`channel net { delay: 3ms }
machine Traveller for pd { initial state A { enter { move self to y }  after 3ms -> B }  state B }
machine Other for pd { initial state A { after 3ms -> B }  state B { after 1ms -> Done }  final state Done }
pd p runs Traveller
node y { pd q runs Other }
check "it" { clock: exact  never q in Done and p in A }`);
    assert.equal(explored?.verdict, 'passed', explored?.exploration.unexplored.map(unexploredText).join('; '));
  });

  it('faults strike what waits in a plain step at any time during the wait', async () => {
    const open = `event Ping(n: int)
machine M for pd { initial state A { on restarted -> B }  state B { after 3ms do { send Ping(1) to p1 } -> A } }
machine N for pd {
  var count: int = 0
  initial state Closed { after 5ms -> Open  on Ping(n) }
  state Open { after 1ms -> Closed  on Ping(n) do { count := 2 } }
}
pd p0 runs M
pd p1 runs N
`;
    const asked = (fault: string): string =>
      `${open}check "it" { clock: exact  fault ${fault} of p0 up to 1  run 14ms  expect p1.count != 2 }`;
    const [crashed] = await exploreText(asked('crash'));
    assert.ok(crashed);
    assert.equal(crashed.exploration.broken[0]?.kind, 'expectation');
    assert.deepEqual(
      replayed(crashed)[0]?.filter((kind) => kind === 'crash' || kind === 'restart'),
      ['crash', 'restart'],
    );
    const [halted] = await exploreText(asked('halt'));
    assert.equal(halted?.verdict, 'passed');
  });

  it('a random run acts between what is due, and together with it', async () => {
    const program = await programOf(
      `${heartbeat}check "any" { clock: exact  horizon: 40s  fault halt of server  never false }`,
    );
    const times = Array.from({ length: 40 }, (_, number) => {
      const origin = { kind: 'random', check: 'any', faults: [], sends: false } as const;
      const opened = openRun(program, origin, { seed: seed + number });
      if ('refusal' in opened) assert.fail(opened.refusal);
      return opened.timeline.records(1, 100).find(({ played }) => played.kind === 'halt')?.at;
    }).filter((at) => at !== undefined);
    assert.ok(times.some((at) => at % 3_000_000 !== 0 && at % 1000 === 0));
    assert.ok(times.some((at) => at % 1000 !== 0));
    assert.ok(times.some((at) => at > 0 && at % 3_000_000 === 0));
  });

  it('a check breaks where the environment acts at some tick, in as few steps', async () => {
    const seen = noneSeen();
    await fc.assert(
      fc.asyncProperty(fc.oneof(system, windows), (text) =>
        compareExact(text, seen, { tick: 500, isTimed: text.includes('horizon') }),
      ),
      { seed: seed + 7, numRuns: runs(20, 20_000) },
    );
    const kinds = ['action', 'crash', 'halt', 'restart', 'lose', 'duplicate'] as const;
    const when = ['between', 'at a due', 'in one instant'] as const;
    reached(
      seen,
      kinds.flatMap((kind) => when.map((each): Acted => `${kind} ${each}`)),
      1,
    );
  }).timeout(1_800_000);

  it('leases run out where they do when the environment acts at some tick', async () => {
    const seen = noneSeen();
    await fc.assert(
      fc.asyncProperty(leases, (text) => compareExact(text, seen, { tick: 200, isTimed: true })),
      { seed: seed + 6, numRuns: runs(10, 3000) },
    );
    reached(seen, ['action between', 'action at a due', 'lose between', 'lose at a due', 'duplicate between'], 0);
  }).timeout(1_800_000);

  it('a model that reads the clock is explored at the given resolution', async () => {
    const seen = { compared: 0, broken: 0, told: 0 };
    await fc.assert(
      fc.asyncProperty(timedSystem, async (text) => {
        const both = await explore(text);
        if (both === undefined) return;
        const found = foundIn(both);
        const told = both.explored.unexplored.find(({ limit }) => limit === 'resolution')?.step;
        const naive = byTicks(both, { tick: told ?? 125, isTimed: true });
        if (naive === undefined) return;
        seen.compared += 1;
        if (found !== undefined) seen.broken += 1;
        if (told !== undefined) seen.told += 1;
        const steps = stepsOf(naive);
        if (found === undefined) assert.equal(steps, undefined, text);
        else assert.ok(steps !== undefined && steps <= found, text);
      }),
      { numRuns: runs(5, 10_000) },
    );
    tried('compared with ticks', seen.compared);
    assert.ok(seen.broken > 0 && seen.told > 0, JSON.stringify(seen));
  }).timeout(1_800_000);
});
