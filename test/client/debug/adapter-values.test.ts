/**
 * The values that the debug adapter shows at a step: nested states as a stack, expandable values, expressions, and
 * what-if values of variables.
 */
import assert from 'node:assert/strict';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { LanguageClient } from '../../server/language-client.ts';
import { example, machine, startWithSamples } from '../../server/simulation-samples.ts';
import { connectDebugClient, framesOf, linesOf, scopeOf, scopesOf, slow, textIn, variablesOf } from './debug-client.ts';

describe('what the debug adapter shows', () => {
  let server: LanguageClient;
  let line: (text: string) => number;
  before(async () => {
    server = await startWithSamples();
    line = linesOf(await example('machine.aft'));
  });
  after(async () => {
    await server.stop();
  });

  it('stops at a breakpoint of a nested state, and shows the states around it with their places', async () => {
    const client = connectDebugClient(server, machine);
    const stopped = await client.launch({ scenario: slow }, [{ line: line('initial state Waiting') }]);
    assert.equal(stopped?.reason, 'breakpoint');
    assert.equal(stopped.text, 'coordinator has entered Waiting');
    assert.equal(stopped.hitBreakpointIds?.length, 1);
    const frames = await framesOf(client, stopped.threadId ?? -1);
    assert.deepEqual(
      frames.map((frame) => [frame.name, frame.line]),
      [
        ['Waiting', line('initial state Waiting')],
        ['Working', line('state Working {')],
        ['machine Coordinator', line('machine Coordinator')],
      ],
    );
    const thread = stopped.threadId ?? -1;
    assert.equal(textIn(await scopeOf(client, thread, 'Variables'), 'round'), '1');
    assert.equal(textIn(await scopeOf(client, thread, 'Parameters'), 'deadline'), '6s');
    assert.equal(textIn(await scopeOf(client, thread, 'Timers'), 'after deadline'), '6s left, at 6s');
    assert.equal(textIn(await scopeOf(client, thread, 'Entity'), 'state'), 'Working.Waiting');
  });

  it('lists a thousand entities as threads, and says how many more there are', async () => {
    const many = 'file:///many.aft';
    await server.open(many, 'pd one\npd worker[1200]\nscenario "many" { expect one alive }\n');
    const client = connectDebugClient(server, many);
    await client.launch({ scenario: 'many', stopOnEntry: true });
    const { threads } = await client.ask<DebugProtocol.ThreadsResponse['body']>('threads');
    assert.equal(threads.length, 1001);
    assert.equal(threads[0]?.name, 'many: 0s (201 more entities are not listed)');
    await client.ask('disconnect');
  });

  it('opens sets, maps and entities, level by level', async () => {
    const client = connectDebugClient(server, machine);
    const scenario = 'a second Begin waits for its turn';
    const stopped = await client.launch({ scenario }, [{ line: line('always when missing == 0') }]);
    const thread = stopped?.threadId ?? -1;
    const variables = await scopeOf(client, thread, 'Variables');
    const answer = variables.find(({ name }) => name === 'answer');
    assert.equal(textIn(await variablesOf(client, answer?.variablesReference ?? -1), 'every other key'), 'open');
    const workers = (await scopeOf(client, thread, 'Parameters')).find(({ name }) => name === 'workers');
    const [first] = await variablesOf(client, workers?.variablesReference ?? -1);
    assert.equal(first?.value, 'a');
    const facts = await variablesOf(client, first.variablesReference);
    assert.equal(textIn(facts, 'is'), 'alive');
    const parameters = facts.find(({ name }) => name === 'parameters');
    const boss = (await variablesOf(client, parameters?.variablesReference ?? -1)).find(({ name }) => name === 'boss');
    assert.equal(boss?.value, 'coordinator');
    assert.equal(textIn(await variablesOf(client, boss.variablesReference), 'kind'), 'pd');
  });

  it('evaluates watches and hovers, and explains errors', async () => {
    const client = connectDebugClient(server, machine);
    const stopped = await client.launch({ scenario: slow }, [{ line: line('initial state Waiting') }]);
    const [frame] = await framesOf(client, stopped?.threadId ?? -1);
    const value = (expression: string) =>
      client.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', { expression, frameId: frame?.id });
    assert.deepEqual([(await value('round + 1')).result, (await value('round + 1')).type], ['2', 'number']);
    assert.ok((await value('workers')).variablesReference > 0);
    const fail = (expression: string) => client.fail('evaluate', { expression, frameId: frame?.id });
    assert.match(await fail('rund'), /"rund"/);
    assert.match(await fail('round > 5s'), /duration/);
    assert.match(await fail('round +'), /Expected a name or a value after "\+"/);
  });

  it('tries another value: a branch of the run in which the session continues', async () => {
    const client = connectDebugClient(server, machine);
    const stopped = await client.launch({ scenario: slow }, [{ line: line('initial state Waiting') }]);
    const [frame] = await framesOf(client, stopped?.threadId ?? -1);
    const scope = (await scopesOf(client, frame?.id ?? -1)).find(({ name }) => name === 'Variables');
    const variablesReference = scope?.variablesReference ?? -1;
    const refused = await client.fail('setVariable', { variablesReference, name: 'attempt', value: '12' });
    assert.match(refused, /0\.\.9|from 0 to 9/);
    assert.match(
      await client.fail('setVariable', { variablesReference, name: 'answer', value: 'done' }),
      /cannot be set/,
    );
    assert.match(await client.fail('setVariable', { variablesReference, name: 'attempt', value: '5s' }), /duration/);
    const before = client.moves.at(-1)?.step ?? -1;
    await client.move('setVariable', { variablesReference, name: 'attempt', value: '1 + 8' });
    assert.equal(client.moves.at(-1)?.step, before + 1);
    assert.deepEqual(client.moves.at(-1)?.subject.question.branches, [
      { after: before, move: { kind: 'set', entity: 'coordinator', variable: 'attempt', value: '9' } },
    ]);
    const value = await client.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', {
      expression: 'coordinator.attempt',
    });
    assert.equal(value.result, '9');
    // There is no second try in this run: the breakpoint is not met again.
    assert.match((await client.move('continue'))?.text ?? '', /Expected coordinator in Waiting/);
    assert.match(client.output(), /What if coordinator\.attempt = 9/);
    // What was shown before is of another step.
    assert.match(await client.fail('variables', { variablesReference }), /another step/);
  });
});
