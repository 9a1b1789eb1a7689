/** Judges walks over compiled rules: the same properties as in runs of the interpreter. */
import type { Expression } from '../../model/machines/expression.ts';
import type { Check } from '../../model/scenario.ts';
import type { RunVerdict } from './judged-run.ts';
import { propertyName } from '../explore/judgement/judge.ts';
import { needsKernel, withWatched } from '../explore/judgement/watched.ts';
import type { Program } from '../kernel/run.ts';
import type { CompiledRules } from '../compiled/compiled-rules.ts';
import { ifSupported } from '../compiled/unsupported.ts';

/** The judge of one walk. */
export interface WalkJudge {
  /** Judges a state, the start included. */
  readonly note: (state: Int32Array) => void;
  /** Returns true if all bounds held in the last state. */
  readonly mayGoOn: () => boolean;
  /** Sums up; a walk is over if no rule applies any more. */
  readonly result: (isOver: boolean) => readonly RunVerdict[];
}

/** Returns a factory for the judges of walks; undefined where only the interpreter can judge. */
export function walkJudges(program: Program, declared: Check, rules: CompiledRules): (() => WalkJudge) | undefined {
  if (needsKernel(declared)) return undefined;
  const check = withWatched(program.model, declared);
  const compile = (condition: Expression): ((state: Int32Array) => boolean) => rules.test(condition);
  return ifSupported(
    () => {
      const properties = check.properties.map((property) => {
        const isMet = compile(property.condition);
        const hasCome = property.goal === undefined ? isMet : compile(property.goal);
        return { ...property, name: propertyName(program, property), isMet, hasCome };
      });
      const bounds = check.bounds.map(compile);
      return () => judgeOf(properties, bounds);
    },
    () => undefined,
  );
}

type Test = (state: Int32Array) => boolean;

type Compiled = Check['properties'][number] & { readonly name: string; readonly isMet: Test; readonly hasCome: Test };

function judgeOf(properties: readonly Compiled[], bounds: readonly Test[]): WalkJudge {
  // By property: the step in which it was broken, and whether it waits for something.
  const brokenAt = properties.map((): number | undefined => undefined);
  const waits = properties.map(({ kind }) => kind === 'eventually');
  let [step, isWithin] = [-1, true];
  const judge = ({ kind, isMet, hasCome }: Compiled, index: number, state: Int32Array): void => {
    if (kind === 'never' || kind === 'always') {
      if (isMet(state) === (kind === 'never')) brokenAt[index] ??= step;
      return;
    }
    const begins = kind === 'leads to' && isMet(state);
    waits[index] = !hasCome(state) && (waits[index] === true || begins);
  };
  return {
    note: (state) => {
      step += 1;
      for (const [index, property] of properties.entries()) judge(property, index, state);
      isWithin = bounds.every((holds) => holds(state));
    },
    mayGoOn: () => isWithin,
    result: (isOver) =>
      properties.map(({ name, place }, index) => {
        const isLeft = waits[index] === true;
        const at = brokenAt[index] ?? (isLeft && isOver && isWithin ? step : undefined);
        if (at === undefined) return { name, place, verdict: isLeft ? 'open' : 'held' };
        return { name, place, verdict: 'broken', broken: { message: name, step: at, at: 0 } };
      }),
  };
}
