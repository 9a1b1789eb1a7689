import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planOf } from '../../../../language/src/analysis/plan/plan.ts';
import { defaultPolicy } from '../../../../language/src/model/policy.ts';
import { planOverlay } from '../../../../language/src/view/report/plan-overlay.ts';
import { crashQuestion } from '../../../../language/src/view/report/question.ts';
import {
  isMessageToExtension,
  isMessageToPage,
  isSavedState,
  type MessageToExtension,
  type MessageToPage,
  type SavedState,
} from '../../../../client/webview/graph/messages.ts';
import { buildModel } from '../../../language/build-model.ts';
import { everything, keyValueStore } from '../../../language/view/sample-model.ts';
import { graphOf, sampleUri } from '../graph-page.ts';
import { spoiled } from '../spoiled.ts';

const planned = (() => {
  const { model, sources, id } = keyValueStore();
  const plan = planOf(model, { kind: 'crash', targets: [id('blockServer1')] }, defaultPolicy);
  const question = crashQuestion('blockServer1', 'default');
  return planOverlay(plan, { sources, question, distances: new Map([[id('blockServer1'), 0]]) });
})();

const conflicting = (() => {
  const { model, sources, id } = buildModel('object box\nobject box.lid\nbox.lid destroyed after box notify shut');
  const question = { kind: 'plan', end: 'delete', of: 'box', deletion: 'foreground' } as const;
  return planOverlay(planOf(model, { kind: 'destroy', targets: [id('box')] }, defaultPolicy), { sources, question });
})();

const toPage: readonly MessageToPage[] = [
  { type: 'graph', uri: sampleUri, title: 'sample', graph: graphOf(everything()) },
  { type: 'empty', reason: 'noModel' },
  { type: 'failed', message: 'No.' },
  { type: 'plan', plan: planned },
  { type: 'plan', plan: conflicting },
  { type: 'plan', plan: null },
  { type: 'select', name: 'app' },
  { type: 'select', name: null },
  { type: 'narrow', focus: { kind: 'near', of: 'app', hops: 2 } },
  { type: 'narrow', focus: { kind: 'shared', of: 'app', with: 'db' } },
  { type: 'inspect', name: 'app' },
  { type: 'limits', layoutTimeout: 100 },
];

const toExtension: readonly MessageToExtension[] = [
  { type: 'ready' },
  { type: 'reveal', place: { type: 'node', id: 'app' }, focus: true },
  { type: 'reveal', place: { type: 'reason', name: 'app', effect: 0, link: 1 }, focus: false },
  { type: 'simulateCrash' },
  { type: 'simulateCrash', pd: 'app' },
  { type: 'reveal', place: { type: 'cycle', order: 0, link: 1 }, focus: true },
  { type: 'choosePlan' },
  { type: 'choosePlan', of: 'app' },
  { type: 'clearPlan' },
  { type: 'trouble', message: 'Oh.' },
];

const saved: SavedState = {
  uri: sampleUri,
  plan: { kind: 'plan', end: 'collect', of: 'after', policy: 'q' },
  viewport: { x: 0, y: -1.5, k: 2 },
  legend: true,
};

describe('A message between the page and the extension', () => {
  it('passes if valid, even after a round trip through JSON', () => {
    for (const message of toPage) assert.ok(isMessageToPage(JSON.parse(JSON.stringify(message))), message.type);
    for (const message of toExtension)
      assert.ok(isMessageToExtension(JSON.parse(JSON.stringify(message))), message.type);
    assert.ok(isSavedState(saved));
    assert.ok(isSavedState({ uri: sampleUri }));
  });

  it('does not pass on the other side', () => {
    for (const message of toPage) assert.ok(!isMessageToExtension(message), message.type);
    for (const message of toExtension) assert.ok(!isMessageToPage(message), message.type);
  });

  it('does not pass if any value in it, however deep, has another type', () => {
    const messages = [...toPage, ...toExtension, saved];
    const isAny = (value: unknown): boolean =>
      isMessageToPage(value) || isMessageToExtension(value) || isSavedState(value);
    fc.assert(
      fc.property(
        fc.constantFrom(...messages),
        fc.nat(),
        fc.constantFrom(undefined, Symbol('x'), Number.NaN, 1n),
        (message, choice, odd) => {
          assert.ok(!isAny(spoiled(message, choice, odd)));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('does not pass with fields that no message has', () => {
    assert.ok(!isMessageToPage({ type: 'select', name: 'app', command: 'run' }));
    assert.ok(
      !isMessageToExtension({ type: 'reveal', place: { type: 'node', id: 'a', uri: 'file:///etc' }, focus: true }),
    );
    assert.ok(!isMessageToExtension({ type: 'reveal', focus: true }));
    assert.ok(!isSavedState({ uri: sampleUri, plan: { kind: 'plan', end: 'collect', of: 'whenever' } }));
    assert.ok(!isMessageToExtension({ type: 'toString' }));
    assert.ok(!isMessageToExtension({ type: '__proto__' }));
  });

  it('is never anything that is not a record', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        assert.equal(isMessageToPage(value), false);
        assert.equal(isMessageToExtension(value), false);
        assert.equal(isSavedState(value), false);
      }),
    );
  });
});
