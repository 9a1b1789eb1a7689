import assert from 'node:assert/strict';
import { simplePlacement } from '../../../../language/src/view/layout/layering.ts';
import { layoutGraphOf } from '../../../../language/src/view/layout/sizes.ts';
import type { GraphView } from '../../../../language/src/view/graph.ts';
import { drawnOf } from '../../../../client/webview/graph/choice.ts';
import {
  initialState,
  nextState,
  type PageEvent,
  type PageState,
  type Picture,
} from '../../../../client/webview/graph/page-state.ts';
import { haveSameLayout } from '../../../../client/webview/graph/same-layout.ts';
import { foundIn, matchesOf } from '../../../../client/webview/graph/search.ts';
import { everything } from '../../../../language/src/view/shown/shown.ts';
import { buildModel } from '../../../language/build-model.ts';
import { keyValueStore } from '../../../language/view/sample-model.ts';
import { graphOf, sampleUri } from '../graph-page.ts';

const pictureOf = (graph: GraphView): Picture => ({
  uri: sampleUri,
  title: 'sample',
  graph,
  whole: graph,
  choice: everything,
  hidden: 0,
  above: 60,
  isTooLarge: false,
  isFirst: false,
  isEdit: false,
  arrangement: 0,
  placement: simplePlacement(layoutGraphOf(graph)),
  moves: new Map(),
});

const after = (...events: readonly PageEvent[]) => events.reduce(nextState, initialState(undefined));

const graph = graphOf(keyValueStore());
const drawn: PageEvent = { type: 'drawn', picture: pictureOf(graph) };

