/**
 * Runs as sent by the extension: one of a failing scenario, and rows of one of any length.
 */
import type { TraceMessageToPage } from '../../../../client/webview/trace/messages.ts';
import type { RunRow, StepView } from '../../../../language/src/view/run/run-step.ts';

type Message<T extends TraceMessageToPage['type']> = TraceMessageToPage & { readonly type: T };

/** The subject of the run. */
export const subject = {
  uri: 'file:///kv.aft',
  title: 'kv.aft',
  question: { kind: 'scenario', title: 'fails', variant: 0 },
} as const;

/** Returns the message that sends a run to the page. */
export function runMessage(steps = 3, parts: Partial<Message<'run'>> = {}): Message<'run'> {
  const summary = {
    title: 'fails',
    about: [`${String(steps)} steps, until 2s.`],
    warnings: [],
    steps,
    marked: [],
    variants: [],
    variant: 0,
  };
  return { type: 'run', number: 1, subject, summary, ...parts };
}

/** Returns the row of a step; every hundredth is marked. */
export const rowOf = (step: number): RunRow => ({
  step,
  at: `${String(step)}s`,
  kind: step === 0 ? 'start' : 'message',
  text: `step ${String(step)}`,
  ...(step > 0 && step % 100 === 0 && { mark: 'failure' }),
});

/** Returns the message with rows. */
export function rowsMessage(from: number, to: number, number = 1): Message<'rows'> {
  const rows = Array.from({ length: to - from + 1 }, (_, index) => rowOf(from + index));
  return { type: 'rows', number, from, rows };
}

/** Returns a failed step, with every part of it filled. */
export function viewOf(step: number): StepView {
  return {
    row: rowOf(step),
    problem: {
      message: 'The expectation does not hold.',
      expected: 'disk alive',
      found: 'disk is destroyed',
      because: [
        { text: '"server" crashed', hasPlace: true },
        { text: '"disk" is managed by "server"', hasPlace: false },
      ],
    },
    events: [
      { text: 'a receives Save(1)', hasPlace: false },
      { text: 'a goes to Busy by "on Save"', hasPlace: true },
    ],
    changes: [
      { depth: 0, name: 'entities' },
      { depth: 1, name: 'a' },
      { depth: 2, name: 'state', before: 'Idle', after: 'Busy' },
    ],
    entities: [
      { name: 'a', is: 'alive', state: 'Busy', values: ['round = 1'], hasChanged: true },
      { name: 'disk', is: 'destroyed', values: [], hasChanged: false },
    ],
    otherEntities: 4,
    next: [{ text: 'timer of a in Busy', at: '2s' }],
  };
}

/** Returns the message with a step. */
export const stepMessage = (step: number, number = 1): Message<'step'> => ({
  type: 'step',
  number,
  view: viewOf(step),
});

/** Returns the message with a step and its state in full. */
export const fullStepMessage = (step: number): Message<'step'> => ({
  ...stepMessage(step),
  view: {
    ...viewOf(step),
    full: {
      rows: [
        { depth: 0, name: 'time', text: '0s' },
        { depth: 0, name: 'a' },
        { depth: 1, name: 'is', text: 'alive' },
        { depth: 1, name: 'state', text: 'Busy' },
        { depth: 0, name: 'under way' },
        { depth: 1, name: 'Save(1) from boss to a', text: 'at 1s' },
        { depth: 1, name: 'timer of a in Busy', text: 'at 2s' },
      ],
      others: 3,
    },
  },
});
