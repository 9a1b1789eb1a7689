/** Interventions: they act as if the scenario contained them, and all offered ones are possible. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Intervention } from '../../../../language/src/simulation/play/recording/interventions.ts';
import { observe, type Observation } from '../../../../language/src/simulation/program/observe.ts';
import { fitOf, openRun, recordTrace } from '../../../../language/src/simulation/play/recording/recording.ts';
import { readValue } from '../../../../language/src/simulation/program/read-value.ts';
import type { Program } from '../../../../language/src/simulation/kernel/run.ts';
import { DrawMismatch, type Timeline } from '../../../../language/src/simulation/play/recording/timeline.ts';
import { readTrace, writeTrace, type TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import type { Type } from '../../../../language/src/model/machines/expression.ts';
import { askedParameters } from '../../../../language/src/view/statechart/event-parameters.ts';
import { runChoices } from '../../../../language/src/view/run/run-choices.ts';
import { playedText } from '../../../../language/src/view/run/step-text.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

const scenario: TraceOrigin = { kind: 'scenario', title: 's', variant: 0 };

function timelineOf(program: Program, origin: TraceOrigin, options: Parameters<typeof openRun>[2]): Timeline {
  const opened = openRun(program, origin, options);
  if (!('timeline' in opened)) assert.fail(JSON.stringify(opened));
  return opened.timeline;
}

const textsOf = (program: Program, timeline: Timeline): string[] =>
  timeline.records(0, 1000).map(({ played, effects }) => playedText(program, played, effects));

const withoutRelations = ({ time, entities, underway }: Observation) => ({ time, entities, underway });

/** Where chance has a part, another number of things drawn before would change all that comes after. */
const certainSystem = randomSystem.filter((text) => !/\.\.2s|\.\.1s|loss/.test(text));

