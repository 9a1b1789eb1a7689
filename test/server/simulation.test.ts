/**
 * Runs over streams: opening, inspecting, saving and replaying one, the wording of refusals, and that a long run blocks
 * nobody.
 */
import assert from 'node:assert/strict';
import { CancellationTokenSource } from 'vscode-languageserver';
import type { RunQuestion } from '../../language/src/view/run/run-summary.ts';
import {
  closeRunRequest,
  openRunRequest,
  runRowsRequest,
  runScenarioRequest,
  runStepRequest,
  runTraceRequest,
  scenariosRequest,
  type OpenedRun,
} from '../../server/src/protocol/protocol.ts';
import { reduceRunRequest } from '../../server/src/protocol/reduction-protocol.ts';
import type { LanguageClient } from './language-client.ts';
import { broken, clockText, example, machine, small, startWithSamples } from './simulation-samples.ts';

const ticking = 'file:///ticking.aft';

describe('runs over streams', () => {
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

  it('says that there is no such scenario, check, run or document', async () => {
    assert.match((await errorOf(broken, scenario('all is well'))) ?? '', /error in line 19/);
    assert.match((await errorOf(small, scenario('none'))) ?? '', /no scenario "none"/);
    assert.match((await errorOf(small, scenario('in turn', 2))) ?? '', /has no run 2/);
    const check = { kind: 'random', seed: 1, steps: 5, check: 'none' } as const;
    assert.match((await errorOf(small, check)) ?? '', /no check "none"/);
    assert.match((await errorOf('file:///unknown.aft', scenario('x'))) ?? '', /not open/);
    const outcome = await client.ask(runScenarioRequest, { uri: small, title: 'none' });
    assert.ok('refusal' in outcome && outcome.refusal.includes('none'));
  });

  it('opens a run of a scenario, with its length, its outcome and its problems', async () => {
    const { version, summary } = await open(small, scenario('fails'));
    assert.equal(version, 3);
    assert.equal(summary.title, 'fails');
    assert.equal(summary.steps, 3);
    assert.deepEqual(summary.marked, [{ step: 2, mark: 'failure' }]);
    assert.match(summary.about.join(' '), /3 steps.*1 of 2 expectations failed/);
    assert.deepEqual(summary.warnings, []);
    assert.deepEqual((await open(small, scenario('in turn', 1))).summary.variants, ['p = server', 'p = app']);
  });

  it('gives rows in windows, each with its place', async () => {
    const run = await open(small, scenario('fails'));
    const rows = await rowsOf(run, 0, 1000);
    assert.deepEqual(
      rows.map(({ step, kind, mark, span }) => [step, kind, mark, span?.start.line]),
      [
        [0, 'start', undefined, undefined],
        [1, 'action', undefined, 8],
        [2, 'expectation', 'failure', 9],
        [3, 'expectation', undefined, 10],
      ],
    );
    assert.equal(rows[1]?.text, 'crash server');
    assert.deepEqual((await rowsOf(run, 2, 2)).length, 1);
    assert.deepEqual(await rowsOf(run, 4, 9), []);
  });

  it('describes a step: what happened, what changed, the entities and the problem', async () => {
    const run = await open(small, scenario('fails'));
    const { view } = await stepOf(run, 1);
    assert.ok(
      view.events.some(({ text }) => text === 'server is crashed'),
      JSON.stringify(view.events),
    );
    const changes = view.changes.map(({ depth, name, before, after }) => [depth, name, before, after]);
    assert.deepEqual(changes.slice(0, 3), [
      [0, 'entities', undefined, undefined],
      [1, 'disk', undefined, undefined],
      [2, 'is', 'alive', 'destroyed'],
    ]);
    const server = view.entities.find(({ name }) => name === 'server');
    assert.deepEqual([server?.is, server?.hasChanged], ['crashed', true]);
    const failed = await stepOf(run, 2);
    assert.equal(failed.view.problem?.expected, 'disk.block1 alive');
    assert.ok(failed.view.problem.because.length > 1);
    assert.ok(failed.places.because.every((span) => span?.uri === small));
    assert.deepEqual(failed.view.changes, []);
  });

  it('gives the state of any step in full on request', async () => {
    const run = await open(machine, { kind: 'random', seed: 7, steps: 50 });
    assert.equal((await stepOf(run, 3)).view.full, undefined);
    let underWay = 0;
    for (const step of [0, 3, run.summary.steps]) {
      const found = await client.ask(runStepRequest, { id: run.id, step, full: true });
      const { rows = [], others } = found?.view.full ?? {};
      assert.deepEqual([rows[0]?.name, others], ['time', 0]);
      const from = rows.findIndex(({ depth, name }) => depth === 0 && name === 'under way');
      const listed =
        from < 0 ? [] : rows.slice(from + 1).map(({ name, text }) => [name.replace(/ \(\d+\)$/, ''), text]);
      const due = found?.view.next.map(({ text, at }) => [text, `at ${at}`]) ?? [];
      assert.deepEqual(listed.slice(0, due.length), due);
      underWay += listed.length - due.length;
    }
    assert.ok(underWay > 0, 'timers of a later time are under way, too');
  });

  it('gives the same step whichever way it is reached', async () => {
    const question = { kind: 'random', seed: 7, steps: 200 } as const;
    const [one, other] = [await open(machine, question), await open(machine, question)];
    const last = one.summary.steps;
    assert.ok(last > 10);
    for (const step of [last, 0, 5, last - 1, 5, last]) await stepOf(one, step);
    assert.deepEqual(await stepOf(one, last), await stepOf(other, last));
    assert.deepEqual(await rowsOf(one, 0, last), await rowsOf(other, 0, last));
  });

  it('describes a machine: its state, its variables, and what may happen next', async () => {
    const run = await open(machine, scenario('a second Begin waits for its turn'));
    const rows = await rowsOf(run, 0, 1000);
    const sent = rows.find(({ kind }) => kind === 'message');
    assert.ok(sent);
    const { view } = await stepOf(run, sent.step);
    const coordinator = view.entities.find(({ name }) => name === 'coordinator');
    assert.equal(coordinator?.state, 'Working.Waiting');
    assert.ok(coordinator.values.includes('attempt = 1'), coordinator.values.join());
    assert.ok(view.events.some(({ text }) => text.startsWith('coordinator sends Save(1) to a')));
    assert.ok(view.next.length > 0);
  });

  it('makes a random run that fails small, says so, and opens it and its branches', async () => {
    const uri = 'file:///pressed.aft';
    const text = `event Press
event Other
machine Lamp for pd { var n: int = 0  initial state S { on Press do { n := n + 1 }  on Other } }
pd lamp runs Lamp
check "c" { may send Press to lamp  may send Other to lamp  never lamp.n > 1 }
check "holds" { may send Press to lamp  always lamp alive }
`;
    await client.open(uri, text);
    const question = { kind: 'random', seed: 1, steps: 60, check: 'c' } as const;
    const whole = await open(uri, question);
    const found = await client.ask(reduceRunRequest, { id: whole.id });
    assert.ok(found !== null && 'branch' in found && found.branch.move.kind === 'reduced');
    const { move } = found.branch;
    assert.ok(move.isMinimal && move.from > move.steps, JSON.stringify(move));
    const small = await open(uri, { ...question, branches: [found.branch] });
    assert.equal(small.summary.steps, move.steps);
    assert.equal(move.steps, 2);
    const name = `Reduced from ${String(move.from)} steps to 2`;
    assert.equal(small.summary.about[0], `${name}: without any of these it does not fail in the same way.`);
    assert.deepEqual(small.summary.branch, { after: 0, text: name, isReduced: true });
    assert.deepEqual(small.summary.marked.at(-1), { step: 2, mark: 'failure' });
    const sent = { after: 1, move: { kind: 'send', event: 'Other', to: 'lamp' } } as const;
    const branched = await open(uri, { ...question, branches: [found.branch, sent] });
    assert.deepEqual(await rowsOf(branched, 0, 1), await rowsOf(small, 0, 1));
    assert.ok(branched.summary.steps > 2);
    const holds = await open(uri, { ...question, check: 'holds' });
    assert.deepEqual(await client.ask(reduceRunRequest, { id: holds.id }), {});
    assert.deepEqual(await client.ask(reduceRunRequest, { id: small.id }), {});
    assert.equal(await client.ask(reduceRunRequest, { id: 9999 }), null);
  });

  it('runs at random from a seed, even in the environment of a check', async () => {
    const { checks } = (await client.ask(scenariosRequest, { uri: machine })) ?? { checks: [] };
    const [check = ''] = checks;
    const run = await open(machine, { kind: 'random', seed: 3, steps: 40, check });
    assert.equal(run.summary.title, check);
    assert.match(run.summary.about.join(' '), /from the seed 3/);
    const again = await open(machine, { kind: 'random', seed: 3, steps: 40, check });
    assert.deepEqual(await rowsOf(again, 0, 50), await rowsOf(run, 0, 50));
    const other = await open(machine, { kind: 'random', seed: 4, steps: 40, check });
    assert.notDeepEqual(await rowsOf(other, 0, 50), await rowsOf(run, 0, 50));
  });

  const traceOf = async (run: OpenedRun): Promise<string> => {
    const trace = await client.ask(runTraceRequest, { id: run.id });
    assert.ok(trace !== null && 'text' in trace);
    return trace.text;
  };

  it('replays what it has written down, with every step the same', async () => {
    const run = await open(machine, { kind: 'random', seed: 11, steps: 60 });
    const replay = await open(machine, { kind: 'trace', file: 'x' }, await traceOf(run));
    assert.deepEqual(replay.summary.warnings, []);
    assert.equal(replay.summary.steps, run.summary.steps);
    assert.deepEqual(await rowsOf(replay, 0, 100), await rowsOf(run, 0, 100));
    assert.deepEqual(await stepOf(replay, 60), await stepOf(run, 60));
    assert.equal(await traceOf(replay), await traceOf(run));
  });

  it('repairs a trace of another version of the model, or shows the steps before the first that no longer matches', async () => {
    const uri = 'file:///changed.aft';
    const text = await example('machine.aft');
    const trace = await traceOf(await open(machine, scenario('a worker that is too slow uses up the tries')));
    await client.open(uri, text.replace('effort: duration = 2s', 'effort: duration = 20s'));
    const { described: _, ...bare } = JSON.parse(trace) as { readonly described: unknown };
    const { summary } = await open(uri, { kind: 'trace', file: 'x' }, JSON.stringify(bare));
    assert.match(summary.warnings.join(), /has changed.*step \d+ no longer matches/);
    const [, misfit = ''] = /step (\d+)/.exec(summary.warnings.join()) ?? [];
    assert.equal(summary.steps, Number(misfit) - 1);
    const repaired = await open(uri, { kind: 'trace', file: 'x' }, trace);
    const [first = '', ...others] = repaired.summary.warnings;
    assert.match(first, /step \d+ no longer matches\. The trace was repaired, and is not saved: \d+ kept, /);
    assert.ok(others.length > 0 && repaired.summary.steps > summary.steps, others.join('\n'));
    await client.change(uri, `${text}\n/** More. */ pd another {}\n`, 2);
    const other = await open(uri, { kind: 'trace', file: 'x' }, trace);
    assert.match(other.summary.warnings.join(), /all its steps still match/);
  });

  it('refuses a file that is not a trace, and one that is damaged', async () => {
    const refused = (text: string): Promise<string | undefined> => errorOf(machine, { kind: 'trace', file: 'x' }, text);
    assert.match((await refused('Dear reader')) ?? '', /not JSON/);
    assert.match((await refused('{}')) ?? '', /not a trace/);
    const good = JSON.parse(await traceOf(await open(machine, { kind: 'random', seed: 11, steps: 60 }))) as object;
    assert.match((await refused(JSON.stringify({ ...good, marks: [] }))) ?? '', /damaged/);
    assert.match((await refused(JSON.stringify({ ...good, draws: [] }))) ?? '', /damaged/);
    const short = JSON.stringify({ ...good, draws: [], described: undefined });
    const { summary } = await open(machine, { kind: 'trace', file: 'x' }, short);
    assert.match(summary.warnings.join(), /The trace is damaged: step 1 no longer matches/);
    assert.equal(summary.steps, 0);
  });

  it('forgets a run that is closed, and the oldest of many', async () => {
    const first = await open(small, scenario('fails'));
    await client.ask(closeRunRequest, { id: first.id });
    assert.equal(await client.ask(runRowsRequest, { id: first.id, from: 0, to: 1 }), null);
    const oldest = await open(small, scenario('fails'));
    const looked = await open(small, scenario('fails'));
    for (let more = 0; more < 7; more++) {
      await open(small, scenario('all is well'));
      await rowsOf(looked, 0, 1);
    }
    assert.equal(await client.ask(runStepRequest, { id: oldest.id, step: 0 }), null);
    assert.equal((await rowsOf(looked, 0, 1)).length, 2);
  });

  it('blocks nothing during a long run, and stops it when it is cancelled', async () => {
    await client.open('file:///endless.aft', clockText(100_000_000));
    for (const [method, parameters] of [
      [runScenarioRequest.method, { uri: 'file:///endless.aft', title: 'a long time' }],
      [openRunRequest.method, { uri: 'file:///endless.aft', question: scenario('a long time') }],
    ] as const) {
      const source = new CancellationTokenSource();
      const running = client.connection.sendRequest(method, parameters, source.token);
      let over = false;
      const ended = running.finally(() => (over = true));
      for (let asked = 0; asked < 5; asked++) await client.ask(scenariosRequest, { uri: small });
      assert.ok(!over, 'others are answered meanwhile');
      source.cancel();
      await assert.rejects(ended, /cancelled/);
    }
  });

  it('opens a run of 100,000 steps, and gives any window of it', async () => {
    await client.open(ticking, clockText(100_000));
    const run = await open(ticking, scenario('a long time'));
    assert.equal(run.summary.steps, 100_001);
    const rows = await rowsOf(run, 99_990, 100_001);
    assert.deepEqual([rows[0]?.step, rows.length], [99_990, 12]);
    const { view } = await stepOf(run, 50_000);
    assert.ok(view.entities[0]?.values.includes('count = 50000'));
    assert.ok((await rowsOf(run, 0, 100_001)).length <= 1000);
  });
});
