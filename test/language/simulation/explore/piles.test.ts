/**
 * Queues that grow without end. On random systems, nothing passes with piles that states one by one break.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isLastingBroken } from '../../../../language/src/simulation/explore/counterexample/broken-runs.ts';
import { expandNext } from '../../../../language/src/simulation/explore/space/expand.ts';
import { createJudge } from '../../../../language/src/simulation/explore/judgement/judge.ts';
import { withWatched } from '../../../../language/src/simulation/explore/judgement/watched.ts';
import { begin, createSpace, isMoment, type Space } from '../../../../language/src/simulation/explore/space/space.ts';
import { isSeveral } from '../../../../language/src/simulation/explore/state/dues.ts';
import { columns, stateWidth } from '../../../../language/src/simulation/explore/state/stored-state.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import { runs, seed, tried } from '../../../properties.ts';
import { programOf } from '../random-systems.ts';
import { exploreText, toTheEnd } from './explored.ts';
import { anything, type Asked, system, watched } from './random-checks.ts';

/** A test must end, though the queues do not. */
const limits = { states: 20_000 };

const periodic = `event Go
event Tick(n: int)
event Stop
machine P for pd {
  var seen: int = 0
  initial state I { on Go  on Tick(n) do { seen := n }  on Stop -> H }
  state H { on Go -> I  on Tick(n)  on Stop }
}
machine Q for pd { initial state J { after 1s do { send Go to p  send Tick(1) to p } -> J } }
machine R for pd { initial state J { after 3s do { send Stop to p } -> J } }
pd p runs P
pd q runs Q
pd r runs R
`;

/** What sends to the machines of a random system for ever. */
const senders = fc.constantFrom(
  'machine S for pd { initial state X { after 1s do { send Ping(0) to p0 } -> X } }\npd s0 runs S',
  'machine S for pd { initial state X { after 1s do { send Ping(0) to p1  send Pong(1) to p1 } -> X } }\npd s0 runs S',
  `machine S for pd { initial state X { after 1s do { send Tick to p0 } -> Y }
  state Y { after 1s do { send Pong(2) to p1 } -> X } }\npd s0 runs S`,
);

const unending = (asked: Asked): fc.Arbitrary<string> =>
  fc.tuple(system(asked), senders).map(([text, sender]) => `${text}\n${sender}`);

