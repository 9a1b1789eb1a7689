/**
 * Ctrl+C at random moments of every command.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type IsAsked, type Measured, moments, processorTime } from './processor.ts';

const program = fileURLToPath(new URL('../../../dist/aftermath.cjs', import.meta.url));

const commands = [
  'check large.aft',
  'crash large.aft p0',
  'plan large.aft --delete o0',
  'why large.aft p19999 --crash p0',
  'matrix large.aft',
  'matrix large.aft --json',
  'metrics trees.aft',
  'points replicas.aft --size 4',
  'experiments trees.aft',
  'diff trees.aft other.aft',
  'drift large.aft objects.yaml',
  'drift large.aft dump.csv --format osmosis',
  'report large.aft -o page.html',
  'export dot large.aft -o g.dot',
  'export svg large.aft -o g.svg',
  'export openpsa replicas.aft -o g.xml',
  'export json large.aft -o g.json',
  'export mermaid large.aft -o g.mmd',
  'export osmosis large.aft -o g.csv',
  'export png trees.aft -o g.png',
  'export promela clock.aft -o g.pml',
  'format large.aft --check',
  'format large.aft',
  'test clock.aft',
  'simulate clock.aft --random --steps 20000000 --quiet',
  'simulate clock.aft --random --runs 100000 --steps 1000 --quiet',
  'simulate clock.aft --random --runs 100000 --steps 1000 --threads 2 --quiet',
  'simulate clock.aft --random --steps 300000 --save run.json --force',
  'simulate rare.aft --rare rare',
  'verify clock.aft',
  'conform clock.aft log.jsonl',
  'conform clock.aft log.jsonl --draft',
  'import kubernetes objects.yaml -o k.aft',
  'import compose compose.yaml -o c.aft',
  'import terraform main.tf -o t.aft',
  'import microkit system.system -o m.aft',
  'import scxml chart.scxml -o s.aft',
  'import systemd units -o u.aft',
  'import osmosis dump.csv -o d.aft',
  'import murano env.json -o e.aft',
  'import auto objects.yaml -o a.aft',
];

/** Measures each command that is asked for at some moments of its first seconds. */
export async function* measureCommands(folder: string, isAsked: IsAsked): AsyncGenerator<Measured> {
  for (const work of commands.filter(isAsked)) {
    const whole = await run(work, folder, 6000);
    const [times, codes]: [number[], Set<string>] = [[], new Set()];
    let done = 0;
    for (const moment of moments(8)) {
      const { after, code } = await run(work, folder, 100 + moment * Math.max(200, whole.milliseconds - 150));
      codes.add(code);
      if (after === undefined) done += 1;
      else times.push(after);
    }
    yield {
      work: `${work} (${String(Math.round(whole.milliseconds))} ms; ends with ${[...codes].join(', ')})`,
      times,
      done,
    };
  }
}

/** Runs a command, interrupts it after a time, and returns how long it went on and how it ended. */
async function run(work: string, folder: string, milliseconds: number) {
  const child = spawn(process.execPath, [program, ...work.split(' ')], { cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const start = performance.now();
  const isOver = await Promise.race([ended.then(() => true), wait(milliseconds, false)]);
  const { pid = 0 } = child;
  const before = processorTime(pid);
  child.kill('SIGINT');
  let last = before;
  while (child.exitCode === null && child.signalCode === null) {
    last = processorTime(pid) ?? last;
    await wait(3);
  }
  const [code, signal] = await ended;
  const after = isOver || before === undefined || last === undefined ? undefined : last - before;
  return { after, code: String(signal ?? code), milliseconds: performance.now() - start };
}
