/**
 * Charts of machines: their contents, their state in a run, and the same as a state diagram.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { emptySources } from '../../../language/src/model/model.ts';
import { compileModel } from '../../../language/src/simulation/program/program.ts';
import { openRun } from '../../../language/src/simulation/play/recording/recording.ts';
import { chartMermaid } from '../../../language/src/view/statechart/chart-mermaid.ts';
import { chartRun } from '../../../language/src/view/statechart/chart-run.ts';
import { statechartOf, transitionId } from '../../../language/src/view/statechart/statechart.ts';
import { modelOfText } from '../dsl/load-text.ts';
import { programOf, randomOrigin, randomSystem } from '../simulation/random-systems.ts';

const example = await readFile(new URL('../../../language/examples/machine.aft', import.meta.url), 'utf8');

describe('the chart of a machine', () => {
  it('has its states within each other, its transitions with their labels, and notes for what stays inside', async () => {
    const chart = statechartOf(await modelOfText(example), emptySources, 'Coordinator');
    assert.ok(chart);
    const nameOf = (id: string | undefined) => chart.states.find((state) => state.id === id)?.name;
    assert.deepEqual(
      chart.states.map(({ name, parent, isInitial, isFinal }) => [name, nameOf(parent), isInitial, isFinal]),
      [
        ['Coordinator', undefined, false, false],
        ['Idle', 'Coordinator', true, false],
        ['Trying', 'Coordinator', false, false],
        ['Working', 'Coordinator', false, false],
        ['Waiting', 'Working', true, false],
        ['Checking', 'Working', false, false],
        ['Failed', 'Coordinator', false, true],
      ],
    );
    const lines = chart.transitions.filter(({ target }) => target !== undefined);
    assert.deepEqual(
      lines.map(({ source, target, lines: written }) => [nameOf(source), nameOf(target), written[0]]),
      [
        ['Idle', 'Trying', 'on Begin'],
        ['Trying', 'Working', 'always'],
        ['Trying', 'Failed', 'always'],
        ['Working', 'Trying', 'after deadline'],
        ['Waiting', 'Checking', 'always'],
        ['Checking', 'Idle', 'after 1s'],
      ],
    );
    assert.ok(chart.notes.some(({ state, text }) => nameOf(state) === 'Working' && text === 'defer Begin'));
    assert.deepEqual(chart.entities, ['coordinator']);
    assert.equal(statechartOf(await modelOfText(example), emptySources, 'Nobody'), undefined);
  });

  it('has what is active together side by side, and histories as targets', async () => {
    const model = await modelOfText(`
      event Go
      machine Player for pd {
        initial parallel state On {
          state Sound { initial state Loud { on Go -> Back } state Quiet }
          state Picture
          deep history Back -> Quiet
        }
      }
      pd player runs Player
      scenario "s" { run 1s }`);
    const chart = statechartOf(model, emptySources, 'Player') ?? assert.fail();
    const [on, back] = ['On', 'H* Back'].map((name) => chart.states.find((state) => state.name === name));
    assert.deepEqual([on?.isParallel, back?.history, back?.parent], [true, 'deep', on?.id]);
    assert.deepEqual(
      chart.transitions.map(({ target, text }) => [target, text]),
      [[back?.id, 'on Go -> Back']],
    );
    assert.ok(chart.notes.some(({ state, text }) => state === back?.id && text === 'at first Quiet'));
    assert.match(chartMermaid(chart), /state "Quiet" as s3\n[^]*\n {6}--\n {6}state "Picture" as s4\n/);
    const program = compileModel(model);
    const opened = openRun(program, { kind: 'scenario', title: 's', variant: 0 }, { seed: 1 });
    assert.ok('timeline' in opened);
    const shown = chartRun({ program, sources: emptySources }, opened.timeline, 0, 'player');
    assert.deepEqual(shown?.active, ['root', 's0', 's1', 's2', 's4']);
  });

  it('is a state diagram with the same states, nothing in it that Mermaid would take for its own', async () => {
    const chart = statechartOf(await modelOfText(example), emptySources, 'Coordinator');
    const text = chartMermaid(chart ?? assert.fail());
    assert.match(text, /^stateDiagram-v2\n {2}state "Coordinator" as machine \{\n/);
    assert.match(text, /state "Working" as s2 \{\n {6}state "Waiting" as s3\n[^]*\[\*\] --> s3/);
    assert.match(text, /s5 --> \[\*\]/);
    assert.match(text, /s2 --> s1 : after deadline\n/);
    // Mermaid refuses a text of a state with others in it, and has a "root" of its own.
    assert.match(text, /\n {4}note right of s2\n {6}enter \/ [^]*\n {6}defer Begin\n[^]*\n {4}end note\n/);
    assert.match(text, /\n {2}note right of machine\n {4}on restarted do log /);
    assert.doesNotMatch(text, /^ *(?:s2|machine|root) : /m);
    for (const line of text.split('\n').filter((each) => each.includes(' : '))) {
      assert.doesNotMatch(line.slice(line.indexOf(' : ') + 3).replace(/#\d+;/g, ''), /[;:"{}<>#]/);
    }
  });

  it('shows the active states of a run, and as enabled whatever is taken first in the next step', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const program = await programOf(text);
        const opened = openRun(program, origin, { seed, turns: 40 });
        assert.ok('timeline' in opened);
        const { timeline } = opened;
        const model = { program, sources: emptySources };
        for (const { step, played, effects } of timeline.records(1, 40)) {
          const first = effects[0]?.kind === 'received' ? effects[1] : effects[0];
          if (played.kind !== 'due' || first?.kind !== 'taken') continue;
          const before = chartRun(model, timeline, step - 1, program.model.entities[first.entity]?.name ?? '');
          assert.ok(before);
          assert.ok(before.enabled.includes(transitionId(first.transition)), `step ${step.toString()} of ${text}`);
          const after = chartRun(model, timeline, step, before.entity);
          assert.ok(after?.taken.includes(transitionId(first.transition)));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('counts the time that timers have left, and computes values', async () => {
    const program = compileModel(
      await modelOfText(
        'machine M for pd { var count: int = 1 let twice = count * 2 initial state A { after 5s -> B } state B { after 1s -> A } }\npd p runs M\nscenario "s" { run 7s }',
      ),
    );
    const opened = openRun(program, { kind: 'scenario', title: 's', variant: 0 }, { seed: 1 });
    assert.ok('timeline' in opened);
    const at = (step: number) => chartRun({ program, sources: emptySources }, opened.timeline, step, 'p');
    assert.deepEqual(at(0)?.timers, [{ transition: 't0', left: '5s left' }]);
    assert.deepEqual(at(0)?.variables, [
      { name: 'count', text: '1' },
      { name: 'twice', text: '2' },
    ]);
    assert.deepEqual(at(1)?.active, ['root', 's1']);
    assert.equal(at(99), undefined);
  });
});
