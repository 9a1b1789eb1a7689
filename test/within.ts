/**
 * A time limit that also holds on a loaded machine, since it counts the processor time of this process, and on a slow
 * one, since what exceeds it is compared with work of known length.
 */
import assert from 'node:assert/strict';

/** Runs work that may use at most this many seconds of processor time, on a machine like that of `usual`. */
export async function within<T>(seconds: number, work: () => T | Promise<T>): Promise<T> {
  const before = process.cpuUsage();
  const result = await work();
  assertWithin(seconds, before, '');
  return result;
}

/** Fails if more than this many seconds of processor time have passed since; the message names the work. */
export function assertWithin(seconds: number, since: NodeJS.CpuUsage, what: string): void {
  const used = secondsSince(since);
  if (used < seconds) return;
  const allowed = seconds * slowness();
  assert.ok(used < allowed, `It took ${used.toFixed(1)} s, and may take ${allowed.toFixed(1)} s here. ${what}`);
}

/** Seconds of processor time of the known work, on the machine for which the limits were chosen. */
const usual = 0.3;

/** Returns how many times slower than usual this machine is now, at least 1. */
function slowness(): number {
  knownWork();
  const before = process.cpuUsage();
  knownWork();
  return Math.max(1, secondsSince(before) / usual);
}

/** Makes maps and small objects, as most of what is limited does. */
function knownWork(): number {
  let sum = 0;
  for (let round = 0; round < 10; round += 1) {
    const made = new Map<string, { readonly at: number; readonly of: readonly number[] }>();
    for (let at = 0; at < 40_000; at += 1) made.set(`key ${String(at)}`, { at, of: [round, at] });
    for (const [key, { of }] of made) sum += key.length + of.length;
  }
  return sum;
}

function secondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
