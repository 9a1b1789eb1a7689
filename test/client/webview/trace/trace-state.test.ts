import assert from 'node:assert/strict';
import {
  initialTraceState,
  nextMarked,
  nextTraceState,
  rowAt,
  windowSize,
  type TraceEvent,
  type TraceState,
} from '../../../../client/webview/trace/trace-state.ts';
import { rowsMessage, runMessage, stepMessage, subject } from './sample-trace.ts';

const after = (events: readonly TraceEvent[], from: TraceState = initialTraceState(undefined)): TraceState =>
  events.reduce(nextTraceState, from);

const windowOf = (index: number): TraceEvent => rowsMessage(index * windowSize, (index + 1) * windowSize - 1);

describe('The state of the trace page', () => {
  it('begins at the first failure, otherwise at the start', () => {
    const { summary } = runMessage(9);
    const marked = [
      { step: 2, mark: 'remark' },
      { step: 5, mark: 'failure' },
      { step: 7, mark: 'error' },
    ] as const;
    assert.equal(after([runMessage(9, { summary: { ...summary, marked } })]).selected, 5);
    assert.equal(after([runMessage(9)]).selected, 0);
  });

  it('begins at the requested step, or at the saved one', () => {
    assert.equal(after([runMessage(9, { step: 4 })]).selected, 4);
    assert.equal(after([runMessage(9, { step: 40 })]).selected, 9);
    assert.equal(initialTraceState({ subject, step: 6 }).selected, 6);
    const saved = initialTraceState({ subject, step: 6 });
    assert.equal(after([runMessage(9)], saved).selected, 6);
    assert.equal(after([runMessage(9, { subject: { ...subject, uri: 'file:///other.aft' } })], saved).selected, 0);
  });

  it('stays at its step when the same run is repeated, if that step exists', () => {
    const first = after([runMessage(9), { type: 'selected', step: 7 }]);
    assert.equal(after([runMessage(9, { number: 2 })], first).selected, 7);
    assert.equal(after([runMessage(5, { number: 2 })], first).selected, 5);
    const other = { ...subject, uri: 'file:///other.aft' };
    assert.equal(after([runMessage(9, { number: 2, subject: other })], first).selected, 0);
  });

  it('selects only existing steps', () => {
    assert.equal(after([runMessage(9), { type: 'selected', step: -1 }]).selected, 0);
    assert.equal(after([runMessage(9), { type: 'selected', step: 10 }]).selected, 9);
  });

  it('takes rows and steps of the run that is shown only', () => {
    const state = after([runMessage(9), rowsMessage(0, 9, 2), stepMessage(3, 2)]);
    assert.equal(rowAt(state.windows, 3), undefined);
    assert.equal(state.view, undefined);
    const right = after([rowsMessage(0, 9), stepMessage(3)], state);
    assert.equal(rowAt(right.windows, 3)?.text, 'step 3');
    assert.equal(right.view?.row.step, 3);
  });

  it('keeps the rows around the latest position of a long run', () => {
    const run = runMessage(1_000_000);
    const state = after([run, ...Array.from({ length: 60 }, (_, index) => windowOf(index))]);
    assert.equal(state.windows.size, 40);
    assert.equal(rowAt(state.windows, 59 * windowSize + 1)?.step, 59 * windowSize + 1);
    assert.equal(rowAt(state.windows, 0), undefined);
    const back = after([windowOf(0)], state);
    assert.equal(rowAt(back.windows, 0)?.step, 0);
    assert.equal(rowAt(back.windows, 59 * windowSize), undefined);
  });

  it('is stale until a run of the new text comes', () => {
    const stale = after([runMessage(9), { type: 'stale' }, { type: 'busy' }]);
    assert.deepEqual([stale.isStale, stale.isBusy], [true, true]);
    const fresh = after([runMessage(9, { number: 2 })], stale);
    assert.deepEqual([fresh.isStale, fresh.isBusy], [false, false]);
  });

  it('shows why there is no run, until there is one', () => {
    const failed = after([runMessage(9), { type: 'failed', message: 'No.' }]);
    assert.equal(failed.failure, 'No.');
    assert.equal(after([runMessage(9, { number: 2 })], failed).failure, undefined);
  });
});

describe('The next step with something wrong', () => {
  const marked = [{ step: 2 }, { step: 5 }];
  it('comes after the step, and after the last one the first', () => {
    assert.deepEqual(
      [0, 2, 4, 5, 9].map((step) => nextMarked(marked, step)),
      [2, 5, 5, 2, 2],
    );
  });
  it('does not exist if nothing is wrong', () => {
    assert.equal(nextMarked([], 3), undefined);
  });
});
