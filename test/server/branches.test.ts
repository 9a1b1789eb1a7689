/**
 * Branches of runs over streams: the possible next steps, and the runs in which they happen.
 */
import assert from 'node:assert/strict';
import type { RunMove, RunQuestion } from '../../language/src/view/run/run-summary.ts';
import {
  openRunRequest,
  runChoicesRequest,
  runRowsRequest,
  runStepRequest,
  runTraceRequest,
  type OpenedRun,
} from '../../server/src/protocol/protocol.ts';
import type { LanguageClient } from './language-client.ts';
import { machine, small, startWithSamples } from './simulation-samples.ts';

describe('branches of runs over streams', () => {
  let client: LanguageClient;
  before(async () => {
    client = await startWithSamples();
  });
  after(async () => {
    await client.stop();
  });

  const open = async (uri: string, question: RunQuestion, trace?: string): Promise<OpenedRun> => {
    const opened = await client.ask(openRunRequest, { uri, question, ...(trace !== undefined && { trace }) });
    if (!('id' in opened)) assert.fail(JSON.stringify(opened));
    return opened;
  };
  const errorOf = async (uri: string, question: RunQuestion, trace?: string): Promise<string | undefined> => {
    const opened = await client.ask(openRunRequest, { uri, question, ...(trace !== undefined && { trace }) });
    return 'refusal' in opened ? opened.refusal : undefined;
  };
  const rowsOf = async ({ id }: OpenedRun, from: number, to: number) => {
    const found = await client.ask(runRowsRequest, { id, from, to });
    assert.ok(found);
    return found.rows;
  };
  const stepOf = async ({ id }: OpenedRun, step: number) => {
    const found = await client.ask(runStepRequest, { id, step });
    assert.ok(found);
    return found;
  };
  const scenario = (title: string, variant = 0): RunQuestion => ({ kind: 'scenario', title, variant });

  const traceOf = async (run: OpenedRun): Promise<string> => {
    const trace = await client.ask(runTraceRequest, { id: run.id });
    assert.ok(trace !== null && 'text' in trace);
    return trace.text;
  };

  it('offers what may happen after a step, and opens the run in which it does', async () => {
    const question = scenario('all is well');
    const run = await open(small, question);
    const found = await client.ask(runChoicesRequest, { id: run.id, step: 0 });
    const crash = found?.choices.find(({ text }) => text === 'crash server');
    assert.deepEqual(crash, {
      group: 'fault',
      text: 'crash server',
      move: { kind: 'crash', entity: 'server' },
      isTaken: false,
      entity: 'server',
    });
    const branches = [{ after: 0, move: crash.move }];
    const branch = await open(small, { ...question, branches });
    assert.deepEqual(branch.summary.branch, { after: 0, text: 'fault: crash server' });
    assert.equal(branch.summary.steps, run.summary.steps + 1);
    const { view } = await stepOf(branch, 1);
    assert.equal(view.entities.find(({ name }) => name === 'server')?.is, 'crashed');
    const restarted = await open(small, {
      ...question,
      branches: [...branches, { after: 2, move: { kind: 'restart', entity: 'server' } }],
    });
    assert.deepEqual(
      (await rowsOf(restarted, 0, 9)).map(({ kind, text }) => [kind, text]),
      [
        ['start', 'start'],
        ['fault', 'fault: crash server'],
        ['expectation', 'expect app alive: holds'],
        ['recovery', 'recovery: restart server'],
      ],
    );
    const trace = await traceOf(restarted);
    assert.match(trace, /"version":2/);
    const replay = await open(small, { kind: 'trace', file: 'x' }, trace);
    assert.deepEqual(await rowsOf(replay, 0, 9), await rowsOf(restarted, 0, 9));
    assert.deepEqual(replay.summary.warnings, []);
  });

  it('takes another of the choices of a random run, and keeps what came before', async () => {
    const question = { kind: 'random', seed: 7, steps: 40 } as const;
    const run = await open(machine, question);
    const step = 12;
    const { choices = [] } = (await client.ask(runChoicesRequest, { id: run.id, step })) ?? {};
    const [taken] = choices.filter(({ isTaken }) => isTaken);
    const other = choices.find(({ isTaken, move }) => !isTaken && move.kind === 'draw');
    assert.ok(taken && other, JSON.stringify(choices));
    const branch = await open(machine, { ...question, branches: [{ after: step, move: other.move }] });
    const [before, after] = [await rowsOf(run, 0, 40), await rowsOf(branch, 0, 40)];
    assert.deepEqual(after.slice(0, step + 1), before.slice(0, step + 1));
    assert.notDeepEqual(after[step + 1], before[step + 1]);
    assert.equal(branch.summary.steps, 40);
    assert.doesNotMatch(await traceOf(branch), /interventions/);
  });

  it('refuses what cannot happen at a step, and steps that there are not', async () => {
    const refused = (after: number, move: RunMove): Promise<string | undefined> =>
      errorOf(small, { ...scenario('all is well'), branches: [{ after, move }] });
    assert.match((await refused(0, { kind: 'crash', entity: 'disk' })) ?? '', /after step 0 cannot happen/);
    assert.match((await refused(0, { kind: 'restart', entity: 'server' })) ?? '', /cannot happen/);
    assert.match((await refused(0, { kind: 'crash', entity: 'nobody' })) ?? '', /cannot happen/);
    assert.match((await refused(0, { kind: 'lose', entry: 3 })) ?? '', /cannot happen/);
    assert.match((await refused(9, { kind: 'crash', entity: 'server' })) ?? '', /after step 9 cannot happen/);
    // It ends where the run does.
    assert.match(
      (await refused(Number.MAX_SAFE_INTEGER, { kind: 'crash', entity: 'server' })) ?? '',
      /after step 9007199254740991 cannot happen/,
    );
  });

  it('sets a variable by hand, if the value fits', async () => {
    const question = scenario('a second Begin waits for its turn');
    const set = (value: string): RunQuestion => ({
      ...question,
      branches: [{ after: 3, move: { kind: 'set', entity: 'coordinator', variable: 'attempt', value } }],
    });
    const run = await open(machine, set('2'));
    assert.equal((await rowsOf(run, 4, 4))[0]?.text, 'by hand: set coordinator.attempt = 2');
    assert.match((await errorOf(machine, set('many'))) ?? '', /cannot happen/);
  });
});
