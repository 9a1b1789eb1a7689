import assert from 'node:assert/strict';
import { mostRandomSteps, runArgumentsOf, seedOf, parseStepCount } from '../../../client/src/trace/run-arguments.ts';
import { failureText, outcomeLines, outputOf } from '../../../client/src/simulation/scenario-words.ts';
import type { ScenarioMessage, ScenarioOutcome } from '../../../server/src/protocol/protocol.ts';

const span = { uri: 'file:///a.aft', start: { line: 4, character: 2 }, end: { line: 4, character: 9 } };
const failure: ScenarioMessage = {
  kind: 'failure',
  message: 'At 2s: expected a alive; found: a is destroyed.',
  span,
  expected: 'a alive',
  found: 'a is destroyed',
  because: [
    { message: '"b" crashed', span },
    { message: '"a" is in "b"', span },
  ],
};
const outcome: ScenarioOutcome = { passed: false, runs: 1, expectations: 1, duration: '2s', messages: [failure] };

describe('The words of a scenario in the Testing view', () => {
  it('show the failure with its chain of reasons, cause first', () => {
    assert.equal(
      failureText(failure),
      'At 2s: expected a alive; found: a is destroyed.\n\nBecause:\n1. "b" crashed\n2. "a" is in "b"',
    );
    assert.equal(failureText({ ...failure, because: [] }), failure.message);
  });

  it('show in the output the result with its counts, and each message with its line, from 1', () => {
    assert.deepEqual(outcomeLines('one', outcome), [
      'FAILED: one (1 expectation, until 2s)',
      '  failure, line 5: At 2s: expected a alive; found: a is destroyed.',
      '    1. "b" crashed',
      '    2. "a" is in "b"',
    ]);
    assert.deepEqual(outcomeLines('one', { ...outcome, passed: true, runs: 3, expectations: 6, messages: [] }), [
      'passed: one (6 expectations in 3 runs, until 2s)',
    ]);
  });

  it('end each line of the output with a carriage return and a line feed, even within a message', () => {
    assert.equal(outputOf(['a\nb', 'c\r\nd']), 'a\r\nb\r\nc\r\nd\r\n');
    assert.equal(outputOf([]), '');
  });
});

describe('The arguments of the simulator commands', () => {
  it('are read from records, each only if it is of its kind', () => {
    const all = { uri: 'file:///a.aft', title: 't', check: 'c', file: 'file:///b.json', seed: 4294967295, steps: 9 };
    assert.deepEqual(runArgumentsOf(all), all);
    assert.deepEqual(runArgumentsOf({ uri: 1, title: null, seed: '3', steps: 0 }), {});
    assert.deepEqual(runArgumentsOf({ seed: 1.5, steps: mostRandomSteps + 1 }), {});
    for (const nothing of [undefined, null, 'x', 3, []]) assert.deepEqual(runArgumentsOf(nothing), {});
  });

  it('are read from an item of the Testing view, and from a message with its item', () => {
    const model = { id: 'file:///a.aft', label: 'a.aft', parent: undefined };
    const item = { id: 'file:///a.aft#one # two', label: 'one # two', parent: model };
    const wanted = { uri: 'file:///a.aft', title: 'one # two' };
    assert.deepEqual(runArgumentsOf(item), wanted);
    assert.deepEqual(runArgumentsOf({ test: item, message: {} }), wanted);
    assert.deepEqual(runArgumentsOf(model), { uri: 'file:///a.aft' });
    assert.deepEqual(runArgumentsOf({ test: 'x' }), {});
  });

  it('accept a seed and a number of steps as a user types them', () => {
    assert.deepEqual([' 7 ', '0', '4294967295', '4294967296', '-3', '1.5', '', 'x', '1e400'].map(seedOf), [
      7,
      0,
      4294967295,
      ...Array<undefined>(6),
    ]);
    assert.deepEqual(['1', '0', '-1', '2.5', '', String(mostRandomSteps)].map(parseStepCount), [
      1,
      ...Array<undefined>(4),
      mostRandomSteps,
    ]);
    assert.equal(parseStepCount(String(mostRandomSteps + 1)), undefined);
  });
});
