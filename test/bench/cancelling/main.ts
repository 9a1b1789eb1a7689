/**
 * `node test/bench/cancelling/main.ts [commands] [requests] [library] [WORDS…]`: measures the processor time from
 * Ctrl+C, a `$/cancelRequest` or an aborted signal until the work has ended, at random moments of long work; with other
 * words only that of commands and requests that contain one of them. Needs a build.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCommands } from './commands.ts';
import { writeInputs } from './inputs.ts';
import { measureLibrary } from './library.ts';
import { measureRequests } from './requests.ts';

/** The processor time in which everything has to end, in milliseconds. */
const limit = 200;

const parts = { commands: measureCommands, requests: measureRequests, library: measureLibrary };
const asked = process.argv.slice(2).filter((word) => word in parts);
const words = process.argv.slice(2).filter((word) => !(word in parts));
const isAsked = (work: string): boolean => words.length === 0 || words.some((word) => work.includes(word));
const folder = mkdtempSync(join(tmpdir(), 'aftermath-cancelling-'));
let isLate = false;
try {
  writeInputs(folder);
  process.stdout.write('work | moments | ms of processor time: median | greatest | ended before\n');
  for (const [part, measure] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(part)) continue;
    for await (const { work, times, done } of measure(folder, isAsked)) {
      const sorted = [...times].sort((a, b) => a - b);
      const greatest = sorted.at(-1) ?? 0;
      isLate ||= greatest > limit;
      const [median, most] = [sorted[Math.floor(sorted.length / 2)] ?? 0, greatest].map((each) => Math.round(each));
      const mark = greatest > limit ? '  <-- too late' : '';
      process.stdout.write(
        `${part}: ${work} | ${String(times.length)} | ${String(median)} | ${String(most)} | ${String(done)}${mark}\n`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isLate ? 1 : 0;
