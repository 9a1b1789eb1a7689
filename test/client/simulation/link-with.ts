/**
 * A trace link with a server that answers on command, and a record of everything it did.
 */
import assert from 'node:assert/strict';
import { connectTrace } from '../../../client/src/trace/trace-link.ts';
import type { WorkUnderWay } from '../../../client/src/page/progress.ts';
import type { Ask } from '../../../client/src/server/server-link.ts';
import type { RunSubject, TraceMessageToPage, TraceSettings } from '../../../client/webview/trace/messages.ts';
import { runMessage, subject, viewOf } from '../webview/trace/sample-trace.ts';

const { summary } = runMessage(30);
/** The location of every step. */
export const span = { uri: subject.uri, start: { line: 3, character: 2 }, end: { line: 3, character: 9 } };
/** The location of an event and a reason. */
export const other = { ...span, start: { line: 5, character: 0 }, end: { line: 5, character: 4 } };

interface Asked {
  readonly method: string;
  readonly parameters: unknown;
  readonly signal: AbortSignal | undefined;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** Returns the link, its server, and the record. */
export function linkWith(read: (file: string) => Promise<string> = () => Promise.resolve('{}')) {
  const asked: Asked[] = [];
  const closed: unknown[] = [];
  const posted: TraceMessageToPage[] = [];
  const revealed: unknown[] = [];
  const logged: string[] = [];
  const opened: string[] = [];
  const moves: unknown[] = [];
  const kept: TraceSettings[] = [];
  const exported: unknown[] = [];
  const selected: unknown[] = [];
  const progress: WorkUnderWay[] = [];
  const done = { saves: 0, logs: 0 };
  const ask: Ask = ({ method }, parameters, signal) =>
    new Promise((resolve, reject) => {
      // The test's answer has the type that the method promises.
      const answer = resolve as (value: unknown) => void;
      if (method.endsWith('closeRun')) {
        closed.push(parameters);
        answer(null);
      } else asked.push({ method, parameters, signal, answer, fail: reject });
    });
  const link = connectTrace({
    ask,
    post: (message) => posted.push(message),
    open: (uri) => {
      opened.push(uri);
      return Promise.resolve();
    },
    read,
    reveal: (place) => revealed.push(place),
    moved: (of, step, place) => moves.push([of.title, step, place]),
    selected: (of, name) => selected.push([of, name]),
    save: () => (done.saves += 1),
    settings: () => kept.at(-1),
    keepSettings: (settings) => kept.push(settings),
    exportPicture: (format, content) => exported.push([format, content]),
    showProgress: (shown) => progress.push(shown),
    showLog: () => (done.logs += 1),
    log: (message) => logged.push(message),
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const reply = async (value: unknown): Promise<Asked> => {
    await settled();
    const next = asked.shift();
    assert.ok(next !== undefined, 'the server was asked');
    next.answer(value);
    await settled();
    return next;
  };
  const run = (id = 7) => ({ id, version: 1, summary });
  const ready = async (shown: RunSubject = subject): Promise<void> => {
    void link.show(shown);
    void link.receive({ type: 'ready' });
    await reply(run());
  };
  const last = () => posted.at(-1);
  return {
    link,
    asked,
    closed,
    posted,
    revealed,
    moves,
    kept,
    exported,
    selected,
    logged,
    opened,
    progress,
    done,
    settled,
    reply,
    run,
    ready,
    last,
  };
}

/** The server's answer about a step. */
export const stepAnswer = (step: number) => ({
  view: viewOf(step),
  places: { row: span, events: [undefined, other], because: [other, undefined] },
});
