/**
 * `aftermath cluster`: has a command computed in shards by what runs on many machines: Slurm, Kubernetes, GNU parallel.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Answer } from '../../../../language/src/model/common/answer.ts';
import { didYouMean } from '../../questions/files/nearest-names.ts';
import { lastWords, prepareFolder } from '../cluster/job-folder.ts';
import { manifestOf, parallelLine } from '../cluster/manifest.ts';
import { jobName, logFile, shardFile, type ShardJob } from '../cluster/shard-job.ts';
import { computeOnSlurm } from '../cluster/slurm.ts';
import { readArguments, withoutOption } from '../input/arguments.ts';
import { type Command, type Context, type ExitCode, exitCodes, type Planned, refuse } from '../input/command.ts';
import { readCount } from '../input/count-option.ts';
import { beginWork, stopWords } from '../input/interruption.ts';
import { mostShards } from '../input/shard.ts';
import { readTime } from '../input/size-options.ts';
import { rangesOf } from '../shards/read-shards.ts';
import { writeJson } from '../text/json.ts';
import { divisible, mergeCommand } from './merge.ts';

const [usualShards, usualRetries] = [64, 3];

const systems = ['slurm', 'kubernetes', 'parallel'] as const;
type System = (typeof systems)[number];

/** The options that only some systems have. */
const optionsOf: Readonly<Record<System, readonly string[]>> = {
  slurm: ['folder', 'at-once', 'sbatch', 'keep', 'timeout'],
  kubernetes: ['at-once', 'image', 'claim', 'mount'],
  parallel: ['folder', 'hosts'],
};

/** The command `cluster`. */
export const clusterCommand: Command = {
  name: 'cluster',
  summary: 'compute a command in shards on many machines',
  usage: 'slurm|kubernetes|parallel [options] COMMAND FILE... [its options]',
  operands: { least: 2 },
  passesOn: 1,
  options: {
    shards: { value: 'N', summary: `how many shards (default ${String(usualShards)}, or fewer for less work)` },
    retries: { value: 'N', summary: `how often a lost shard is computed again (default ${String(usualRetries)})` },
    program: { value: 'FILE', summary: 'the program Aftermath on the machines (default: this one)' },
    folder: { value: 'DIR', summary: 'slurm, parallel: the folder for the shards, which all machines see' },
    'at-once': { value: 'N', summary: 'slurm, kubernetes: the most shards that run at once' },
    sbatch: { value: 'OPTION', several: true, summary: 'slurm: an option of sbatch, as in --sbatch=--mem=4G' },
    keep: { summary: 'slurm: leave the folder there after the merge' },
    timeout: { value: 'TIME', summary: 'slurm: how long it may take, such as 10m (default: no limit)' },
    image: { value: 'IMAGE', summary: 'kubernetes: the image, which has the program' },
    claim: { value: 'NAME', summary: 'kubernetes: the volume claim that holds the files of the command' },
    mount: { value: 'DIR', summary: 'kubernetes: the working directory, where it is mounted (default /work)' },
    hosts: { value: 'LIST', summary: 'parallel: hosts of ssh, such as 8/host1,8/host2 (default: this machine)' },
  },
  details: [
    [
      'slurm submits an array, shows how far it is, submits again what is lost, and prints the',
      'result, as the command itself would. Ctrl+C cancels the array; the shards that are done',
      'stay in the folder, and the same command line goes on from there.',
    ],
    [
      'kubernetes prints the manifest of an indexed Job, parallel a line of a shell; "aftermath',
      'merge" then adds up the shards. Options of COMMAND come after it.',
    ],
  ],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const [word = '', name = '', ...args] = context.operands;
  const system = systems.find((each) => each === word);
  if (system === undefined) {
    const known = `It is one of ${systems.join(', ')}.`;
    return refuse(context, `There is no cluster "${word}".${didYouMean(word, systems)} ${known}`);
  }
  const numbers = readNumbers(context, system);
  if ('refusal' in numbers) return refuse(context, numbers.refusal);
  const planned = await plan(context, name, args);
  if ('code' in planned) return planned.code;
  const made = jobOf(context, { system, name, args, shards: numbers.value.shards }, planned.value);
  if ('refusal' in made) return refuse(context, made.refusal);
  const job = made.value;
  if (system === 'slurm') return onSlurm(context, job, numbers.value, planned.wantsJson);
  const asked = planned.wantsJson ? { ...context, flags: new Set(['json']) } : context;
  return system === 'kubernetes' ? onKubernetes(asked, job, numbers.value) : inParallel(asked, job, numbers.value);
}

interface Numbers {
  readonly shards: number;
  readonly retries: number;
  readonly atOnce: number | undefined;
  /** Milliseconds. */
  readonly timeout: number | undefined;
}

function readNumbers(context: Context, system: System): Answer<Numbers> {
  const own = new Set(Object.values(optionsOf).flat());
  const foreign = [...context.values.keys(), ...context.flags].find(
    (option) => own.has(option) && !optionsOf[system].includes(option),
  );
  if (foreign !== undefined) return { refusal: `The option "--${foreign}" is not one of ${system}.` };
  const shards = readCount(context, 'shards', { least: 1, most: mostShards });
  if ('refusal' in shards) return shards;
  const retries = readCount(context, 'retries', { least: 0, most: 1000 });
  if ('refusal' in retries) return retries;
  const atOnce = readCount(context, 'at-once', { least: 1, most: mostShards });
  if ('refusal' in atOnce) return atOnce;
  const timeout = readTime(context, 'timeout');
  if ('refusal' in timeout) return timeout;
  return {
    value: {
      shards: shards.value ?? usualShards,
      retries: retries.value ?? usualRetries,
      atOnce: atOnce.value,
      timeout: timeout.value,
    },
  };
}

