/**
 * A report panel without its window: a server that answers on command, and a record of everything the panel does.
 */
import assert from 'node:assert/strict';
import { connectReport, type ReportSubject, type ReportWorld } from '../../client/src/report/report-link.ts';
import type { Ask } from '../../client/src/server/server-link.ts';
import type { ReportMessageToPage } from '../../client/webview/report/messages.ts';
import { matrix, subject } from './webview/report/sample-report.ts';
import type { WorkUnderWay } from '../../client/src/page/progress.ts';

/** The server's answer to a request for a report. */
export const answer = { version: 1, report: matrix };
const policies = ['default', 'careful'].map((name) => ({ name, detail: '' }));
/** The server's answer to a request for choices. */
export const choices = {
  entities: Array.from({ length: 501 }, (_, place) => ({ name: `pd[${String(place)}]`, kind: 'pd', detail: '' })),
  policies,
  ownPolicies: policies.slice(0, 1),
};

interface Asked {
  readonly parameters: unknown;
  readonly signal: AbortSignal | undefined;
  readonly answer: (value: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** Returns a link with a server that answers on command, and a record of everything it did. */
export function linkWith(open: ReportWorld['open'] = () => Promise.resolve()) {
  const asked: Asked[] = [];
  const posted: ReportMessageToPage[] = [];
  const followed: unknown[] = [];
  const others: ReportSubject[] = [];
  const exported: unknown[] = [];
  const selected: unknown[] = [];
  const logged: string[] = [];
  const opened: string[] = [];
  const progress: WorkUnderWay[] = [];
  let logShown = 0;
  const ask: Ask = (_, parameters, signal) =>
    new Promise((resolve, reject) => {
      // The test's answer has the type that the method promises.
      asked.push({ parameters, signal, answer: resolve as (value: unknown) => void, fail: reject });
    });
  const link = connectReport({
    ask,
    post: (message) => posted.push(message),
    open: (uri) => {
      opened.push(uri);
      return open(uri);
    },
    follow: (target, of) => followed.push([target, of]),
    selected: (of, name) => selected.push([of, name]),
    show: (shown) => others.push(shown),
    choosePlan: (of) => others.push(of),
    exportPicture: (_, format, content) => exported.push([format, content]),
    showProgress: (shown) => progress.push(shown),
    showLog: () => (logShown += 1),
    log: (message) => logged.push(message),
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const reply = async (value: unknown): Promise<void> => {
    await settled();
    const next = asked.shift();
    assert.ok(next !== undefined, 'the server was asked');
    next.answer(value);
    await settled();
  };
  const ready = async (shown: ReportSubject = subject): Promise<void> => {
    void link.show(shown);
    void link.receive({ type: 'ready' });
    await reply(answer);
    if (shown.question.kind === 'plan') await reply(choices);
  };
  return {
    link,
    asked,
    posted,
    followed,
    others,
    exported,
    selected,
    logged,
    opened,
    progress,
    settled,
    reply,
    ready,
    logsShown: () => logShown,
  };
}
