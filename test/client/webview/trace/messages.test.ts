import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isSavedTrace,
  isTraceMessageToExtension,
  isTraceMessageToPage,
  type TraceMessageToExtension,
  type TraceMessageToPage,
} from '../../../../client/webview/trace/messages.ts';
import { spoiled } from '../spoiled.ts';
import { fullStepMessage, rowsMessage, runMessage, stepMessage, subject } from './sample-trace.ts';

const random = { ...subject, question: { kind: 'random', seed: -3, steps: 10, check: 'safe' } } as const;
const trace = { ...subject, question: { kind: 'trace', file: 'file:///a.json' } } as const;

const branches = [
  { after: 2, move: { kind: 'draw', draw: 7 } },
  { after: 3, move: { kind: 'lose', entry: 1 } },
  { after: 4, move: { kind: 'send', event: 'Go', to: 'a' } },
  { after: 5, move: { kind: 'restart', entity: 'a' } },
  { after: 6, move: { kind: 'set', entity: 'a', variable: 'n', value: '1' } },
] as const;
const branched = { ...subject, question: { ...subject.question, branches } };

const toPage: readonly TraceMessageToPage[] = [
  runMessage(),
  runMessage(5, { subject: branched }),
  { type: 'goTo', number: 1, step: 4 },
  runMessage(5, { step: 2, subject: random }),
  runMessage(5, { subject: trace }),
  rowsMessage(0, 120),
  stepMessage(2),
  fullStepMessage(2),
  { type: 'stale' },
  { type: 'busy' },
  { type: 'failed', message: 'No.' },
];

const toExtension: readonly TraceMessageToExtension[] = [
  { type: 'ready' },
  { type: 'rows', number: 1, from: 0, to: 199 },
  { type: 'step', number: 1, step: 4 },
  { type: 'step', number: 1, step: 4, full: true },
  { type: 'reveal', number: 1, step: 4 },
  { type: 'reveal', number: 1, step: 4, event: 2 },
  { type: 'reveal', number: 1, step: 4, because: 0 },
  { type: 'variant', variant: 1 },
  { type: 'save' },
  { type: 'retry' },
  { type: 'showLog' },
  { type: 'trouble', message: 'Ouch.' },
];

/** What no field of a message may hold. */
const wrong: unknown = { unexpected: true };

describe('Messages of the trace page', () => {
  it('are taken by the side that they are for, and by no other', () => {
    for (const message of toPage) {
      assert.ok(isTraceMessageToPage(message), message.type);
      assert.ok(!isTraceMessageToExtension(message), message.type);
    }
    for (const message of toExtension) {
      assert.ok(isTraceMessageToExtension(message), message.type);
      assert.ok(!isTraceMessageToPage(message), message.type);
    }
  });

  it('are refused with any one value replaced', () => {
    fc.assert(
      fc.property(fc.constantFrom(...toPage), fc.nat(), (message, choice) => {
        assert.ok(!isTraceMessageToPage(spoiled(message, choice, wrong)));
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...toExtension), fc.nat(), (message, choice) => {
        assert.ok(!isTraceMessageToExtension(spoiled(message, choice, wrong)));
      }),
    );
  });

  it('are refused with a field too many', () => {
    for (const message of toPage) assert.ok(!isTraceMessageToPage({ ...message, span: 1 }), message.type);
    for (const message of toExtension) assert.ok(!isTraceMessageToExtension({ ...message, uri: 'x' }), message.type);
  });

  it('name no place in a text by themselves', () => {
    assert.ok(!isTraceMessageToExtension({ type: 'reveal', number: 1, uri: 'file:///etc/passwd' }));
  });
});

describe('The saved state of the trace page', () => {
  it('accepts what was saved, and nothing else', () => {
    for (const each of [subject, random, trace, branched]) assert.ok(isSavedTrace({ subject: each, step: 3 }));
    for (const bad of [undefined, null, {}, { subject }, { subject, step: -1 }, { subject, step: 1.5 }])
      assert.ok(!isSavedTrace(bad));
  });
});