/** Reads the command and its models, without computing anything. */
async function plan(
  context: Context,
  name: string,
  args: readonly string[],
): Promise<{ readonly value: Planned; readonly wantsJson: boolean } | { readonly code: ExitCode }> {
  const command = divisible.find((each) => each.name === name);
  if (command === undefined) {
    const names = divisible.map((each) => each.name);
    return { code: refuse(context, `The command "${name}" is not computed in shards; ${names.join(', ')} are.`) };
  }
  // Commands that do not stop by themselves never see it.
  const seen = 'timeout' in command.options ? args : withoutOption(args, command, 'timeout');
  const given = readArguments(seen, command);
  if ('refusal' in given) return { code: refuse(context, given.refusal) };
  if (given.value.values.has('shard')) {
    return { code: refuse(context, 'The shards are chosen here; leave out --shard.') };
  }
  let value: Planned | undefined;
  const code = await command.run({
    ...context,
    ...given.value,
    values: new Map([...given.value.values, ['shard', '1/1']]),
    plan: (planned) => {
      value = planned;
    },
  });
  return value === undefined ? { code } : { value, wantsJson: given.value.flags.has('json') };
}

interface Asked {
  readonly system: System;
  readonly name: string;
  readonly args: readonly string[];
  readonly shards: number;
}

function jobOf(context: Context, { system, name, args, shards }: Asked, { key, pieces }: Planned): Answer<ShardJob> {
  const { folder: here, values } = context;
  const count = Math.min(shards, Math.max(pieces, 1));
  const id = jobName(
    createHash('sha256')
      .update(`${key} ${String(count)}`)
      .digest('hex'),
  );
  const given = values.get('program');
  const program = given !== undefined ? [given] : system === 'kubernetes' ? ['aftermath'] : context.program;
  if (program === undefined) return { refusal: 'Say with --program which program computes a shard.' };
  const workFolder = system === 'kubernetes' ? (values.get('mount') ?? '/work') : here;
  const folder = system === 'kubernetes' ? `${workFolder}/${id}` : resolve(here, values.get('folder') ?? id);
  return { value: { command: [name, ...args], count, workFolder, folder, name: id, key, program } };
}

async function onSlurm(context: Context, job: ShardJob, numbers: Numbers, wantsJson: boolean): Promise<ExitCode> {
  const { flags, folder, lists, notes } = context;
  const shown = relative(folder, job.folder);
  try {
    await prepareFolder(job);
  } catch (error) {
    return refuse(context, `The folder "${shown}" cannot be used: ${error instanceof Error ? error.message : ''}.`);
  }
  const work = beginWork(context, numbers.timeout);
  const computed = await computeOnSlurm(job, {
    ...{ sbatch: lists.get('sbatch') ?? [], atOnce: numbers.atOnce, retries: numbers.retries },
    async wait(milliseconds, progress) {
      const end = performance.now() + milliseconds;
      do {
        await new Promise((resume) => setTimeout(resume, Math.min(100, milliseconds)));
        if (!(await work.shouldContinue(() => progress))) return false;
      } while (performance.now() < end);
      return true;
    },
  });
  work.end();
  if ('refusal' in computed) return refuse(context, computed.refusal);
  const { done, lost, isOver } = computed.value;
  if (!isOver) {
    const far = `${String(done.size)} of ${String(job.count)} shards are in "${shown}"`;
    notes.write(`${stopWords[work.stopped() ?? 'interrupted']}: ${far}; the same command goes on from there.\n`);
    return exitCodes.undecided;
  }
  const [first] = lost;
  if (first !== undefined) {
    const said = await lastWords(job, first);
    const which = `${rangesOf(lost)} of ${String(job.count)}`;
    notes.write(`Lost each time: ${which}. "${join(shown, logFile(first))}" ends with: ${said}\n`);
    return exitCodes.undecided;
  }
  const files = Array.from({ length: job.count }, (_, place) => join(job.folder, shardFile(place + 1)));
  const isJson = flags.has('json') || wantsJson;
  const code = await mergeCommand.run({ ...context, operands: files, flags: new Set(isJson ? ['json'] : []) });
  if (!flags.has('keep') && code !== exitCodes.refused) await rm(job.folder, { recursive: true });
  return code;
}

function onKubernetes(context: Context, job: ShardJob, { atOnce, retries }: Numbers): ExitCode {
  const [image, claim] = [context.values.get('image'), context.values.get('claim')];
  if (image === undefined || claim === undefined) {
    return refuse(context, 'A Job needs --image IMAGE, and --claim NAME of the volume with the files.');
  }
  const manifest = manifestOf(job, { image, claim, atOnce: atOnce ?? job.count, retries });
  return print(context, { system: 'kubernetes', job, text: manifest });
}

async function inParallel(context: Context, job: ShardJob, { retries }: Numbers): Promise<ExitCode> {
  const hosts = context.values.get('hosts');
  if (hosts !== undefined && !/^[\w@./:,-]+$/u.test(hosts)) {
    return refuse(context, `The option "--hosts" takes hosts with commas between them; "${hosts}" is not that.`);
  }
  await prepareFolder(job);
  return print(context, { system: 'parallel', job, text: parallelLine(job, hosts, retries) });
}

interface Printed {
  readonly system: System;
  readonly job: ShardJob;
  readonly text: string;
}

function print({ flags, output }: Context, { system, job: { count, folder }, text }: Printed): ExitCode {
  if (flags.has('json')) writeJson(output, 'cluster', { system, shards: count, folder, text });
  else output.write(text);
  return exitCodes.fine;
}
