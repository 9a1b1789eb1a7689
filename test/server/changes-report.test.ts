/** The report on changed consequences over streams. */
import assert from 'node:assert/strict';
import type { ReportQuestion } from '../../language/src/view/report/question.ts';
import type { Report, ReportList } from '../../language/src/view/report/report.ts';
import { changesGraphRequest } from '../../server/src/protocol/changes-protocol.ts';
import { reportRequest } from '../../server/src/protocol/protocol.ts';
import { aftermath, inFolder } from './cli/command-line.ts';
import { type LanguageClient, startClientHere } from './language-client.ts';

describe('the report on changes over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
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
  const listOf = ({ sections }: Report, title: string): ReportList => {
    const found = sections.find((section) => section.title === title);
    assert.equal(found?.kind, 'list');
    return found;
  };

  it('runs the scenarios and checks of both versions, as "aftermath diff" does', async () => {
    const text = (first: string, second: string): string => `pd db
pd api { needs db }
scenario "api stays" { ${first} }
check "db lives" { fault crash of db  always db alive }
scenario "new" { ${second} }`;
    const files = {
      'before.aft': text('expect api alive', 'expect db destroyed'),
      'after.aft': text('crash db expect db alive', 'expect db alive'),
    };
    const [before, after] = ['file:///runs/before.aft', 'file:///runs/after.aft'];
    await client.open(before, files['before.aft']);
    await client.open(after, files['after.aft']);
    const report = await reportOf(after, { kind: 'changes', base: before, name: 'the last commit' });
    const texts = report.sections.flatMap((section) =>
      section.kind === 'list' ? section.items.map((item) => item.text) : [],
    );
    assert.ok(texts.some((each) => each.includes('"api stays"')) && texts.some((each) => each.includes('"new"')));
    await inFolder(files, async (folder) => {
      const { output } = await aftermath(['diff', 'before.aft', 'after.aft'], { folder });
      for (const each of texts) assert.ok(output.includes(each), `${each}\n${output}`);
      assert.match(output, new RegExp(`^1 worse, 1 better, 0 other|${String(texts.length)}`, 'mu'));
    });
  });

  it('the changes of a model since another have reasons in both texts, and need two models without errors', async () => {
    const [before, after] = ['file:///before.aft', 'file:///after.aft'];
    await client.open(before, 'pd db\npd api { needs db }\npd web');
    await client.open(after, 'pd db\npd api\npd web { needs db }');
    const report = await reportOf(after, { kind: 'changes', base: before, name: 'the last commit' });
    assert.deepEqual(report.about[0], 'Compared with the last commit: 1 worse, 1 better, 0 other.');
    const reasonOf = (list: ReportList) =>
      list.items.flatMap(({ text, because }) => [
        text,
        ...because.map(({ place, target }) => {
          const to = report.targets[target ?? -1];
          return `${place ?? ''} ${to?.kind === 'source' ? `${to.span.uri}:${String(to.span.start.line + 1)}` : ''}`;
        }),
      ]);
    assert.deepEqual(reasonOf(listOf(report, 'Worse')), [
      'crash of db now breaks web',
      `after.aft:1 ${after}:1`,
      `after.aft:3 ${after}:3`,
    ]);
    assert.deepEqual(reasonOf(listOf(report, 'Better')), [
      'crash of db no longer breaks api',
      `before.aft:1 (before) ${before}:1`,
      `before.aft:2 (before) ${before}:2`,
    ]);
    const graph = await client.ask(changesGraphRequest, {
      uri: after,
      question: { kind: 'changes', base: before, name: 'the last commit' },
    });
    if (!('graph' in graph)) assert.fail(JSON.stringify(graph));
    assert.deepEqual(
      graph.graph.edges.map(({ id, change }) => `${change ?? 'same'} ${id}`),
      ['added web|needs|db', 'removed api|needs|db'],
    );
    assert.deepEqual(
      graph.plan.marks.map(({ name, effects }) => `${name}: ${effects.map(({ kind }) => kind).join()}`),
      ['db: cause,cause', 'api: better', 'web: worse'],
    );
    await client.open('file:///faulty.aft', 'pd a { needs nobody }');
    const refused = await client.ask(changesGraphRequest, {
      uri: after,
      question: { kind: 'changes', base: 'file:///faulty.aft', name: 'the last commit' },
    });
    assert.deepEqual(refused, { refusal: 'The last commit has errors, so its consequences are unknown.' });
    assert.equal(
      await errorOf(after, { kind: 'changes', base: 'file:///faulty.aft', name: 'the last commit' }),
      'The last commit has errors, so its consequences are unknown.',
    );
    assert.match(
      (await errorOf(after, { kind: 'changes', base: 'file:///none.aft', name: 'x' })) ?? '',
      /cannot be read/u,
    );
  });
});
