/** What is supposed of a model, over streams: graph, plans and reports follow it, and it can be written into the text. */
import assert from 'node:assert/strict';
import { crashQuestion } from '../../../language/src/view/report/question.ts';
import type { TextEdit } from '../../../language/src/model/finding.ts';
import type { Supposition } from '../../../language/src/model/supposition.ts';
import { graphRequest, planRequest, reportRequest } from '../../../server/src/protocol/protocol.ts';
import {
  supposeRequest,
  suppositionEditsRequest,
  suppositionRequest,
} from '../../../server/src/protocol/suppose-protocol.ts';
import { startClientHere, type LanguageClient } from '../language-client.ts';

const uri = 'file:///models/shop.aft';
const shop = `space tables { resource orders }
pd postgres { manages tables  holds tables.* }
/** Two of them. */
pd app[2] { needs postgres, cache }
pd cache
pd nginx { needs app[0]  needs cache as soft }
view "all" { include nginx }
`;

describe('what is supposed of a model', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
  });
  after(async () => {
    await client.stop();
  });
  beforeEach(async () => {
    await client.open(uri, shop, 1);
  });
  afterEach(async () => {
    await client.ask(supposeRequest, { uri, with: [], without: [] });
    await client.close(uri);
  });
  const suppose = ({ with: more = [], without = [] }: Partial<Supposition>) =>
    client.ask(supposeRequest, { uri, with: more, without });
  const broken = async (): Promise<readonly string[]> => {
    const plan = await client.ask(planRequest, { uri, question: crashQuestion('postgres', 'default') });
    assert.ok('marks' in plan);
    return plan.marks.flatMap(({ name, effects }) => (effects.some(({ kind }) => kind === 'broken') ? [name] : []));
  };
  /** Returns the text after the edits. */
  const applied = async (): Promise<string> => {
    const answer = await client.ask(suppositionEditsRequest, { uri });
    return 'refusal' in answer ? answer.refusal : withEdits(shop, answer.edits);
  };

  it('is followed by graph, plan and report, which say so', async () => {
    assert.deepEqual(await broken(), ['app[0]', 'app[1]', 'nginx']);
    assert.equal(await suppose({ without: ['app[0] needs postgres'], with: ['cache needs postgres'] }), null);
    assert.deepEqual(await broken(), ['app[0]', 'app[1]', 'cache', 'nginx']);
    assert.equal(await suppose({ without: ['app[*] needs postgres'] }), null);
    assert.deepEqual(await broken(), []);
    const drawn = await client.ask(graphRequest, { uri });
    assert.equal(drawn?.supposed, 'Supposed: without app[*] needs postgres');
    assert.ok(!drawn.graph.edges.some(({ id }) => id === 'app[0]|needs|postgres'));
    assert.deepEqual(
      drawn.graph.views?.map(({ title }) => title),
      ['all'],
    );
    const answer = await client.ask(reportRequest, { uri, question: { kind: 'matrix' } });
    assert.ok('report' in answer);
    assert.equal(answer.report.about[0], 'Supposed: without app[*] needs postgres');
    assert.deepEqual(await client.ask(suppositionRequest, { uri }), { with: [], without: ['app[*] needs postgres'] });
    await suppose({});
    assert.deepEqual(await broken(), ['app[0]', 'app[1]', 'nginx']);
    assert.equal((await client.ask(graphRequest, { uri }))?.supposed, undefined);
  });

  it('stays as it was if something else is refused', async () => {
    await suppose({ without: ['app[*] needs postgres'] });
    assert.deepEqual(await suppose({ without: ['app[*] needs tables'] }), {
      refusal: 'Cannot suppose a model without "app[*] needs tables": The model has no such relation.',
    });
    assert.deepEqual(await broken(), []);
  });

  it('says that it is no longer possible after an edit, and comes back with the text', async () => {
    await suppose({ without: ['nginx needs app[0]'] });
    await client.change(uri, shop.replace('needs app[0]  ', ''), 2);
    assert.match(
      (await client.ask(graphRequest, { uri }))?.supposed ?? '',
      /^Cannot suppose a model without "nginx needs app\[0\]"/,
    );
    await client.change(uri, shop, 3);
    assert.equal((await client.ask(graphRequest, { uri }))?.supposed, 'Supposed: without nginx needs app[0]');
  });

  it('is written into the text: relations and entities taken out, statements added at the end', async () => {
    await suppose({
      without: ['nginx needs app[0]', 'app[*] needs postgres', 'cache'],
      with: ['nginx needs postgres'],
    });
    assert.equal(
      await applied(),
      shop
        .replace('needs app[0]  ', '')
        .replace('needs postgres, ', 'needs ')
        .replace('pd cache', 'absent pd cache')
        .concat('nginx needs postgres\n'),
    );
  });

  it('is not written where the text says more than is taken away', async () => {
    for (const [without, why] of [
      ['app[0] needs postgres', 'Line 4 also says that "app[1]" needs "postgres"; change it there.'],
      ['app[1]', '"app[1]" cannot be taken out of this text by itself; change it there.'],
    ] as const) {
      assert.equal(await suppose({ without: [without] }), null);
      assert.equal(await applied(), why);
    }
  });

  it('is refused of a model with errors, and of a text that is no file', async () => {
    await client.change(uri, 'pd a { needs b }\n', 2);
    assert.deepEqual(await suppose({ with: ['pd c'] }), {
      refusal: 'The model has errors, so nothing can be supposed of it.',
    });
    const untitled = 'untitled:new';
    await client.open(untitled, 'pd a\n');
    assert.deepEqual(await client.ask(supposeRequest, { uri: untitled, with: ['pd c'], without: [] }), {
      refusal: 'Save the model first; something can be supposed only of a file.',
    });
    await client.close(untitled);
  });
});

function withEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n');
  const offsetOf = ({ line, character }: TextEdit['span']['start']): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, character);
  return [...edits]
    .sort((one, other) => offsetOf(other.span.start) - offsetOf(one.span.start))
    .reduce(
      (result, { span, text: inserted }) =>
        result.slice(0, offsetOf(span.start)) + inserted + result.slice(offsetOf(span.end)),
      text,
    );
}
