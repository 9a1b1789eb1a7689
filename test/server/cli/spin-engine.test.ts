/** `aftermath verify --engine spin`: verdicts, runs that replay, swarms, shards, what is not covered, nothing left over. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aftermath, inFolder, type Outcome } from './command-line.ts';
import { parsed } from './json-shape.ts';

const model = `event Press
event Ack
machine Client for pd {
  param server: pd = none
  var sent: 0..3 = 0
  initial state Idle { after 1s do { send Press to server  sent := sent + 1 } -> Waits }
  state Waits { on Ack -> Idle  after 5s -> Gone }
  state Gone
}
machine Server for pd {
  param of: pd = none
  initial state Up { on Press do { send Ack to of } }
}
pd client runs Client { server: server }
pd server runs Server { of: client }
check "two at most" { bound client.sent < 3  never client.sent > 1 }
check "answered" { bound client.sent < 3  fault crash of server up to 1  client in Waits leads to client in Idle }
check "once" { bound client.sent < 3  always client.sent <= 3 }
check "in time" { clock: exact  never client in Gone }
check "each" { for p in [client, server] { crash p }  never client.sent > 2 }
`;

/** More messages under way than the first program of SPIN has room for. */
const flood = `event Tick
machine Sink for pd { var n: 0..7 = 0  initial state Up { on Tick do { n := n + 1 } } }
machine Source for pd {
  param to: pd
  initial state Up { after 1s do { ${'send Tick to to  '.repeat(7)} } }
}
pd sink runs Sink
pd source runs Source { to: sink }
check "seven" { eventually sink.n == 7 }
`;

/** A queue without end. */
const endless = `event Tick
machine Sink for pd { initial state Up { on Tick do { } } }
machine Source for pd { param to: pd  initial state Up { after 1s do { send Tick to to } -> Up } }
pd sink runs Sink
pd source runs Source { to: sink }
check "none" { never sink crashed }
`;

interface Check {
  readonly title: string;
  readonly verdict: string;
  readonly states: number;
  readonly broken: readonly { readonly kind: string; readonly steps: number; readonly trace: unknown }[];
  readonly unexplored: readonly { readonly limit: string; readonly text: string }[];
}

const checksIn = ({ output }: Outcome): readonly Check[] =>
  (parsed(output).files as readonly { readonly checks: readonly Check[] }[]).flatMap(({ checks }) => checks);

const inModel = (body: (run: (...args: readonly string[]) => Promise<Outcome>, folder: string) => Promise<void>) =>
  inFolder({ 'lamp.aft': model, 'flood.aft': flood, 'endless.aft': endless }, async (folder) => {
    const { TMPDIR: before, PATH: path } = process.env;
    process.env.TMPDIR = join(folder, 'tmp');
    mkdirSync(join(folder, 'tmp'));
    try {
      await body((...args) => aftermath(args, { folder }), folder);
      assert.deepEqual(readdirSync(join(folder, 'tmp')), []);
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      process.env.PATH = path;
    }
  });

/**
 * Has programs compiled without optimization, many times as fast, where several are compiled to run for a moment;
 * `first` of them as a user's are.
 */
async function compileQuickly(folder: string, first = 0): Promise<void> {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const { PATH: path = '' } = process.env;
  const script = `#!/bin/sh
echo >> '${bin}/compiled'
if [ "$(wc -l < '${bin}/compiled')" -le ${String(first)} ]; then PATH='${path}'; exec gcc "$@"; fi
exec tcc "$@"
`;
  await writeFile(join(bin, 'gcc'), script, { mode: 0o755 });
  process.env.PATH = `${bin}:${path}`;
}

describe('SPIN as the engine', () => {
  it('comes to the same verdicts with the same states, and its runs replay', () =>
    inModel(async (run, folder) => {
      await compileQuickly(folder, 1);
      const own = checksIn(
        await run('verify', 'lamp.aft', 'flood.aft', '--symmetry', 'off', '--reduction', 'off', '--json'),
      );
      const spin = await run('verify', 'lamp.aft', 'flood.aft', '--engine', 'spin', '--json');
      const found = checksIn(spin);
      const verdicts = (checks: readonly Check[]) => checks.map(({ title, verdict }) => [title, verdict]);
      const others = own.filter(({ title }) => title !== 'in time');
      assert.deepEqual(verdicts(found.filter(({ title }) => title !== 'in time')), verdicts(others));
      assert.equal(spin.code, 1);
      for (const [place, { title, states, broken }] of found.entries()) {
        if (broken.length === 0 && title !== 'in time') assert.equal(states, own[place]?.states, title);
        for (const { steps, trace, kind } of broken) {
          // SPIN searches depth-first.
          assert.ok(steps >= (own[place]?.broken[0]?.steps ?? Infinity), title);
          await writeFile(join(folder, 'run.json'), JSON.stringify(trace));
          const replayed = await run('replay', 'run.json', 'lamp.aft', '--quiet');
          assert.equal(replayed.code, kind === 'leads to' ? 0 : 1, replayed.notes + replayed.output);
        }
      }
      const exact = found.find(({ title }) => title === 'in time');
      assert.equal(exact?.verdict, 'undecided');
      assert.deepEqual(
        exact.unexplored.map(({ text }) => text),
        ['the whole check: the export for SPIN does not cover an exact clock'],
      );
    }));

  it('counts no states of a search that it gives up', () =>
    inModel(async (run, folder) => {
      await compileQuickly(folder);
      const [check] = checksIn(await run('verify', 'endless.aft', '--engine', 'spin', '--json'));
      assert.deepEqual(
        [check?.verdict, check?.states, check?.unexplored.map(({ text }) => text)],
        ['undecided', 0, ['queues of more than 192 messages']],
      );
    }));

  it('searches in a swarm, of which each member may omit something, in any division', () =>
    inModel(async (run, folder) => {
      await compileQuickly(folder);
      const swarm = ['verify', 'lamp.aft', '--engine', 'spin', '--swarm', '3', '--memory', '1m'];
      const broken = await run(...swarm, '--check', 'two at most');
      assert.equal(broken.code, 1);
      assert.match(broken.output, /failed lamp\.aft[^]+"client\.sent > 1" can become true/u);
      const held = [...swarm, '--check', 'once'];
      const whole = await run(...held);
      assert.equal(whole.code, 3);
      assert.match(whole.output, /undecided[^]+not explored: states that a bit-state search takes for others/u);
      const names = ['1/2', '2/2'].map((shard) => `${shard.slice(0, 1)}.json`);
      for (const name of names) {
        const { code, output } = await run(...held, '--shard', `${name.slice(0, 1)}/2`);
        assert.equal(code, 0);
        await writeFile(join(folder, name), output);
      }
      assert.deepEqual(await run('merge', ...names), whole);
    }));

  it('says which program is missing, and refuses what only one engine has', () =>
    inModel(async (run) => {
      const path = process.env.PATH;
      process.env.PATH = '/nowhere';
      try {
        const { code, output, notes } = await run('verify', 'lamp.aft', '--engine', 'spin');
        assert.deepEqual([code, output], [2, '']);
        assert.match(notes, /There is no program "spin" here; --engine spin needs SPIN and a C compiler\./u);
      } finally {
        process.env.PATH = path;
      }
      assert.match((await run('verify', 'lamp.aft', '--swarm', '2')).notes, /give --engine spin too/u);
      assert.match((await run('verify', 'lamp.aft', '--engine', 'tlc')).notes, /"tlc" is neither/u);
    }));
});
