import assert from 'node:assert/strict';
import { createRunPositions, type RunPosition } from '../../../client/src/page/run-position.ts';
import { subject } from '../webview/trace/sample-trace.ts';

describe('The position in a run that all views share', () => {
  const at = (step: number, by: RunPosition['by'] = 'trace'): RunPosition => ({ subject, step, by });

  it('notifies all listeners once for each move, until they unsubscribe', () => {
    const positions = createRunPositions();
    const heard: (number | undefined)[] = [];
    const listening = positions.listen((position) => heard.push(position?.step));
    assert.equal(positions.current(), undefined);
    positions.move(at(3));
    positions.move({ ...at(3, 'debugger'), subject: { ...subject } });
    positions.move(at(4, 'debugger'));
    positions.move(undefined);
    listening.dispose();
    positions.move(at(5));
    assert.deepEqual(heard, [3, 4, undefined]);
    assert.equal(positions.current()?.step, 5);
  });

  it('differs in another run, even in a branch of it', () => {
    const positions = createRunPositions();
    const heard: unknown[] = [];
    positions.listen((position) => heard.push(position?.subject.question.branches));
    const branches = [{ after: 2, move: { kind: 'crash', entity: 'a' } }] as const;
    positions.move(at(3));
    positions.move({ ...at(3), subject: { ...subject, question: { ...subject.question, branches } } });
    assert.deepEqual(heard, [undefined, branches]);
  });
});
