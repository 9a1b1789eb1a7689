/**
 * The sandbox of the machine panel over a real language server: transitions are fired by events and timers, one branch
 * after another, without a scenario.
 */
import assert from 'node:assert/strict';
import { fireInBranch, isSandbox, sandboxOf } from '../../../client/src/machine/machine-sandbox.ts';
import { openDebugRun, type DebugRunWorld } from '../../../client/src/debug/debug-run.ts';
import type { RunPosition } from '../../../client/src/page/run-position.ts';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import { machineStateRequest, statechartRequest } from '../../../server/src/protocol/machine-protocol.ts';
import type { LanguageClient } from '../../server/language-client.ts';
import { machine, startWithSamples } from '../../server/simulation-samples.ts';

describe('the sandbox of a machine', () => {
  const entity = 'a';
  let server: LanguageClient;
  let world: DebugRunWorld;
  let chart: Statechart;
  before(async () => {
    server = await startWithSamples();
    world = {
      ask: ({ method }, parameters) => server.request(method, parameters),
      open: () => Promise.resolve(),
      read: () => Promise.reject(new Error('No file is read.')),
    };
    const answer = await world.ask(statechartRequest, { uri: machine, machine: 'Worker' });
    chart = answer?.chart ?? assert.fail();
  });
  after(() => server.stop());

  const at = async ({ subject, step }: RunPosition): Promise<ChartRun> => {
    const run = await openDebugRun(world, subject);
    if ('refusal' in run) assert.fail(JSON.stringify(run));
    const { state } = await run.ask(machineStateRequest, { step, entity });
    run.close();
    return state ?? assert.fail();
  };
  const transition = (text: RegExp): string =>
    chart.transitions.find((each) => text.test(each.text))?.id ?? assert.fail();
  const activeNames = ({ active }: ChartRun): readonly string[] =>
    chart.states.filter(({ id }) => active.includes(id)).map(({ name }) => name);
  const fired = async (position: RunPosition, text: RegExp): Promise<RunPosition> => {
    const next = await fireInBranch(world, { position, entity, transition: transition(text) });
    return 'refusal' in next ? assert.fail(next.refusal) : next;
  };

  it('sends the event of a transition, lets time pass for a timer, and goes back to try another', async () => {
    const start: RunPosition = { subject: sandboxOf({ uri: machine, title: 'machine.aft' }), step: 0, by: 'machine' };
    const before = await at(start);
    assert.deepEqual(activeNames(before), ['Worker', 'Idle']);
    // No scenario has begun, so nobody has sent it: a user may.
    const parameters = [{ name: 'round', type: 'int', initial: '0' }];
    assert.deepEqual(before.fires, [{ transition: transition(/^on Save/), event: 'Save', parameters }]);
    const busy = await fired(start, /^on Save/);
    assert.ok(isSandbox(busy.subject));
    assert.deepEqual(activeNames(await at(busy)), ['Worker', 'Busy']);
    const idle = await fired(busy, /^after effort/);
    const after = await at(idle);
    assert.deepEqual([after.time, activeNames(after)], ['2s', ['Worker', 'Idle']]);
    assert.ok(after.taken.includes(transition(/^after effort/)));
    assert.deepEqual(activeNames(await at(busy)), ['Worker', 'Busy']);
  });

  it('sends the values that the user gives, and says which do not fit', async () => {
    const start: RunPosition = { subject: sandboxOf({ uri: machine, title: 'machine.aft' }), step: 0, by: 'machine' };
    const save = { position: start, entity, transition: transition(/^on Save/) };
    const seven = await fireInBranch(world, { ...save, values: ['7'] });
    assert.ok(!('refusal' in seven));
    const { variables } = await at(seven);
    assert.equal(variables.find(({ name }) => name === 'round')?.text, '7');
    const refused = await fireInBranch(world, { ...save, values: ['seven'] });
    assert.ok('refusal' in refused);
    assert.match(refused.refusal, /^Save\(seven\) cannot be sent to "a" here/);
  });

  it('refuses what cannot be taken in this state', async () => {
    const start: RunPosition = { subject: sandboxOf({ uri: machine, title: 'machine.aft' }), step: 0, by: 'machine' };
    const refused = await fireInBranch(world, { position: start, entity, transition: transition(/^after effort/) });
    assert.ok('refusal' in refused);
  });
});
