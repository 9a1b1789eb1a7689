/** The request that compares a log: the verdict, the trace with its lines beside the steps, drafts and refusals. */
import assert from 'node:assert/strict';
import {
  compareLogRequest,
  type ComparedLog,
  type CompareLogParameters,
} from '../../server/src/protocol/log-protocol.ts';
import { openRunRequest, runRowsRequest } from '../../server/src/protocol/protocol.ts';
import { startClientHere, type LanguageClient } from './language-client.ts';

const uri = 'file:///model.aft';
const model = `space disk : block { resource block1 }
pd server { manages disk holds disk.* }
pd app { requests disk holds disk.block1 }
`;
const text = '{"what":"crash","who":"server"}\n{"what":"end","who":"disk"}\n{"what":"end","who":"app"}\n';
const mapping = {
  name: 'map',
  text: JSON.stringify({
    lines: [
      { where: { what: 'crash' }, is: 'fault', entity: '{who}', name: 'crash' },
      { where: { what: 'end' }, is: 'end', entity: '{who}' },
    ],
  }),
};

describe('the comparison of a log in the editor', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startClientHere();
    await client.open(uri, model);
  });
  after(() => client.stop());
  const compared = (logs: CompareLogParameters['logs'], by?: CompareLogParameters['mapping']) =>
    client.ask(compareLogRequest, { uri, logs, ...(by !== undefined && { mapping: by }) });

  it('names the first line that no run explains, and opens what explains the others with their lines', async () => {
    const answer = (await compared([{ name: 'log', text }], mapping)) as ComparedLog;
    assert.equal(answer.verdict, 'does not fit');
    assert.deepEqual(answer.sentences.slice(0, 2), [
      'The log does not fit: 2 of 3 lines are explained.',
      'Line 3 is not explained: app is destroyed.',
    ]);
    assert.deepEqual(answer.misfit, { file: 'log', line: 3 });
    const opened = await client.ask(openRunRequest, {
      ...{ uri, question: { kind: 'trace', file: 'x' } as const },
      trace: answer.trace ?? '',
    });
    assert.ok('id' in opened);
    assert.deepEqual(
      [opened.summary.title, opened.summary.about],
      ['Run that explains a log', ['2 lines of the log in one step.']],
    );
    const answered = await client.ask(runRowsRequest, { id: opened.id, from: 0, to: 9 });
    assert.deepEqual(
      answered?.rows.map(({ lines }) => lines),
      [undefined, ['1: {"what":"crash","who":"server"}', '2: {"what":"end","who":"disk"}']],
    );
  });

  it('fits', async () => {
    const whole = text.split('\n').slice(0, 2).join('\n');
    const answer = (await compared([{ name: 'log', text: whole }], mapping)) as ComparedLog;
    assert.deepEqual([answer.verdict, answer.misfit], ['fits', undefined]);
  });

  it('drafts a mapping where there is none, or says why not', async () => {
    const drafted = await compared([{ name: 'log', text: 'server crashed\n' }]);
    assert.ok('draft' in drafted && drafted.draft.includes('"is": "fault"'));
    assert.ok('refusal' in (await compared([{ name: 'log', text: 'nothing' }])));
    assert.deepEqual(await compared([{ name: 'log', text }], { name: 'map', text: '[]' }), {
      refusal: '"map": The mapping is not right: it is not an object.',
    });
  });
});
