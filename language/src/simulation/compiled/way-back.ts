/**
 * Finds the rules that lead to a state that a search has found. The search keeps only the predecessor of each state;
 * the rules are found by trying.
 */
import { RunError } from '../values/run-error.ts';
import { type CompiledRule, rulesOf, type RunText } from './compiled-rules.ts';
import type { PreparedRules } from './prepared-rules.ts';
import type { CompiledSearch } from './search.ts';

/** The way back from a state that a search has found. */
export interface WayBack {
  /** Returns the indices of the rules on a shortest path from the start to a state. */
  readonly rulesTo: (state: number) => number[];
  /** Returns the first rule that fails in a state. */
  readonly failingRule: (state: number) => number;
  /** Returns the number of rules that apply to a state, and the number of them up to one of them. */
  readonly applied: (state: number, last: number) => { readonly all: number; readonly until: number };
}

/** Compiles the rules one by one, to trace a search back. */
export function createWayBack(prepared: PreparedRules, search: CompiledSearch, runText: RunText): WayBack {
  const rules = rulesOf(prepared, runText);
  /** Applies a rule to a state; returns undefined where it does not apply, and false where it fails. */
  const apply = (rule: CompiledRule, state: number): Int32Array | false | undefined => {
    const next = search.stateAt(state);
    try {
      return rule(next) === 1 ? next : undefined;
    } catch (error) {
      if (error instanceof RunError) return false;
      throw error;
    }
  };
  const number = (state: number, isMeant: (next: Int32Array | false | undefined) => boolean): number => {
    const found = rules.findIndex((rule) => isMeant(apply(rule, state)));
    if (found < 0) throw new Error('A state was found to which no rule leads.');
    return found;
  };
  return {
    rulesTo: (state) => {
      const way: number[] = [];
      for (let to = state; to > 0;) {
        const before = search.before(to);
        const target = to;
        way.push(number(before, (next) => next instanceof Int32Array && search.isAt(next, target)));
        to = before;
      }
      return way.reverse();
    },
    failingRule: (state) => number(state, (next) => next === false),
    applied: (state, last) => {
      const are = rules.map((rule) => apply(rule, state) instanceof Int32Array);
      const count = (some: readonly boolean[]): number => some.filter(Boolean).length;
      return { all: count(are), until: count(are.slice(0, last + 1)) };
    },
  };
}
