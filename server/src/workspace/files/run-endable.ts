/**
 * Runs a piece of work that can be ended, whatever it is doing: events reach the program only between two pieces, but
 * Node ends a script in the middle.
 */
import { Script } from 'node:vm';

const name = 'aftermath.piece';
const script = new Script(`globalThis[Symbol.for(${JSON.stringify(name)})]()`);

/**
 * Runs a piece of work for so many milliseconds at most; an interrupt ends it too, if somebody is to hear of that.
 * Returns undefined if it was ended; what it was changing is left as it was in the middle.
 */
export function runEndable<T>(
  piece: () => T,
  milliseconds: number,
  onInterrupt?: () => void,
): { readonly value: T } | undefined {
  let result: { readonly value: T } | undefined;
  Object.defineProperty(globalThis, Symbol.for(name), {
    configurable: true,
    value: () => {
      result = { value: piece() };
    },
  });
  const timeout = Math.max(1, Math.ceil(milliseconds));
  // The longest time of a timer is as good as no limit.
  const limit = timeout < 2 ** 31 ? { timeout } : {};
  try {
    script.runInThisContext({ breakOnSigint: onInterrupt !== undefined, displayErrors: false, ...limit });
    return result;
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    onInterrupt?.();
    return undefined;
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(name));
  }
}
