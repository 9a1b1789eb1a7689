/**
 * Measures the processor time of processes and everything they started. Polls all processes of the machine, because no
 * system reports those that nobody waited for; processes that live shorter than the polling interval are missed. Works
 * on Linux only; elsewhere the result is 0. Imports only Node's own modules.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds; each poll costs some ten of the processor, which the tests need. */
const interval = 2000;
const ticksPerSecond = 100;

/** Begins polling, without keeping this process alive. */
export function watchProcessor() {
  /** The name given to a process, by its id. @type {Map<number, string>} */
  const names = new Map();
  /** The time used by each process, by its id and start time, because ids are reused. @type {Map<string, { readonly name: string, readonly ticks: number }>} */
  const used = new Map();
  const look = () => {
    const all = processes();
    const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
    for (const { pid, begun, ticks } of all) {
      const key = `${String(pid)} ${begun}`;
      // A process whose parent has ended keeps its name.
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
    /** Returns the seconds of all processes with a name. @param {string} name */
    secondsOf: (name) => {
      const own = [...used.values()].filter((one) => one.name === name);
      return own.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
    },
  };
}

/**
 * Returns the name of the nearest ancestor that has one.
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
      // After the name, which may contain anything: state, parent, …; fields 12 and 13 are the ticks, 20 is the start
      // time.
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
