import assert from 'node:assert/strict';
import type { ReportMessageToPage } from '../../../client/webview/report/messages.ts';
import { answer, choices, linkWith } from '../report-world.ts';
import { matrix, subject } from '../webview/report/sample-report.ts';

const types = (messages: readonly ReportMessageToPage[]): readonly string[] => messages.map(({ type }) => type);

describe('A report panel', () => {
  it('asks and sends nothing before the page is ready, and everything then', async () => {
    const { link, asked, posted, opened, settled, reply } = linkWith();
    void link.show(subject);
    await settled();
    assert.deepEqual([asked.length, posted.length], [0, 0]);
    void link.receive({ type: 'ready' });
    await settled();
    assert.deepEqual(opened, [subject.uri]);
    assert.deepEqual(asked[0]?.parameters, { uri: subject.uri, question: subject.question });
    await reply(answer);
    assert.deepEqual(types(posted), ['busy', 'report']);
  });

  it('keeps locations from the page', async () => {
    const { posted, ready } = linkWith();
    await ready();
    const text = JSON.stringify(posted);
    assert.ok(!text.includes('targets') && !text.includes('span'));
  });

  it('is recomputed when its model changes, and not when another does', async () => {
    const { link, asked, posted, reply, ready } = linkWith();
    await ready();
    void link.modelChanged('file:///other.aft');
    assert.equal(asked.length, 0);
    void link.modelChanged(subject.uri);
    await reply(answer);
    const numbers = posted.flatMap((message) => (message.type === 'report' ? [message.number] : []));
    assert.deepEqual(numbers, [1, 2]);
  });

  it('on a plan since another file is recomputed when that file changes', async () => {
    const { link, asked, opened, ready, settled } = linkWith();
    const old = 'file:///old.aft';
    await ready({ ...subject, question: { kind: 'plan', end: 'since', of: old } });
    assert.deepEqual(opened, [subject.uri, old]);
    void link.modelChanged(old);
    await settled();
    assert.equal(asked.length, 1);
  });

  it('cancels what it asked about an earlier state, and drops the answer', async () => {
    const { link, asked, posted, settled, ready, reply } = linkWith();
    await ready();
    void link.modelChanged(subject.uri);
    await settled();
    void link.modelChanged(subject.uri);
    await settled();
    assert.deepEqual(
      asked.map(({ signal }) => signal?.aborted),
      [true, false],
    );
    const before = posted.length;
    await reply(answer);
    assert.equal(posted.length, before);
    await reply(answer);
    assert.equal(posted.at(-1)?.type, 'report');
  });

  it('can be stopped, and says so', async () => {
    const { link, asked, posted, progress, settled } = linkWith();
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await settled();
    progress.at(0)?.stop();
    assert.equal(asked[0]?.signal?.aborted, true);
    assert.deepEqual(posted.at(-1), { type: 'failed', message: 'It was stopped.' });
    asked[0].fail(new Error('cancelled'));
    await settled();
    assert.deepEqual(types(posted), ['busy', 'failed']);
  });

  it('says whether a page waits for it, or shows an older one meanwhile', async () => {
    const { link, progress, settled, ready, reply } = linkWith();
    await ready();
    void link.modelChanged(subject.uri);
    await reply(answer);
    void link.show({ ...subject, question: { kind: 'isolation' } });
    await settled();
    assert.deepEqual(
      progress.map(({ isUpdate }) => isUpdate),
      [false, true, false],
    );
  });

  it('can no longer be stopped once a newer one exists', async () => {
    const { link, asked, posted, progress, settled, ready } = linkWith();
    await ready();
    void link.modelChanged(subject.uri);
    await settled();
    progress[0]?.stop();
    assert.equal(asked[0]?.signal?.aborted, false);
    assert.equal(posted.at(-1)?.type, 'busy');
  });

  it('shows why there is no report, in the words of the server, and tries again when asked to', async () => {
    const { link, asked, posted, logged, reply, settled } = linkWith();
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await reply({ refusal: 'There is no PD "x".' });
    assert.deepEqual(posted.at(-1), { type: 'failed', message: 'There is no PD "x".' });
    void link.receive({ type: 'retry' });
    await settled();
    asked.shift()?.fail(new Error('The server is not running.'));
    await settled();
    assert.deepEqual(posted.at(-1), { type: 'failed', message: 'The server is not running.' });
    assert.equal(logged.length, 1);
  });

  it('says so when its document is gone', async () => {
    const { link, posted, settled } = linkWith(() => Promise.reject(new Error('Gone.')));
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await settled();
    assert.deepEqual(posted.at(-1), { type: 'failed', message: 'Gone.' });
  });

  it('follows the links of the report, and ignores any other number', async () => {
    const { link, followed, ready } = linkWith();
    await ready();
    const crash = matrix.targets.findIndex(({ kind }) => kind === 'plan');
    void link.receive({ type: 'follow', number: 1, target: crash });
    assert.deepEqual(followed, [[matrix.targets[crash], subject]]);
    void link.receive({ type: 'follow', number: 2, target: crash });
    void link.receive({ type: 'follow', number: 0, target: crash });
    void link.receive({ type: 'follow', number: 1, target: matrix.targets.length });
    assert.equal(followed.length, 1);
  });

  it('shows its plan in the graph, and nothing if the plan is not of one model', async () => {
    const { link, followed, ready } = linkWith();
    const question = { kind: 'plan', end: 'collect', of: 'after' } as const;
    await ready({ ...subject, question });
    await link.receive({ type: 'showInGraph' });
    assert.deepEqual(followed, [
      [
        { kind: 'plan', question },
        { ...subject, question },
      ],
    ]);
    for (const other of [subject.question, { kind: 'plan', end: 'since', of: 'file:///old.aft' } as const]) {
      const { link: next, followed: none, ready: begin } = linkWith();
      await begin({ ...subject, question: other });
      await next.receive({ type: 'showInGraph' });
      assert.deepEqual(none, []);
    }
  });

  it('changes its plan in place, and shows what is not a plan elsewhere', async () => {
    const { link, posted, others, asked, reply, ready } = linkWith();
    const plan = { kind: 'plan', end: 'crash', of: 'db', policy: 'default' } as const;
    await ready({ ...subject, question: plan });
    const [sent] = posted.flatMap((message) => (message.type === 'report' ? [message.choices] : []));
    assert.deepEqual([sent?.entities.length, sent?.isWhole, sent?.policies], [500, false, ['default', 'careful']]);
    const next = { ...plan, policy: 'careful', against: 'default' };
    void link.receive({ type: 'ask', question: next });
    await Promise.resolve();
    assert.deepEqual(link.subject()?.question, next);
    await reply(answer);
    await reply(choices);
    const last = posted.at(-1);
    assert.deepEqual(last?.type === 'report' ? last.subject.question : undefined, next);
    void link.receive({ type: 'ask', question: { kind: 'matrix' } });
    void link.receive({ type: 'choosePlan' });
    assert.deepEqual(
      others.map(({ question }) => question.kind),
      ['matrix', 'plan'],
    );
    assert.equal(asked.length, 0);
  });

  it('writes the picture that the page has drawn, and its table', async () => {
    const { link, exported, ready } = linkWith();
    void link.receive({ type: 'export', format: 'svg', content: '<svg/>' });
    assert.deepEqual(exported, []);
    await ready();
    void link.receive({ type: 'export', format: 'svg', content: '<svg/>' });
    void link.receive({ type: 'export', format: 'csv', content: 'PD' });
    void link.receive({ type: 'export', format: 'exe', content: 'MZ' });
    assert.deepEqual(exported, [
      ['svg', '<svg/>'],
      ['csv', 'PD'],
    ]);
  });

  it('reads no file that only the page names', async () => {
    const { link, asked, opened, logged, ready } = linkWith();
    await ready({ ...subject, question: { kind: 'plan', end: 'crash', of: 'db' } });
    const before = opened.length;
    await link.receive({ type: 'ask', question: { kind: 'plan', end: 'since', of: 'file:///etc/passwd' } });
    assert.deepEqual([asked.length, opened.length], [0, before]);
    assert.match(logged.join(), /refused/);
  });

  it('refuses messages that it does not know', async () => {
    const { link, asked, posted, followed, logged, logsShown } = linkWith();
    for (const message of [undefined, 'ready', { type: 'run' }, { type: 'follow', number: 1, target: 'x' }]) {
      await link.receive(message);
    }
    assert.deepEqual([asked.length, posted.length, followed.length, logged.length], [0, 0, 0, 4]);
    await link.receive({ type: 'trouble', message: 'Oh.' });
    assert.equal(logged.at(-1), 'Oh.');
    await link.receive({ type: 'showLog' });
    assert.equal(logsShown(), 1);
  });

  it('does nothing while hidden, and catches up when shown again', async () => {
    const { link, asked, ready, settled } = linkWith();
    await ready();
    link.setVisible(false);
    void link.modelChanged(subject.uri);
    await settled();
    assert.equal(asked.length, 0);
    void link.receive({ type: 'ready' });
    await settled();
    assert.equal(asked.length, 1);
  });

  it('cancels its question when it is closed', async () => {
    const { link, asked, settled } = linkWith();
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await settled();
    link.dispose();
    assert.equal(asked[0]?.signal?.aborted, true);
  });
});
