/**
 * The consequences of the start and of plain steps are subject to faults and to every order of one instant; the next
 * step waits for them.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runs, seed, tried } from '../../../properties.ts';
import { programOf } from '../random-systems.ts';
import { exploreText, replayed, toTheEnd } from './explored.ts';
import { exploreNaively } from './naive-explorer.ts';

/** Explores one check of each of these members; every run that breaks one is replayed. */
async function verdicts(text: string, ...checks: readonly string[]): Promise<string[]> {
  const all = checks.map((members, index) => `check "${String(index)}" { ${members} }`);
  const explored = await exploreText([text, ...all].join('\n'));
  for (const each of explored) {
    replayed(each);
    assert.deepEqual(each.exploration.unexplored, [], each.check.title);
  }
  return explored.map(({ verdict }) => verdict);
}

const asked = `event Begin
event Save
machine A for pd { initial state I { on Begin do { send Save to b } -> J } state J { on Begin } }
machine B for pd { initial state Idle { on Save -> Got } final state Got }
pd a runs A
pd b runs B`;

describe('what follows from a plain step', () => {
  for (const clock of ['any', 'exact']) {
    it(`is subject to faults, as what follows from the environment is, with clock ${clock}`, async () => {
      const step = `clock: ${clock}  send Begin to a`;
      const may = `clock: ${clock}  may send Begin to a up to 1`;
      const found = await verdicts(
        asked,
        ...[`${step}  fault lose up to 1  eventually b in Got`, `${step}  eventually b in Got`],
        ...[
          `${may}  fault lose up to 1  a in J leads to b in Got`,
          `${step}  fault halt of b up to 1  eventually b in Got`,
        ],
        ...[
          `${step}  fault lose of a up to 1  eventually b in Got`,
          `${step}  fault duplicate up to 1  watch: [unhandled]`,
        ],
        `${step}  watch: [unhandled]`,
      );
      assert.deepEqual(found, ['failed', 'passed', 'failed', 'failed', 'passed', 'failed', 'passed']);
    });

    it(`is done with before the next step, with clock ${clock}`, async () => {
      const two = `clock: ${clock}  send Begin to a  expect b in Got  send Begin to a`;
      const found = await verdicts(
        asked,
        ...[two, `${two}  fault lose up to 1`, `${two}  fault halt of b up to 1`, `${two}  fault lose of a up to 1`],
        // What the environment may do begins after the last step.
        `clock: ${clock}  may send Begin to a up to 1  run 1s  expect a in I`,
        `clock: ${clock}  may send Begin to a up to 1  run 1s  never a in J`,
      );
      assert.deepEqual(found, ['passed', 'failed', 'failed', 'passed', 'passed', 'failed']);
    });
  }
});

const race = (enter: string): string => `event Go
event M(n: 1..2)
machine Sender for pd { param n: 1..2  initial state I { ${enter}  on Go do { send M(n) to c } } }
machine Counter for pd {
  var first: 0..2 = 0
  var got: 0..2 = 0
  initial state S { on M(n) do { if first == 0 { first := n }  got := got + 1 } }
}
pd x runs Sender { n: 1 }
pd y runs Sender { n: 2 }
pd c runs Counter`;

describe('simultaneous events', () => {
  it('at the start happen in every order, and may be lost and duplicated', async () => {
    const text = race('enter { send M(n) to c }');
    const found = await verdicts(
      text,
      ...[
        'never c.first == 1',
        'never c.first == 2',
        'eventually c.got == 2',
        'fault lose up to 1  eventually c.got == 2',
      ],
      ...['clock: exact  never c.first == 2', 'run 1s  expect c.first == 1', 'run 1s  expect c.got == 2'],
      ...['fault halt of c up to 1  run 1s  expect c.got == 2', 'fault lose of c up to 1  run 1s  expect c.got == 2'],
    );
    assert.deepEqual(found, [
      ...['failed', 'failed', 'passed', 'failed'],
      ...['failed', 'failed', 'passed'],
      ...['failed', 'failed'],
    ]);
  });

  it('of a plain step happen in every order, those of two steps do not', async () => {
    const text = race('');
    const found = await verdicts(
      text,
      ...['send Go to [x, y]  never c.first == 2', 'send Go to [x, y]  never c.first == 1'],
      ...['send Go to x  send Go to y  never c.first == 2', 'send Go to x  send Go to y  never c.first == 1'],
      // Unless the first one is lost.
      'send Go to x  send Go to y  fault lose up to 1  never c.first == 2',
    );
    assert.deepEqual(found, ['failed', 'failed', 'passed', 'failed', 'failed']);
  });
});

