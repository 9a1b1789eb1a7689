/**
 * Reports over streams: their contents and links, the wording of refusals, and that a long report blocks nobody.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ReportQuestion } from '../../language/src/view/report/question.ts';
import type { Report, ReportList, ReportTable } from '../../language/src/view/report/report.ts';
import { graphRequest, modelChoicesRequest, reportRequest } from '../../server/src/protocol/protocol.ts';
import { startClientHere, type LanguageClient } from './language-client.ts';

const store = 'file:///examples/kv-store.aft';
const planned = 'file:///plan.aft';
const old = 'file:///plan-old.aft';

const read = (path: string): Promise<string> => readFile(new URL(path, import.meta.url), 'utf8');

describe('reports over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
    await client.open(store, await read('../../language/examples/kv-store.aft'), 5);
    await client.open(planned, await read('../fixtures/command-line/plan.aft'));
    await client.open(old, await read('../fixtures/command-line/plan-old.aft'));
  });
  after(async () => {
    await client.stop();
  });

  const reportOf = async (uri: string, question: ReportQuestion): Promise<Report> => {
    const answer = await client.ask(reportRequest, { uri, question });
    if (!('report' in answer)) assert.fail(JSON.stringify(answer));
    return answer.report;
  };
  const errorOf = async (uri: string, question: ReportQuestion): Promise<string | undefined> => {
    const answer = await client.ask(reportRequest, { uri, question });
    return 'refusal' in answer ? answer.refusal : undefined;
  };
  const tableOf = ({ sections }: Report, title: string): ReportTable => {
    const found = sections.find((section) => section.title === title);
    assert.equal(found?.kind, 'table');
    return found;
  };
  const listOf = ({ sections }: Report, start: string): ReportList => {
    const found = sections.find((section) => section.title.startsWith(start));
    assert.equal(found?.kind, 'list');
    return found;
  };
  const texts = (table: ReportTable) => table.rows.map((row) => row.map(({ text }) => text));
  const names = (list: ReportList) => list.items.map(({ text }) => text);

  it('the crash matrix has a row for each PD and a column for each policy, and each cell leads to its crash', async () => {
    const report = await reportOf(store, { kind: 'matrix' });
    const table = tableOf(report, 'Crashes');
    assert.deepEqual(
      table.columns.map(({ title }) => title),
      ['PD', 'space-direct', 'space-recursive', 'pd-direct', 'pd-recursive', 'careful'],
    );
    assert.deepEqual(
      table.rows.map(([name]) => name?.text),
      ['blockServer1', 'blockServer2', 'fileServer', 'db', 'app'],
    );
    const cell = table.rows[0]?.[5];
    assert.equal(cell?.text, '9 destroyed, 2 degraded, 0 broken, 3 untouched');
    assert.deepEqual(cell.order, [9, 2, 0]);
    assert.deepEqual(report.targets[cell.target ?? -1], {
      kind: 'plan',
      question: { kind: 'plan', end: 'crash', of: 'blockServer1', policy: 'careful' },
    });
    const name = report.targets[table.rows[0]?.[0]?.target ?? -1];
    assert.ok(name?.kind === 'source' && name.span.uri === store);
  });

  it('a report gives the version of its text', async () => {
    const answer = await client.ask(reportRequest, { uri: store, question: { kind: 'matrix' } });
    assert.ok('version' in answer && answer.version === 5);
  });

  it('a plan lists notifications first, then the order of destruction, each with its reason and location', async () => {
    const report = await reportOf(planned, { kind: 'plan', end: 'destroy', of: 'env' });
    assert.equal(report.title, 'Plan for the destruction of env');
    assert.match(report.sections.map(({ title }) => title).join(), /^In time,Notified first.*,Destroyed/);
    assert.deepEqual(listOf(report, 'Notified first').items[0]?.detail, 'detach(env.net)');
    const destroyed = listOf(report, 'Destroyed').items;
    assert.deepEqual(
      destroyed.map(({ text, step }) => [text, step]),
      [
        ['env.net', 1],
        ['env.vm', 2],
        ['env', 3],
      ],
    );
    for (const { because, target } of destroyed) {
      assert.ok(because.length > 0);
      const place = report.targets[target ?? -1];
      assert.ok(place?.kind === 'source' && place.span.uri === planned);
    }
    assert.equal(destroyed[0]?.because.at(-1)?.place, 'plan.aft:3');
  });

  it('the plan of a crash lists the survivors and the messages to servers', async () => {
    const report = await reportOf(planned, { kind: 'plan', end: 'crash', of: 'app', policy: 'soft' });
    assert.match(report.about[0] ?? '', /^Under the policy soft: 1 destroyed in 1 layer, /);
    assert.deepEqual(
      listOf(report, 'Managers notified').items.map(({ text, detail }) => [text, detail]),
      [['fs', 'files.letter is freed by app']],
    );
    const other = await reportOf(planned, { kind: 'plan', end: 'crash', of: 'fs' });
    assert.deepEqual(names(listOf(other, 'Broken')), ['app']);
    assert.deepEqual(names(listOf(other, 'Degraded')), ['app']);
  });

  it('a plan says which order gives way, with the cycle that it would close', async () => {
    const report = await reportOf(planned, { kind: 'plan', end: 'destroy', of: 'box' });
    const [left] = listOf(report, 'Orders that give way').items;
    assert.equal(left?.detail, '"box.lid" is destroyed after "box"');
    assert.ok(left.because.length > 1);
    assert.ok(['error', 'warning', 'information'].includes(left.sign ?? ''));
  });

  it('a deletion lists what is held up', async () => {
    const report = await reportOf(planned, { kind: 'plan', end: 'delete', of: 'stuck', deletion: 'foreground' });
    assert.equal(report.title, 'Plan for the foreground deletion of stuck');
    assert.match(listOf(report, 'Held up').items[0]?.detail ?? '', /finalizers backup/);
  });

  it('a plan since another file has its places in both files', async () => {
    const report = await reportOf(planned, { kind: 'plan', end: 'since', of: old });
    assert.equal(report.about[0], 'Everything that plan-old.aft has and this model lacks is destroyed.');
    const destroyed = listOf(report, 'Destroyed').items;
    assert.deepEqual(destroyed.map(({ text }) => text).sort(), ['env.cache', 'old-app']);
    for (const { target } of destroyed) {
      const place = report.targets[target ?? -1];
      assert.ok(place?.kind === 'source' && place.span.uri === old);
    }
    const back = await reportOf(old, { kind: 'plan', end: 'since', of: planned });
    assert.ok(names(listOf(back, 'Destroyed')).includes('loner'));
  });

  it('a plan since another file follows a change of that file', async () => {
    const [uri, question] = ['untitled:new', { kind: 'plan', end: 'since', of: 'untitled:old' }] as const;
    await client.open(uri, 'pd a\n');
    await client.open('untitled:old', 'pd a\npd b\n');
    assert.deepEqual(names(listOf(await reportOf(uri, question), 'Destroyed')), ['b']);
    await client.change('untitled:old', 'pd a\npd c\n', 2);
    assert.deepEqual(names(listOf(await reportOf(uri, question), 'Destroyed')), ['c']);
    await client.close(uri);
    await client.close('untitled:old');
  });

  it('the isolation metrics have a row for each pair, which leads to its comparison', async () => {
    const report = await reportOf(store, { kind: 'isolation' });
    const table = tableOf(report, 'Pairs of PDs');
    assert.deepEqual(
      table.columns.map(({ title }) => title),
      ['PD', 'Other PD', 'FR', 'RSI', 'RSI block', 'RSI file', 'RSI table'],
    );
    assert.deepEqual(texts(table)[0], ['blockServer1', 'blockServer2', 'none', '0', '0', '0', '0']);
    assert.deepEqual(texts(table).at(-1), ['db', 'app', '1', '1', '1', '1', '1']);
    const target = table.rows.at(-1)?.[0]?.target ?? -1;
    assert.deepEqual(report.targets[target], { kind: 'comparison', first: 'db', second: 'app' });
  });

  it('a comparison gives RSI, FR, shared resources, TCB, IB and cost of two PDs', async () => {
    const report = await reportOf(store, { kind: 'comparison', first: 'fileServer', second: 'blockServer1' });
    assert.match(report.about[0] ?? '', /^Fault radius: 1\. Sharing starts after 0 hops\.$/);
    assert.deepEqual(texts(tableOf(report, 'Resource similarity (RSI)'))[0], ['block', '2', '1', '1', '1/2', '1/2']);
    assert.deepEqual(texts(tableOf(report, 'Shared resources')), [['disk1.block1', '0', '0']]);
    assert.equal(listOf(report, 'Trusted computing base').items[1]?.detail, 'fileServer, db, app');
    assert.equal(listOf(report, 'Impact boundary').items.length, 2);
    assert.deepEqual(
      tableOf(report, 'Memory cost').rows.map(([name]) => name?.text),
      ['fileServer', 'blockServer1', 'both'],
    );
  });

  it('single points of failure lead to the crash that makes their goal fail', async () => {
    const report = await reportOf(planned, { kind: 'points', policy: 'soft' });
    const list = listOf(report, 'app needs fs');
    assert.deepEqual(names(list), ['fs']);
    assert.deepEqual(report.targets[list.items[0]?.target ?? -1], {
      kind: 'plan',
      question: { kind: 'plan', end: 'crash', of: 'fs', policy: 'soft' },
    });
  });

  it('a model with errors is reported on as far as it goes, and the report says so', async () => {
    await client.open('untitled:faulty', 'pd a { holds nothing }\npd b { }\n');
    const report = await reportOf('untitled:faulty', { kind: 'matrix' });
    assert.equal(tableOf(report, 'Crashes').rows.length, 2);
    assert.match(report.about.at(-1) ?? '', /^The model has one error; /);
    await client.close('untitled:faulty');
  });

  const refusals: readonly (readonly [string, string, ReportQuestion, RegExp])[] = [
    [
      'a name that is not there',
      store,
      { kind: 'plan', end: 'destroy', of: 'fileServr' },
      /"fileServr".*Did you mean "fileServer"\?/,
    ],
    ['what cannot crash', store, { kind: 'plan', end: 'crash', of: 'files' }, /files/],
    ['what cannot be deleted', store, { kind: 'plan', end: 'delete', of: 'db' }, /only an object can be deleted/],
    ['a policy that is not there', store, { kind: 'points', policy: 'carefl' }, /Did you mean "careful"\?/],
    ['what is no PD', store, { kind: 'comparison', first: 'files', second: 'db' }, /only PDs and nodes are compared/],
    ['a file that is not open', 'file:///nowhere.aft', { kind: 'matrix' }, /is not open/],
    [
      'an older file that is not there',
      store,
      { kind: 'plan', end: 'since', of: 'file:///nowhere.aft' },
      /cannot be read/,
    ],
  ];
  for (const [what, uri, question, words] of refusals) {
    it(`a report on ${what} is refused in words`, async () => {
      assert.match((await errorOf(uri, question)) ?? '', words);
    });
  }

  it('what can be chosen comes in the order of the text, with its kind; the default policy comes first', async () => {
    const { entities, policies, ownPolicies } = await client.ask(modelChoicesRequest, { uri: planned });
    assert.deepEqual(entities.slice(0, 2), [
      { name: 'env', kind: 'object', detail: 'object' },
      { name: 'env.net', kind: 'object', detail: 'object' },
    ]);
    assert.deepEqual(
      policies.map(({ name }) => name),
      ['default', 'space-direct', 'space-recursive', 'pd-direct', 'pd-recursive', 'soft', 'strict'],
    );
    assert.deepEqual(
      ownPolicies.map(({ name }) => name),
      ['default', 'soft', 'strict'],
    );
    const none = await client.ask(modelChoicesRequest, { uri: 'file:///nowhere.aft' });
    assert.deepEqual(none, { entities: [], policies: [], ownPolicies: [] });
  });
});

describe('a long report', () => {
  const uri = 'untitled:large';
  const question = { kind: 'matrix' } as const;
  /** A chain of servers, each of which is built on the one before. */
  const large = (count: number): string =>
    Array.from({ length: count }, (_, place) => {
      const before = String(place - 1);
      const own = `space s${String(place)} { ${place === 0 ? '' : `maps s${before} `}resource r }`;
      return `${own}\npd p${String(place)} { manages s${String(place)} ${place === 0 ? '' : `requests s${before} `}}`;
    }).join('\n');
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
    await client.open(uri, large(200));
    await client.ask(graphRequest, { uri });
  });
  after(async () => {
    await client.stop();
  });

  /** The report, and in which order it and two shorter questions that came after it were answered. */
  const asked = async () => {
    const order: string[] = [];
    const report = client.ask(reportRequest, { uri, question }).finally(() => order.push('report'));
    await client.ask(modelChoicesRequest, { uri }).then(() => order.push('choices'));
    await client.request('textDocument/documentSymbol', { textDocument: { uri } }).then(() => order.push('symbols'));
    return { answer: await report, order };
  };

  it('lets other questions be answered first, and arrives', async () => {
    const { answer, order } = await asked();
    assert.deepEqual(order, ['choices', 'symbols', 'report']);
    assert.ok('report' in answer);
  });

  it('is made once for each version of a text', async () => {
    const { answer, order } = await asked();
    assert.deepEqual(order, ['report', 'choices', 'symbols'], 'it is there already');
    await client.change(uri, `${large(200)}\n`, 2);
    const { answer: other, order: later } = await asked();
    assert.deepEqual(later, ['choices', 'symbols', 'report'], 'it is made again');
    assert.ok('report' in answer && 'report' in other);
    assert.deepEqual(other.report.sections[0]?.title, answer.report.sections[0]?.title);
    assert.equal(other.version, 2);
  });

  it('ends when cancelled, and is ready when requested again', async () => {
    await client.change(uri, large(201), 3);
    const { CancellationTokenSource } = await import('vscode-languageserver/node');
    const source = new CancellationTokenSource();
    const cancelled = client.connection.sendRequest(reportRequest.method, { uri, question }, source.token);
    await client.ask(modelChoicesRequest, { uri });
    source.cancel();
    await assert.rejects(cancelled, { code: -32800 });
    const answer = await client.ask(reportRequest, { uri, question });
    assert.ok('report' in answer && answer.version === 3);
  });
});
