/**
 * Runs a piece of work that Ctrl+C ends, whatever it is doing: events reach the program only between two pieces, but
 * Node ends a script in the middle.
 */
import { Script } from 'node:vm';

const name = 'aftermath.piece';
const script = new Script(`globalThis[Symbol.for(${JSON.stringify(name)})]()`);

/**
 * Runs a piece of work for so many milliseconds at most. Returns undefined if it was ended; an interrupt then goes to
 * the listeners of the process. What the piece was changing is left as it was in the middle.
 */
export function runEndable<T>(piece: () => T, milliseconds: number): { readonly value: T } | undefined {
  let result: { readonly value: T } | undefined;
  Object.defineProperty(globalThis, Symbol.for(name), {
    configurable: true,
    value: () => {
      result = { value: piece() };
    },
  });
  const timeout = Math.max(1, Math.ceil(milliseconds));
  try {
    // The longest time of a timer is as good as no limit.
    script.runInThisContext({ breakOnSigint: true, displayErrors: false, ...(timeout < 2 ** 31 && { timeout }) });
    return result;
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    process.emit('SIGINT');
    return undefined;
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(name));
  }
}
