/**
 * A real Slurm cluster of three nodes on this machine, for one test: its daemons belong to this process, keep their
 * files in one folder, and talk over the loopback address only.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { becomes } from './becomes.ts';

const nodes = ['n1', 'n2', 'n3'] as const;

/** The programs of Slurm and of munge, with which its daemons trust each other. */
const programs = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'sinfo', 'scancel'] as const;

/** A running cluster. */
export interface SlurmCluster {
  /** The environment in which the commands of Slurm find it. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends a node at once, as a power failure would: its daemon and everything that runs there. */
  readonly kill: (node: (typeof nodes)[number]) => void;
  /** Ends everything. */
  readonly stop: () => void;
  /** Returns the last that the daemons have logged, for the report of a failure. */
  readonly logs: () => string;
}

/** Starts a cluster in an empty folder and waits until its nodes are idle. */
export async function startSlurm(folder: string): Promise<SlurmCluster> {
  const file = (name: string): string => join(folder, name);
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin`, SLURM_CONF: file('slurm.conf') };
  for (const program of programs) {
    const { status } = spawnSync('sh', ['-c', `command -v ${program}`], { env, stdio: 'ignore' });
    assert.equal(status, 0, `There is no "${program}": "node client/scripts/machine.mjs" installs Slurm and munge.`);
  }
  // munge wants that nobody else can write to where its socket and its key are.
  chmodSync(folder, 0o755);
  mkdirSync(file('state'));
  writeFileSync(file('munge.key'), randomBytes(1024), { mode: 0o600 });
  writeFileSync(file('slurm.conf'), configuration(folder, await freePorts(nodes.length + 1)));
  const start = (program: string, args: readonly string[], node = ''): void => {
    spawn(program, args, { env: { ...env, SLURMD_NODENAME: node }, stdio: 'ignore', cwd: folder }).unref();
  };
  const files = ['socket', 'key-file', 'pid-file', 'log-file', 'seed-file'].map((each) => {
    const name = each === 'socket' ? 'munge.sock' : `munge.${each.slice(0, -5)}`;
    return `--${each}=${file(name)}`;
  });
  const cluster: SlurmCluster = {
    env,
    kill: (node) => {
      endAll(`SLURM_CONF=${file('slurm.conf')}`, `SLURMD_NODENAME=${node}`);
    },
    stop: () => {
      endAll(`SLURM_CONF=${file('slurm.conf')}`);
    },
    logs: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .map((name) => `${name}:\n${readFileSync(file(name), 'utf8').slice(-1500)}`)
        .join('\n'),
  };
  try {
    start('munged', ['--foreground', '--force', ...files]);
    await becomes(() => existsSync(file('munge.sock')), true);
    start('slurmctld', ['-D', '-f', file('slurm.conf')]);
    for (const node of nodes) start('slurmd', ['-D', '-f', file('slurm.conf'), '-N', node], node);
    await becomes(() => idleNodes(env), nodes.length);
  } catch (error) {
    const logs = cluster.logs();
    cluster.stop();
    throw new Error(`Slurm does not start:\n${logs}`, { cause: error });
  }
  return cluster;
}

function idleNodes(env: NodeJS.ProcessEnv): number {
  const { stdout } = spawnSync('sinfo', ['--noheader', '--Node', '--format=%t'], { env, encoding: 'utf8' });
  return stdout.split('\n').filter((state) => state === 'idle').length;
}

/** A node has more places than processors, because a test waits more than it computes. */
const configuration = (folder: string, [controller = 0, ...ports]: readonly number[]): string => `ClusterName=test
SlurmctldHost=${hostname()}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=${folder}/munge.sock,cred_expire=10
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=${userInfo().username}
SlurmdUser=${userInfo().username}
SlurmctldPort=${String(controller)}
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.%n.pid
SlurmdSpoolDir=${folder}/spool.%n
StateSaveLocation=${folder}/state
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.%n.log
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2
ReturnToService=2
SlurmdTimeout=10
MpiDefault=none
${nodes.map((node, place) => `NodeName=${node} NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${String(ports[place] ?? 0)} CPUs=2 RealMemory=100`).join('\n')}
PartitionName=all Nodes=${nodes.join(',')} Default=YES MaxTime=INFINITE State=UP
`;

/** Returns ports that nobody listens on. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.on('error', reject);
          server.listen(0, '127.0.0.1', () => {
            resolve((server.address() as AddressInfo).port);
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * Ends all processes that have these variables in their environment, which they pass on to what they start; a parent
 * may have ended before, so nothing else tells whose they are. Looks again until there are none.
 */
function endAll(...variables: readonly string[]): void {
  for (;;) {
    const those = readdirSync('/proc').filter((name) => /^\d+$/u.test(name) && hasVariables(name, variables));
    if (those.length === 0) return;
    for (const pid of those) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }
}

function hasVariables(pid: string, variables: readonly string[]): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // It has ended already, and only its parent does not know yet.
    if (stat.slice(stat.lastIndexOf(')')).startsWith(') Z')) return false;
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.every((each) => environment.includes(each));
  } catch {
    // It has ended, or belongs to somebody else.
    return false;
  }
}
