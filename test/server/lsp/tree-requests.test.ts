/**
 * The requests of the side bar over streams: the tree of entities, the effects of a plan in it, and the declared views.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import {
  exploredRunRequest,
  exploredStatesRequest,
  machinesRequest,
  statechartRequest,
} from '../../../server/src/protocol/machine-protocol.ts';
import { outlineRequest, treeRequest, treeWayRequest } from '../../../server/src/protocol/tree-protocol.ts';
import { startClientHere, type LanguageClient } from '../language-client.ts';

const uri = 'file:///examples/kv-store.aft';
const large = 'file:///examples/large.aft';

describe('the requests of the side bar over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
    await client.open(uri, await readFile(new URL('../../../language/examples/kv-store.aft', import.meta.url), 'utf8'));
    await client.open(large, 'pd server[5000]\nview "some" { include server[7] }\n');
  });
  after(async () => {
    await client.stop();
  });

  it('the tree has the kinds at the top, and on request what is below', async () => {
    const page = await client.ask(treeRequest, { uri, by: 'kind' });
    assert.deepEqual(
      page?.entries.map(({ id, childCount }) => [id, childCount]),
      [['kind/pd', 5], ['kind/space', 4], ['kind/resource', 5]], // oxfmt-ignore
    );
    assert.deepEqual([page.found, page.total], [14, 14]);
    const spaces = await client.ask(treeRequest, { uri, by: 'kind', of: 'kind/space', filter: 'disk' });
    assert.deepEqual(spaces, {
      entries: [
        { id: 'entity/disk1', label: 'disk1', kind: 'space', name: 'disk1', type: 'block', childCount: 0 },
        { id: 'entity/disk2', label: 'disk2', kind: 'space', name: 'disk2', type: 'block', childCount: 0 },
      ],
      found: 4,
      total: 14,
    });
  });

  it('a plan says what is destroyed when, and how many below a node', async () => {
    const plan = crashQuestion('blockServer1', 'space-direct');
    const top = await client.ask(treeRequest, { uri, by: 'owner', plan });
    const [first] = top?.entries ?? [];
    assert.deepEqual(first, {
      ...{ id: 'entity/blockServer1', label: 'blockServer1', kind: 'pd', name: 'blockServer1', childCount: 1 },
      ...{ status: 'destroyed', step: 1, destroyed: 3 },
    });
    const harmed = top?.entries.find(({ name }) => name === 'fileServer');
    // Its space and one of its files dangle, too.
    assert.deepEqual([harmed?.status, harmed?.harmed], ['degraded', 3]);
    const gone = await client.ask(treeRequest, { uri, by: 'owner', plan: crashQuestion('nobody', 'space-direct') });
    assert.equal(gone?.entries[0]?.status, undefined);
  });

  it('the way to an entity leads through ranges of bounded size', async () => {
    const found = await client.ask(treeWayRequest, { uri: large, by: 'kind', name: 'server[4321]' });
    assert.deepEqual(found?.way, ['kind/pd', 'range/4200-4400/kind/pd', 'entity/server[4321]']);
    assert.deepEqual(found.span.start, { line: 0, character: 3 });
    const ranges = await client.ask(treeRequest, { uri: large, by: 'kind', of: 'kind/pd' });
    assert.equal(ranges?.entries.length, 25);
    assert.equal(await client.ask(treeWayRequest, { uri: large, by: 'kind', name: 'nobody' }), null);
    const hidden = await client.ask(treeWayRequest, { uri: large, by: 'kind', name: 'server[1]', filter: '4321' });
    assert.deepEqual(hidden?.way, []);
  });

  it('the outline has the views and says whether there are machines', async () => {
    const outline = await client.ask(outlineRequest, { uri: large });
    assert.deepEqual(outline?.views.map(({ title }) => title), ['some']); // oxfmt-ignore
    assert.equal(outline.hasMachines, false);
    assert.equal(await client.ask(outlineRequest, { uri: 'file:///nowhere.aft' }), null);
  });

  it('machines are offered and drawn while the model has errors, without what these leave out, and say so', async () => {
    const faulty = 'file:///examples/faulty.aft';
    const machine = (name: string, target: string): string =>
      `machine ${name} for pd { initial state A { on Go -> ${target} }  state B { } }\n`;
    await client.open(
      faulty,
      `event Go\n${machine('Sound', 'B')}${machine('Broken', 'Nowhere')}pd p { holds nobody }\n`,
    );
    assert.equal((await client.ask(outlineRequest, { uri: faulty }))?.hasMachines, true);
    const list = await client.ask(machinesRequest, { uri: faulty });
    assert.deepEqual(list?.machines.map(({ name }) => name), ['Sound', 'Broken']); // oxfmt-ignore
    for (const [machine, lines] of [
      ['Sound', 1],
      ['Broken', 0],
    ] as const) {
      const drawn = await client.ask(statechartRequest, { uri: faulty, machine });
      assert.deepEqual(drawn?.chart.states.map(({ name }) => name).toSorted(), ['A', 'B', machine].toSorted());
      assert.equal(drawn.chart.transitions.length, lines);
      assert.equal(drawn.warning, 'The model has 2 errors; the chart covers what can be read of it.');
    }
  });

  it('the explored states of a check are a chart by the machine that is asked for, and each has a run', async () => {
    const small = 'file:///examples/small.aft';
    const text =
      'machine M for pd { initial state A { after 1s -> B } state B {} }\npd p runs M\npd q runs M\n' +
      'check "c" { fault crash of p up to 1  eventually q in B }\n';
    await client.open(small, text);
    const asked = { uri: small, title: 'c' };
    const names = async (groupedBy?: string) => {
      const answer = await client.ask(exploredStatesRequest, {
        ...asked,
        ...(groupedBy !== undefined && { groupedBy }),
      });
      if ('refusal' in answer) assert.fail(answer.refusal);
      return answer.chart.states.filter(({ id }) => id.startsWith('g')).map(({ name }) => name);
    };
    assert.deepEqual(await names(), ['p A', 'p B', 'p crashed']);
    assert.deepEqual(await names('q'), ['q A', 'q B']);
    assert.deepEqual(await names(''), []);
    const way = await client.ask(exploredRunRequest, { ...asked, state: 's2' });
    assert.ok('question' in way && way.question.kind === 'counterexample' && way.question.steps === 1);
    assert.deepEqual(way.states, ['s0', 's2']);
    const chart = await client.ask(exploredStatesRequest, asked);
    assert.ok('chart' in chart);
    // Both machines wait in B, and nothing watches for a deadlock; what whole runs decide is said to be open.
    const marks = new Set(chart.chart.states.map(({ mark }) => mark));
    assert.deepEqual([...marks], [undefined, 'end']);
    assert.deepEqual(chart.chart.explored?.unjudged, ['eventually q in B']);
    assert.ok('refusal' in (await client.ask(exploredRunRequest, { ...asked, state: 's99' })));
    const missing = await client.ask(exploredStatesRequest, { uri: small, title: 'd' });
    assert.deepEqual(missing, { refusal: 'The model has no check "d".' });
  });
});
