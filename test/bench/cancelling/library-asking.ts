/**
 * Asks the built library one question, aborts it, and sends the processor time from the moment of the abort on: an
 * abort that cannot be heard counts from when it was due.
 */
import { Worker } from 'node:worker_threads';
import type { ask as Ask } from '../../../server/src/library/api.ts';

interface Question {
  readonly command: string;
  readonly operands: readonly string[];
  readonly options: object;
  readonly folder: string;
  readonly milliseconds: number;
}

// The question comes from the bench itself.
const { command, operands, options, folder, milliseconds } = JSON.parse(process.argv[2] ?? '') as Question;
const built = new URL('../../../dist/api.js', import.meta.url).href;
const { ask } = (await import(built)) as { readonly ask: typeof Ask };

// A thread notes the processor time when the abort is due, whatever the program is doing.
const noted = new Float64Array(new SharedArrayBuffer(8));
const watch = `const { workerData: { noted, milliseconds } } = require('node:worker_threads');
setTimeout(() => { const { user, system } = process.cpuUsage(); noted[0] = user + system; }, milliseconds);`;
new Worker(watch, { eval: true, execArgv: [], workerData: { noted, milliseconds } }).unref();

const controller = new AbortController();
setTimeout(() => {
  controller.abort();
}, milliseconds);
await ask(command as 'check', operands, {
  options: options as Record<string, string>,
  folder,
  signal: controller.signal,
});
const { user, system } = process.cpuUsage();
const due = noted[0] ?? 0;
process.send?.(due === 0 ? null : (user + system - due) / 1000);