describe('a queue that grows without end', () => {
  it('does not keep a check from passing', async () => {
    const text = `event Go
machine P for pd { initial state I { on Go } }
machine Q for pd { initial state J { after 1s do { send Go to p } -> J } }
pd p runs P
pd q runs Q
check "P takes Go in its only state" { fault crash of p up to 1  watch: [unhandled] }`;
    const [one] = await exploreText(text);
    assert.deepEqual([one?.verdict, one?.exploration.hasPiles], ['passed', true]);
  });

  it('is named where the search ends without a verdict, and no other one is', async () => {
    const sender = (rest: string): string => `event A
event B
machine Sender for pd {
  initial state One { after 1s do { send A to receiver } -> Two }
  state Two { after 1s do { send B to receiver } -> One }
}
machine Receiver for pd {
  initial state WantsA { on A -> WantsB  on B -> Wrong }
  state WantsB { on B -> WantsA  on A -> Wrong }
  state Wrong
}
pd sender runs Sender
pd receiver runs Receiver
check "in turn" { clock: any  never receiver in Wrong ${rest} }`;
    const [one] = await exploreText(sender(''), { states: 1500 });
    assert.equal(one?.verdict, 'undecided');
    assert.match(
      one.findings.map(({ message }) => message).join(),
      /\(limit of states reached\); the queue of "receiver" grew to \d\d+ messages, perhaps without end: limit it with a "bound" or "clock: exact"\.$/,
    );
    const count = `event Tick
machine Counter for pd { var n: int = 0  var m: int = 0  initial state S { after 1s do { n := n + 1  send Tick to self } -> S  on Tick do { m := m + 1 } } }
pd c runs Counter
check "ever more" { clock: exact  never c.n < 0 }`;
    const [other] = await exploreText(count, { states: 3000 });
    assert.deepEqual(other?.exploration.unexplored, [{ limit: 'states', states: 1 }]);
  });

  it('is told to be limited by what the check does not have yet', async () => {
    const relays = `event A
channel net { delay: 1s }
machine Source for pd { initial state S { after 1s do { send A to one } -> S } }
machine Relay for pd { param to: pd  initial state S { on A do { send A to to } } }
pd source runs Source
pd one runs Relay { to: other }
pd other runs Relay { to: one }
`;
    for (const [members, means] of [
      ['clock: exact', 'a "bound" or a "horizon"'],
      ['clock: exact  horizon: 1d', 'a "bound" or a shorter "horizon"'],
    ] as const) {
      const [one] = await exploreText(`${relays}check "c" { ${members}  never one broken }`, { states: 1500 });
      const said = one?.findings.map(({ message }) => message).join() ?? '';
      assert.ok(said.endsWith(`perhaps without end: limit it with ${means}.`), said);
    }
  });

  const verdicts: Readonly<Record<string, string>> = {
    'watch: [unhandled]  fault crash of p up to 1': 'passed',
    'never p.seen > 1': 'passed',
    'never p.seen > 0': 'failed',
    'p in H leads to p in I': 'passed',
    'p in I leads to p in H': 'passed',
    // Each Tick may come in H.
    'eventually p.seen == 1': 'failed',
    'fault crash of q up to 1  p in H leads to p in I': 'passed',
    'fault halt of q up to 1  p in H leads to p in I': 'failed',
    'fault halt of q up to 1  eventually p in H': 'passed',
    'fault halt of r up to 1  eventually p in H': 'failed',
  };
  for (const net of ['', 'channel net { delay: 1s  ordered: false }\n'])
    for (const [check, verdict] of Object.entries(verdicts))
      it(`${verdict} with "${check}" over ${net === '' ? 'ordered' : 'unordered'} channels`, async () => {
        const [one] = await exploreText(`${net}${periodic}check "it" { ${check} }`, limits);
        assert.equal(one?.verdict, verdict);
      });

  it('does not make a finite queue look endless', async () => {
    const [one] = await exploreText(`event Go
machine P for pd { var n: int = 0  initial state I { on Go do { n := n + 1 } } }
pd p runs P
pd q
check "twenty" { may send Go to p up to 20  never p.n > 20 }
check "twenty one" { may send Go to p up to 21  never p.n > 20 }`);
    assert.equal(one?.verdict, 'passed');
  });

  it('has no piles that prove what states one by one break', async () => {
    const seen = { piled: 0, passed: 0, broken: 0, endless: 0 };
    for (const asked of [anything, watched])
      await fc.assert(
        fc.asyncProperty(unending(asked), async (text) => {
          compare(await programOf(text), text, seen);
        }),
        { seed: seed + 1, numRuns: runs(5, 2000) },
      );
    tried('systems with piles', seen.piled);
    assert.ok(seen.piled > runs(1, 5), JSON.stringify(seen));
    assert.ok(seen.passed > runs(1, 2), JSON.stringify(seen));
    assert.ok(seen.broken > runs(0, 2), JSON.stringify(seen));
    assert.ok(seen.endless > 0, JSON.stringify(seen));
  });

  it('reaches with piles whatever it reaches with single states', async () => {
    let [compared, larger] = [0, 0];
    await fc.assert(
      fc.asyncProperty(post, async (text) => {
        const program = await programOf(text);
        const piled = reached(program, true);
        if (piled?.hasPile !== true) return;
        const each = reached(program, false);
        assert.ok(each);
        compared += 1;
        for (const key of each.keys) assert.ok(piled.keys.has(key), `${key}\n${text}`);
        if (each.keys.size > 8) larger += 1;
      }),
      { examples: [[inAnyOrder]], seed: seed + 3, numRuns: runs(14, 10_000) },
    );
    tried('systems with piles', compared);
    assert.ok(compared > runs(4, 25), `Only ${String(compared)} were compared.`);
    assert.ok(larger > runs(0, 5), `Only ${String(larger)} come to more than a few states.`);
  });
});

/** An A comes after the B. */
const inAnyOrder = `event A
event B
machine P for pd { var n: int = 0  initial state I { on A  on B -> J }  state J { on A -> K }  state K { } }
machine Q for pd { initial state J { after 1s do { send A to p  send A to p  send A to p  send B to p  send A to p } -> K }  state K { } }
pd p runs P
pd q runs Q
check "it" { never p.n == 97 }`;
const event = fc.constantFrom('A', 'B', 'C');
const taking = fc
  .tuple(
    event,
    fc.constantFrom('', ' when n % 2 == 1', ' when n % 3 == 0'),
    fc.constantFrom('n := (2 * n + 1) % 97', 'n := (5 * n + 3) % 97', 'n := (7 * n + 4) % 97'),
    fc.nat(1),
  )
  .map(([on, guard, action, to]) => `on ${on}${guard} do { ${action} } -> S${to.toString()}`);