const patient = `event Start
event Done
machine W for pd {
  persistent var done: 0..3 = 0
  initial state Idle { on Start -> Busy  on restarted -> Busy }
  state Busy { after 2s do { done := done + 1 } -> Rests  on Start }
  final state Rests
}
pd w runs W`;

describe('time in plain steps', () => {
  it('is exact whatever the clock, and faults strike what happens in it', async () => {
    const found = await verdicts(
      patient,
      ...['send Start to w  run 1999ms  expect w in Busy', 'send Start to w  run 2s  expect w in Rests'],
      ...['send Start to w  at 2s  expect w in Rests', 'send Start to w  within 3s expect w in Rests'],
      'send Start to w  fault crash of w up to 1  run 2s  expect w in Rests',
      'send Start to w  fault halt of w up to 1  within 3s expect w in Rests',
      // A restart that is owed comes in time, or not.
      'crash w  restart w  run 2s  expect w in Rests',
      // With a clock that keeps no times the rest is open.
      'send Start to w  run 1s  never w in Rests',
    );
    assert.deepEqual(found, ['passed', 'passed', 'passed', 'passed', 'failed', 'failed', 'passed', 'failed']);
  });

  it('may have endless instants, which end the run', async () => {
    const echo = `event E
machine P for pd { initial state S { on E do { send E to self } } }
pd p runs P`;
    const [explored] = await exploreText(`${echo}\ncheck "it" { send E to p  expect false }`);
    assert.equal(explored?.verdict, 'failed');
    assert.match(String(explored.exploration.broken[0]?.message), /instant does not end/);
  });
});

/** A crash that begins to count, beside what goes round; nothing is followed once the last step is done. */
const guarded = fc
  .record({
    round: fc.tuple(fc.nat(3), fc.nat(2)),
    again: fc.constantFrom('after 2ms -> B', 'after 3ms -> B', 'on restarted  after 4ms -> B'),
    waits: fc.nat(3),
    fault: fc.constantFrom('fault halt of w up to 1', 'fault crash of w up to 1'),
    steps: fc.constantFrom('run 6ms', 'run 9ms', 'run 2ms  crash w  run 5ms', 'run 4ms  restart w  run 4ms'),
    property: fc.constantFrom(
      ...['guard in Off and r in B', 'guard in Alarm and r in B and w alive', 'guard in Off and w in A'],
      ...['guard in Off and w in B and r in A', 'w crashed and r in B', 'false'],
    ),
  })
  .map(({ round: [there, back], again, waits, fault, steps, property }) =>
    [
      `machine W for pd { initial state A { ${again} }  state B }`,
      `machine R for pd { initial state A { after ${there + 2}ms -> B }  state B { after ${back + 1}ms -> A } }`,
      'machine Guard for pd {\n  initial state Calm { always when w crashed -> Alarm }',
      `  state Alarm { after ${waits + 1}ms -> Off }  state Off\n}`,
      'pd w runs W\npd r runs R\npd guard runs Guard',
      `check "it" { bound false  ${fault}  ${steps}  never ${property} }`,
    ].join('\n'),
  );