describe('an intervention', () => {
  it('does what a step of the scenario would do in its place', async () => {
    await fc.assert(
      fc.asyncProperty(
        certainSystem,
        fc.constantFrom('crash' as const, 'halt' as const),
        fc.constantFrom('p0', 'p1'),
        async (system, kind, entity) => {
          const text = (middle: string): string =>
            `${system}\nscenario "s" { send Tick to p0 send Ping(1) to p1 expect p0 alive ${middle} run 5s send Tick to p1 run 3s }`;
          const said = await programOf(text(`${kind} ${entity}`));
          const done = await programOf(text(''));
          const plain = timelineOf(done, scenario, { seed: 1 });
          const after = plain.records(0, 1000).findIndex(({ played }) => played.kind === 'judged');
          // A run that an error in the model ends before has no such step.
          fc.pre(after > 0 && plain.records(after, after)[0]?.played.kind === 'judged');
          const interventions: Intervention[] = [{ after, kind, entity }];
          const steered = timelineOf(done, scenario, { seed: 1, interventions });
          const expected = timelineOf(said, scenario, { seed: 1 });
          const written = textsOf(said, expected);
          const made = textsOf(done, steered);
          assert.equal(made[after + 1], `fault: ${kind} ${entity}`);
          assert.deepEqual(made.toSpliced(after + 1, 1), written.toSpliced(after + 1, 1));
          const last = written.length - 1;
          assert.deepEqual(
            withoutRelations(observe(steered.goTo(last).run)),
            withoutRelations(observe(expected.goTo(last).run)),
          );
        },
      ),
      { numRuns: runs(5, 250) },
    );
  });

  it('sends an event with the values that a step of the scenario would send in its place', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(certainSystem, fc.nat(9), async (system, value) => {
        const text = (middle: string): string =>
          `${system}\nscenario "s" { send Tick to p0 send Ping(1) to p1 expect p0 alive ${middle} run 5s send Tick to p1 run 3s }`;
        const said = await programOf(text(`send Ping(${value.toString()}) to p1`));
        const done = await programOf(text(''));
        const plain = timelineOf(done, scenario, { seed: 1 });
        const after = plain.records(0, 1000).findIndex(({ played }) => played.kind === 'judged');
        fc.pre(after > 0 && plain.records(after, after)[0]?.played.kind === 'judged');
        const interventions: Intervention[] = [{ after, kind: 'event', event: 'Ping', to: 'p1', arguments: [value.toString()] }]; // oxfmt-ignore
        const steered = timelineOf(done, scenario, { seed: 1, interventions });
        let made: readonly string[];
        try {
          made = textsOf(done, steered);
        } catch (error) {
          // Nothing of p1 takes it.
          assert.ok(error instanceof DrawMismatch);
          return;
        }
        taken += 1;
        const expected = timelineOf(said, scenario, { seed: 1 });
        const written = textsOf(said, expected);
        // In the scenario, the message arrives in a step of its own.
        assert.match(written[after + 2] ?? '', /^Ping/);
        assert.deepEqual(made.toSpliced(after + 1, 1), written.toSpliced(after + 1, 2));
        assert.deepEqual(
          withoutRelations(observe(steered.goTo(made.length - 1).run)),
          withoutRelations(observe(expected.goTo(written.length - 1).run)),
        );
      }),
      { numRuns: runs(8, 250) },
    );
    assert.ok(taken >= 2, `only ${taken.toString()} were taken`);
  });

  it('does not send values that do not fit, too many, too few, or to who takes none', async () => {
    const program = await programOf(
      'event Set(level: 1..3, mode: {on, off}, by: pd, slow: bool)\nmachine M for pd { var level: 1..3 = 2  initial state A { on Set(l, m, b, s) do { level := l } } }\npd a runs M\npd b\nscenario "s" { run 1s }',
    );
    const sent = (to: string, ...values: readonly string[]): boolean => {
      const interventions: Intervention[] = [{ after: 0, kind: 'event', event: 'Set', to, arguments: values }];
      const timeline = timelineOf(program, scenario, { seed: 1, interventions });
      try {
        return timeline.records(1, 1).length === 1;
      } catch (error) {
        assert.ok(error instanceof DrawMismatch);
        return false;
      }
    };
    assert.ok(sent('a', '3', 'off', 'b', 'true'));
    assert.ok(sent('a', '3', 'off', 'none', 'true'));
    const bad = [['4', 'off', 'b', 'true'], ['3', 'of', 'b', 'true'], ['3', 'off', 'c', 'true'], ['3', 'off', 'b'], ['3', 'off', 'b', 'true', '1'], ['3', 'off', 'b', '1'], []]; // oxfmt-ignore
    for (const values of bad) assert.ok(!sent('a', ...values), values.join(' '));
    assert.ok(!sent('b', '3', 'off', 'b', 'true'));
    const { run } = timelineOf(program, scenario, { seed: 1 }).goTo(0);
    const [a = -1] = program.active;
    assert.deepEqual(askedParameters(run, a, 'Set'), [
      { name: 'level', type: '1..3', initial: '2' },
      { name: 'mode', type: '{on, off}', initial: 'on', options: ['on', 'off'] },
      { name: 'by', type: 'pd', initial: 'a', options: ['a', 'b', 'none'] },
      { name: 'slow', type: 'bool', initial: 'false', options: ['false', 'true'] },
    ]);
    assert.deepEqual(askedParameters(run, a, 'constructor'), []);
  });

  it('is offered only where it can happen, and keeps everything before it', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(40), fc.nat(), async (text, origin, wanted, choice) => {
        const program = await programOf(text);
        const options = { seed: 5, turns: 60 };
        const timeline = timelineOf(program, origin, options);
        const { step: after, run } = timeline.goTo(wanted);
        const found = runChoices(program, timeline, after);
        assert.ok(found);
        assert.ok(found.choices.filter(({ isTaken }) => isTaken).length <= 1);
        fc.pre(found.choices.length > 0 && run.state.now >= 0);
        const { move } = found.choices[choice % found.choices.length] ?? { move: undefined };
        assert.ok(move);
        const draws = (timeline.goTo(after), timeline.draws().slice(0, timeline.drawnAt()));
        const branch =
          move.kind === 'draw'
            ? timelineOf(program, origin, { ...options, draws: [...draws, move.draw] })
            : timelineOf(program, origin, { ...options, draws, interventions: [{ ...move, after }] });
        assert.equal(branch.goTo(after + 1).step, after + 1);
        assert.deepEqual(observe(branch.goTo(after).run), observe(timeline.goTo(after).run));
      }),
      { numRuns: runs(8, 400) },
    );
  });

  it('says that what happened next was this intervention', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(40), async (text, origin, wanted) => {
        const program = await programOf(text);
        const timeline = timelineOf(program, origin, { seed: 3, turns: 60 });
        const { step } = timeline.goTo(wanted);
        const [next] = timeline.records(step + 1, step + 1);
        const taken = runChoices(program, timeline, step)?.choices.filter(({ isTaken }) => isTaken) ?? [];
        assert.equal(taken.length, next === undefined ? 0 : 1);
        if (next?.played.kind === 'due') assert.equal(taken[0]?.text, playedText(program, next.played));
        if (next?.played.kind === 'crash')
          assert.match(playedText(program, next.played), new RegExp(`${taken[0]?.text ?? ''}$`));
      }),
      { numRuns: runs(5, 250) },
    );
  });

  it('is written into a trace and replayed from it', async () => {
    const program = await programOf(
      'event Go\nmachine M { var n: 0..9 = 0 initial state A { on Go do { n := n + 1 } } }\npd a runs M\nscenario "s" { run 1s expect a.n == 5 }',
    );
    const interventions: Intervention[] = [
      { after: 0, kind: 'send', event: 'Go', to: 'a' },
      { after: 1, kind: 'set', entity: 'a', variable: 'n', value: '5' },
      { after: 3, kind: 'crash', entity: 'a' },
    ];
    const timeline = timelineOf(program, scenario, { seed: 1, interventions });
    const trace = recordTrace(program, scenario, { seed: 1, timeline, interventions });
    assert.equal(trace.version, 2);
    assert.deepEqual(textsOf(program, timeline), [
      'start',
      'from outside: Go to a',
      'by hand: set a.n = 5',
      'expect a.n == 5: holds',
      'fault: crash a',
    ]);
    const read = readTrace(writeTrace(trace));
    assert.ok('trace' in read);
    const { draws, seed, interventions: again = [] } = read.trace;
    const replay = timelineOf(program, scenario, { seed, draws, continuesByChance: false, interventions: again });
    assert.deepEqual(fitOf(program, read.trace, replay), { isSameModel: true, firstMisfit: undefined });
  });

  it('that is invalid is refused when a trace is read', async () => {
    const program = await programOf('pd a\nscenario "s" { expect a alive }');
    const timeline = timelineOf(program, scenario, { seed: 1 });
    const trace = { ...recordTrace(program, scenario, { seed: 1, timeline }), version: 2 };
    const bad: readonly unknown[] = [
      undefined,
      [{}],
      [{ after: -1, kind: 'crash', entity: 'a' }],
      [{ after: 0, kind: 'crash', entity: 1 }],
      [{ after: 0, kind: 'explode', entity: 'a' }],
      [{ after: 0, kind: 'lose' }],
      [{ after: 0, kind: 'set', entity: 'a', variable: 'n' }],
    ];
    for (const interventions of bad) {
      const read = readTrace(JSON.stringify({ ...trace, interventions }));
      assert.ok('refusal' in read && read.refusal.includes('"interventions"'), JSON.stringify(read));
    }
  });
});

