/**
 * Runs steps with dependencies, as many in parallel as there is room for. Independent of the steps. Runs on Node 20
 * before anything is installed, so it imports only Node's own modules.
 */

/**
 * @template T
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} needs the steps that must have succeeded before
 * @property {readonly string[]} after the steps that must have ended before, if they run
 * @property {number} room the room it takes while it runs
 * @property {() => Promise<T>} work
 */

/**
 * Runs all steps; of those that are ready, the first in the list begins. A step that takes more room than there is runs
 * alone. Dependencies that are not in the list are ignored. Reports each outcome as it comes.
 * @template T
 * @param {readonly Step<T>[]} steps
 * @param {object} how
 * @param {number} how.room
 * @param {(outcome: T) => boolean} how.isGood
 * @param {(broken: readonly string[]) => T} how.leftOut the outcome of a step whose dependency failed
 * @param {(name: string, outcome: T) => void} how.onEnd
 */
export async function runAll(steps, { room, isGood, leftOut, onEnd }) {
  const names = new Set(steps.map(({ name }) => name));
  /** @type {Map<string, boolean>} */
  const ended = new Map();
  /** @type {Map<string, Promise<void>>} */
  const running = new Map();
  let free = room;
  /** @param {string} name @param {T} outcome */
  const end = (name, outcome) => {
    ended.set(name, isGood(outcome));
    onEnd(name, outcome);
  };
  /** @param {Step<T>} step */
  const start = async (step) => {
    free -= step.room;
    const outcome = await step.work();
    free += step.room;
    running.delete(step.name);
    end(step.name, outcome);
  };
  /** Begins or skips a step; returns true if it has to wait. @param {Step<T>} step */
  const mustWait = (step) => {
    const broken = step.needs.filter((need) => ended.get(need) === false);
    const isDue = [...step.needs, ...step.after].every((name) => ended.has(name) || !names.has(name));
    if (broken.length > 0) end(step.name, leftOut(broken));
    else if (isDue && (step.room <= free || running.size === 0)) running.set(step.name, start(step));
    else return true;
    return false;
  };
  let waiting = steps;
  while (waiting.length > 0 || running.size > 0) {
    const left = waiting.filter(mustWait);
    if (running.size > 0) await Promise.race(running.values());
    else if (left.length > 0 && left.length === waiting.length) throw new Error('Steps wait for each other.');
    waiting = left;
  }
}
