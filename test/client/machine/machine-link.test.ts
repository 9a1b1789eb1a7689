/** The machine panel with the explored states of a check. */
import assert from 'node:assert/strict';
import { connectMachine, type MachineWorld } from '../../../client/src/machine/machine-link.ts';
import { createRunPositions } from '../../../client/src/page/run-position.ts';
import type { MachineMessageToPage } from '../../../client/webview/machine/messages.ts';
import type { Ask } from '../../../client/src/server/server-link.ts';
import { exploredRunRequest } from '../../../server/src/protocol/machine-protocol.ts';
import { chartNamed } from '../webview/machine/sample-chart.ts';

describe('the panel of explored states', () => {
  it('shows the run to a state that is clicked, at its last step, follows it, and says why there is none', async () => {
    const [posted, runs]: [MachineMessageToPage[], unknown[]] = [[], []];
    const question = { kind: 'counterexample', check: 'no two', variant: 0, draws: [1, 0], steps: 2 } as const;
    const answers: unknown[] = [{ question, states: ['s0', 's2', 's3'] }, { refusal: 'There is no such state.' }];
    const asked: unknown[] = [];
    const ask = ((method: { readonly method: string }, parameters: unknown) => {
      if (method.method !== exploredRunRequest.method) return Promise.resolve({ chart: chartNamed('Worker') });
      asked.push(parameters);
      return Promise.resolve(answers.shift());
    }) as Ask;
    const unexpected = (): never => assert.fail('It does nothing else.');
    const world: MachineWorld = {
      ask,
      open: () => Promise.resolve(),
      post: (message) => posted.push(message),
      showRun: (subject, step) => runs.push([subject, step]),
      positions: createRunPositions(),
      layoutTimeout: () => 1000,
      ...{ read: unexpected, reveal: unexpected, toggleBreakpoint: unexpected, selected: unexpected },
      ...{ markStep: unexpected, write: unexpected, showLog: unexpected, log: unexpected },
    };
    const { positions } = world;
    const link = connectMachine(world);
    await link.receive({ type: 'ready' });
    await link.show({ uri: 'file:///a.aft', title: 'a.aft', machine: 'no two', isCheck: true });
    for (const id of ['s3', 's9', 'g0']) await link.receive({ type: 'reveal', id, focus: false });
    const state = { uri: 'file:///a.aft', title: 'no two' };
    assert.deepEqual(asked, [
      { ...state, state: 's3' },
      { ...state, state: 's9' },
    ]);
    assert.deepEqual(runs, [[{ uri: 'file:///a.aft', title: 'a.aft', question }, 2]]);
    assert.deepEqual(posted.at(-1), { type: 'unshown', message: 'There is no such state.' });
    const subject = { uri: 'file:///a.aft', title: 'a.aft', question };
    for (const [step, of] of [
      [1, subject],
      [2, subject],
      [1, { ...subject, question: { ...question, draws: [1] } }],
    ] as const) {
      positions.move({ subject: of, step, by: 'trace' });
      await link.follow(positions.current());
    }
    assert.deepEqual(posted.slice(-2), [
      { type: 'select', id: 's2' },
      { type: 'select', id: 's3' },
    ]);
    await link.modelChanged('file:///a.aft');
    const count = posted.length;
    await link.follow({ subject, step: 1, by: 'trace' });
    assert.equal(posted.length, count);
  });
});
