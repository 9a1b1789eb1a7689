/**
 * The debugger's requests over streams: where a run can stop and does, its actors and their states, and the values of
 * expressions at a step.
 */
import assert from 'node:assert/strict';
import type { RunQuestion } from '../../language/src/view/run/run-summary.ts';
import {
  evaluateRequest,
  findStopRequest,
  inspectActorRequest,
  inspectRunRequest,
  placePointsRequest,
  stopPlacesRequest,
  type FoundStop,
  type PointWish,
  type StopParameters,
} from '../../server/src/protocol/debug-protocol.ts';
import { openRunRequest } from '../../server/src/protocol/protocol.ts';
import type { LanguageClient } from './language-client.ts';
import { example, machine, small, startWithSamples } from './simulation-samples.ts';

describe('debugging over streams', () => {
  let client: LanguageClient;
  let lines: readonly string[];
  before(async () => {
    client = await startWithSamples();
    lines = (await example('machine.aft')).split('\n');
  });
  after(async () => {
    await client.stop();
  });

  const slow: RunQuestion = { kind: 'scenario', title: 'a worker that is too slow uses up the tries', variant: 0 };
  const open = async (uri: string, question: RunQuestion): Promise<number> => {
    const opened = await client.ask(openRunRequest, { uri, question });
    if (!('id' in opened)) assert.fail(JSON.stringify(opened));
    return opened.id;
  };
  /** The line, counted from 0, on which a text stands first. */
  const line = (text: string): number => lines.findIndex((each) => each.includes(text));
  const stopOf = async (id: number, asked: Partial<StopParameters>): Promise<FoundStop | null> => {
    const answer = await client.ask(findStopRequest, {
      ...{ id, uri: machine, from: -1, direction: 'forward', points: [], kinds: [], ...asked },
    });
    assert.ok(answer && 'stop' in answer, JSON.stringify(answer));
    return answer.stop;
  };
  const at = (text: string, more: Partial<PointWish> = {}) => [{ id: 1, uri: machine, line: line(text), ...more }];
  const valueOf = async (id: number, step: number, actor: number, text: string): Promise<string> => {
    const answer = await client.ask(evaluateRequest, { id, uri: machine, step, actor, text });
    assert.ok(answer);
    return 'refusal' in answer ? `error: ${answer.refusal}` : answer.value.text;
  };
  const actorOf = async (id: number, name: string): Promise<number> => {
    const seen = await client.ask(inspectRunRequest, { id, step: 0 });
    return seen?.actors.find((actor) => actor.name === name)?.id ?? -1;
  };

  it('moves breakpoints to the nearest location, and says why one cannot be placed', async () => {
    const id = await open(machine, slow);
    const placed = async (wish: Omit<PointWish, 'uri'>) => {
      const answer = await client.ask(placePointsRequest, { id, uri: machine, wishes: [{ uri: machine, ...wish }] });
      const [point] = answer?.points ?? [];
      assert.ok(point);
      return 'refusal' in point ? point.refusal : (lines[point.span.start.line]?.trim() ?? '');
    };
    assert.match(await placed({ line: line('state Working {') }), /^state Working/);
    // The blocks of a state are no place of their own.
    assert.match(await placed({ line: line('enter { for w') }), /^after deadline/);
    assert.match(await placed({ line: 0 }), /^initial state Idle/);
    assert.match(await placed({ line: lines.length + 5 }), /^(send Begin|fault|may|never|coordinator)/);
    assert.match(await placed({ line: line('set b.effort'), condition: 'b.effort >' }), /missing|expected/i);
    assert.match(await placed({ line: line('set b.effort'), condition: 'b.effort' }), /true or false/);
    assert.match(await placed({ line: line('set b.effort'), condition: 'b.effort > 3' }), /duration/);
    assert.match(await placed({ line: line('set b.effort'), condition: 'nobody alive' }), /nobody/);
    assert.match(await placed({ line: line('set b.effort'), hits: 'often' }), /"often" is not a hit count/);
    assert.match(await placed({ line: line('when n == round'), condition: 'by == a and missing == 1' }), /^on Saved/);
    const places = await client.ask(stopPlacesRequest, { uri: machine });
    assert.ok((places?.places.length ?? 0) > 30);
  });

  it('stops before a transition and before a step of a scenario, and after the entry of a state', async () => {
    const id = await open(machine, slow);
    const before = await stopOf(id, { points: at('on Begin do') });
    assert.deepEqual([before?.kind, before?.points, before?.span?.start.line], ['point', [1], line('on Begin do')]);
    assert.equal(before?.text, 'coordinator is about to take: on Begin -> Trying');
    assert.equal(await valueOf(id, before.step, before.actor, 'self in Idle'), 'true');
    const entered = await stopOf(id, { points: at('state Waiting {') });
    assert.equal(entered?.text, 'coordinator has entered Waiting');
    assert.equal(await valueOf(id, entered.step, entered.actor, 'self in Waiting and round == 1'), 'true');
    const step = await stopOf(id, { points: at('set b.effort') });
    assert.deepEqual([step?.step, step?.text, step?.actor], [0, 'Next: set b.effort = 9s', 0]);
  });

  it('continues to the next stop and back to the one before, the same ones in the other order', async () => {
    const id = await open(machine, slow);
    const points = at('state Working {');
    const forward: number[] = [];
    for (let from = -1; ;) {
      const stop = await stopOf(id, { points, from });
      if (stop === null) break;
      forward.push((from = stop.step));
    }
    const back: number[] = [];
    for (let from = 1_000_000; ;) {
      const stop = await stopOf(id, { points, from, direction: 'back' });
      if (stop === null) break;
      back.push((from = stop.step));
    }
    assert.equal(forward.length, 2);
    assert.deepEqual(back, forward.toReversed());
  });

  it('heeds conditions, with the names of the event, and the number of hits', async () => {
    const id = await open(machine, slow);
    const condition = 'by == b and n == 1';
    const late = await stopOf(id, { points: at('is late', { condition }) });
    assert.ok(late);
    assert.equal(late.text, 'coordinator is about to take: on Saved(by, n)');
    assert.equal(await valueOf(id, late.step, late.actor, 'by == b and now == 9s'), 'true');
    assert.equal(await stopOf(id, { points: at('is late', { condition: 'n == 7' }) }), null);
    const all = [];
    for (let from = -1; ;) {
      const stop = await stopOf(id, { points: at('on Save(n)'), from });
      if (stop === null) break;
      all.push((from = stop.step));
    }
    assert.ok(all.length >= 3);
    const hit = async (hits: string, from = -1) =>
      (await stopOf(id, { points: at('on Save(n)', { hits }), from }))?.step;
    assert.equal(await hit('2'), all[1]);
    assert.equal(await hit('>= 3'), all[2]);
    assert.equal(await hit('% 2', all[0]), all[1]);
    assert.equal(await hit('== 2', all[1]), undefined);
  });

  it('stops at a failed expectation, an error, a remark and a final state', async () => {
    const failed = await client.ask(findStopRequest, {
      ...{ id: await open(small, { kind: 'scenario', title: 'fails', variant: 0 }), uri: small, from: -1 },
      ...{ direction: 'forward', points: [], kinds: ['failure'] },
    });
    assert.ok(failed && 'stop' in failed);
    assert.deepEqual([failed.stop?.step, failed.stop?.kind, failed.stop?.span?.start.line], [2, 'failure', 9]);
    assert.equal(failed.stop?.text, 'Expected disk.block1 alive, found disk.block1 is destroyed');
    const id = await open(machine, slow);
    assert.match((await stopOf(id, { kinds: ['remark'] }))?.text ?? '', /The answer of b is late/);
    assert.equal((await stopOf(id, { kinds: ['final'] }))?.text, 'coordinator has entered the final state Failed');
    assert.equal(await stopOf(id, { kinds: ['failure', 'error'] }), null);
  });

  it('says who acts, what comes next, and shows nested states with their places', async () => {
    const id = await open(machine, slow);
    const start = await client.ask(inspectRunRequest, { id, step: 0 });
    assert.deepEqual(
      start?.actors.map(({ name, detail }) => `${name}: ${detail}`),
      ['a worker that is too slow uses up the tries: 0s', 'a: Idle', 'b: Idle', 'coordinator: Idle'],
    );
    assert.deepEqual([start.next?.actor, start.next?.text], [0, 'set b.effort = 9s']);
    const entered = await stopOf(id, { points: at('state Waiting {') });
    assert.ok(entered);
    const seen = await client.ask(inspectActorRequest, { id, step: entered.step, actor: entered.actor });
    const frames = seen?.frames.filter(({ kind }) => kind !== 'next');
    assert.deepEqual(
      frames?.map(
        ({ name, span }) =>
          `${name} ${(span?.start.line ?? -1) === line(`${name} {`) || name === 'Coordinator' ? 'there' : 'elsewhere'}`,
      ),
      ['Waiting there', 'Working there', 'Coordinator there'],
    );
    const scope = (name: string) => seen?.scopes.find((each) => each.name === name)?.values ?? [];
    assert.deepEqual(
      scope('variables')
        .map(({ name, text, type }) => `${name}: ${type ?? ''} = ${text}`)
        .slice(0, 2),
      ['round: persistent int = 1', 'attempt: 0..9 = 1'],
    );
    assert.ok(scope('variables').some(({ name, text }) => name === 'missing' && text === '2'));
    assert.ok(scope('parameters').some(({ name, text }) => name === 'deadline' && text === '6s'));
    assert.deepEqual(
      scope('timers').map(({ name, text }) => `${name}: ${text}`),
      ['after deadline: 6s left, at 6s'],
    );
    assert.ok(scope('facts').some(({ name, text }) => name === 'state' && text === 'Working.Waiting'));
    const end = await client.ask(inspectRunRequest, { id, step: 1_000_000 });
    assert.equal(end, null);
  });

  it('evaluates expressions in the scope of an actor, and says clearly what is wrong with one', async () => {
    const id = await open(machine, slow);
    const coordinator = await actorOf(id, 'coordinator');
    const entered = await stopOf(id, { points: at('state Waiting {') });
    const step = entered?.step ?? 0;
    const value = (text: string, actor = coordinator) => valueOf(id, step, actor, text);
    assert.equal(await value('round + 1 // the next'), '2');
    assert.equal(await value('workers'), '[a, b]');
    assert.equal(await value('answer[a]'), 'open');
    assert.equal(await value('answer[a] == open and outlook == good'), 'true');
    assert.equal(await value('all w in workers: w alive'), 'true');
    assert.equal(await value('coordinator.round', 0), '1');
    assert.equal(await value('b.effort', 0), '9s');
    assert.equal(await value('faultRadius(a, b)', 0), await value('faultRadius(b, a)', 0));
    assert.match(await value('round', 0), /error: .*"round"/);
    assert.equal(await value('round +'), 'error: Expected a name or a value after "+".');
    assert.equal(await value('(round'), 'error: Something is missing at the end.');
    assert.equal(await value('* 3'), 'error: Expected a value at the beginning.');
    assert.match(await value('round == 5s'), /error: .*duration/);
    assert.equal(await value('round 3'), 'error: Unexpected "3" at character 7.');
    assert.match(await value('round + 1 attempt + 1'), /error: Unexpected "attempt"/);
    assert.match(await value(') } machine Evil { let x = ('), /error: /);
    assert.match(await value(''), /error: There is no expression/);
    assert.match(await value('1 / 0'), /error: .*zero/i);
    // What is asked is no part of the text: its findings stay as they are.
    assert.match((await client.diagnostics(machine)).length.toString(), /^0$/);
  });

  it('says that the text has changed since, and that a run is not open any more', async () => {
    const uri = 'file:///changing.aft';
    await client.open(uri, 'pd p\nscenario "s" { crash p }\n');
    const id = await open(uri, { kind: 'scenario', title: 's', variant: 0 });
    const value = () => client.ask(evaluateRequest, { id, uri, step: 0, actor: 0, text: 'p alive' });
    assert.deepEqual((await value()) && 'ok', 'ok');
    await client.change(uri, '\n\npd p // the same\nscenario "s" { crash p }\n', 2);
    assert.ok('value' in ((await value()) ?? {}));
    await client.change(uri, 'pd q\npd p\nscenario "s" { crash p }\n', 3);
    const after = await value();
    assert.ok(after && 'refusal' in after && after.refusal.includes('has changed'));
    assert.equal(await client.ask(inspectRunRequest, { id: 12345, step: 0 }), null);
    assert.equal(await client.ask(evaluateRequest, { id: 12345, uri, step: 0, actor: 0, text: '1' }), null);
    const gone = await client.ask(findStopRequest, {
      ...{ id: 12345, uri, from: -1, direction: 'forward', points: [], kinds: [] },
    });
    assert.equal(gone, null);
  });
});
