/** A limit of time that a loaded machine keeps as well: it counts how long this process has kept a core busy. */
import assert from 'node:assert/strict';

/** Does work that may take so many seconds of this process's own time, and no more. */
export async function within<T>(seconds: number, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  assertWithin(seconds, before, '');
  return result;
}

/** Fails if more than so many seconds of this process's own time have passed since; says what of. */
export function assertWithin(seconds: number, since: NodeJS.CpuUsage, what: string): void {
  const { user, system } = process.cpuUsage(since);
  const used = (user + system) / 1e6;
  assert.ok(used < seconds, `It took ${used.toFixed(1)} s, and may take ${String(seconds)} s. ${what}`);
}
