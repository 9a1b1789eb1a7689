/**
 * Random walks over compiled rules: at each step one of the rules that apply, drawn from the seed, as a
 * random run of the interpreter would.
 */
import type { Draw } from '../run.ts';
import type { CompiledRules } from './compiled-rules.ts';

/** Where a walk has led. */
export interface Walked {
  readonly state: Int32Array;
  readonly steps: number;
  /** Whether it ended because `until` held. */
  readonly isReached: boolean;
}

/** Walks at most so many steps, until a condition holds or no rule applies. Throws a `RunError` where a rule fails. */
export function walkRules(
  { start, rules, enabled }: CompiledRules,
  draw: Draw,
  { steps, until }: { readonly steps: number; readonly until?: (state: Int32Array) => boolean },
): Walked {
  const state = start.slice();
  const list = new Int32Array(rules.length);
  for (let step = 0; step < steps; step++) {
    const count = enabled(state, list);
    if (count === 0) return { state, steps: step, isReached: false };
    rules[list[draw.pick(count)] ?? 0]?.(state);
    if (until?.(state) === true) return { state, steps: step + 1, isReached: true };
  }
  return { state, steps, isReached: false };
}
