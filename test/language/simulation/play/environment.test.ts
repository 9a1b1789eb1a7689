/** The environment of random runs: which events it adds, how often, and their effects. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { initial } from '../../../../language/src/simulation/kernel/kernel.ts';
import { environmentOf } from '../../../../language/src/simulation/play/environment.ts';
import type { Choice, Played, Player } from '../../../../language/src/simulation/play/player.ts';
import { randomPlayer } from '../../../../language/src/simulation/play/random-run.ts';
import { openRun, playerFor } from '../../../../language/src/simulation/play/recording/recording.ts';
import type { Effect, Message, Program, Run } from '../../../../language/src/simulation/kernel/run.ts';
import { scenarioPlayer, variantsOf } from '../../../../language/src/simulation/play/scenario.ts';
import type { TraceOrigin } from '../../../../language/src/simulation/play/recording/trace.ts';
import { runs } from '../../../properties.ts';
import { programOf, randomOrigin, randomSystem } from '../random-systems.ts';

/** The sender sends 1, 2 and 3 to both others, one second under way. */
const three = `
event Go
event E(n: int)
machine Sender { param to: set<pd> = [] initial state A { on Go do { for n in [1, 2, 3] { send E(n) to to } } } }
machine Log { initial state A { on E(n) do { log "\${self} \${n} at \${now}" } } }
channel net { delay: 1s }
pd p runs Sender { to: [q, r] }
pd q runs Log
pd r runs Log
`;

interface Driven {
  readonly choices: readonly Choice[];
  readonly now: number;
  readonly logs: readonly string[];
  readonly played: readonly Played[];
  readonly effects: readonly Effect[];
}

/** Plays the plain steps of a check, then at each turn the first choice that fits the next wish, until there are no more. */
async function drive(text: string, wishes: readonly ((choice: Choice) => boolean)[]): Promise<Driven> {
  const program = await programOf(text);
  const [check] = program.model.checks;
  assert.ok(check !== undefined);
  let next = 0;
  const [logs, played, effects]: [string[], Played[], Effect[]] = [[], [], []];
  const tell = (effect: Effect): void => {
    effects.push(effect);
    if (effect.kind === 'logged') logs.push(effect.text);
  };
  const { run } = initial(program, { draw: { pick: () => next }, tell, keepsHistory: false });
  const [variant] = variantsOf(program, check.steps);
  assert.ok(variant !== undefined);
  playOut(run, scenarioPlayer(program, variant));
  const player = randomPlayer(environmentOf(program, check, run));
  let position = player.start;
  for (const wish of wishes) {
    const choices = player.choices?.(run, position) ?? [];
    const choice = choices.find(wish);
    assert.ok(choice !== undefined, `${String(played.length)}: ${JSON.stringify(choices)}`);
    next = choice.draw;
    const turn = player.turn(run, position);
    assert.ok(turn?.position !== undefined);
    played.push(turn.played);
    ({ position } = turn);
  }
  return { choices: player.choices?.(run, position) ?? [], now: run.state.now, logs, played, effects };
}

function playOut<Position>(run: Run, player: Player<Position>): void {
  let position: Position | undefined = player.start;
  while (position !== undefined) position = player.turn(run, position)?.position;
}

const messageIn = ({ due }: Choice): Message | undefined => (due?.kind === 'message' ? due.message : undefined);
const is =
  (kind: Choice['kind'], to?: number, value?: number) =>
  (choice: Choice): boolean =>
    choice.kind === kind &&
    (to === undefined || (messageIn(choice)?.to ?? choice.entity) === to) &&
    (value === undefined || messageIn(choice)?.arguments[0] === value);

const [q, r] = [1, 2];
const check = (body: string): string => `${three}check "c" { send Go to p\n${body}\nnever false }`;
const kindsOf = (choices: readonly Choice[]): string[] => [...new Set(choices.map(({ kind }) => kind))];

