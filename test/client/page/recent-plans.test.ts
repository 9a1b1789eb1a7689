/**
 * The plans that were shown last, and the last runs: their order, their bounds, and what is dropped.
 */
import assert from 'node:assert/strict';
import { createRecentPlans } from '../../../client/src/page/recent-plans.ts';
import { createLastRuns } from '../../../client/src/simulation/last-runs.ts';
import { crashQuestion, type PlanQuestion } from '../../../language/src/view/report/question.ts';

const uri = 'file:///a.aft';
const crash = (of: string) => ({ uri, question: crashQuestion(of, 'default') });

/** A memory as VS Code has one for each workspace. */
function memoryWith(kept: unknown) {
  const values = new Map([['aftermath.recentPlans', kept]]);
  return {
    get: (key: string): undefined => values.get(key) as undefined,
    update: (key: string, value: unknown): Promise<void> => {
      values.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}

describe('The recent plans', () => {
  it('have the newest first, each once, and at most thirty', () => {
    const plans = createRecentPlans(memoryWith(undefined));
    for (let at = 0; at < 40; at++) plans.remember(crash(`p${String(at % 35)}`));
    const names = plans.all().map(({ question }) => question.of);
    assert.equal(names.length, 30);
    assert.deepEqual(names.slice(0, 6), ['p4', 'p3', 'p2', 'p1', 'p0', 'p34']);
  });

  it('mark the last one that the graph can show, until that is cleared', () => {
    const plans = createRecentPlans(memoryWith(undefined));
    let changes = 0;
    plans.listen(() => {
      changes += 1;
    });
    plans.remember(crash('a'));
    const since: PlanQuestion = { kind: 'plan', end: 'since', of: 'file:///old.aft' };
    plans.remember({ uri, question: since });
    assert.equal(plans.marked(uri)?.of, 'a');
    plans.unmark(uri);
    plans.unmark(uri);
    assert.equal(plans.marked(uri), undefined);
    assert.equal(plans.all().length, 2);
    plans.remember(crash('b'));
    plans.forget(crash('b'));
    assert.equal(plans.marked(uri), undefined);
    assert.deepEqual([plans.all().length, changes], [2, 5]);
    plans.clear();
    assert.deepEqual(plans.all(), []);
  });

  it('outlive the window, without what has another shape', () => {
    const memory = memoryWith([
      ...[
        7,
        null,
        'x',
        {},
        { uri },
        { uri, question: { end: 'explode', of: 'a' } },
        { uri, question: { end: 'crash' } },
      ],
      { uri, question: { kind: 'plan', end: 'delete', of: 'a', deletion: 'orphan', policy: 'q', also: [1] } },
    ]);
    assert.deepEqual(createRecentPlans(memory).all(), [
      { uri, question: { kind: 'plan', end: 'delete', of: 'a', deletion: 'orphan', policy: 'q' } },
    ]);
    const plans = createRecentPlans(memory);
    plans.remember({ uri, question: crashQuestion('b', 'p', ['c']) });
    assert.deepEqual(createRecentPlans(memory).all(), plans.all());
  });
});

describe('The last runs', () => {
  it('survive a reload, said to be from an earlier window until they run again; what has another shape is dropped', () => {
    const memory = memoryWith(undefined);
    const runs = createLastRuns(memory);
    const item = { uri, title: 'constructor', isCheck: true };
    runs.tell(item, { state: 'failed', text: 'Broken in 2 steps' });
    const later = createLastRuns(memory);
    const earlier = { state: 'failed', text: 'Broken in 2 steps', isOutdated: false, isEarlier: true };
    assert.deepEqual(later.of(item), earlier);
    assert.equal(later.of({ ...item, isCheck: false }), undefined);
    later.tell(item, { state: 'passed', text: 'Passed' });
    assert.deepEqual(later.of(item), { state: 'passed', text: 'Passed', isOutdated: false });
    for (let at = 0; at < 30; at += 1)
      later.tell({ ...item, uri: `file:///${at.toString()}.aft` }, { state: 'open', text: '' });
    const last = createLastRuns(memory);
    assert.deepEqual([last.of(item), last.of({ ...item, uri: 'file:///29.aft' })?.state], [undefined, 'open']);
    for (const odd of [
      1,
      'x',
      [1, null, { uri }, { uri, runs: 3 }, { uri, runs: [null, { item: '?x', state: 'odd', text: '' }] }],
    ])
      assert.equal(createLastRuns({ ...memory, get: () => odd as never }).of({ ...item, title: 'x' }), undefined);
  });

  it('are kept for each scenario and check, and outdated by an edit', () => {
    const runs = createLastRuns(memoryWith(undefined));
    const scenario = { uri, title: 'x', isCheck: false };
    const check = { ...scenario, isCheck: true };
    runs.tell(scenario, { state: 'failed', text: 'Failed' });
    runs.tell(check, { state: 'passed', text: 'Passed' });
    assert.deepEqual(runs.of(scenario), { state: 'failed', text: 'Failed', isOutdated: false });
    runs.modelChanged('file:///b.aft');
    assert.equal(runs.of(check)?.isOutdated, false);
    runs.modelChanged(uri);
    assert.equal(runs.of(check)?.isOutdated, true);
    runs.tell(check, { state: 'open', text: 'Undecided' });
    assert.deepEqual([runs.of(check)?.state, runs.of(check)?.isOutdated], ['open', false]);
  });
});
