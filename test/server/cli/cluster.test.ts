/** `aftermath cluster`: what it refuses, scripts and manifests with hostile names, and a Slurm that loses shards. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { shellWord, yamlText } from '../../../server/src/cli/cluster/quoted.ts';
import { anyText } from '../../any-text.ts';
import { runs } from '../../properties.ts';
import { aftermath, inFolder } from './command-line.ts';
import { parsed } from './json-shape.ts';
import { shopModel } from './shop.ts';

const program = join(import.meta.dirname, '../../../dist/aftermath.cjs');
const hostile = `it's $(touch hacked) \${HOME} %a {} {#} "\\;\n#SBATCH --hold\n- x: é🙂.aft`;
const line = ['simulate', hostile, '--random', '--runs', '12', '--steps', '10'] as const;

interface Job {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly completions: number;
    readonly parallelism: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly [{ readonly image: string; readonly command: readonly string[] }];
        readonly volumes: readonly [{ readonly persistentVolumeClaim: { readonly claimName: string } }];
      };
    };
  };
}

/** Replaces `$(NAME)` and `$$` as Kubernetes does in arguments; no variable is known. */
const expanded = (text: string): string => text.replaceAll(/\$\$/gu, '$');

describe('aftermath cluster', () => {
  it('refuses what it cannot divide, before anything is submitted', () =>
    inFolder({ 'shop.aft': shopModel, 'broken.aft': 'pd' }, async (folder) => {
      const run = (...args: readonly string[]): ReturnType<typeof aftermath> =>
        aftermath(['cluster', ...args], { folder });
      const command = ['simulate', 'shop.aft', '--random', '--runs', '5'];
      for (const [args, sentence] of [
        [['slrm', ...command], /no cluster "slrm"\. Did you mean "slurm"\? It is one of slurm, kubernetes, parallel\./],
        [['slurm', 'crash', 'shop.aft', 'db'], /"crash" is not computed in shards; simulate, verify, .+ are\./],
        [['slurm', 'simulate', 'shop.aft', '--random'], /give --runs too/],
        [['slurm', ...command, '--shard', '1/2'], /leave out --shard/],
        [['slurm', ...command, '--sharts', '2'], /no option "--sharts"/],
        [['slurm', '--image', 'x', ...command], /"--image" is not one of slurm/],
        [['slurm', '--shards', '0', ...command], /"--shards" takes a whole number from 1/],
        [['slurm', ...command], /Say with --program/],
        [['kubernetes', ...command], /needs --image IMAGE, and --claim NAME/],
        [['parallel', '--program', 'a', '--hosts', 'a;b', ...command], /"--hosts" takes hosts/],
        [['parallel', 'matrix', 'none.aft'], /none\.aft/],
      ] as const) {
        const { code, output, notes } = await run(...args);
        assert.deepEqual([code, output], [2, '']);
        assert.match(notes, sentence);
      }
      assert.equal((await run('parallel', 'matrix', 'broken.aft')).code, 1);
      assert.deepEqual(readdirSync(folder).sort(), ['broken.aft', 'shop.aft']);
    }));

  it('writes a script that computes each shard, whatever the names are', () =>
    inFolder({ [hostile]: shopModel }, async (folder) => {
      const whole = await aftermath(line, { folder });
      const args = ['--shards', '2', '--folder', `${hostile}.d`, '--program', program];
      const { code, output } = await aftermath(['cluster', 'parallel', ...args, ...line], { folder });
      assert.equal(code, 0);
      assert.match(output, / && seq 2 \| parallel --retries 4 sh shard\.sh\n$/u);
      // In place of GNU parallel, which starts the same words.
      const loop = output.replace('seq 2 | parallel --retries 4 sh shard.sh', 'for i in 1 2; do sh shard.sh $i; done');
      execFileSync('sh', ['-c', loop], { cwd: folder });
      const shards = [1, 2].map((shard) => join(`${hostile}.d`, `shard-${String(shard)}.json`));
      assert.deepEqual(await aftermath(['merge', ...shards], { folder }), whole);
      assert.deepEqual(readdirSync(folder).sort(), [hostile, `${hostile}.d`].sort());
      const remote = await aftermath(['cluster', 'parallel', '--hosts', '8/a,b', ...args, ...line, '--json'], {
        folder,
      });
      const { shards: count, text } = parsed(remote.output);
      assert.equal(count, 2);
      assert.match(String(text), /parallel --retries 4 --sshlogin 8\/a,b --workdir \. sh shard\.sh\n$/u);
    }));

  it('writes the manifest of an indexed Job, whose names are texts', () =>
    inFolder({ [hostile]: shopModel }, async (folder) => {
      mkdirSync(join(folder, 'pod'));
      const args = ['--image', hostile, '--claim', hostile, '--mount', folder, '--program', program, '--at-once', '1'];
      const { code, output } = await aftermath(['cluster', 'kubernetes', '--shards', '2', ...args, ...line], {
        folder,
      });
      assert.equal(code, 0);
      const { metadata, spec } = parse(output) as Job;
      assert.match(metadata.name, /^aftermath-[0-9a-f]{12}$/u);
      assert.deepEqual([spec.completions, spec.parallelism], [2, 1]);
      const { containers, volumes } = spec.template.spec;
      assert.equal(containers[0].image, hostile);
      assert.equal(volumes[0].persistentVolumeClaim.claimName, hostile);
      const [shell = '', ...words] = containers[0].command.map(expanded);
      for (const index of ['0', '1']) {
        execFileSync(shell, words, { env: { ...process.env, JOB_COMPLETION_INDEX: index } });
      }
      const shards = [1, 2].map((shard) => join(folder, metadata.name, `shard-${String(shard)}.json`));
      assert.deepEqual(await aftermath(['merge', ...shards], { folder }), await aftermath(line, { folder }));
      assert.ok(!readdirSync(folder).includes('hacked'));
    }));

  it('submits again what Slurm loses, names what it always loses, and goes on from what is there', () =>
    inFolder({ 'shop.aft': shopModel }, async (folder) => {
      mkdirSync(join(folder, 'bin'));
      const write = (name: string, text: string): void => {
        writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      };
      // Runs all tasks at once, loses the first attempt of each even one, and knows of no task afterwards.
      write(
        'sbatch',
        `for word; do case "$word" in --array=*) tasks=$(echo "\${word#--array=}" | tr , ' ');; esac; script=$word; done
for range in $tasks; do for i in $(seq "\${range%-*}" "\${range#*-}"); do
  echo "$i" >> ${folder}/tried
  if [ "$i" = "$LOSES" ] || { [ $((i % 2)) = 0 ] && [ "$(grep -cx "$i" ${folder}/tried)" = 1 ]; }; then echo "no power" > ${folder}/shards/shard-$i.log; else
  SLURM_ARRAY_TASK_ID=$i sh "$script"; fi
done; done
echo 7`,
      );
      write('squeue', '');
      write('scancel', '');
      const args = ['cluster', 'slurm', '--shards', '4', '--retries', '1', '--keep', '--folder', 'shards'];
      const command = ['simulate', 'shop.aft', '--random', '--runs', '8', '--steps', '10'];
      const run = (loses: string) => {
        const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`, LOSES: loses };
        const ran = spawnSync(process.execPath, [program, ...args, ...command], { cwd: folder, env, encoding: 'utf8' });
        return { code: ran.status, output: ran.stdout, notes: ran.stderr };
      };
      assert.deepEqual(run('3'), {
        code: 3,
        output: '',
        notes: 'Lost each time: 3 of 4. "shards/shard-3.log" ends with: no power\n',
      });
      assert.deepEqual(run('none'), await aftermath(command, { folder }));
      const tried = execFileSync('sort', [join(folder, 'tried')], { encoding: 'utf8' }).replaceAll('\n', ' ');
      assert.equal(tried, '1 2 2 3 3 3 4 4 ');
    }));

  it('cancels the array when its time is up, and says where the shards are', () =>
    inFolder({ 'shop.aft': shopModel }, async (folder) => {
      mkdirSync(join(folder, 'bin'));
      for (const [name, text] of [
        ['sbatch', 'echo 7'],
        ['squeue', 'echo "7 1 RUNNING"; echo "7 2 PENDING"; echo "8 3 RUNNING"'],
        ['scancel', `echo "$@" > ${folder}/cancelled`],
      ] as const) {
        writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      }
      const path = process.env.PATH ?? '';
      process.env.PATH = `${join(folder, 'bin')}:${path}`;
      try {
        const args = ['--program', program, '--folder', 'shards', '--shards', '2', '--timeout', '0.2s'];
        const command = ['simulate', 'shop.aft', '--random', '--runs', '8'];
        assert.deepEqual(await aftermath(['cluster', 'slurm', ...args, ...command], { folder }), {
          code: 3,
          output: '',
          notes: 'Out of time: 0 of 2 shards are in "shards"; the same command goes on from there.\n',
        });
        assert.equal(readFileSync(join(folder, 'cancelled'), 'utf8'), '7\n');
      } finally {
        process.env.PATH = path;
      }
    }));

  it('keeps any text a text, in a shell and in YAML', () => {
    const texts = anyText({ maxLength: 30 }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(texts, { minLength: 20, maxLength: 20 }), (all) => {
        const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${all.map(shellWord).join(' ')}`]);
        assert.deepEqual(
          printed.toString().split('\0').slice(0, -1),
          all.map((text) => Buffer.from(text).toString()),
        );
        for (const text of all) assert.deepEqual(parse(`a: ${yamlText(text)}`), { a: text });
      }),
      { numRuns: runs(3, 100) },
    );
  });
});
