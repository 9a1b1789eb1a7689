/** Interrupts are heard whatever the program is doing, and none is lost; in programs of their own, which they may end. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const checkout = join(import.meta.dirname, '../../..');

/** What each program does once interrupts are heard, and what becomes of it: its output, or the signal that ends it. */
const programs: Readonly<Record<string, readonly [text: string, said: string]>> = {
  'in the middle of a piece of work': [
    `const ran = interrupts.runEndable(() => { interrupt(); for (;;); }, Infinity);
    say([ran, interrupts.aborted]);`,
    '[null,true]',
  ],
  'between two pieces': [
    `interrupts.runEndable(() => undefined, Infinity);
    interrupt();
    while (!interrupts.aborted);
    say(interrupts.runEndable(() => 7, Infinity));`,
    '{"value":7}',
  ],
  'anywhere among many short pieces': [
    `spawn('sh', ['-c', 'sleep 0.0' + (process.pid % 10) + '; kill -INT ' + process.pid]);
    while (!interrupts.aborted) interrupts.runEndable(() => undefined, 1000);
    say('heard');`,
    '"heard"',
  ],
  'while something is finished': [
    `const held = await holdInterrupt();
    interrupt();
    while (!held.hasCome());
    for (const until = performance.now() + 300; performance.now() < until; );
    held.letGo();
    say(interrupts.aborted);`,
    'true',
  ],
  'where nobody takes it on, in something long': ['interrupt(); for (;;);', 'SIGINT'],
  'where nobody takes it on, while waiting': ['interrupt(); setInterval(() => undefined, 1000);', 'SIGINT'],
  'where nobody takes it on any more, after something was finished': [
    '(await holdInterrupt()).letGo(); interrupt(); for (;;);',
    'SIGINT',
  ],
  'for the second time': ['interrupt(); while (!interrupts.aborted); for (;;) interrupt();', 'SIGINT'],
  'for the second time, in a piece': [
    `interrupt();
    while (!interrupts.aborted);
    interrupts.runEndable(() => { interrupt(); for (;;); }, Infinity);
    for (;;);`,
    'SIGINT',
  ],
};

describe('an interrupt', () => {
  for (const [when, [text, said]] of Object.entries(programs))
    it(`is heard ${when}`, () => {
      const { output, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', beginning + text], {
        cwd: checkout,
        encoding: 'utf8',
      });
      assert.deepEqual([signal ?? output[1], output[2]], [said, '']);
    });
});

const beginning = `
import { spawn } from 'node:child_process';
import { holdInterrupt, listenForInterrupts } from './server/src/workspace/files/interrupts.ts';
const interrupt = () => process.kill(process.pid, 'SIGINT');
const say = (what) => { process.stdout.write(JSON.stringify(what ?? null)); process.exit(0); };
const interrupts = listenForInterrupts();
await interrupts.ready;
`;