describe('a plain step in which only time passes', () => {
  const asked = 'pd p';

  for (const clock of ['any', 'exact']) {
    it(`is a step after which properties are judged, with clock ${clock}`, async () => {
      const begin = `clock: ${clock}`;
      const found = await verdicts(
        asked,
        ...[`${begin}  run 2s  never now == 2s`, `${begin}  run 2s  run 2s  always now != 2s`],
        ...[`${begin}  within 2s expect now == 2s  never now == 2s`, `${begin}  run 2s  never now == 1s`],
      );
      assert.deepEqual(found, ['failed', 'failed', 'failed', 'passed']);
    });
  }

  it('is shown, whether or not a fault is allowed', async () => {
    const explored = await exploreText(`${asked}
check "none" { run 2s  never now == 2s }
check "a crash" { fault crash of p up to 1  run 2s  never now == 2s }`);
    assert.deepEqual(
      explored.map(({ exploration: { broken } }) => broken.map(({ counterexample }) => counterexample.steps)),
      [[1], [1]],
    );
    assert.deepEqual(replayed(explored[0] ?? assert.fail()), [['acted']]);
  });
});

describe('a fault in plain steps', () => {
  const watched = `machine W for pd { initial state A }
machine Guard for pd {
  var died: duration = 0s
  initial state Calm { always when w crashed do { died := now } -> Alarm }
  state Alarm { after 2s -> Off }
  state Off
}
pd w runs W
pd guard runs Guard`;
  const halts = 'fault halt of w up to 1  run 3s';

  it('strikes at any time, even when nothing else is due, whatever the clock', async () => {
    const found = await verdicts(
      watched,
      ...[`${halts}  expect not (guard in Alarm)`, `clock: exact  ${halts}  expect not (guard in Alarm)`],
      ...['fault halt of w up to 1  run 1s  expect not (guard in Off)', `${halts}  expect guard in Calm or w crashed`],
      // What only a step asks for is asked for as well.
      ...[`${halts}  expect guard.died < 2s`, `clock: exact  ${halts}  expect guard.died < 2s`],
    );
    assert.deepEqual(found, ['failed', 'failed', 'passed', 'passed', 'failed', 'failed']);
    const [timed] = await exploreText(`${watched}\ncheck "it" { ${halts}  expect guard.died <= 3s }`);
    assert.equal(timed?.verdict, 'bounded');
  });

  it('comes at the end of a step, before what is due there, without a step for the time', async () => {
    const due = `machine M for pd { initial state A { after 1s -> A } }
machine S for pd { initial state W { after 1s -> X }  state X }
pd p runs M
pd s runs S`;
    const explored = await exploreText(`${due}
check "a crash" { run 1s  fault crash of p up to 1  expect p alive or s in X }
check "two" { run 1s  fault crash of p up to 1  fault halt of s up to 1  expect p alive or s in X }`);
    // With the halt of s nothing is due at the end any more; without it, s gets to X.
    assert.deepEqual(
      explored.map(({ exploration: { broken } }) => broken.map(({ counterexample }) => counterexample.steps)),
      [[], [3]],
    );
    assert.equal(replayed(explored[1] ?? assert.fail())[0]?.length, 3);
  });

  it('breaks the same as at ticks finer than all durations', async () => {
    let [compared, broken, onlyBetween] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(guarded, async (asked) => {
        const program = await programOf(asked);
        const [check] = program.model.checks;
        assert.ok(check);
        const naive = exploreNaively(program, check, { most: 3000, ignored: [], tick: 250 });
        if (naive === undefined) return;
        const all = toTheEnd(program, check).broken;
        const found = all.map(({ kind, counterexample: { steps: taken } }) => `${kind} ${taken}`);
        assert.deepEqual(found, naive.broken, asked);
        compared += 1;
        if (found.length > 0) broken += 1;
        const dueOnly = exploreNaively(program, check, { most: 3000, ignored: [] });
        if (dueOnly?.broken.join() !== found.join()) onlyBetween += 1;
      }),
      { seed: seed + 1, numRuns: runs(15, 1000) },
    );
    tried('plain steps with ticks', compared);
    tried('broken only where a fault comes in between', onlyBetween);
    assert.ok(broken > 0 && broken < compared, `${broken} of ${compared} broken.`);
    assert.ok(onlyBetween > 0, 'It never mattered that a fault comes between what is due.');
  }).timeout(600_000);
});
