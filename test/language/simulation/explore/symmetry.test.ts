/** One state for all with interchangeable copies: the same verdicts, and runs of the same length, as without. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createJudge } from '../../../../language/src/simulation/explore/judgement/judge.ts';
import { openCounterexample } from '../../../../language/src/simulation/explore/replay.ts';
import { programOf } from '../random-systems.ts';
import { runs } from '../../../properties.ts';
import { exploreText, toTheEnd } from './explored.ts';

const guard = fc.constantFrom('', '', ' when n < 2', ' when n == 1');
const action = fc.constantFrom(
  'n := (n + 1) % 3',
  'send Done(self) to boss',
  'send Pass(n) to boss',
  'friend := self',
  'friend := none',
);
const transition = fc
  .tuple(
    fc.constantFrom('on Go', 'on Stop(by)', 'after 1s', 'always when n == 2'),
    guard,
    fc.array(action, { maxLength: 2 }),
    fc.constantFrom('', ' -> A', ' -> B'),
  )
  .map(([trigger, when, actions, target]) =>
    trigger.startsWith('always')
      ? `${trigger} do { n := 0  ${actions.filter((each) => !each.startsWith('n')).join('  ')} }${target}`
      : `${trigger}${when} do { ${actions.join('  ')} }${target}`,
  );
const reaction = fc.constantFrom(
  'on Done(who) do { heard := heard + [who]  last := who }',
  'on Done(who) when not who in heard do { heard := heard + [who]  send Stop(who) to w[*] }',
  'on Done(who) do { count[who] := (count[who] + 1) % 3  last := who }',
  'on Pass(k) do { for x in w[*] { send Go to x } }',
  'on Pass(k) do { last := none  send Go to last }',
);
const property = fc.constantFrom(
  'never any x in w[*]: x in B',
  'never all x in w[*]: x in B',
  'never boss.last != none and boss.last in B',
  'always (count x in boss.heard: true) < 2',
  'never any x in w[*]: boss.count[x] == 2',
);
const member = fc.constantFrom(
  'fault crash of w[*] up to 1',
  'fault crash up to 1',
  'fault lose up to 1',
  'fault crash of w[0] up to 1',
  'may send Go to w[0]  may send Go to w[1]  may send Go to w[2]',
  'may send Go to w[*] up to 1',
  'send Go to w[0]',
  'watch: [deadlock]',
  'bound (count x in boss.heard: true) < 3',
);
const system = fc
  .record({
    a: fc.array(transition, { minLength: 1, maxLength: 3 }),
    b: fc.array(transition, { maxLength: 2 }),
    reactions: fc.uniqueArray(reaction, { maxLength: 2 }),
    members: fc.uniqueArray(member, { minLength: 1, maxLength: 3 }),
    property,
  })
  .map(({ a, b, reactions, members, property: judged }) =>
    [
      'event Go\nevent Stop(by: pd)\nevent Done(who: pd)\nevent Pass(k: int)',
      'machine W for pd {\n  var n: 0..2 = 0\n  var friend: pd = none',
      `  initial state A { ${a.join('\n  ')} }\n  state B { ${b.join('\n  ')} }\n}`,
      'machine Boss for pd {\n  var heard: set<pd> = []\n  var last: pd = none\n  var count: map<pd, int> = 0',
      `  initial state Listening { ${reactions.join('\n  ')} }\n}`,
      'pd boss runs Boss\npd w[3] runs W',
      `check "it" {\n  ${[...members, judged].join('\n  ')}\n}`,
    ].join('\n'),
  );

describe('states with interchangeable copies', () => {
  it('come to the same verdicts as each by itself, by runs as short', async () => {
    const tally = { reduced: 0, broken: 0, held: 0, told: 0 };
    await fc.assert(
      fc.asyncProperty(system, async (text) => {
        const program = await programOf(text);
        const [check] = program.model.checks;
        assert.ok(check);
        const each = toTheEnd(program, check, { symmetry: false, states: 800 });
        if (each.unexplored.some(({ limit }) => limit === 'states')) return;
        const one = toTheEnd(program, check);
        const found = ({ broken }: typeof one): string[] =>
          broken.map(({ kind, counterexample: { steps } }) => `${kind} ${String(steps)}`);
        assert.deepEqual(found(one), found(each), text);
        assert.equal(one.depth, each.depth, text);
        assert.deepEqual(one.unreached, each.unreached, text);
        if (one.isReduced) assert.ok(one.states <= each.states, text);
        else assert.equal(one.states, each.states, text);
        if (one.states < each.states) tally.reduced += 1;
        tally[one.broken.length > 0 ? 'broken' : 'held'] += one.isReduced ? 1 : 0;
        if (!one.isReduced) tally.told += 1;
        const judge = createJudge(program, check);
        for (const { kind, counterexample } of one.broken) {
          const opened = openCounterexample(program, check, counterexample);
          if ('refusal' in opened) assert.fail(`${opened.refusal}\n${text}`);
          const { step, run } = opened.timeline.goTo(counterexample.steps);
          assert.equal(step, counterexample.steps, text);
          if (kind === 'never' || kind === 'always') assert.equal(judge.faultIn(run)?.kind, kind, text);
        }
      }),
      { numRuns: runs(8, 400) },
    );
    for (const [what, times] of Object.entries(tally)) assert.ok(times > 0, `${what}: ${JSON.stringify(tally)}`);
  });
});

describe('a model with four copies', () => {
  it('has fewer states, which is said, and may be switched off', async () => {
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