/** One receiver, and a sender that sends a few messages at once, so that they must wait, or these again and again. */
const post = fc
  .record({
    states: fc.tuple(
      fc.array(taking, { minLength: 2, maxLength: 4 }),
      fc.array(taking, { minLength: 1, maxLength: 4 }),
    ),
    sent: fc.array(event, { minLength: 3, maxLength: 6 }),
    isEndless: fc.nat(3).map((at) => at === 0),
    net: fc.constantFrom('', 'channel net { delay: 1s  ordered: false }'),
    fault: fc.constantFrom('', 'fault lose up to 1', 'fault duplicate up to 1', 'fault crash of p up to 1'),
  })
  .map(({ states, sent, isEndless, net, fault }) => {
    const sends = sent.map((each) => `send ${each} to p`).join('  ');
    const [first, second] = states;
    return `event A\nevent B\nevent C\n${net}
machine P for pd {
  var n: int = 0
  initial state S0 { ${first.join('  ')} }
  state S1 { ${second.join('  ')} }
}
machine Q for pd { initial state Sending { after 1s do { ${sends} } -> ${isEndless ? 'Sending' : 'Rest'} }  state Rest { } }
pd p runs P
pd q runs Q
check "it" { ${fault}  never p.n == 97 }`;
  });

/** Returns what the machines come to; with piles only if that is all. */
function reached(
  program: Program,
  hasPiles: boolean,
): { readonly keys: ReadonlySet<string>; readonly hasPile: boolean } | undefined {
  const space = spaceOf(program, hasPiles);
  if (space === undefined || begin(space) !== undefined) return undefined;
  while (space.expanded < space.states.size() && space.states.size() < mostPiled)
    if (expandNext(space) !== undefined) return undefined;
  if (hasPiles && space.expanded < space.states.size()) return undefined;
  const [keys, row] = [new Set<string>(), new Int32Array(stateWidth)];
  for (let index = 0; index < space.states.size(); index++) {
    if (isMoment(space, index)) continue;
    space.states.read(index, row);
    const { active, values, life } = space.code.decode(row).state;
    keys.add(JSON.stringify([[...active], values, [...life]]));
  }
  return { keys, hasPile: hasPile(space) };
}

function spaceOf(program: Program, hasPiles: boolean): Space | undefined {
  const [declared] = program.model.checks;
  assert.ok(declared);
  if (declared.clock === 'exact') return undefined;
  const check = withWatched(program.model, declared);
  const [variant] = variantsOf(program, check.steps);
  assert.ok(variant);
  return createSpace(program, check, variant, { judge: createJudge(program, check), covered: new Set(), hasPiles });
}

const mostPiled = 1000;

function compare(
  program: Program,
  text: string,
  seen: { piled: number; passed: number; broken: number; endless: number },
): void {
  const space = spaceOf(program, true);
  if (space === undefined) return;
  let found = begin(space);
  while (found === undefined && space.expanded < space.states.size() && space.states.size() < mostPiled)
    found = expandNext(space);
  const isComplete = found === undefined && space.expanded === space.states.size();
  if (!hasPile(space)) return;
  seen.piled += 1;
  const { broken, unexplored } = toTheEnd(program, space.check, { states: 2000 });
  if (broken.length > 0) seen.broken += 1;
  if (unexplored.some(({ limit }) => limit === 'states')) seen.endless += 1;
  if (!isComplete || judged(space)) return;
  seen.passed += 1;
  assert.deepEqual(broken, [], text);
}

function hasPile(space: Space): boolean {
  const { states, code } = space;
  for (let state = 0; state < states.size(); state++) {
    if (isMoment(space, state)) continue;
    const list = code.lists.get(states.at(state, columns.underWay));
    if (list.some((id) => isSeveral(code.dues.get(id)))) return true;
  }
  return false;
}

/** Judges the properties of whole runs, all at once. */
function judged(space: Space): boolean {
  const judging = isLastingBroken(space.judge, space);
  for (;;) {
    const next = judging.next();
    if (next.done === true) return next.value;
  }
}
