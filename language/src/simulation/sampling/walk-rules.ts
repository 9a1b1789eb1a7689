/**
 * Random walks over compiled rules: at each step one of the rules that apply, drawn from the seed, as a random run of
 * the interpreter would.
 */
import type { Draw } from '../kernel/draw.ts';
import type { CompiledRules } from '../compiled/compiled-rules.ts';
import { at } from '../../model/common/lookup.ts';

/** A walk under way: it is in a state and can go on. */
export interface RuleWalk {
  readonly state: Int32Array;
  /**
   * Goes on by at most this many steps, until a condition comes to hold: one that holds already must first cease to.
   * Returns the number of steps taken; fewer if no rule applies any more. Throws a `RunError` where a rule fails.
   */
  readonly advance: (steps: number) => number;
  readonly isReached: () => boolean;
  /** Returns true if the condition has ever been false. */
  readonly hasFailed: () => boolean;
}

/** The limits of a walk. */
interface WalkLimits {
  readonly until?: (state: Int32Array) => boolean;
  /** Returns false where the walk is over, although rules may apply; asked after `until`. */
  readonly mayGoOn?: () => boolean;
}

/** Begins a walk at the start. */
export function startWalk(
  { start, rules, enabled }: CompiledRules,
  draw: Draw,
  { until, mayGoOn }: WalkLimits = {},
): RuleWalk {
  const state = start.slice();
  const list = new Int32Array(rules.length);
  let isReached = false;
  let hasFailed = until !== undefined && !until(state);
  let held = !hasFailed;
  const goOn = (steps: number): number => {
    for (let step = 0; step < steps; step++) {
      const count = isReached || mayGoOn?.() === false ? 0 : enabled(state, list);
      if (count === 0) return step;
      rules[at(list, draw.pick(count))]?.(state);
      if (until === undefined) continue;
      const holds = until(state);
      isReached = holds && !held;
      if (!holds) hasFailed = true;
      held = holds;
    }
    return steps;
  };
  return { state, advance: goOn, isReached: () => isReached, hasFailed: () => hasFailed };
}
