/**
 * The memory of this process, as the system counts it: everything that is in use, not only states.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Memory } from './input/command.ts';

/** Returns what measures the memory of this process. */
export function processMemory(): Memory {
  let collect: (() => void) | undefined;
  return {
    used: () => process.memoryUsage.rss(),
    free: () => {
      if (collect === undefined) {
        // Node hands out its collector only to contexts that are made after the flag.
        setFlagsFromString('--expose-gc');
        collect = runInNewContext('gc') as () => void;
      }
      collect();
    },
  };
}
