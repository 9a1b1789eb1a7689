/**
 * Models whose environment only sends events to machines that compute: each event that may be sent
 * becomes one function over an `Int32Array`. The text is made here; the host runs it, if it may.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Check, Possibility } from '../../model/scenario.ts';
import type { Program, Run } from '../run.ts';
import { RunError } from '../run-error.ts';
import type { Expression } from '../../model/expression.ts';
import type { Code } from './code.ts';
import { condition, single } from './code.ts';
import type { Emitting } from './emit-expression.ts';
import { emit } from './emit-expression.ts';
import { emitCanTake, emitCompletion, emitOffer } from './emit-rules.ts';
import type { Layout } from './layout.ts';
import { layOut, store } from './layout.ts';
import { Unsupported } from './unsupported.ts';

/** Runs the text of a function body with these parameters: `new Function`, where the host allows it. */
export type RunText = (parameters: readonly string[], body: string) => unknown;

/** A rule changes a state in place; it returns 1 if it applied, else 0 and nothing has changed. */
export type Rule = (state: Int32Array) => number;

/** A model ready to be walked or explored. */
export interface CompiledRules {
  readonly layout: Layout;
  readonly start: Int32Array;
  /** One for each thing that the environment may do, in declaration order. */
  readonly rules: readonly Rule[];
  /** Writes the numbers of the rules that would apply to a state into a list, in order; returns how many there are. */
  readonly enabled: (state: Int32Array, list: Int32Array) => number;
  /** Compiles a condition on states. Throws `Unsupported` where it needs the interpreter. */
  readonly test: (condition: Expression) => (state: Int32Array) => boolean;
}

/** Compiles a check's environment over a run that stands at its start, or says why that needs the interpreter. */
export function compileRules(run: Run, check: Check, runText: RunText): CompiledRules | { readonly needs: string } {
  try {
    return compile(run, check, runText);
  } catch (error) {
    if (error instanceof Unsupported) return { needs: error.message };
    throw error;
  }
}

function compile({ program, state }: Run, check: Check, runText: RunText): CompiledRules {
  if (check.faults.length > 0) throw new Unsupported('faults');
  if (state.agenda.length > 0) throw new Unsupported('timers and messages under way');
  if (program.model.entities.some(({ absent }) => absent)) throw new Unsupported('entities that come and go');
  const layout = layOut(program);
  const around: Emitting = { program, layout, values: state.values, self: undefined, locals: new Map(), depth: 0 };
  const completion = emitCompletion(around);
  const sendings = check.possibilities.map((possibility) => sendingOf(possibility, around));
  const rules = sendings.map(({ to, event, values }): Rule => {
    const offer = emitOffer(around, to, event, values);
    const body = completion === '' ? offer : `if((function(){${offer}})()===0)return 0;${completion}return 1;`;
    return bind(program, runText(['V', 'F'], body));
  });
  const tests = sendings.map(({ to, event, values }, index) => {
    const test = condition(emitCanTake(around, to, event, values));
    return `if(${test})E[n++]=${index};`;
  });
  const enabled = runText(['V', 'E'], `let n=0;${tests.join('')}return n;`) as CompiledRules['enabled'];
  const test = (expression: Expression): ((state: Int32Array) => boolean) => {
    const text = condition(single(emit(expression, around)));
    return runText(['V'], `return ${text};`) as (state: Int32Array) => boolean;
  };
  return { layout, start: startOf(program, layout, { program, state }), rules, enabled, test };
}

/** An event that the environment may send, without limit, to one entity. */
interface Sending {
  readonly to: EntityId;
  readonly event: string;
  readonly values: readonly Code[];
}

function sendingOf({ action, upTo }: Possibility, around: Emitting): Sending {
  if (upTo !== undefined) throw new Unsupported('bounded actions of the environment');
  if (action.kind !== 'send') throw new Unsupported(`"may ${action.kind}"`);
  const to = single(emit(action.to, around));
  if (to.value === undefined) throw new Unsupported('sending to an entity that varies');
  return { to: to.value, event: action.event, values: action.arguments.map((each) => single(emit(each, around))) };
}

/** Hands a rule what it calls where a value leaves its range. */
function bind({ model }: Program, compiled: unknown): Rule {
  const rule = compiled as (state: Int32Array, fail: (place: number, kind: number) => never) => number;
  const fail = (place: number, kind: number): never => {
    if (kind === 1) throw new RunError('run/endless', '"always" transitions follow each other without end.');
    throw new RunError('run/range', `A value of "${model.entities[0]?.name ?? ''}" leaves its range.`, place);
  };
  return (state) => rule(state, fail);
}

function startOf(program: Program, layout: Layout, { state }: Pick<Run, 'program' | 'state'>): Int32Array {
  const start = new Int32Array(layout.size);
  for (const entity of program.active) {
    start[layout.leafOf.get(entity) ?? 0] = state.active[entity] ?? -1;
    for (const [name, field] of layout.fieldsOf.get(entity) ?? []) {
      const slot = program.machineOf[entity]?.slots.get(name) ?? 0;
      store(start, field, state.values[(program.slotsFrom[entity] ?? 0) + slot] ?? null);
    }
  }
  return start;
}
