/**
 * The listeners of a store: who is called back when it changes.
 */

/** The listeners; they may unsubscribe while they are called. */
export interface Listeners<Values extends readonly unknown[]> {
  readonly tell: (...values: Values) => void;
  /** Calls back after each change; the result ends the subscription. */
  readonly listen: (listener: (...values: Values) => void) => { readonly dispose: () => void };
}

/** Creates an empty list of listeners. */
export function createListeners<Values extends readonly unknown[]>(): Listeners<Values> {
  const listeners = new Set<(...values: Values) => void>();
  return {
    tell: (...values) => {
      for (const listener of [...listeners]) listener(...values);
    },
    listen: (listener) => {
      listeners.add(listener);
      return {
        dispose: () => {
          listeners.delete(listener);
        },
      };
    },
  };
}
