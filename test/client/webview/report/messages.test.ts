import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isReportMessageToExtension,
  isReportMessageToPage,
  isReportQuestion,
  isSavedReport,
  type ReportMessageToExtension,
  type ReportMessageToPage,
  type SavedReport,
} from '../../../../client/webview/report/messages.ts';
import type { ReportQuestion } from '../../../../language/src/view/report/question.ts';
import { spoiled } from '../spoiled.ts';
import { matrixMessage, reportMessage, subject } from './sample-report.ts';

const questions: readonly ReportQuestion[] = [
  { kind: 'matrix' },
  { kind: 'isolation' },
  { kind: 'plan', end: 'crash', of: 'db', policy: 'careful' },
  { kind: 'plan', end: 'delete', of: 'vm', deletion: 'orphan' },
  { kind: 'plan', end: 'collect', of: 'before' },
  { kind: 'comparison', first: 'a', second: 'b' },
  { kind: 'points' },
  { kind: 'changes', base: 'file:///old.aft', name: 'the last commit' },
  { kind: 'points', policy: 'careful' },
];

const list = reportMessage({
  title: 'Plan',
  about: [],
  legend: [],
  targets: [],
  sections: [
    {
      kind: 'list',
      title: 'Destroyed',
      empty: 'Nothing.',
      note: 'More.',
      items: [
        {
          text: 'a',
          because: [{ text: 'it crashed', place: 'a.aft:1', target: 0 }],
          step: 1,
          sign: 'destroyed',
          target: 0,
        },
        { text: 'b', because: [], detail: 'pd' },
      ],
    },
    {
      kind: 'timeline',
      title: 'In time',
      empty: 'Nothing.',
      sides: [
        {
          title: 'Under default',
          columns: [
            {
              title: 'Step 1',
              step: 1,
              boxes: [{ id: 'ends 1', text: 'a', kind: 'pd', sign: 'destroyed', because: [], isDifferent: false }],
              more: 2,
            },
          ],
          lines: [{ from: 'ends 1', to: 'ends 1', kind: 'order', text: 'a before a', because: [] }],
        },
      ],
    },
  ],
});

const toPage: readonly ReportMessageToPage[] = [
  matrixMessage,
  list,
  ...questions.map((question) => ({ ...list, subject: { ...subject, question } })),
  { ...list, choices: { entities: [{ name: 'a', kind: 'pd' }], policies: ['b'], ownPolicies: [], isWhole: true } },
  { type: 'busy' },
  { type: 'failed', message: 'No.' },
];

const toExtension: readonly ReportMessageToExtension[] = [
  { type: 'ready' },
  { type: 'follow', number: 3, target: 0 },
  { type: 'showInGraph' },
  { type: 'showInGraph', step: 2 },
  { type: 'ask', question: { kind: 'plan', end: 'crash', of: 'a', policy: 'b', against: 'c' } },
  { type: 'choosePlan' },
  { type: 'export', format: 'png', content: 'aaaa' },
  { type: 'retry' },
  { type: 'showLog' },
  { type: 'trouble', message: 'Oh.' },
];

const saved: SavedReport = {
  chosen: [{ group: 'Heat map', table: 'RSI' }],
  subject,
  sortings: [{ table: 'Crashes', sorting: { column: 1, isDescending: true } }],
};

describe('A message between the report page and the extension', () => {
  it('passes if valid, even after a round trip through JSON', () => {
    for (const message of toPage) assert.ok(isReportMessageToPage(JSON.parse(JSON.stringify(message))), message.type);
    for (const message of toExtension) {
      assert.ok(isReportMessageToExtension(JSON.parse(JSON.stringify(message))), message.type);
    }
    assert.ok(isSavedReport(JSON.parse(JSON.stringify(saved))));
  });

  it('does not pass on the other side', () => {
    for (const message of toPage) assert.ok(!isReportMessageToExtension(message), message.type);
    for (const message of toExtension) assert.ok(!isReportMessageToPage(message), message.type);
  });

  it('does not pass if any value in it, however deep, has another type', () => {
    const isAny = (value: unknown): boolean =>
      isReportMessageToPage(value) || isReportMessageToExtension(value) || isSavedReport(value);
    fc.assert(
      fc.property(
        fc.constantFrom<unknown>(...toPage, ...toExtension, saved),
        fc.nat(),
        fc.constantFrom(undefined, Symbol('x'), Number.NaN, 1n),
        (message, choice, odd) => {
          assert.ok(!isAny(spoiled(message, choice, odd)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('does not pass with a place or a command instead of a number', () => {
    assert.ok(!isReportMessageToExtension({ type: 'follow', number: 1, target: 'file:///etc/passwd' }));
    assert.ok(!isReportMessageToExtension({ type: 'follow', number: 1, target: -1 }));
    assert.ok(!isReportMessageToExtension({ type: 'follow', number: 1, target: 0, command: 'run' }));
  });

  it('asks only what can be answered', () => {
    for (const question of questions) assert.ok(isReportQuestion(question), question.kind);
    for (const question of [
      {},
      { kind: 'matrices' },
      { kind: 'plan', end: 'explode', of: 'a' },
      { kind: 'plan', end: 'crash' },
      { kind: 'plan', end: 'collect', of: 'later' },
      { kind: 'plan', end: 'delete', of: 'a', deletion: 'slowly' },
      { kind: 'comparison', first: 'a' },
      { kind: 'points', policy: 7 },
    ]) {
      assert.ok(!isReportQuestion(question), JSON.stringify(question));
    }
  });
});
