/**
 * Scenarios over streams: the list, the results with their locations, and the wording of refusals.
 */
import assert from 'node:assert/strict';
import { runScenarioRequest, scenariosRequest, type ScenarioOutcome } from '../../server/src/protocol/protocol.ts';
import type { LanguageClient } from './language-client.ts';
import { broken, machine, small, startWithSamples, store } from './simulation-samples.ts';

describe('scenarios over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startWithSamples();
  });
  after(async () => {
    await client.stop();
  });

  const outcomeOf = async (uri: string, title: string): Promise<ScenarioOutcome> => {
    const outcome = await client.ask(runScenarioRequest, { uri, title });
    if (!('passed' in outcome)) assert.fail(JSON.stringify(outcome));
    return outcome;
  };
  it('lists the scenarios of a document with the places of their titles, and its checks', async () => {
    const list = await client.ask(scenariosRequest, { uri: small });
    assert.equal(list?.version, 3);
    assert.deepEqual(
      list.scenarios.map(({ title, span, tags }) => [title, span.start.line, span.uri, tags.join(' ')]),
      [
        ['all is well', 4, small, 'scenario'],
        ['fails', 7, small, 'scenario crash'],
        ['in turn', 12, small, 'scenario for crash'],
      ],
    );
    assert.equal((await client.ask(scenariosRequest, { uri: machine }))?.checks.length, 1);
    assert.equal(await client.ask(scenariosRequest, { uri: 'file:///unknown.aft' }), null);
  });

  it('leaves imported scenarios to their own document', async () => {
    const uri = 'file:///importing.aft';
    await client.open(uri, 'import "small.aft"\nscenario "own" { expect app alive }\n');
    const list = await client.ask(scenariosRequest, { uri });
    assert.deepEqual(
      list?.scenarios.map(({ title }) => title),
      ['own'],
    );
    assert.ok((await outcomeOf(uri, 'own')).passed);
  });

  it('runs all scenarios of the examples to their end, and they pass', async () => {
    for (const uri of [store, machine]) {
      const list = await client.ask(scenariosRequest, { uri });
      assert.ok(list && list.scenarios.length > 0);
      for (const { title } of list.scenarios) {
        const outcome = await outcomeOf(uri, title);
        assert.ok(outcome.passed, title);
        assert.ok(outcome.expectations > 0);
      }
    }
  });

  it('reports a failure with what was expected, what was found and why, at the expectation', async () => {
    const { passed, messages } = await outcomeOf(small, 'fails');
    assert.equal(passed, false);
    assert.equal(messages.length, 1);
    const [failure] = messages;
    assert.equal(failure?.kind, 'failure');
    assert.equal(failure.expected, 'disk.block1 alive');
    assert.match(failure.found ?? '', /disk\.block1 is destroyed/);
    assert.equal(failure.span.start.line, 9);
    assert.ok(failure.because.length > 1);
    assert.match(failure.because[0]?.message ?? '', /"server" crashed/);
    assert.ok(failure.because.every(({ span }) => span.uri === small));
  });

  it('says what the runs reached, where it is asked for', async () => {
    const uri = 'file:///covered.aft';
    const text = `event Go(n: int)
policy far { spaceDepth: 2 }
machine Lamp for pd {
  initial state Off {
    on Go(n) when n > 1 -> On
  }
  state On { on Go -> Off }
}
pd lamps[3] runs Lamp
scenario "s" { for n in [1, 2] { send Go(n) to lamps[0]  run 1s  crash lamps[1] } }
`;
    await client.open(uri, text);
    const outcome = await client.ask(runScenarioRequest, { uri, title: 's', covers: true });
    assert.ok('passed' in outcome);
    assert.deepEqual(
      outcome.coverage?.map(({ kind, name, reached, guard, span }) => [kind, name, reached, guard, span.start.line]),
      [
        ['state', 'Lamp.Off', 6, undefined, 3],
        ['transition', 'Lamp.Off', 1, { held: 1, failed: 1 }, 4],
        ['state', 'Lamp.On', 1, undefined, 6],
        ['transition', 'Lamp.On', 0, undefined, 6],
        ['policy', 'far', 0, undefined, 1],
        ['crash', 'lamps', 2, undefined, 8],
      ],
    );
    assert.equal('coverage' in (await outcomeOf(uri, 's')), false);
  });

  it('says which combination failed, and reports failures at one place once', async () => {
    const { runs, messages } = await outcomeOf(small, 'in turn');
    assert.equal(runs, 2);
    assert.equal(messages.length, 1);
    assert.match(messages[0]?.message ?? '', /p = server/);
  });

  it('runs nothing of a model with errors, and says where they are', async () => {
    const outcome = await client.ask(runScenarioRequest, { uri: broken, title: 'all is well' });
    assert.ok('refusal' in outcome);
    assert.match(outcome.refusal, /error in line 19/);
  });
});
