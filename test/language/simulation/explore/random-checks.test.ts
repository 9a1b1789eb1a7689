/** Verdicts, numbers of states and lengths of shortest runs are those of the naive explorer, on random small systems. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toReach } from '../../../../language/src/simulation/explore/coverage.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/replay.ts';
import { programOf } from '../random-systems.ts';
import { toTheEnd } from './explored.ts';
import { exploreNaively } from './naive-explorer.ts';

const action = fc.oneof(
  fc.nat(2).map((by) => `count := (count + ${String(by)}) % 3`),
  fc.tuple(fc.constantFrom('Ping', 'Pong'), fc.nat(1)).map(([event, to]) => `send ${event}(count) to p${String(to)}`),
  fc.nat(1).map((box) => `if b${String(box)} alive { link self refers b${String(box)} }`),
  fc.nat(1).map((box) => `if b${String(box)} alive { destroy b${String(box)} } else { create b${String(box)} }`),
);
const transition = fc
  .record({
    trigger: fc.constantFrom(
      'on Ping(n)',
      'on Pong(n)',
      'on Tick',
      'after 1s',
      'after 300ms',
      'after (1 + count) * 1s',
    ),
    guard: fc.constantFrom('', '', ' when count < 2', ' when count == 1'),
    actions: fc.array(action, { maxLength: 1 }),
    target: fc.constantFrom('', ' -> A', ' -> B'),
  })
  .map(({ trigger, guard, actions, target }) => `${trigger}${guard} do { ${actions.join('  ')} }${target}`);
const state = (name: string) =>
  fc
    .tuple(fc.constantFrom('', '', 'defer Pong'), fc.array(transition, { maxLength: 3 }))
    .map(([defers, transitions]) => `state ${name} {\n    ${[defers, ...transitions].join('\n    ')}\n  }`);

const condition = fc.constantFrom(
  'p0 in A',
  'p0 in B',
  'p1.count == 2',
  'p0.count == 1 and p1 in B',
  'p1 crashed',
  'b0 alive',
  'b1 destroyed',
  'p0 holds s.r0',
);
const property = fc.oneof(
  condition.map((each) => `never ${each}`),
  condition.map((each) => `always ${each}`),
  condition.map((each) => `eventually ${each}`),
  fc.tuple(condition, condition).map(([from, to]) => `${from} leads to ${to}`),
);
const member = fc.constantFrom(
  'fault crash up to 1',
  'fault halt of p0 up to 1',
  'fault lose up to 1',
  'fault duplicate up to 1',
  'fault reorder up to 1',
  'may send Tick to p0',
  'may send Tick to p1 up to 2',
  'may send Ping(1) to p0 up to 1',
  'bound p0.count < 2',
  'clock: exact',
  'watch: [deadlock]',
  'watch: [unhandled]',
  'watch: [unhandled, deadlock]',
);
const channel = fc.constantFrom(
  '',
  'channel net { delay: 1s }',
  'channel net { delay: 1ms..2ms  ordered: false }',
  'channel net { delay: 1s  loss: 1/4 }',
);

/** The text of a small system with one check. */
const system = fc
  .record({
    states: fc.tuple(state('A'), state('B')),
    net: channel,
    members: fc.uniqueArray(member, { maxLength: 4 }),
    properties: fc.array(property, { minLength: 1, maxLength: 2 }),
    begins: fc.constantFrom('', 'send Ping(2) to p1', 'send Tick to p0  send Tick to p1'),
  })
  // What is dropped in the plain steps is broken, too; the naive explorer does not look there.
  .map((each) => ({ ...each, begins: each.members.some((member) => member.includes('unhandled')) ? '' : each.begins }))
  .map(({ states, net, members, properties, begins }) =>
    [
      'event Ping(n: int)\nevent Pong(n: int)\nevent Tick',
      begins === '' ? net : net.replace(/loss.*\}|1ms\.\.2ms/, (draws) => (draws.startsWith('loss') ? '}' : '2ms')),
      `machine M for pd {\n  persistent var lives: int = 0\n  var count: int = 0`,
      `  on restarted do { lives := lives + 1 }\n  initial ${states.join('\n  ')}\n}`,
      'space s { resource r0 }',
      'pd p0 runs M { manages s  holds s.r0 }\npd p1 runs M { requests s }',
      'object b0 { }\nobject b1 { }\nroot object r1 { owns b1 }',
      `check "it" {\n  ${[...watchedOnce(members), begins, ...properties].join('\n  ')}\n}`,
    ].join('\n'),
  );

/** A setting stands once. */
const watchedOnce = (members: readonly string[]): readonly string[] =>
  members.filter(
    (each, index) => !each.startsWith('watch') || members.findIndex((other) => other.startsWith('watch')) === index,
  );

const most = 250;

describe('exploring a random system', () => {
  it('finds as many states as the naive explorer, and breaks the same by runs of the same length', async () => {
    let [compared, partly] = [0, 0];
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(system, async (text) => {
        const program = await programOf(text);
        const [check] = program.model.checks;
        assert.ok(check);
        const naive = exploreNaively(program, check, { most, ignored: ['lives'] });
        if (naive === undefined) return;
        compared += 1;
        const explored = toTheEnd(program, check);
        const { broken, states, unexplored } = explored;
        // Steps that are remembered are those that the kernel makes, one by one.
        assert.deepEqual({ ...toTheEnd(program, check, { remembers: false }), bytes: explored.bytes }, explored, text);
        const found = broken.map(({ kind, counterexample: { steps, loopsTo } }) => `${kind} ${loopsTo ?? steps}`);
        // Of two things that are broken in one step, either is shown.
        const inSteps = (all: readonly string[]): string[] => all.map((each) => each.replace(/^\w+ (?=\d)/, ''));
        if (text.includes('watch:')) assert.deepEqual(inSteps(found), inSteps(naive.broken), text);
        else assert.deepEqual(found, naive.broken, text);
        for (const { kind } of broken) seen.add(kind);
        if (broken.every(({ kind }) => kind === 'eventually' || kind === 'leads to')) {
          assert.equal(states, naive.states, text);
          const transitions = toReach(program, check).filter(({ kind }) => kind === 'transition');
          const notTaken = transitions.filter(({ place }) => !naive.taken.has(place));
          assert.deepEqual(
            explored.unreached?.filter(({ kind }) => kind === 'transition'),
            notTaken,
            text,
          );
          if (notTaken.length > 0 && notTaken.length < transitions.length) partly += 1;
        }
        assert.ok(unexplored.every(({ limit }) => limit === 'bound'));
        for (const { counterexample } of broken) {
          const opened = openCounterexample(program, check, counterexample);
          if ('error' in opened) assert.fail(opened.error);
          assert.equal(opened.timeline.goTo(counterexample.steps).step, counterexample.steps, text);
        }
      }),
      { numRuns: 60 },
    );
    assert.ok(seen.has('deadlock') || seen.has('unhandled'), `Broken were: ${[...seen].join()}`);
    assert.ok(partly > 5, `Only ${String(partly)} systems take some transitions and not others.`);
    assert.ok(compared > 12, `Only ${String(compared)} systems were small enough.`);
  }).timeout(300_000);
});
