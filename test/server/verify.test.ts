/**
 * Checks over streams: verdicts, counterexamples, limits, and cancellation.
 */
import assert from 'node:assert/strict';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import {
  openRunRequest,
  scenariosRequest,
  verifyProgressRequest,
  verifyRequest,
  type CheckOutcome,
} from '../../server/src/protocol/protocol.ts';
import { type LanguageClient, startClient } from './language-client.ts';
import { startWithSamples } from './simulation-samples.ts';

const uri = 'file:///lamp.aft';
const text = `event Press
machine Lamp for pd {
  var times: int = 0
  initial state Off { on Press do { times := times + 1 } -> On }
  state On { on Press -> Off }
}
pd lamp runs Lamp
check "pressed once" { may send Press to lamp  never lamp.times > 1 }
check "twice at most" { may send Press to lamp up to 4  never lamp.times > 2 }
check "breaks" fails { may send Press to lamp  never lamp.times > 1 }
check "endless" { may send Press to lamp  never lamp.times < 0 }
`;

describe('checks over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startWithSamples();
    await client.open(uri, text);
  });
  after(async () => {
    await client.stop();
  });
  const outcomeOf = async (title: string, states?: number): Promise<CheckOutcome> => {
    const outcome = await client.ask(verifyRequest, { uri, title, ...(states !== undefined && { states }) });
    if (!('verdict' in outcome)) assert.fail(JSON.stringify(outcome));
    return outcome;
  };

  it('lists the checks of a document with the places of their titles', async () => {
    const list = await client.ask(scenariosRequest, { uri });
    assert.deepEqual(
      list?.ownChecks.map(({ title, span, tags }) => [title, span.start.line, tags.join(' ')]),
      [
        ['pressed once', 7, 'check'],
        ['twice at most', 8, 'check'],
        ['breaks', 9, 'check fails'],
        ['endless', 10, 'check'],
      ],
    );
  });

  it('reports its progress to a client that asks for it, and to no other', async () => {
    const told: [string | number, { readonly kind: string; readonly title?: string }][] = [];
    const listening = client.connection.onNotification(
      '$/progress',
      ({ token, value }: { token: string; value: { kind: string } }) => {
        told.push([token, value]);
      },
    );
    await client.request(verifyRequest.method, { uri, title: 'twice at most', workDoneToken: 'mine' });
    await outcomeOf('twice at most');
    await client.request('aftermath/report', { uri, question: { kind: 'matrix' }, workDoneToken: 7 });
    await client.request(verifyRequest.method, { uri: 'file:///none.aft', title: 'x', workDoneToken: 8 });
    await client.request('aftermath/ping', {});
    listening.dispose();
    const of = (wanted: string | number) => told.filter(([token]) => token === wanted).map(([, { kind }]) => kind);
    assert.deepEqual([of('mine').at(0), of('mine').at(-1)], ['begin', 'end']);
    assert.deepEqual(
      [of(7), of(8)],
      [
        ['begin', 'end'],
        ['begin', 'end'],
      ],
    );
    assert.equal(told.filter(([token]) => !['mine', 7, 8].includes(token)).length, 0);
    assert.equal(told.find(([token]) => token === 'mine')?.[1].title, 'Exploring a check');
  });

  it('says what is broken and where, and opens the run that breaks it', async () => {
    const { verdict, messages, left } = await outcomeOf('pressed once');
    assert.deepEqual([verdict, left], ['failed', []]);
    const [message] = messages;
    assert.deepEqual(
      [message?.code, message?.severity, message?.message, message?.span.start.line],
      ['check/broken', 'error', 'After 3 steps: "lamp.times > 1" can become true.', 7],
    );
    assert.equal(message?.words.at(-1), 'Then lamp.times is 2.');
    assert.ok(message.question);
    const opened = await client.ask(openRunRequest, { uri, question: message.question });
    if (!('summary' in opened)) assert.fail(JSON.stringify(opened));
    assert.deepEqual([opened.summary.title, opened.summary.steps], ['pressed once', 3]);
  });

  it('says what the runs reached, where it is asked for and known', async () => {
    const covering = { uri: 'file:///covered-check.aft', title: 'it is pressed', covers: true };
    await client.open(
      covering.uri,
      `${text}check "it is pressed" { may send Press to lamp up to 0  fault crash of lamp  always lamp.times < 9 }`,
    );
    const outcome = await client.ask(verifyRequest, covering);
    assert.ok('verdict' in outcome);
    assert.deepEqual(
      outcome.coverage?.map(({ kind, name, reached, span }) => [kind, name, reached, span.start.line]),
      [
        ['state', 'Lamp.Off', true, 3],
        ['transition', 'Lamp.Off', false, 3],
        ['state', 'Lamp.On', false, 4],
        ['transition', 'Lamp.On', false, 4],
        ['fault', '', true, 11],
        ['may', '', false, 11],
      ],
    );
    assert.equal('coverage' in (await outcomeOf('twice at most')), false);
    const endless = await client.ask(verifyRequest, { ...covering, title: 'endless', states: 100 });
    assert.equal('coverage' in endless, false);
  });

  it('reports nothing that holds, and no error for a check that is meant to fail', async () => {
    assert.deepEqual((await outcomeOf('twice at most')).messages, []);
    const { verdict, messages } = await outcomeOf('breaks');
    assert.deepEqual([verdict, messages.map(({ severity }) => severity)], ['passed', ['information']]);
  });

  it('stops at a limit of states, and says so', async () => {
    const { verdict, isLimited, left } = await outcomeOf('endless', 100);
    assert.deepEqual([verdict, isLimited, left.length], ['undecided', true, 1]);
  });

  it('reports progress, and stops when it is cancelled', async () => {
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest(verifyRequest.method, { uri, title: 'endless' }, source.token);
    let progress: string | null = null;
    while (progress === null) progress = await client.ask(verifyProgressRequest, { uri, title: 'endless' });
    assert.match(progress, /^\d+ states?, \d+ transitions?, depth \d+, \d+ in the queue, \d+ states\/s$/);
    source.cancel();
    await assert.rejects(asked, { code: -32800 });
  });

  it('explores without compiling where that is forbidden', async () => {
    const without = await startWithSamples(() =>
      startClient({ nodeOptions: ['--disallow-code-generation-from-strings'] }),
    );
    await without.open(uri, text);
    for (const title of ['pressed once', 'twice at most']) {
      assert.deepEqual(await without.ask(verifyRequest, { uri, title }), await outcomeOf(title));
    }
    assert.deepEqual(without.log, []);
    await without.stop();
  });

  it('refuses a check that is not there', async () => {
    assert.deepEqual(await client.ask(verifyRequest, { uri, title: 'none' }), {
      refusal: 'The model has no check "none".',
    });
  });
});