describe('a value that is typed', () => {
  const model = { entities: [] };
  const read = (type: Type, text: string) => readValue(model, type, text)?.value;

  it('is read as the language writes it, if it fits its type', () => {
    assert.equal(read({ kind: 'bool' }, 'true'), true);
    assert.equal(read({ kind: 'int' }, '-7'), -7);
    assert.equal(read({ kind: 'range', from: 0, to: 3 }, '3'), 3);
    assert.deepEqual(read({ kind: 'duration' }, '1.5s'), { kind: 'duration', microseconds: 1_500_000 });
    assert.equal(read({ kind: 'text' }, '"a b"'), 'a b');
    assert.deepEqual(read({ kind: 'enum', values: ['on', 'off'] }, 'off'), { kind: 'symbol', name: 'off' });
    assert.equal(read({ kind: 'entity', of: 'pd' }, 'none'), null);
    assert.deepEqual(read({ kind: 'number' }, '-0.75'), { kind: 'fraction', numerator: -3, denominator: 4 });
    assert.deepEqual(read({ kind: 'number' }, '1/3'), { kind: 'fraction', numerator: 1, denominator: 3 });
    assert.deepEqual(read({ kind: 'rate' }, '0.5 per 2h'), { kind: 'rate', perDay: 6 });
    assert.deepEqual(read({ kind: 'duration' }, '1d'), read({ kind: 'duration' }, '24h'));
    assert.deepEqual(read({ kind: 'set', of: { kind: 'int' } }, '[2,1, 2]'), { kind: 'set', items: [1, 2] });
    assert.deepEqual(read({ kind: 'set', of: { kind: 'text' } }, '["a, b", "c"]'), {
      kind: 'set',
      items: ['a, b', 'c'],
    });
    assert.deepEqual(read({ kind: 'set', of: { kind: 'int' } }, '[]'), { kind: 'set', items: [] });
  });

  it('is refused if it does not', () => {
    for (const [type, text] of [
      [{ kind: 'bool' }, 'yes'],
      [{ kind: 'int' }, '1.5'],
      [{ kind: 'range', from: 0, to: 3 }, '4'],
      [{ kind: 'duration' }, '3 parsecs'],
      [{ kind: 'enum', values: ['on'] }, 'off'],
      [{ kind: 'entity', of: 'pd' }, 'nobody'],
      [{ kind: 'number' }, '1/0'],
      [{ kind: 'number' }, '12345678901234567890'],
      [{ kind: 'set', of: { kind: 'int' } }, '[1, a]'],
      [{ kind: 'map', key: { kind: 'int' }, value: { kind: 'int' } }, '{otherwise 1}'],
    ] as const) {
      assert.equal(readValue(model, type, text), undefined, text);
    }
  });
});
