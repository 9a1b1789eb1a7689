/**
 * The requests of our own clients over streams.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { crashQuestion, type PlanQuestion } from '../../../language/src/view/report/question.ts';
import {
  crashChoicesRequest,
  entityAtRequest,
  graphRequest,
  importRequest,
  planRequest,
} from '../../../server/src/protocol/protocol.ts';
import { startClientHere, type LanguageClient } from '../language-client.ts';
import { positionOf } from '../marked-text.ts';

const uri = 'file:///examples/kv-store.aft';

describe('our own requests over streams', () => {
  let client: LanguageClient;
  let text: string;
  before(async () => {
    text = await readFile(new URL('../../../language/examples/kv-store.aft', import.meta.url), 'utf8');
    client = await startClientHere();
    await client.open(uri, text, 5);
  });
  after(async () => {
    await client.stop();
  });

  it('the graph has every entity and relation, and the version of the text', async () => {
    const answer = await client.ask(graphRequest, { uri });
    assert.equal(answer?.version, 5);
    assert.equal(answer.graph.entityCount, 14);
    assert.ok(answer.graph.nodes.some(({ id, parent }) => id === 'files.file1' && parent === 'files'));
    assert.ok(answer.graph.edges.some(({ id }) => id === 'fileServer|manages|files'));
  });

  it('the graph of a file with errors is still drawn, with its problems', async () => {
    const faulty = 'untitled:faulty';
    await client.open(faulty, 'space lonely { }\npd a { holds ] }\n');
    const answer = await client.ask(graphRequest, { uri: faulty });
    assert.deepEqual(
      answer?.graph.nodes.map(({ id }) => id),
      ['lonely', 'a'],
    );
    assert.deepEqual(
      answer.graph.nodes[0]?.problems?.map(({ code }) => code),
      ['space/no-manager'],
    );
    await client.close(faulty);
  });

  it('there is no graph of a document that is not known', async () => {
    assert.equal(await client.ask(graphRequest, { uri: 'file:///nowhere.aft' }), null);
  });

  it('what can crash is offered in the order of the text, and the policies', async () => {
    const { pds, policies } = await client.ask(crashChoicesRequest, { uri });
    assert.deepEqual(
      pds.map(({ name }) => name),
      ['blockServer1', 'blockServer2', 'fileServer', 'db', 'app'],
    );
    assert.deepEqual(policies, [
      { name: 'space-direct', detail: 'PD depth 0, space depth 0' },
      { name: 'space-recursive', detail: 'PD depth 0, space depth unlimited' },
      { name: 'pd-direct', detail: 'PD depth 1, space depth 0' },
      { name: 'pd-recursive', detail: 'PD depth unlimited, space depth 0' },
      { name: 'careful', detail: 'PD depth 1, space depth 2' },
    ]);
  });

  it('a crash says what is destroyed and degraded, each with its reasons and their places', async () => {
    const view = await client.ask(planRequest, { uri, question: crashQuestion('blockServer1', 'careful') });
    assert.ok(!('refusal' in view));
    const destroyed = view.marks.filter(({ effects }) => effects[0]?.kind === 'destroyed').map(({ name }) => name);
    assert.deepEqual(destroyed, [
      ...['disk1', 'disk1.block1', 'files', 'files.file1', 'files.file2', 'database', 'database.table1'],
      ...['blockServer1', 'fileServer'],
    ]);
    const because = view.marks.find(({ name }) => name === 'fileServer')?.effects[0]?.because ?? [];
    assert.equal(because[0]?.text, '"blockServer1" crashed');
    assert.ok(because.every(({ span }) => span?.uri === uri));
  });

  for (const [what, pd, policy, error] of [
    ['what is not there', 'nobody', 'careful', /^There is no PD and no node "nobody"/u],
    ['what cannot crash', 'files', 'careful', /^"files" is a space; only a PD or a node can crash/u],
    ['a policy that is not there', 'app', 'reckless', /^There is no policy "reckless"\. The policies are default, /u],
  ] as const) {
    it(`a crash of ${what} is refused in words`, async () => {
      const answer = await client.ask(planRequest, { uri, question: crashQuestion(pd, policy) });
      assert.match('refusal' in answer ? answer.refusal : '', error);
    });
  }

  it('every kind of plan has the same form: steps, notifications, what is held up, what gives way', async () => {
    const plans = 'file:///plan.aft';
    await client.open(plans, await readFile(new URL('../../fixtures/command-line/plan.aft', import.meta.url), 'utf8'));
    const overlayOf = async (question: Omit<PlanQuestion, 'kind'>) => {
      const view = await client.ask(planRequest, { uri: plans, question: { kind: 'plan', ...question } });
      if ('refusal' in view) assert.fail(JSON.stringify(view));
      return view;
    };
    const effectsOf = async (question: Omit<PlanQuestion, 'kind'>) => {
      const { event, marks } = await overlayOf(question);
      return [event, ...marks.map(({ name, effects }) => [name, ...effects.map(({ kind, step }) => step ?? kind)])];
    };
    assert.deepEqual(await effectsOf({ end: 'destroy', of: 'env' }), [
      'destruction of env',
      ['env', 3],
      ['env.net', 1],
      ['env.vm', 2, 'notifiedFirst'],
    ]);
    assert.deepEqual(await effectsOf({ end: 'remove', of: 'loner' }), ['removal of loner', ['loner', 1]]);
    const held = await overlayOf({ end: 'delete', of: 'stuck', deletion: 'foreground' });
    assert.equal(held.event, 'foreground deletion of stuck');
    const [effect] = held.marks.find(({ name }) => name === 'stuck')?.effects ?? [];
    assert.deepEqual([effect?.kind, effect?.detail], ['held', 'finalizers backup']);
    assert.deepEqual(await effectsOf({ end: 'collect', of: 'after' }), ['collection after a deployment', ['loner', 1]]);
    const [order] = (await overlayOf({ end: 'destroy', of: 'box' })).dropped;
    assert.deepEqual(order?.relation, { kind: 'destroyed after', source: 'box.lid', target: 'box' });
    assert.ok(order.cycle.length > 1 && order.cycle.every(({ span }) => span?.uri === plans));
    await client.close(plans);
  });

  it('a plan since another file is refused, because the graph shows one model', async () => {
    const question = { kind: 'plan', end: 'since', of: uri } as const;
    const answer = await client.ask(planRequest, { uri, question });
    assert.match('refusal' in answer ? answer.refusal : '', /^A plan since another file spans two models/u);
  });

  it('the entity around a position is the innermost', async () => {
    const at = async (piece: string) =>
      (await client.ask(entityAtRequest, { uri, position: positionOf(text, piece) }))?.name;
    assert.equal(await at('maps disk1.block1'), 'files.file1');
    assert.equal(await at('maps disk1, disk2'), 'files');
    assert.equal(await at('manages disk1'), 'blockServer1');
    assert.equal(await at('pdDepth'), undefined);
  });

  it('of copies, the first is the entity around', async () => {
    const copies = 'untitled:copies';
    await client.open(copies, 'pd pod[3] { object box }');
    const name = (character: number) => client.ask(entityAtRequest, { uri: copies, position: { line: 0, character } });
    assert.deepEqual(await name(4), { name: 'pod[0]' });
    assert.deepEqual(await name(20), { name: 'pod[0].box' });
    await client.close(copies);
  });

  it('an import gives a text of our language', async () => {
    const dump = await readFile(
      new URL('../../language/interchange/fixtures/decimal-ids.csv', import.meta.url),
      'utf8',
    );
    const answer = await client.ask(importRequest, filesOf('auto', { 'dump.csv': dump }));
    assert.equal(answer.format, 'osmosis');
    assert.ok(answer.text !== undefined);
    await client.open('untitled:imported', answer.text);
    const findings = await client.diagnostics('untitled:imported');
    assert.deepEqual(
      findings.filter(({ severity }) => severity === 1),
      [],
    );
    await client.close('untitled:imported');
  });

  it('what is not a dump gives findings and no text', async () => {
    const answer = await client.ask(importRequest, filesOf('osmosis', { 'dump.csv': 'hello' }));
    assert.equal(answer.text, undefined);
    assert.equal(answer.findings[0]?.code, 'import/not-a-dump');
    const unknown = await client.ask(importRequest, filesOf('auto', { 'dump.csv': 'hello' }));
    assert.deepEqual(
      unknown.findings.map(({ code }) => code),
      ['import/unknown-format'],
    );
  });

  it('several files and folders give one model, of the files that its format reads', async () => {
    const texts = {
      'shop/compose.yaml': 'services: { web: { depends_on: [db] }, db: {} }',
      'shop/compose.override.yaml': 'services: { web: { image: x } }',
      'shop/notes.txt': 'nothing',
      'shop/infra/main.tf': 'resource "x" "a" {',
    };
    const answer = await client.ask(importRequest, filesOf('auto', texts, 'shop/'));
    assert.equal(answer.format, 'compose');
    assert.match(answer.text ?? '', /destroyed after web \/\/@ shop\/compose\.yaml:1:/);
    const chosen = await client.ask(
      importRequest,
      filesOf('auto', { 'a.tf': 'resource "x" "a" {}', 'b.tf': 'resource "x" "b" { of = x.a.id }' }),
    );
    assert.match(chosen.text ?? '', /'x\.a' : x \{[^]*destroyed after 'x\.b' \/\/@ b\.tf:1/);
  });
});

/** Makes parameters of texts by their names; with a folder, its files were found in it. */
function filesOf(format: string, texts: Readonly<Record<string, string>>, folder?: string) {
  const files = Object.entries(texts).map(([name, text]) => ({
    ...{ name, uri: `file:///${name}`, text },
    ...(folder !== undefined && { within: name.slice(folder.length) }),
  }));
  return { uri: files[0]?.uri ?? '', format, files };
}
