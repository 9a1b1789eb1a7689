/** The clock of the second executor. What the clock of a paused node measures moves along with the time that passes. */
import type { Entry, World } from './world.ts';

/** Leases keep their schedule; of the others, what is overdue comes as soon as it can. */
function moved(entry: Entry, now: number, time: number): Entry {
  if (!['message', 'timer', 'waiting', 'arrival'].includes(entry.due.kind)) return entry;
  return { ...entry, at: entry.stands === true ? entry.at + time : Math.max(entry.at, now) };
}

/** Returns a world as it is some time later, if nothing happens until then. */
export const later = (world: World, time: number): World => ({
  ...world,
  now: world.now + time,
  held: world.held
    .map((entry) => moved(entry, world.now + time, time))
    .sort((a, b) => a.at - b.at || a.order - b.order),
});

/** Lets time pass. */
export function passTo(world: World, time: number): void {
  if (time <= world.now) return;
  Object.assign(world, later(world, time - world.now));
}
