/**
 * `aftermath cluster slurm` with a real Slurm of three nodes: 64 shards, one node is killed while it computes one;
 * nothing is lost, and nothing is counted twice. Every eighth shard is computed by the built program; the others are
 * computed beforehand in one process, because what is tested is not the start of Node.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { becomes } from './becomes.ts';
import { aftermath } from './server/cli/command-line.ts';
import { shopModel } from './server/cli/shop.ts';
import { type SlurmCluster, startSlurm } from './slurm-cluster.ts';

const program = join(import.meta.dirname, '../dist/aftermath.cjs');
const count = 64;
/** No name is a word of a shell, a pattern of Slurm, or a line for it. */
const model = `shop's $(touch hacked) %a;"\n#SBATCH --hold\n.aft`;
const line = ['simulate', model, '--random', '--fault', 'crash:1', '--runs', '640', '--steps', '20'] as const;

/** Runs in place of the program on the nodes. The third shard of the node n2 does not end before the node does. */
const script = (folder: string): string => `#!/bin/sh
echo "$SLURM_ARRAY_TASK_ID $SLURMD_NODENAME" >> '${folder}/started'
if [ "$SLURMD_NODENAME" = n2 ] && [ ! -e '${folder}/held' ] && [ "$(grep -c n2 '${folder}/started')" -ge 3 ]; then
  echo "$SLURM_ARRAY_TASK_ID" > '${folder}/held.new' && mv '${folder}/held.new' '${folder}/held'
  exec sleep 3600
fi
if [ $((SLURM_ARRAY_TASK_ID % 8)) = 0 ]; then exec '${process.execPath}' '${program}' "$@"; fi
exec cat "${folder}/ready/$SLURM_ARRAY_TASK_ID"
`;

describe('aftermath cluster slurm', () => {
  let [root, folder]: [string, string] = ['', ''];
  let slurm: SlurmCluster | undefined;
  let child: ChildProcess | undefined;

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'aftermath-slurm-')));
    folder = join(root, 'work');
    mkdirSync(join(root, 'slurm'));
    mkdirSync(join(folder, 'ready'), { recursive: true });
    writeFileSync(join(folder, model), shopModel);
    writeFileSync(join(folder, 'program'), script(folder), { mode: 0o755 });
    for (let shard = 1; shard <= count; shard++) {
      const { output } = await aftermath([...line, '--shard', `${String(shard)}/${String(count)}`], { folder });
      writeFileSync(join(folder, 'ready', String(shard)), output);
    }
    slurm = await startSlurm(join(root, 'slurm'));
  });

  after(async () => {
    child?.kill('SIGKILL');
    slurm?.stop();
    await rm(root, { recursive: true, force: true, maxRetries: 10 });
  });

  it('loses nothing and counts nothing twice when a node is killed', async () => {
    const args = ['cluster', 'slurm', '--program', join(folder, 'program'), '--keep', '--folder', 'shards', ...line];
    const running = spawn(process.execPath, [program, ...args], { cwd: folder, env: slurm?.env, stdio: 'pipe' });
    child = running;
    let [output, notes] = ['', ''];
    running.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    running.stderr.on('data', (chunk: Buffer) => (notes += chunk.toString()));
    const ended = once(running, 'close');
    const held = join(folder, 'held');
    await Promise.race([becomes(() => existsSync(held), true), ended]);
    assert.ok(existsSync(held), `It ended before: ${notes}`);
    slurm?.kill('n2');
    const [code] = (await ended) as [number | null];
    const whole = await aftermath(line, { folder });
    assert.deepEqual({ code, output, notes }, whole, slurm?.logs());
    // The shard that was lost ran again, on another node.
    const lost = readFileSync(held, 'utf8').trim();
    const runs = readFileSync(join(folder, 'started'), 'utf8').trim().split('\n');
    const nodesOf = (shard: string): string[] =>
      runs.filter((run) => run.startsWith(`${shard} `)).map((run) => run.slice(-2));
    assert.equal(nodesOf(lost)[0], 'n2');
    assert.match(nodesOf(lost).slice(1).join(), /n1|n3/u);
    for (let shard = 1; shard <= count; shard++) assert.notEqual(nodesOf(String(shard)).length, 0, String(shard));
    assert.ok(!existsSync(join(folder, 'hacked')));
    rmSync(join(folder, 'shards'), { recursive: true });
  });
});
