/**
 * Models whose environment only sends events to machines that compute: each event that may be sent becomes one function
 * over an `Int32Array`. The text is generated here; the host runs it, if it may.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { Check } from '../../model/scenario.ts';
import type { Program, Run } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { arrayCells } from './cells.ts';
import { condition, singleCode } from './code.ts';
import { emit } from './emit-expression.ts';
import { failures } from './emit-rules.ts';
import type { Layout } from './layout.ts';
import { emitCanApply, emitRule, type PreparedRules, prepareRules } from './prepared-rules.ts';
import { ifSupported } from './unsupported.ts';
import { entityName } from '../../model/model.ts';

/** Runs the text of a function body with these parameters: `new Function`, where the host allows it. */
export type RunText = (parameters: readonly string[], body: string) => unknown;

/** Changes a state in place; returns 1 if the rule applied, otherwise 0, and nothing has changed. */
export type CompiledRule = (state: Int32Array) => number;

/** A model ready for random walks or exploration. */
export interface CompiledRules {
  readonly layout: Layout;
  readonly start: Int32Array;
  /** One for each possible action of the environment, in declaration order. */
  readonly rules: readonly CompiledRule[];
  /** Writes the indices of the rules that would apply to a state into a list, in order; returns how many there are. */
  readonly enabled: (state: Int32Array, list: Int32Array) => number;
  /** Compiles a condition on states. Throws `Unsupported` where it needs the interpreter. */
  readonly test: (condition: Expression) => (state: Int32Array) => boolean;
}

/** Compiles a check's environment over a run at its start, or says why that needs the interpreter. */
export function compileRules(run: Run, check: Check, runText: RunText): CompiledRules | { readonly needs: string } {
  return ifSupported(
    () => compile(run, check, runText),
    (needs) => ({ needs }),
  );
}

function compile(run: Run, check: Check, runText: RunText): CompiledRules {
  const prepared = prepareRules(run, check);
  const around = prepared.around(arrayCells);
  const rules = rulesOf(prepared, runText);
  const tests = prepared.rules.map((rule, index) => `if(${condition(emitCanApply(around, rule))})E[n++]=${index};`);
  const enabled = runText(['V', 'E'], `let n=0;${tests.join('')}return n;`) as CompiledRules['enabled'];
  const test = (expression: Expression): ((state: Int32Array) => boolean) => {
    const text = condition(singleCode(emit(expression, around)));
    return runText(['V'], `return ${text};`) as (state: Int32Array) => boolean;
  };
  return { layout: prepared.layout, start: prepared.start, rules, enabled, test };
}

/** Compiles the rules of a check one by one. Throws `Unsupported`. */
export function rulesOf(prepared: PreparedRules, runText: RunText): CompiledRule[] {
  const around = prepared.around(arrayCells);
  const exits = { taken: 'return 1;', dropped: 'return 0;' };
  return prepared.rules.map((rule) => bind(prepared.program, runText(['V', 'F'], emitRule(around, rule, exits))));
}

/** Binds a rule to the function it calls where a value leaves its range. */
function bind({ model }: Program, compiled: unknown): CompiledRule {
  const rule = compiled as (state: Int32Array, fail: (place: number, kind: number) => never) => number;
  const fail = (place: number, kind: number): never => {
    if (kind === failures.endless)
      throw new RunError('run/endless', '"always" transitions follow each other endlessly.');
    throw new RunError('run/range', `A value of "${entityName(model, 0)}" leaves its range.`, place);
  };
  return (state) => rule(state, fail);
}
