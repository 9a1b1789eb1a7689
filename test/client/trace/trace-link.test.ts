import assert from 'node:assert/strict';
import { rowOf, runMessage, subject, viewOf } from '../webview/trace/sample-trace.ts';
import { linkWith, stepAnswer, span, other } from '../simulation/link-with.ts';

describe('The trace panel', () => {
  it('asks and sends nothing before the page is ready, and everything then', async () => {
    const { link, asked, posted, opened, settled, reply, run } = linkWith();
    void link.show(subject);
    await settled();
    assert.deepEqual([asked.length, posted.length], [0, 0]);
    void link.receive({ type: 'ready' });
    const { parameters } = await reply(run());
    assert.deepEqual(opened, [subject.uri]);
    assert.deepEqual(parameters, { uri: subject.uri, question: subject.question });
    assert.deepEqual(
      posted.map(({ type }) => type),
      ['busy', 'runs', 'run'],
    );
  });

  it('reports where the page has moved, and follows moves elsewhere in the same run', async () => {
    const { link, posted, moves, reply, ready, last } = linkWith();
    await ready();
    void link.receive({ type: 'step', number: 1, step: 4 });
    await reply(stepAnswer(4));
    assert.deepEqual(moves, [['kv.aft', 4, span]]);
    link.follow(subject, 9);
    assert.deepEqual(last(), { type: 'goTo', number: 1, step: 9 });
    const { length } = posted;
    link.follow(subject, 9);
    link.follow({ ...subject, question: { kind: 'random', seed: 1, steps: 9 } }, 3);
    assert.equal(posted.length, length);
  });

  it('hides a lane from its menu', async () => {
    const { link, ready, last } = linkWith();
    await ready();
    await link.receive({ type: 'hideLane', name: 'db' });
    assert.deepEqual(last(), { type: 'hide', name: 'db' });
  });

  it('reads the file of a trace each time that it is run', async () => {
    const { link, reply, run, settled } = linkWith((file) => Promise.resolve(`text of ${file}`));
    const question = { kind: 'trace', file: 'file:///a.json' } as const;
    void link.show({ ...subject, question });
    void link.receive({ type: 'ready' });
    await settled();
    const { parameters } = await reply(run());
    assert.deepEqual(parameters, { uri: subject.uri, question, trace: 'text of file:///a.json' });
  });

  it('says why a file cannot be read', async () => {
    const { link, last, settled } = linkWith(() => Promise.reject(new Error('There is no such file.')));
    void link.show({ ...subject, question: { kind: 'trace', file: 'file:///a.json' } });
    void link.receive({ type: 'ready' });
    await settled();
    assert.deepEqual(last(), { type: 'failed', message: 'There is no such file.' });
  });

  it('sends rows without their places', async () => {
    const { link, reply, ready, last } = linkWith();
    await ready();
    void link.receive({ type: 'rows', number: 1, from: 0, to: 1 });
    await reply({
      rows: [
        { ...rowOf(0), span },
        { ...rowOf(100), span },
      ],
    });
    assert.deepEqual(last(), { type: 'rows', number: 1, from: 0, rows: [rowOf(0), rowOf(100)] });
  });

  it('asks for one step at a time, skipping to the latest request', async () => {
    const { link, asked, posted, reply, ready, settled } = linkWith();
    await ready();
    for (const step of [1, 2, 3, 4]) void link.receive({ type: 'step', number: 1, step });
    await settled();
    assert.equal(asked.length, 1);
    await reply(stepAnswer(1));
    assert.deepEqual(asked[0]?.parameters, { id: 7, step: 4 });
    await reply(stepAnswer(4));
    const steps = posted.filter(({ type }) => type === 'step');
    assert.deepEqual([asked.length, steps], [0, [{ type: 'step', number: 1, view: viewOf(4) }]]);
  });

  it('reveals the source of a step, an event and a reason, which it looks up itself', async () => {
    const { link, asked, revealed, reply, ready, settled } = linkWith();
    await ready();
    void link.receive({ type: 'step', number: 1, step: 4 });
    await reply(stepAnswer(4));
    await link.receive({ type: 'reveal', number: 1, step: 4 });
    await link.receive({ type: 'reveal', number: 1, step: 4, event: 1 });
    await link.receive({ type: 'reveal', number: 1, step: 4, because: 0 });
    assert.deepEqual(revealed, [span, other, other]);
    for (const nowhere of [{ event: 0 }, { event: 99 }, { because: 1 }])
      await link.receive({ type: 'reveal', number: 1, step: 4, ...nowhere });
    assert.equal(revealed.length, 3);
    assert.equal(asked.length, 0);
    void link.receive({ type: 'reveal', number: 1, step: 9 });
    await settled();
    await reply(stepAnswer(9));
    assert.equal(revealed.length, 4);
  });

  it('drops answers for an earlier run, and closes that run', async () => {
    const { link, asked, posted, closed, reply, run, ready, settled } = linkWith();
    await ready();
    void link.receive({ type: 'rows', number: 1, from: 0, to: 1 });
    await settled();
    void link.show({ ...subject, question: { kind: 'random', seed: 1, steps: 5 } });
    await settled();
    assert.deepEqual(closed, [{ id: 7 }]);
    const [rows] = asked.splice(0, 1);
    await reply(run(8));
    // It does not fail, so there is no smaller run.
    await reply({});
    rows?.answer({ rows: [] });
    await settled();
    void link.receive({ type: 'rows', number: 1, from: 0, to: 1 });
    await settled();
    assert.equal(asked.length, 0);
    assert.deepEqual(
      posted.map(({ type }) => type),
      ['busy', 'runs', 'run', 'busy', 'runs', 'run'],
    );
  });

  it('closes a run that arrives after its question was cancelled', async () => {
    const { link, asked, posted, closed, run, settled } = linkWith();
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await settled();
    const [first] = asked.splice(0, 1);
    void link.show({ ...subject, question: { kind: 'random', seed: 1, steps: 5 } });
    await settled();
    assert.equal(first?.signal?.aborted, true);
    first.answer(run(7));
    await settled();
    assert.deepEqual(closed, [{ id: 7 }]);
    assert.ok(!posted.some(({ type }) => type === 'run'));
  });

  it('reopens the run if the server no longer knows it', async () => {
    const { link, posted, reply, run, ready, last } = linkWith();
    await ready();
    void link.receive({ type: 'step', number: 1, step: 4 });
    await reply(null);
    const { parameters } = await reply(run(9));
    assert.deepEqual(parameters, { uri: subject.uri, question: subject.question });
    assert.deepEqual(last(), { ...runMessage(30), number: 2, step: 4 });
    assert.equal(posted.filter(({ type }) => type === 'failed').length, 0);
  });

  it('says once that the text has changed, and reruns only when asked to', async () => {
    const { link, asked, posted, reply, run, ready, settled } = linkWith();
    await ready();
    link.modelChanged('file:///other.aft');
    link.modelChanged(subject.uri);
    link.modelChanged(subject.uri);
    await settled();
    assert.equal(asked.length, 0);
    assert.equal(posted.filter(({ type }) => type === 'stale').length, 1);
    void link.receive({ type: 'retry' });
    await reply(run(8));
    link.modelChanged(subject.uri);
    assert.equal(posted.filter(({ type }) => type === 'stale').length, 2);
  });

  it('sends a recreated page the same run, at the step shown before, without rerunning it', async () => {
    const { link, asked, reply, ready, last } = linkWith();
    await ready();
    void link.receive({ type: 'step', number: 1, step: 4 });
    await reply(stepAnswer(4));
    link.setVisible(false);
    await link.receive({ type: 'ready' });
    assert.equal(asked.length, 0);
    assert.deepEqual(last(), { ...runMessage(30), step: 4 });
  });

  it('runs another combination of the scenario', async () => {
    const { link, asked, closed, ready, settled } = linkWith();
    await ready();
    void link.receive({ type: 'variant', variant: 2 });
    await settled();
    assert.deepEqual(closed, [{ id: 7 }]);
    assert.deepEqual(asked[0]?.parameters, { uri: subject.uri, question: { ...subject.question, variant: 2 } });
  });

  it('can be stopped, and says so', async () => {
    const { link, asked, progress, last, settled } = linkWith();
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await settled();
    progress[0]?.stop();
    assert.equal(asked[0]?.signal?.aborted, true);
    asked[0].fail(new Error('The request was cancelled.'));
    await settled();
    assert.deepEqual(last(), { type: 'failed', message: 'It was stopped.' });
  });

  it('says in one sentence why there is no run', async () => {
    const { link, reply, last } = linkWith();
    void link.show(subject);
    void link.receive({ type: 'ready' });
    await reply({ refusal: 'The model has an error.' });
    assert.deepEqual(last(), { type: 'failed', message: 'The model has an error.' });
    assert.equal(await link.trace(), undefined);
  });

  it('gives the run as a trace', async () => {
    const { link, reply, ready } = linkWith();
    await ready();
    const trace = link.trace();
    await reply({ text: 'a trace' });
    assert.equal(await trace, 'a trace');
  });

  it('refuses messages that it does not know, and says so in the log', async () => {
    const { link, logged, revealed, ready } = linkWith();
    await ready();
    for (const bad of [undefined, 'ready', { type: 'reveal', number: 1, step: 0, span }, { type: 'open' }])
      await link.receive(bad);
    assert.equal(logged.length, 4);
    assert.deepEqual(revealed, []);
  });

  it('logs, saves and shows the log when the page asks for it', async () => {
    const { link, done, logged, ready } = linkWith();
    await ready();
    for (const type of ['save', 'showLog']) await link.receive({ type });
    assert.deepEqual(done, { saves: 1, logs: 1 });
    await link.receive({ type: 'trouble', message: 'Ouch.' });
    assert.equal(logged.at(-1), 'Ouch.');
  });

  it('cancels its question and closes its run at the end', async () => {
    const { link, asked, closed, ready, settled } = linkWith();
    await ready();
    link.dispose();
    assert.deepEqual(closed, [{ id: 7 }]);
    const late = linkWith();
    void late.link.show(subject);
    void late.link.receive({ type: 'ready' });
    await late.settled();
    late.link.dispose();
    await settled();
    assert.equal(late.asked[0]?.signal?.aborted, true);
    assert.equal(asked.length, 0);
  });
});