describe('the environment', () => {
  it('offers of messages between the same two only the first, of different ones all', async () => {
    const { choices } = await drive(check('clock: exact'), []);
    assert.deepEqual(
      choices.map((choice) => [messageIn(choice)?.to, messageIn(choice)?.arguments[0]]),
      [
        [q, 1],
        [r, 1],
      ],
    );
  });

  it('loses a message permanently, and only up to its limit', async () => {
    const { logs, choices } = await drive(check('clock: exact fault lose up to 1'), [
      is('lose', q, 2),
      ...[1, 3].map((value) => is('due', q, value)),
      ...[1, 2, 3].map((value) => is('due', r, value)),
    ]);
    assert.deepEqual(logs, ['q 1 at 1s', 'q 3 at 1s', 'r 1 at 1s', 'r 2 at 1s', 'r 3 at 1s']);
    assert.deepEqual(choices, []);
  });

  it('duplicates a message directly after it, before what was sent later', async () => {
    const { logs } = await drive(check('clock: exact fault duplicate of q up to 1'), [
      is('duplicate', q, 1),
      ...[1, 1, 2, 3].map((value) => is('due', q, value)),
    ]);
    assert.deepEqual(logs, ['q 1 at 1s', 'q 1 at 1s', 'q 2 at 1s', 'q 3 at 1s']);
  });

  it('lets a message overtake those before it between the same two, and no others wait for that', async () => {
    const { logs, choices } = await drive(check('clock: exact fault reorder of q up to 1'), [
      is('reorder', q, 3),
      is('due', q, 1),
      is('due', q, 2),
    ]);
    assert.deepEqual(logs, ['q 3 at 1s', 'q 1 at 1s', 'q 2 at 1s']);
    assert.deepEqual(kindsOf(choices), ['due']);
  });

  it('offers for reordering only what an earlier message holds back', async () => {
    const { choices } = await drive(check('clock: exact fault reorder of q up to 1'), []);
    const held = choices.filter(({ kind }) => kind === 'reorder').map((choice) => messageIn(choice)?.arguments[0]);
    assert.deepEqual(held, [2, 3]);
  });

  it('does nothing to what the scenario sends', async () => {
    const { choices } = await drive(
      `${three}check "c" { send E(1) to q  fault lose up to 9  fault duplicate up to 9  never false }`,
      [],
    );
    assert.deepEqual(kindsOf(choices), []);
  });

  it('restarts a crashed PD at some later time, whatever happens in between', async () => {
    const { choices, played } = await drive(check('fault crash of q'), [
      is('crash', q),
      is('due', r, 1),
      is('restart', q),
    ]);
    assert.deepEqual(
      played.slice(-3).map(({ kind }) => kind),
      ['crash', 'due', 'restart'],
    );
    assert.ok(!kindsOf(choices).includes('crash'));
    assert.ok(!kindsOf(choices).includes('restart'));
  });

  it('never restarts a halted PD', async () => {
    const { choices } = await drive(check('fault halt of p, q'), [is('halt', q)]);
    assert.deepEqual(kindsOf(choices), ['due']);
  });

  const timers = `machine T { param wait: duration = 1s initial state A { after wait do { log "\${self} at \${now}" } -> B } final state B }
    pd a runs T { wait: 5s } pd b runs T { wait: 1s }`;
  const entityIn = ({ due }: Choice): number | undefined => (due?.kind === 'timer' ? due.entity : undefined);

  it('takes due events in any order with the clock "any", and time never goes back', async () => {
    const { logs, now } = await drive(`${timers} check "c" { clock: any never false }`, [
      (choice) => entityIn(choice) === 0,
      (choice) => entityIn(choice) === 1,
    ]);
    assert.deepEqual([logs, now], [['a at 5s', 'b at 5s'], 5_000_000]);
  });

  it('takes only the earliest due events with the clock "exact"', async () => {
    const { choices } = await drive(`${timers} check "c" { clock: exact never false }`, []);
    assert.deepEqual(choices.map(entityIn), [1]);
  });

  it('lets nothing due after the horizon happen or be struck by a fault', async () => {
    const { choices } = await drive(`${timers} check "c" { horizon: 2s never false }`, [() => true]);
    assert.deepEqual(choices, []);
    const beyond = await drive(
      check('horizon: 500ms fault lose up to 3 fault reorder up to 3 fault duplicate up to 3'),
      [],
    );
    assert.deepEqual(beyond.choices, []);
  });

  it('takes a possible action at any step, as often as it may be, and what it sends arrives in that step', async () => {
    const text = `${three}check "c" { may send E(7) to q up to 2  never false }`;
    const once = await drive(text, [is('action')]);
    assert.deepEqual(once.logs, ['q 7 at 0s']);
    assert.deepEqual(kindsOf(once.choices), ['action']);
    const twice = await drive(text, [is('action'), is('action')]);
    assert.deepEqual(twice.choices, []);
    assert.equal(twice.effects.filter(({ kind }) => kind === 'received').length, 2);
  });

  it('sends from outside what a machine takes and nothing sends, to the living only', async () => {
    const program = await programOf(`${three}absent pd s runs Sender`);
    const origin: TraceOrigin = { kind: 'random', check: undefined, faults: [], sends: true };
    const player = playerFor(program, origin, 1);
    assert.ok(!('refusal' in player));
    const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
    assert.equal(player.choices?.(run, player.start).length, 1);
  });
});

