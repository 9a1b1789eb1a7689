/**
 * The effect of network faults on keepalives under way: the environment loses, duplicates and reorders them like
 * messages.
 */
import assert from 'node:assert/strict';
import {
  type Environment,
  environmentOf,
  makeMove,
  type Move,
  movesOf,
  nothingSpent,
} from '../../../../language/src/simulation/play/environment.ts';
import { wrongCounts } from '../../../../language/src/simulation/kernel/lease/cost.ts';
import { openRun } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Run } from '../../../../language/src/simulation/kernel/run.ts';
import { playedEntity, playedText } from '../../../../language/src/view/run/step-text.ts';
import { programOf } from '../random-systems.ts';
import { chainText, freedTimes, goOn, leaseText, runUntil } from './lease-runs.ts';

const check = (body: string): string => `check "c" { ${body} never false }`;

/** A run at a time, and the environment of its only check. */
async function standing(text: string, seconds: number) {
  const run = await runUntil(text, seconds);
  const [declared] = run.program.model.checks;
  assert.ok(declared !== undefined);
  return { run, environment: environmentOf(run.program, declared, run) };
}

/** The faults that may befall something now: `lose n1.b from n0`. */
function faultsNow(run: Run, environment: Environment): Move[] {
  return movesOf(run, environment, nothingSpent(environment)).filter(({ kind }) => kind !== 'due');
}

const textsOf = (run: Run, moves: readonly Move[]): string[] =>
  moves.flatMap((move) => {
    if (!('entry' in move) || move.entry.due.kind !== 'lease' || move.entry.due.work.kind !== 'keepalive') return [];
    const { box, from, visited } = move.entry.due.work.keepalive;
    const nameOf = (id: number): string => run.program.model.entities[id]?.name ?? '';
    return [[move.kind, nameOf(box), 'from', nameOf(from), ...visited.map(nameOf)].join(' ')];
  });

/** Two boxes side by side, both of which refer to two on one other node. */
const wide = `node home { pd main { refers n0.a, n0.b } }
node n0 { object a { refers n1.c }  object b { refers n1.d } }
node n1 { object c  object d }
`;

describe('a fault of the network', () => {
  for (const kind of ['lose', 'duplicate'] as const) {
    it(`may ${kind} a keepalive under way, and nothing else that a collector does`, async () => {
      const { run, environment } = await standing(leaseText({}) + wide + check(`fault ${kind}`), 0.05);
      assert.deepEqual(textsOf(run, faultsNow(run, environment)), [`${kind} n0.a from home`, `${kind} n0.b from home`]);
      assert.equal(faultsNow(run, environment).length, 2);
    });
  }

  it('strikes keepalives for the boxes that it names, and those to the nodes that it names', async () => {
    const found = async (of: string, seconds: number): Promise<string[]> => {
      const { run, environment } = await standing(leaseText({}) + wide + check(`fault lose of ${of}`), seconds);
      return textsOf(run, faultsNow(run, environment));
    };
    assert.deepEqual(await found('n0.b', 0.05), ['lose n0.b from home']);
    assert.deepEqual(await found('n0', 0.05), ['lose n0.a from home', 'lose n0.b from home']);
    assert.deepEqual(await found('n0', 0.15), []);
    assert.deepEqual(await found('n0, n1.c', 0.15), ['lose n1.c from n0 n0.a']);
  });

  it('does not strike what stays on its node', async () => {
    const text = 'node x { object a { refers b }  object b  pd main { refers a } }';
    const { run, environment } = await standing(leaseText({}) + text + check('fault lose up to 9'), 0);
    assert.deepEqual(faultsNow(run, environment), []);
  });

  it('that loses a keepalive leaves all after it without a lease of that round', async () => {
    const text = leaseText({ period: 19, sweep: 0.5 }) + chainText(3) + check('fault lose of n1.b');
    const { run, environment } = await standing(text, 19.15);
    const [move] = faultsNow(run, environment);
    assert.ok(move !== undefined);
    const { played, spent } = makeMove(run, environment, nothingSpent(environment), move);
    assert.equal(playedText(run.program, played), 'fault: lose keepalive for n1.b from n0');
    assert.equal(run.program.model.entities[playedEntity(played) ?? -1]?.name, 'n1.b');
    assert.deepEqual(
      movesOf(run, environment, spent).filter((each) => each.kind === 'lose'),
      [],
    );
    goOn(run, 30);
    assert.deepEqual(freedTimes(run), { 'n1.b': 20.5, 'n2.b': 20.5 });
    assert.equal(run.state.leases?.tally.counts?.lost, 1);
    assert.deepEqual(wrongCounts(run), []);
  });

  it('that duplicates a keepalive has it continue twice, and is not taken for a wrong count', async () => {
    const { run, environment } = await standing(leaseText({}) + chainText(3) + check('fault duplicate of n0.b'), 0.05);
    const [move] = faultsNow(run, environment);
    assert.ok(move !== undefined);
    makeMove(run, environment, nothingSpent(environment), move);
    goOn(run, 7);
    const counts = run.state.leases?.tally.counts;
    assert.deepEqual([counts?.duplicated, counts?.processed, counts?.sent], [1, 6, 5]);
    assert.deepEqual(wrongCounts(run), []);
    assert.equal(run.state.leases?.tally.rounds.values().next().value?.underWay, 0);
    goOn(run, 15);
    assert.equal(run.state.leases.tally.counts.processed, 9);
  });

  it('lets a keepalive overtake others between the same two nodes, which otherwise keep their order', async () => {
    const { run, environment } = await standing(
      leaseText({}) + wide + check('clock: exact fault reorder up to 1'),
      0.05,
    );
    const moves = movesOf(run, environment, nothingSpent(environment));
    assert.deepEqual(textsOf(run, moves), ['due n0.a from home', 'reorder n0.b from home']);
    const move = moves.find(({ kind }) => kind === 'reorder');
    assert.ok(move !== undefined);
    const { spent } = makeMove(run, environment, nothingSpent(environment), move);
    assert.deepEqual(textsOf(run, movesOf(run, environment, spent)), ['due n0.a from home']);
    goOn(run, 7);
    assert.deepEqual(wrongCounts(run), []);
  });

  it('has nothing to reorder if the channel keeps no order', async () => {
    const text = leaseText({}).replace('loss: 0', 'loss: 0 ordered: false') + wide;
    const { run, environment } = await standing(text + check('clock: exact fault reorder up to 1'), 0.05);
    assert.deepEqual(textsOf(run, movesOf(run, environment, nothingSpent(environment))), [
      'due n0.a from home',
      'due n0.b from home',
    ]);
  });

  it('comes at most that often in a random run, which never frees a box that lost one round of two', async () => {
    const program = await programOf(
      leaseText({ period: 8 }) + chainText(2) + check('clock: exact horizon: 60s fault lose up to 1'),
    );
    for (let seed = 1; seed <= 20; seed++) {
      const origin = { kind: 'random', check: 'c', faults: [], sends: false } as const;
      const opened = openRun(program, origin, { seed, turns: 400 });
      assert.ok('timeline' in opened);
      const records = opened.timeline.records(0, 400);
      assert.ok(records.filter(({ played }) => played.kind === 'lose').length <= 1);
      assert.ok(records.every(({ effects }) => effects.every(({ kind }) => kind !== 'freed')));
    }
  });
});
