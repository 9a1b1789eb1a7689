/**
 * Reads what the program of a search by SPIN prints.
 */

/** The report of a search. */
export interface PanReport {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  /** Bytes of memory. */
  readonly bytes: number;
  /** The first violation: the text of an assertion, or of another error; absent if it found none. */
  readonly broken: string | undefined;
  /** Why it did not search everything. */
  readonly cuts: ReadonlySet<'memory' | 'depth' | 'ended' | 'hashed'>;
  /** How many times as many states there is room for, in a bit-state search. */
  readonly hashFactor: number | undefined;
}

/** Returns the report; undefined if the program said something else, such as that a state does not fit. */
export function panReport(output: string): PanReport | undefined {
  const number = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? NaN);
  const errors = number(/errors: (\d+)/u);
  const states = number(/([\d.e+]+) states, stored/u);
  if (Number.isNaN(errors) || Number.isNaN(states)) return undefined;
  const assertion = /assertion violated (.*?)(?: \(at depth \d+\))?$/mu.exec(output)?.[1];
  const error = /^pan:\d+: (.*?)(?: \(at depth \d+\))?$/mu.exec(output)?.[1];
  const hashFactor = number(/hash factor: ([\d.e+]+)/u);
  const cuts = new Set<'memory' | 'depth' | 'ended' | 'hashed'>();
  if (/reached -DMEMLIM bound|out of memory/u.test(output)) cuts.add('memory');
  if (output.includes('max search depth too small')) cuts.add('depth');
  if (/^Interrupted$/mu.test(output)) cuts.add('ended');
  if (output.includes('hash factor:')) cuts.add('hashed');
  return {
    states,
    // It counts the start as a transition.
    transitions: Math.max(0, number(/([\d.e+]+) transitions/u) - 1),
    depth: number(/depth reached (\d+)/u),
    bytes: Math.round(
      1e6 * (number(/([\d.]+)\s+total actual memory usage/u) || number(/total actual memory usage\s+([\d.]+)/u) || 0),
    ),
    broken: errors > 0 ? (assertion ?? error ?? 'an error') : undefined,
    cuts,
    hashFactor: Number.isNaN(hashFactor) ? undefined : hashFactor,
  };
}

/** Returns the numbers of the moves that a trail consists of, and before which of them its cycle begins. */
export function trailIn(output: string): { readonly moves: readonly number[]; readonly loopsTo: number | undefined } {
  const moves: number[] = [];
  let loopsTo: number | undefined;
  for (const [, move, cycle] of output.matchAll(/@(\d+)$|(<<<<<START OF CYCLE>>>>>)/gmu)) {
    if (cycle !== undefined) loopsTo = moves.length;
    else moves.push(Number(move));
  }
  return { moves, loopsTo };
}
