import assert from 'node:assert/strict';
import type { MessageToPage } from '../../../client/webview/graph/messages.ts';
import type { Span } from '../../../language/src/model/span.ts';
import { edgeWords } from '../../../language/src/view/edge-words.ts';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import { document, graph, linkWith, uri } from './graph-link-world.ts';

const place: Span = { uri, start: { line: 3, character: 1 }, end: { line: 3, character: 4 } };
const because = [{ text: 'It crashed', span: place }];
const question = crashQuestion('db', 'careful');
const overlay = {
  question,
  event: 'crash of db',
  policy: 'careful',
  steps: 1,
  marks: [{ name: 'db', effects: [{ kind: 'destroyed', step: 1, distance: 0, because }] }],
  droppedCount: 1,
  dropped: [{ first: 'db', then: 'app', text: 'one', severity: 'warning', cycle: [{ text: 'two' }, ...because] }],
};

const types = (messages: readonly MessageToPage[]): readonly string[] => messages.map((message) => message.type);

describe('The graph panel', () => {
  it('asks and sends nothing before the page is ready, and everything then', async () => {
    const { link, asked, posted, answer } = linkWith();
    void link.show(document);
    void link.modelChanged(uri);
    assert.deepEqual([asked.length, posted.length], [0, 0]);
    void link.receive({ type: 'ready' });
    assert.deepEqual(asked[0]?.parameters, { uri });
    await answer({ version: 1, graph });
    assert.deepEqual(types(posted), ['limits', 'graph']);
    assert.deepEqual(posted[0], { type: 'limits', layoutTimeout: 1000, groupAbove: 50 });
  });

  it('asks again when its model changes, and not when another does', async () => {
    const { link, asked, ready } = linkWith();
    await ready();
    void link.modelChanged('file:///other.aft');
    assert.equal(asked.length, 0);
    void link.modelChanged(uri);
    assert.equal(asked.length, 1);
  });

  it('sends a page only what an edit has changed, and a new page everything', async () => {
    const { link, posted, changes, answer, ready } = linkWith();
    await ready();
    const nodes = graph.nodes.map((node, at) => (at === 1 ? { ...node, documentation: 'Other.' } : node));
    const edited = { ...graph, nodes: [...nodes.slice(0, 3), ...nodes.slice(4)] };
    void link.modelChanged(uri);
    await answer({ version: 2, graph: edited });
    const rest = nodes.slice(4).map((_, at) => at + 4);
    assert.deepEqual(changes.at(-1)?.nodes, [0, nodes[1], 2, ...rest]);
    assert.deepEqual(posted.find((message) => message.type === 'graph')?.graph, edited);
    void link.receive({ type: 'ready' });
    await answer({ version: 2, graph: edited });
    assert.equal(changes.length, 1);
  });

  it('does no work while it is hidden', async () => {
    const { link, asked, posted, ready } = linkWith();
    await ready();
    link.setVisible(false);
    void link.modelChanged(uri);
    link.select(uri, 'app');
    void link.plan(question);
    assert.deepEqual([asked.length, posted.length], [0, 0]);
  });

  it('drops an answer that a newer question has overtaken', async () => {
    const { link, asked, posted, ready, settled } = linkWith();
    await ready();
    void link.modelChanged(uri);
    void link.modelChanged(uri);
    const [old, newer] = asked;
    newer?.answer({ version: 3, graph: { ...graph, entityCount: 3 } });
    old?.answer({ version: 2, graph: { ...graph, entityCount: 2 } });
    await settled();
    assert.deepEqual(
      posted.map((message) => (message.type === 'graph' ? message.graph.entityCount : message.type)),
      [3],
    );
  });

  it('opens the details of an entity at once if its graph is shown, otherwise as soon as it is', async () => {
    const { link, posted, ready, answer } = linkWith();
    await ready();
    link.inspect('db');
    assert.deepEqual(posted, [{ type: 'inspect', name: 'db' }]);
    link.setVisible(false);
    link.inspect('app');
    assert.equal(posted.length, 1);
    void link.receive({ type: 'ready' });
    await answer({ version: 1, graph });
    void link.modelChanged(uri);
    await answer({ version: 2, graph });
    assert.deepEqual(types(posted), ['inspect', 'limits', 'graph', 'inspect', 'graph']);
  });

  it('keeps a plan up to date until it is cleared', async () => {
    const { link, asked, posted, ready, answer } = linkWith();
    await ready();
    void link.plan(question);
    await answer({ version: 1, graph });
    assert.deepEqual(asked[0]?.parameters, { uri, question });
    await answer(overlay);
    void link.modelChanged(uri);
    await answer({ version: 2, graph });
    await answer({ refusal: 'There is no "db".' });
    void link.modelChanged(uri);
    await answer({ version: 3, graph });
    await answer(overlay);
    void link.receive({ type: 'clearPlan' });
    await answer({ version: 3, graph });
    const plans = posted.flatMap((message) =>
      message.type === 'plan' ? [message.plan === null ? 'none' : 'shown'] : [],
    );
    assert.deepEqual(plans, ['shown', 'none', 'shown', 'none']);
  });

  it('sends a recreated page its plan', async () => {
    const { link, posted, ready, answer } = linkWith();
    await ready();
    void link.plan(question);
    await answer({ version: 1, graph });
    await answer(overlay);
    posted.length = 0;
    void link.receive({ type: 'ready' });
    await answer({ version: 1, graph });
    await answer(overlay);
    assert.deepEqual(types(posted), ['limits', 'graph', 'plan']);
  });

  it('forgets the plan with the document', async () => {
    const { link, asked, ready, answer } = linkWith();
    await ready();
    void link.plan(question);
    await answer({ version: 1, graph });
    await answer(overlay);
    void link.show({ uri: 'file:///other.aft', title: 'other.aft' });
    await answer({ version: 1, graph });
    assert.equal(asked.length, 0);
  });

  it('reveals only locations that it has sent', async () => {
    const { link, done, ready, answer } = linkWith();
    await ready();
    void link.plan(question);
    await answer({ version: 1, graph });
    await answer(overlay);
    const reveal = (of: object) => link.receive({ type: 'reveal', place: of, focus: true });
    await reveal({ type: 'node', id: 'app' });
    await reveal({ type: 'edge', id: 'app|requests|database' });
    await reveal({ type: 'reason', name: 'db', effect: 0, link: 0 });
    await reveal({ type: 'cycle', order: 0, link: 1 });
    const [line] = graph.edges;
    assert.ok(line !== undefined);
    const { start } = line.span;
    await reveal({ type: 'because', text: edgeWords(line), line: start.line, character: start.character });
    await reveal({ type: 'because', text: 'no such text', line: start.line, character: start.character });
    const revealed = () => done.filter((each) => Array.isArray(each) && each[0] === 'reveal');
    assert.deepEqual(revealed(), [
      ['reveal', graph.nodes.find((node) => node.id === 'app')?.span, true],
      ['reveal', graph.edges.find((edge) => edge.id === 'app|requests|database')?.span, true],
      ['reveal', place, true],
      ['reveal', place, true],
      ['reveal', line.span, true],
    ]);
    await reveal({ type: 'node', id: 'unknown' });
    await reveal({ type: 'reason', name: 'db', effect: 0, link: 9 });
    await reveal({ type: 'cycle', order: 0, link: 0 });
    await reveal({ type: 'cycle', order: 1, link: 0 });
    assert.equal(revealed().length, 5);
  });

  it('asks which plan to show for an entity of its document, and for any', async () => {
    const { link, done, ready } = linkWith();
    await ready();
    await link.receive({ type: 'choosePlan', of: 'app' });
    await link.receive({ type: 'choosePlan' });
    assert.deepEqual(done, [
      ['choosePlan', uri, 'app'],
      ['choosePlan', uri, undefined],
    ]);
  });

  it('passes on what is supposed: by the page to the server, and back in words', async () => {
    const { link, asked, done, posted, answer, ready } = linkWith();
    await ready();
    await link.receive({ type: 'suppose', without: 'app needs db' });
    await link.receive({ type: 'applySupposed' });
    await link.receive({ type: 'clearSupposed' });
    assert.deepEqual(done, [
      ['suppose', uri, 'app needs db'],
      ['applySupposed', uri],
      ['clearSupposed', uri],
    ]);
    void link.modelChanged(uri);
    assert.equal(asked.length, 1);
    await answer({ version: 2, graph, supposed: 'Supposed: without app needs db' });
    const supposed = posted.map((message) => (message.type === 'graph' ? message.supposed : message.type));
    assert.deepEqual(supposed, ['Supposed: without app needs db']);
  });

  it('refuses anything but messages of the page', async () => {
    const { link, done, ready } = linkWith();
    await ready();
    await link.receive({ type: 'reveal', place: { type: 'node', id: 'app', uri: 'file:///etc/passwd' }, focus: true });
    await link.receive({ type: 'simulateCrash', pd: 7 });
    await link.receive(undefined);
    assert.deepEqual(
      done.map((one) => (Array.isArray(one) ? (one[0] as unknown) : one)),
      ['log', 'log', 'log'],
    );
  });

  it('says why when the server fails, and retries when asked to', async () => {
    const { link, asked, posted, ready, settled, answer } = linkWith();
    await ready();
    void link.modelChanged(uri);
    asked.shift()?.fail(new Error('The server is not running.'));
    await settled();
    assert.deepEqual(posted, [{ type: 'failed', message: 'The server is not running.' }]);
    void link.receive({ type: 'retry' });
    await answer({ version: 1, graph });
    assert.deepEqual(types(posted), ['failed', 'graph']);
  });

  it('shares the selection in its model with the other views, both ways', async () => {
    const { link, posted, done, ready } = linkWith();
    await ready();
    link.select(uri, 'app');
    link.select('file:///other.aft', 'db');
    link.select(uri, undefined);
    assert.deepEqual(posted, [
      { type: 'select', name: 'app' },
      { type: 'select', name: null },
    ]);
    await link.receive({ type: 'reveal', place: { type: 'node', id: 'db' }, focus: false });
    await link.receive({ type: 'reveal', place: { type: 'node', id: 'nowhere' }, focus: false });
    assert.deepEqual(done[0], ['selected', uri, 'db']);
    // What is inspected is selected, so that a page that is told the selection again is not led away from it.
    link.inspect('app');
    assert.deepEqual(done.at(-1), ['selected', uri, 'app']);
    assert.equal(done.filter((each) => JSON.stringify(each).includes('nowhere')).length, 0);
  });

  it('asks the page for a part of the graph, or a declared view, once it has it', async () => {
    const { link, posted, answer } = linkWith();
    void link.show(document);
    link.view('storage');
    link.narrow({ kind: 'near', of: 'db', hops: 1 });
    void link.receive({ type: 'ready' });
    assert.deepEqual(types(posted), ['limits']);
    await answer({ version: 1, graph });
    link.narrow({ kind: 'shared', of: 'db', with: 'app' });
    assert.deepEqual(posted.slice(2), [
      { type: 'narrow', focus: { kind: 'near', of: 'db', hops: 1 } },
      { type: 'view', title: 'storage' },
      { type: 'narrow', focus: { kind: 'shared', of: 'db', with: 'app' } },
    ]);
  });

  it('says that there is no document once the last one is closed', async () => {
    const { link, posted, ready } = linkWith();
    await ready();
    await link.show(undefined);
    assert.deepEqual(posted, [{ type: 'empty', reason: 'noDocument' }]);
  });
});