describe('The state of the graph page', () => {
  it('keeps the selection across an edit, and drops it with the selected node', () => {
    const chosen: PageEvent = { type: 'chosen', selection: { type: 'node', id: 'app' } };
    assert.deepEqual(after(drawn, chosen, drawn).selection, { type: 'node', id: 'app' });
    // In a smaller window it is shown itself, however much is closed there.
    assert.deepEqual(after(drawn, chosen, { type: 'arranged' }).choice.asked, ['app']);
    assert.equal(after(drawn, { type: 'arranged' }).choice, everything);
    const without = { ...graph, nodes: graph.nodes.filter((node) => node.id !== 'app') };
    const state = after(drawn, chosen, { type: 'drawn', picture: pictureOf(without) });
    assert.equal(state.selection, undefined);
    assert.equal(state.areDetailsOpen, false);
  });

  it('shows a declared view that the side bar asks for, and everything for one that is gone', () => {
    const views = [{ title: 'storage', shown: ['db', 'app'], closed: [] }];
    const received: PageEvent = {
      type: 'received',
      model: { uri: sampleUri, title: 'sample', graph: { ...graph, views } },
    };
    const viewed = (title: string): PageEvent => ({ type: 'viewed', title });
    assert.equal(after(received, viewed('storage')).choice.view, 'storage');
    assert.equal(after(received, viewed('storage'), viewed('gone')).choice.view, undefined);
    assert.equal(after(viewed('storage')).choice.view, undefined);
  });

  it('shows a whole plan, the requested step, or the position of the same plan before', () => {
    const plan = {
      question: { kind: 'plan', end: 'crash', of: 'app' },
      title: '',
      event: '',
      policy: '',
      steps: 2,
    } as const;
    const planned = (step?: number | null): PageEvent => ({
      type: 'planned',
      plan: { ...plan, marks: [], dropped: [], droppedCount: 0 },
      step,
    });
    assert.equal(after(drawn, planned(), { type: 'stepped', step: 1 }, planned()).step, 1);
    assert.equal(after(drawn, planned(1), planned(2)).step, 2);
    assert.equal(after(drawn, planned(1), planned(null)).step, undefined);
  });

  it('opens the details for what the user selects, not for the cursor', () => {
    assert.equal(after(drawn, { type: 'chosen', selection: { type: 'node', id: 'app' } }).areDetailsOpen, true);
    const pointed = after(drawn, { type: 'pointed', name: 'app' });
    assert.deepEqual(pointed.selection, { type: 'node', id: 'app' });
    assert.equal(pointed.areDetailsOpen, false);
  });

  it('keeps the selection while the cursor is in no entity', () => {
    assert.deepEqual(after(drawn, { type: 'pointed', name: 'app' }, { type: 'pointed', name: null }).selection, {
      type: 'node',
      id: 'app',
    });
  });

  it('selects what is pointed at before the first picture', () => {
    const received: PageEvent = { type: 'received', model: { uri: sampleUri, title: 'sample', graph } };
    assert.deepEqual(after(received, { type: 'pointed', name: 'db' }, drawn).selection, { type: 'node', id: 'db' });
  });

  describe('of a model whose copies are a stack', () => {
    const whole = graphOf(buildModel('space s\nresource s.r[20]\npd p'));
    const stacked = drawnOf(whole, everything, 60).graph;
    const model: PageEvent = { type: 'received', model: { uri: sampleUri, title: 'sample', graph: whole } };
    const copies: PageEvent = { type: 'drawn', picture: { ...pictureOf(stacked), whole } };
    const idsIn = ({ choice }: PageState) => drawnOf(whole, choice, 60).graph.nodes.map(({ id }) => id);

    it('finds one of them by search in the whole model, and marks the stack', () => {
      assert.deepEqual(
        stacked.nodes.map(({ id }) => id),
        ['s', 's.r[0] …', 'p'],
      );
      assert.deepEqual(foundIn(whole, 'R[7]'), ['s.r[7]']);
      assert.deepEqual([...matchesOf(stacked, ['s.r[7]'])], ['s.r[0] …']);
    });

    it('draws the one itself that the cursor, a search or a plan asks for, and no other', () => {
      const plan = {
        question: { kind: 'plan', end: 'destroy', of: 's.r[7]' },
        event: '',
        policy: '',
        steps: 0,
      } as const;
      const events: readonly PageEvent[] = [
        { type: 'pointed', name: 's.r[7]' },
        { type: 'inspected', name: 's.r[7]' },
        { type: 'planned', plan: { ...plan, marks: [], dropped: [], droppedCount: 0 } },
      ];
      for (const event of events)
        assert.deepEqual(idsIn(after(model, copies, event)), ['s', 's.r[0] …', 's.r[7]', 'p']);
      const [pointed, inspected] = events.map((event) => after(model, copies, event));
      for (const state of [pointed, inspected]) assert.deepEqual(state?.selection, { type: 'node', id: 's.r[7]' });
      assert.equal(inspected?.areDetailsOpen, true);
    });

    it('keeps the selection of what is drawn only in the next picture, if the one before arrives late', () => {
      const inspected = after(model, copies, { type: 'inspected', name: 's.r[7]' });
      const late = nextState(inspected, copies);
      const next = drawnOf(whole, inspected.choice, 60).graph;
      const state = nextState(late, {
        type: 'drawn',
        picture: { ...pictureOf(next), whole, choice: inspected.choice },
      });
      for (const { selection, areDetailsOpen } of [late, state])
        assert.deepEqual([selection, areDetailsOpen], [{ type: 'node', id: 's.r[7]' }, true]);
    });

    it('asks for what the editor selects where the next picture might not draw it', () => {
      const open = after(
        model,
        { type: 'drawn', picture: pictureOf(whole) },
        { type: 'narrowed', choice: { ...everything } },
      );
      assert.deepEqual(nextState(open, { type: 'pointed', name: 's.r[7]' }).choice.asked, ['s.r[7]']);
    });

    it('does not lay out again what is already drawn', () => {
      const before = after(model, copies);
      assert.equal(nextState(before, { type: 'pointed', name: 'p' }).choice, before.choice);
    });

    it('opens the stack', () => {
      assert.equal(idsIn(after(model, copies, { type: 'opened', id: 's.r[0] …' })).length, 22);
    });
  });

  it('removes the picture when there is a notice, and the notice when there is a picture', () => {
    const noticed = after(drawn, { type: 'noticed', notice: { kind: 'noModel' } });
    assert.equal(noticed.picture, undefined);
    assert.equal(nextState(noticed, drawn).notice, undefined);
  });

  it('begins with the previous selection', () => {
    const state = nextState(initialState({ uri: sampleUri, selected: 'db', legend: true }), drawn);
    assert.deepEqual(state.selection, { type: 'node', id: 'db' });
    assert.equal(state.isLegendOpen, true);
  });
});

describe('A layout', () => {
  it('stays when only places, findings or documentation change', () => {
    const nodes = graph.nodes.map((node) => ({ ...node, documentation: 'New.', problems: [] }));
    assert.ok(haveSameLayout(graph, { ...graph, nodes }));
  });

  it('is made again when a name, a label or an edge changes', () => {
    const [first, ...rest] = graph.nodes;
    assert.ok(first !== undefined);
    assert.ok(!haveSameLayout(graph, { ...graph, nodes: [{ ...first, label: 'other' }, ...rest] }));
    assert.ok(!haveSameLayout(graph, { ...graph, edges: graph.edges.slice(1) }));
    assert.ok(!haveSameLayout(graph, { ...graph, edges: graph.edges.map((edge) => ({ ...edge, as: 'x' })) }));
  });
});
