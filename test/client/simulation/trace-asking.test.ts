/**
 * The questions of a trace page about its run: watches, other values of variables, and the branches it had before a
 * reload.
 */
import assert from 'node:assert/strict';
import { runMessage, subject } from '../webview/trace/sample-trace.ts';
import { linkWith } from './link-with.ts';

const point = { after: 2, move: { kind: 'crash', entity: 'db' } } as const;
const branch = { ...subject, question: { ...subject.question, branches: [point] } };
const titles = ['The run itself', 'After step 2: fault: crash db'];

describe('What a trace page asks of its run', () => {
  it('is the value of each expression that is watched, or why it has none', async () => {
    const { link, reply, ready, last } = linkWith();
    await ready();
    void link.receive({ type: 'watch', number: 1, step: 4, texts: ['db.round', 'nobody'] });
    const { parameters } = await reply({ value: { name: 'db.round', text: '3' } });
    assert.deepEqual(parameters, { id: 7, uri: subject.uri, step: 4, actor: 0, text: 'db.round' });
    await reply({ refusal: 'There is no "nobody".' });
    assert.deepEqual(last(), {
      type: 'watched',
      number: 1,
      step: 4,
      values: [
        { text: 'db.round', value: '3', isError: false },
        { text: 'nobody', value: 'There is no "nobody".', isError: true },
      ],
    });
  });

  it('is a run in which a variable has another value, if that fits', async () => {
    const { link, posted, reply, run, ready, last } = linkWith();
    await ready();
    const set = { type: 'set', number: 1, step: 2, entity: 'db', variable: 'round', value: '1 +' } as const;
    const inspected = { step: 2, time: '1s', actors: [{ id: 4, name: 'db', detail: 'Idle' }], otherActors: 0 };
    void link.receive(set);
    await reply(inspected);
    const { parameters } = await reply({ refusal: 'Something is missing.' });
    assert.deepEqual(parameters, { id: 7, uri: subject.uri, step: 2, actor: 4, text: '1 +', fits: 'round' });
    assert.deepEqual(last(), { type: 'refused', number: 1, message: 'Something is missing.' });
    void link.receive({ ...set, value: '1 + 1' });
    await reply(inspected);
    await reply({ value: { name: '1 + 1', text: '2' } });
    const opened = await reply(run(8));
    const move = { kind: 'set', entity: 'db', variable: 'round', value: '2' };
    assert.deepEqual(opened.parameters, {
      uri: subject.uri,
      question: { ...subject.question, branches: [{ after: 2, move }] },
    });
    assert.deepEqual(posted.at(-1)?.type, 'run');
    void link.receive({ ...set, number: 2, entity: 'nobody' });
    await reply(inspected);
    assert.deepEqual(last(), { type: 'refused', number: 2, message: '"nobody" does not act in this run.' });
  });

  it('is the smaller run that a random run fails as, which stands beside the run itself', async () => {
    const { link, posted, closed, reply, run } = linkWith();
    const random = { ...subject, question: { kind: 'random', seed: 3, steps: 50 } } as const;
    const move = { kind: 'reduced', draws: [1], steps: 6, from: 41, isMinimal: true } as const;
    const text = 'Reduced from 41 steps to 6';
    void link.receive({ type: 'ready' });
    void link.show(random);
    await reply(run(7));
    const { method } = await reply({ branch: { after: 0, move } });
    assert.equal(method, 'aftermath/reduceRun');
    const summary = { ...runMessage(6).summary, branch: { after: 0, text, isReduced: true } };
    const { parameters } = await reply({ ...run(8), summary });
    const smaller = { ...random.question, branches: [{ after: 0, move }] };
    assert.deepEqual(parameters, { uri: subject.uri, question: smaller });
    assert.deepEqual(closed, [{ id: 7 }]);
    const told = posted.filter(({ type }) => type === 'runs').at(-1);
    assert.ok(told?.type === 'runs');
    assert.deepEqual([told.titles, told.shown], [['The run itself', text], 1]);
    // The run itself is shown as it is then.
    void link.receive({ type: 'showRun', run: 0 });
    const again = await reply(run(9));
    assert.deepEqual(again.parameters, { uri: subject.uri, question: random.question });
    assert.equal(posted.at(-1)?.type, 'run');
  });

  it('are the branches from before a reload, with the comparison', async () => {
    const { link, posted, reply, run } = linkWith();
    const runs = { titles, branches: [[], [point]], compared: 0 };
    void link.show(branch, 3);
    void link.receive({ type: 'ready', subject: branch, runs });
    await reply({ ...run(), summary: { ...runMessage(30).summary, branch: { after: 2, text: 'fault: crash db' } } });
    const { parameters } = await reply(run(8));
    assert.deepEqual(parameters, { uri: subject.uri, question: subject.question });
    const told = posted.filter(({ type }) => type === 'runs').at(-1);
    assert.deepEqual(told, { type: 'runs', titles, branches: [[], [point]], shown: 1, compared: 0 });
  });

  it('start from the earlier branch if only the run itself is known, as for a document', async () => {
    const { link, reply, run } = linkWith();
    void link.receive({ type: 'ready', subject: branch, runs: { titles, branches: [[], [point]] } });
    void link.show(subject);
    const { parameters } = await reply(run());
    assert.deepEqual(parameters, { uri: subject.uri, question: branch.question });
    assert.deepEqual(link.subject(), branch);
  });

  it('are no branches of another run', async () => {
    const { link, posted, reply, run } = linkWith();
    const other = { ...subject, question: { kind: 'scenario', title: 'another', variant: 0 } } as const;
    void link.receive({ type: 'ready', subject: other, runs: { titles, branches: [[], [point]], compared: 1 } });
    void link.show(subject);
    await reply(run());
    const told = posted.find(({ type }) => type === 'runs');
    assert.deepEqual(told, { type: 'runs', titles: ['The run itself'], branches: [[]], shown: 0 });
  });
});
