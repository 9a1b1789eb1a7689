/**
 * Aborted signals at random moments of questions of the library.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Measured, moments } from './processor.ts';

const questions: readonly (readonly [command: string, operands: readonly string[], options?: object])[] = [
  ['check', ['large.aft']],
  ['crash', ['large.aft', 'p0']],
  ['plan', ['large.aft'], { delete: 'o0' }],
  ['why', ['large.aft', 'p19999'], { crash: 'p0' }],
  ['matrix', ['large.aft']],
  ['metrics', ['trees.aft']],
  ['points', ['replicas.aft'], { size: 4 }],
  ['experiments', ['trees.aft']],
  ['diff', ['trees.aft', 'other.aft']],
  ['test', ['clock.aft']],
  ['simulate', ['clock.aft'], { random: true, steps: 2_000_000_000 }],
  ['verify', ['clock.aft']],
  ['conform', ['clock.aft', 'log.jsonl']],
  ['import', ['kubernetes', 'objects.yaml']],
];

/** Measures each question in a process of its own, which reports its processor time. */
export async function* measureLibrary(folder: string): AsyncGenerator<Measured> {
  const asking = fileURLToPath(new URL('library-asking.ts', import.meta.url));
  for (const [command, operands, options = {}] of questions) {
    const times: number[] = [];
    let done = 0;
    for (const moment of moments(5)) {
      const child = fork(asking, [
        JSON.stringify({ command, operands, options, folder, milliseconds: 50 + moment * 3000 }),
      ]);
      const [after] = (await once(child, 'message')) as [number | null];
      child.kill('SIGKILL');
      if (after === null) done += 1;
      else times.push(after);
    }
    yield { work: `${command} ${operands.join(' ')}`, times, done };
  }
}
