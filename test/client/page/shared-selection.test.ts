import assert from 'node:assert/strict';
import { createSharedSelection, type SelectedEntity } from '../../../client/src/page/shared-selection.ts';
import { linkWith as reportLink } from '../report-world.ts';
import { linkWith as traceLink } from '../simulation/link-with.ts';
import { subject as run } from '../webview/trace/sample-trace.ts';

const uri = 'file:///a.aft';
const at = (name: string | undefined, by: SelectedEntity['by']): SelectedEntity => ({ uri, name, by });

describe('The selection that all views share', () => {
  it('notifies all listeners but its origin, once for each change, until they unsubscribe', () => {
    const selection = createSharedSelection();
    assert.equal(selection.isShared(), false);
    const heard: string[] = [];
    const [graph] = (['graph', 'plan'] as const).map((view) =>
      selection.listen(view, ({ name, by }) => heard.push(`${view}: ${String(name)} by ${by}`)),
    );
    assert.equal(selection.isShared(), true);
    selection.select(at('db', 'graph'));
    const before = selection.current();
    assert.deepEqual(before, at('db', 'graph'));
    // What the graph has revealed in the text comes back as a move of the cursor.
    selection.select(at('db', 'text'));
    assert.equal(selection.current(), before);
    selection.select(at(undefined, 'text'));
    graph?.again();
    graph?.dispose();
    selection.select(at('app', 'trace'));
    assert.deepEqual(heard, [
      'plan: db by graph',
      'graph: undefined by text',
      'plan: undefined by text',
      'graph: undefined by text',
      'plan: app by trace',
    ]);
  });

  it('is not changed by the cursor when a view reveals its selection in the text', () => {
    const selection = createSharedSelection();
    const place = (line: number, of = uri) => ({ uri: of, start: { line, character: 2 }, end: { line, character: 9 } });
    assert.equal(selection.isRevealed(place(3)), false);
    selection.reveal(place(3));
    assert.equal(selection.isRevealed(place(3)), true);
    const elsewhere = [place(4), place(3, 'file:///b.aft'), { ...place(3), end: place(3).start }];
    for (const other of elsewhere) assert.equal(selection.isRevealed(other), false);
    selection.reveal(place(4));
    assert.equal(selection.isRevealed(place(3)), false);
  });

  it('reaches a trace of the same model, and is set from its lanes', async () => {
    const { link, posted, selected, ready } = traceLink();
    link.select(run.uri, 'early');
    await ready();
    link.select(run.uri, 'db');
    link.select('file:///other.aft', 'app');
    assert.deepEqual(
      posted.filter(({ type }) => type === 'select'),
      [{ type: 'select', name: 'db' }],
    );
    await link.receive({ type: 'selected', name: 'app' });
    assert.deepEqual(selected, [[run.uri, 'app']]);
  });

  it('reaches a report on the same model, and is set from its plan', async () => {
    const { link, posted, selected, ready } = reportLink();
    await ready();
    const of = link.subject()?.uri ?? '';
    link.select(of, 'db');
    link.select('file:///other.aft', 'app');
    assert.deepEqual(posted.at(-1), { type: 'select', name: 'db' });
    await link.receive({ type: 'selected', name: 'app' });
    assert.deepEqual(selected, [[of, 'app']]);
  });
});
