/**
 * How long processes, and all that they started, have kept a core busy. Looks at the processes of the machine again and
 * again, because no system tells it of those that were not waited for; what lives shorter than a look is not seen.
 * Only Linux says it; elsewhere it is 0. Imports nothing but Node.
 */
import { readdirSync, readFileSync } from 'node:fs';

const interval = 500;
const ticksPerSecond = 100;

/** Begins to look. The process that looks is not kept alive by it. */
export function watchProcessor() {
  /** The name that a process was given, by its number. @type {Map<number, string>} */
  const names = new Map();
  /** What each process has used, by its number and when it began; a number may come again. @type {Map<string, { readonly name: string, readonly ticks: number }>} */
  const used = new Map();
  const look = () => {
    const all = processes();
    const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
    for (const { pid, begun, ticks } of all) {
      const key = `${String(pid)} ${begun}`;
      // One whose parent has ended keeps the name that it had.
      const name = used.get(key)?.name ?? nameOf(pid, parents, names);
      if (name !== undefined) used.set(key, { name, ticks });
    }
  };
  setInterval(look, interval).unref();
  return {
    /** @param {number} pid @param {string} name */
    add: (pid, name) => {
      names.set(pid, name);
    },
    /** Returns the seconds of all processes under a name. @param {string} name */
    secondsOf: (name) => {
      const own = [...used.values()].filter((one) => one.name === name);
      return own.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
    },
  };
}

/**
 * Returns the name of the next process upwards that has one.
 * @param {number} pid
 * @param {ReadonlyMap<number, number>} parents
 * @param {ReadonlyMap<number, string>} names
 */
function nameOf(pid, parents, names) {
  for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (names.has(at)) return names.get(at);
  return undefined;
}

function processes() {
  return numbersIn('/proc').flatMap((pid) => {
    try {
      // After the name, which may hold anything: state, parent, …; the 12th and 13th are the ticks, the 20th the begin.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return [
        {
          ...{ pid: Number(pid), parent: Number(fields[1]), begun: fields[19] ?? '' },
          ticks: Number(fields[11]) + Number(fields[12]),
        },
      ];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** @param {string} folder */
function numbersIn(folder) {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    // Not Linux.
    return [];
  }
}