/** The records of a random run. */
function recordsOf(program: Program, origin: TraceOrigin, seed: number) {
  const opened = openRun(program, origin, { seed, turns: 250 });
  assert.ok('timeline' in opened);
  return opened.timeline.records(0, 250);
}

const count = (all: readonly { readonly kind: string }[], kind: string): number =>
  all.filter((each) => each.kind === kind).length;

describe('a random run', () => {
  it('has each fault as often as it may be at most, and no restart without a crash', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const played = recordsOf(await programOf(text), origin, seed).map((record) => record.played);
        const faults = origin.kind === 'random' ? origin.faults : [];
        for (const kind of ['crash', 'halt', 'lose', 'duplicate', 'reorder'] as const) {
          const upTo = faults.find((fault) => fault.kind === kind)?.upTo ?? 0;
          assert.ok(count(played, kind) <= upTo, kind);
        }
        assert.ok(count(played, 'restart') <= count(played, 'crash'));
      }),
      { numRuns: runs(8, 400) },
    );
  });

  it('keeps the order between each sender and receiver, unless a fault or channel breaks it', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, fc.nat(1000), async (text, seed) => {
        fc.pre(!text.includes('ordered: false'));
        const origin: TraceOrigin = {
          kind: 'random',
          check: undefined,
          faults: [{ kind: 'lose', upTo: 3 }],
          sends: true,
        };
        const latest = new Map<string, number>();
        for (const { played } of recordsOf(await programOf(text), origin, seed)) {
          if (played.kind !== 'due' || played.due.kind !== 'message') continue;
          const { from, to, number } = played.due.message;
          const pair = `${String(from)} ${String(to)}`;
          assert.ok(number > (latest.get(pair) ?? -1), pair);
          latest.set(pair, number);
        }
      }),
      { numRuns: runs(8, 400) },
    );
  });

  it('never goes back in time', async () => {
    await fc.assert(
      fc.asyncProperty(randomSystem, randomOrigin, fc.nat(1000), async (text, origin, seed) => {
        const times = recordsOf(await programOf(text), origin, seed).map(({ at }) => at);
        assert.deepEqual(
          times,
          [...times].sort((a, b) => a - b),
        );
      }),
      { numRuns: runs(4, 200) },
    );
  });

  it('is the same for the same seed, and different for most others', async () => {
    const program = await programOf(three);
    const origin: TraceOrigin = {
      kind: 'random',
      check: undefined,
      faults: [
        { kind: 'crash', upTo: 9 },
        { kind: 'lose', upTo: 9 },
      ],
      sends: true,
    };
    const seen = (seed: number): string =>
      JSON.stringify(recordsOf(program, origin, seed).map(({ played, at }) => [played.kind, at]));
    const all = Array.from({ length: 20 }, (_, seed) => seen(seed));
    assert.deepEqual(
      all,
      Array.from({ length: 20 }, (_, seed) => seen(seed)),
    );
    assert.ok(new Set(all).size >= 19);
  });
});
