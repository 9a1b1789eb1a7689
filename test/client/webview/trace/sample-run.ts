/**
 * A run as the server draws it: two workers and a boss over a lossy channel; one worker crashes and restarts.
 */
import assert from 'node:assert/strict';
import type { TraceMessageToPage, TraceSettings } from '../../../../client/webview/trace/messages.ts';
import { firstSettings } from '../../../../client/webview/trace/trace-state.ts';
import type { RunChoices } from '../../../../language/src/view/run/run-choice.ts';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import { stretchOf } from '../../../../language/src/view/run/stretch-of-run.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import { programOf } from '../../../language/simulation/random-systems.ts';

const text = `event Go
event Work(n: int)
event Done(n: int)
channel net { delay: 300ms }
machine Boss for pd {
  var sent: 0..99 = 0
  initial state Idle { on Go do { sent := sent + 1  send Work(sent) to ann  send Work(sent) to bob } -> Waiting }
  state Waiting { on Done(n) do { sent := sent + 1 }  after 2s -> Idle }
}
machine Worker for pd {
  var done: 0..99 = 0
  initial state Free { on Work(n) -> Busy }
  state Busy { defer Work  after 500ms do { done := done + 1  send Done(done) to boss } -> Free }
}
pd boss runs Boss
pd ann runs Worker
pd bob runs Worker
scenario "s" {
  send Go to boss
  run 1s
  set net.loss = 1
  at 3s send Go to boss
  at 4s crash bob
  at 5s restart bob
  set net.loss = 0
  at 6s send Go to boss
  run 2s
  expect boss.sent == 4
}
`;

/** Returns the whole run. */
export async function sampleStretch(): Promise<RunStretch> {
  const program = await programOf(text);
  const opened = openRun(program, { kind: 'scenario', title: 's', variant: 0 }, { seed: 1 });
  assert.ok('timeline' in opened);
  return stretchOf(program, opened.timeline, 0, 100);
}

/** Returns the message that sends it to the page. */
export const stretchMessage = (stretch: RunStretch, other?: RunStretch): TraceMessageToPage => ({
  type: 'stretch',
  number: 1,
  stretch,
  ...(other !== undefined && { other }),
});

/** Returns the possible next steps after a step: one of each group. */
export const choicesAt = (step: number): RunChoices => ({
  step,
  choices: [
    { group: 'run', text: 'timer of boss in Waiting', at: '2s', move: { kind: 'due', entry: 0 }, isTaken: true },
    { group: 'run', text: 'Done(1) from ann to boss', at: '2s', move: { kind: 'due', entry: 1 }, isTaken: false },
    { group: 'outside', text: 'send Go to boss', move: { kind: 'send', event: 'Go', to: 'boss' }, isTaken: false },
    { group: 'fault', text: 'crash bob', move: { kind: 'crash', entity: 'bob' }, isTaken: false },
    { group: 'network', text: 'lose Done(1)', at: '2s', move: { kind: 'lose', entry: 1 }, isTaken: false },
  ],
  others: 3,
});

/** Returns the settings with a change. */
export const settingsWith = (parts: Partial<TraceSettings>): TraceSettings => ({ ...firstSettings, ...parts });
