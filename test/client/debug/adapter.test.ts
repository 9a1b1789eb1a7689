/**
 * The debug adapter by its protocol, over a real language server: a run is launched, stopped, inspected, stepped in
 * both directions, branched, and ended.
 */
import assert from 'node:assert/strict';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { allWords } from '../../../client/scripts/words.mjs';
import { openRunRequest, runTraceRequest } from '../../../server/src/protocol/protocol.ts';
import type { LanguageClient } from '../../server/language-client.ts';
import { example, machine, small, startWithSamples, store } from '../../server/simulation-samples.ts';
import { connectDebugClient, framesOf, linesOf, scopeOf, slow, textIn } from './debug-client.ts';

describe('the debug adapter', () => {
  let server: LanguageClient;
  let line: (text: string) => number;
  before(async () => {
    server = await startWithSamples();
    line = linesOf(await example('machine.aft'));
  });
  after(async () => {
    await server.stop();
  });

  it('answers first and sends events afterwards, in the order of the protocol', async () => {
    const client = connectDebugClient(server, machine);
    await client.launch({ scenario: slow, stopOnEntry: true });
    assert.deepEqual(client.lines, [
      'response initialize',
      'response launch',
      'event initialized',
      'response setBreakpoints',
      'response setExceptionBreakpoints',
      'response configurationDone',
      'event stopped',
    ]);
    await client.move('next');
    assert.deepEqual(client.lines.slice(-2), ['response next', 'event stopped']);
    await client.ask('disconnect');
    assert.ok(client.hasLeft());
  });

  it('announces its capabilities', async () => {
    const client = connectDebugClient(server, machine);
    const can = await client.ask<DebugProtocol.Capabilities>('initialize', { adapterID: 'aftermath' });
    assert.ok(can.supportsStepBack && can.supportsConditionalBreakpoints && can.supportsHitConditionalBreakpoints);
    assert.ok(can.supportsSetVariable && can.supportsEvaluateForHovers && can.supportsConfigurationDoneRequest);
    assert.deepEqual(
      can.exceptionBreakpointFilters?.map((filter) => [filter.filter, filter.default]),
      [
        ['failure', true],
        ['error', true],
        ['stuck', true],
        ['final', false],
        ['remark', false],
      ],
    );
    const words = new Set(allWords().map((word) => `⟦${word}⟧`));
    for (const { label, description = '' } of can.exceptionBreakpointFilters ?? [])
      assert.ok(words.has(label) && words.has(description), `${label} ${description}`);
  });

  it('stops at the entry, with the next step of the scenario on top', async () => {
    const client = connectDebugClient(server, machine);
    const stopped = await client.launch({ scenario: slow, stopOnEntry: true });
    assert.deepEqual([stopped?.reason, stopped?.threadId, stopped?.allThreadsStopped], ['entry', 1, true]);
    const { threads } = await client.ask<DebugProtocol.ThreadsResponse['body']>('threads');
    assert.deepEqual(
      threads.map(({ name }) => name),
      [`${slow}: 0s`, 'a: Idle', 'b: Idle', 'coordinator: Idle'],
    );
    const frames = await framesOf(client, 1);
    assert.deepEqual(
      frames.map((frame) => [frame.name, frame.line]),
      [
        ['set b.effort = 9s', line('set b.effort')],
        [slow, line(slow)],
      ],
    );
    assert.equal(frames[0]?.source?.path, '/examples/machine.aft');
  });

  it('verifies breakpoints, moves them to the nearest place, and says why one cannot be placed', async () => {
    const client = connectDebugClient(server, machine);
    await client.launch({ scenario: slow, stopOnEntry: true });
    const source = { path: '/examples/machine.aft' };
    const { breakpoints } = await client.ask<DebugProtocol.SetBreakpointsResponse['body']>('setBreakpoints', {
      source,
      breakpoints: [
        { line: line('enter { for w') },
        { line: line('state Working {') },
        { line: line('state Working {'), condition: 'round > nothing' },
        { line: line('state Working {'), hitCondition: 'twice' },
        { line: line('state Working {'), condition: ' ', hitCondition: '' },
      ],
    });
    assert.deepEqual(
      breakpoints.map(({ verified, line: at }) => [verified, at]),
      [
        [true, line('after deadline')],
        [true, line('state Working {')],
        [false, undefined],
        [false, undefined],
        [true, line('state Working {')],
      ],
    );
    assert.match(breakpoints[2]?.message ?? '', /"nothing"/);
    assert.match(breakpoints[3]?.message ?? '', /"twice" is not a hit count/);
    const found = await client.ask<DebugProtocol.BreakpointLocationsResponse['body']>('breakpointLocations', {
      source,
      line: line('after effort do'),
    });
    assert.deepEqual(found.breakpoints, [{ line: line('after effort do'), column: 5 }]);
  });

  it('heeds conditions and hit counts', async () => {
    const client = connectDebugClient(server, machine);
    const late = { line: line('on Saved(by, n) do { report'), condition: 'by == b and n == 1' };
    const stopped = await client.launch({ scenario: slow }, [late]);
    assert.match(stopped?.text ?? '', /coordinator is about to take: on Saved\(by, n\)/);
    assert.equal(textIn(await scopeOf(client, stopped?.threadId ?? -1, 'Event'), 'by'), 'b');
    const third = connectDebugClient(server, machine);
    const hit = await third.launch({ scenario: slow }, [{ line: line('on Save(n)'), hitCondition: '3' }]);
    assert.equal(hit?.reason, 'breakpoint');
    assert.equal(await third.move('continue'), undefined);
  });

  it('steps forwards and backwards, one step of the run each, and goes back to the stop before', async () => {
    const client = connectDebugClient(server, machine);
    const point = { line: line('initial state Waiting') };
    await client.launch({ scenario: slow }, [point]);
    const steps = () => client.moves.map(({ step }) => step);
    const first = steps().at(-1) ?? -1;
    await client.move('next');
    await client.move('stepIn');
    assert.deepEqual(steps().slice(-3), [first, first + 1, first + 2]);
    const back = await client.move('stepBack');
    assert.deepEqual([back?.reason, steps().at(-1)], ['step', first + 1]);
    await client.move('continue');
    const second = steps().at(-1) ?? -1;
    assert.ok(second > first);
    assert.equal((await client.move('reverseContinue'))?.reason, 'breakpoint');
    assert.equal(steps().at(-1), first);
    assert.equal((await client.move('reverseContinue'))?.reason, 'entry');
    assert.equal(steps().at(-1), 0);
    assert.equal((await client.move('stepBack'))?.reason, 'entry');
    assert.equal(steps().at(-1), 0);
  });

  it('steps out of an instant: to the last step before the clock moves on', async () => {
    const client = connectDebugClient(server, machine);
    await client.launch({ scenario: slow, stopOnEntry: true });
    const now = async () =>
      (await client.ask<DebugProtocol.EvaluateResponse['body']>('evaluate', { expression: 'now' })).result;
    await client.move('stepOut');
    assert.equal(await now(), '0s');
    await client.move('next');
    assert.notEqual(await now(), '0s');
  });

  it('stops at the line of a failed expectation, and says why', async () => {
    const client = connectDebugClient(server, small);
    const stopped = await client.launch({ scenario: 'fails' });
    assert.deepEqual([stopped?.reason, stopped?.threadId], ['exception', 1]);
    assert.equal(stopped?.text, 'Expected disk.block1 alive, found disk.block1 is destroyed');
    const [top] = await framesOf(client, 1);
    assert.deepEqual([top?.name, top?.line], ['expect disk.block1 alive', 10]);
    const info = await client.ask<DebugProtocol.ExceptionInfoResponse['body']>('exceptionInfo', { threadId: 1 });
    assert.equal(info.exceptionId, '⟦Failed Expectations⟧');
    assert.match(info.description ?? '', /1\. .*"server" crashed/);
    assert.equal(await client.move('continue'), undefined);
    assert.match(client.output(), /1 of 2 expectations failed/);
    const other = connectDebugClient(server, small);
    assert.equal(await other.launch({ scenario: 'fails' }, [], []), undefined);
  });

  it('stops where a model reports, enters a final state, or has nothing left to do', async () => {
    const client = connectDebugClient(server, machine);
    assert.match((await client.launch({ scenario: slow }, [], ['remark']))?.text ?? '', /answer of b is late/);
    const final = connectDebugClient(server, machine);
    assert.match((await final.launch({ scenario: slow }, [], ['final']))?.text ?? '', /the final state Failed/);
    const stuck = connectDebugClient(server, small);
    const stopped = await stuck.launch({ seed: 1 }, [], ['stuck']);
    assert.equal(stopped?.text, 'Nothing more can happen.');
  });

  it('restarts as it was launched, and keeps the breakpoints', async () => {
    const client = connectDebugClient(server, machine);
    const first = await client.launch({ scenario: slow }, [{ line: line('initial state Waiting') }]);
    await client.move('continue');
    assert.deepEqual((await client.move('restart'))?.text, first?.text);
  });

  it('runs to the end and exits there, or stays if asked to', async () => {
    const client = connectDebugClient(server, store);
    const [title] = /(?<=scenario ")[^"]+/.exec(await example('kv-store.aft')) ?? [];
    assert.equal(await client.launch({ scenario: title }), undefined);
    assert.match(client.output(), /All \d+ expectations hold|The expectation holds/);
    assert.ok(client.hasLeft());
    const staying = connectDebugClient(server, store);
    assert.equal((await staying.launch({ scenario: title, stopAtEnd: true }))?.text, 'The run is over');
    assert.equal((await staying.move('stepBack'))?.reason, 'step');
    const plain = connectDebugClient(server, machine);
    const point = { line: line('initial state Waiting') };
    assert.equal(await plain.launch({ scenario: slow, noDebug: true, stopOnEntry: true }, [point]), undefined);
  });

  it('debugs random runs, and replays traces', async () => {
    const client = connectDebugClient(server, machine);
    const check = 'the tries are never exceeded, and every round ends';
    assert.equal((await client.launch({ check, seed: 7, steps: 30, stopOnEntry: true }))?.reason, 'entry');
    const opened = await server.ask(openRunRequest, { uri: machine, question: { kind: 'random', seed: 7, steps: 30 } });
    assert.ok('id' in opened);
    const written = await server.ask(runTraceRequest, { id: opened.id });
    assert.ok(written && 'text' in written);
    const replay = connectDebugClient(server, machine, new Map([['a.trace.json', written.text]]));
    assert.equal((await replay.launch({ trace: 'a.trace.json', stopOnEntry: true }))?.reason, 'entry');
    await replay.move('next');
    assert.equal(replay.moves.at(-1)?.step, 1);
  });

  it('follows a move to another step of its run, and of no other run', async () => {
    const client = connectDebugClient(server, machine);
    await client.launch({ scenario: slow, stopOnEntry: true });
    const { subject } = client.moves.at(-1) ?? assert.fail();
    await client.adapter.follow(subject, 5);
    assert.deepEqual([client.moves.at(-1)?.step, client.lines.at(-1)], [5, 'event stopped']);
    await client.adapter.follow({ ...subject, uri: small }, 3);
    assert.equal(client.moves.at(-1)?.step, 5);
  });

  it('refuses with a full sentence what it cannot do', async () => {
    const client = connectDebugClient(server, machine);
    assert.match(await client.fail('launch', {}), /names no model/);
    assert.match(await client.fail('launch', { program: '/examples/machine.aft' }), /names no run/);
    const none = { program: '/examples/machine.aft', scenario: 'none' };
    assert.match(await client.fail('launch', none), /no scenario "none"/);
    assert.match(await client.fail('next'), /No run is being debugged/);
    assert.match(await client.fail('fly'), /"fly" is not known/);
    assert.deepEqual(await client.ask('threads'), { threads: [] });
  });

  it('finds its run again when the server has had many others to open', async () => {
    const client = connectDebugClient(server, machine);
    await client.launch({ scenario: slow, stopOnEntry: true });
    const question = { kind: 'scenario', title: 'fails', variant: 0 } as const;
    for (let count = 0; count < 10; count++) await server.ask(openRunRequest, { uri: small, question });
    await client.move('next');
    assert.equal(client.moves.at(-1)?.step, 1);
  });
});
