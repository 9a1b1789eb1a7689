/** A time limit that also holds on a loaded machine: it counts the processor time of this process. */
import assert from 'node:assert/strict';

/** Runs work that may use at most this many seconds of processor time. */
export async function within<T>(seconds: number, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  assertWithin(seconds, before, '');
  return result;
}

/** Fails if more than this many seconds of processor time have passed since; the message names the work. */
export function assertWithin(seconds: number, since: NodeJS.CpuUsage, what: string): void {
  const { user, system } = process.cpuUsage(since);
  const used = (user + system) / 1e6;
  assert.ok(used < seconds, `It took ${used.toFixed(1)} s, and may take ${String(seconds)} s. ${what}`);
}
