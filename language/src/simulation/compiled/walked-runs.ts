/**
 * Random runs of a check as walks over compiled rules, with the outcomes that the interpreter has.
 */
import type { Expression } from '../../model/expression.ts';
import { initial } from '../kernel.ts';
import type { Program } from '../run.ts';
import { RunError } from '../run-error.ts';
import type { RunOutcome, RunResult } from '../run-outcome.ts';
import { outcomeTexts } from '../run-outcome.ts';
import { seeded } from '../seed.ts';
import type { TraceOrigin } from '../trace.ts';
import type { RunText } from './compiled-rules.ts';
import { compileRules } from './compiled-rules.ts';
import { Unsupported } from './unsupported.ts';
import { startWalk } from './walk-rules.ts';

/** Runs from a seed, pausing every so many turns. Gives nothing where a rule fails: the interpreter says how. */
export type WalkedRun = (seed: number, turns: number) => Generator<undefined, RunResult | undefined>;

const turnsAtOnce = 100_000;

/** Returns a quicker way to make runs of an origin, where there is one. */
export function walkedRuns(
  program: Program,
  origin: TraceOrigin,
  until: Expression | undefined,
  runText: RunText,
): WalkedRun | undefined {
  if (origin.kind !== 'random' || origin.check === undefined) return undefined;
  const check = program.model.checks.find(({ title }) => title === origin.check);
  if (check === undefined || check.steps.length > 0) return undefined;
  const { run, started } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  if (started.error !== undefined) return undefined;
  const compiled = compileRules(run, check, runText);
  if ('needs' in compiled) return undefined;
  let test: ((state: Int32Array) => boolean) | undefined;
  try {
    test = until === undefined ? undefined : compiled.test(until);
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
  return function* (seed, turns) {
    const walk = startWalk(compiled, seeded(seed), test);
    for (let taken = 0; taken < turns;) {
      const steps = Math.min(turnsAtOnce, turns - taken);
      let done: number;
      try {
        done = walk.goOn(steps);
      } catch (error) {
        if (!(error instanceof RunError)) throw error;
        return undefined;
      }
      taken += done;
      if (walk.isReached()) return resultOf({ kind: 'reached', text: outcomeTexts.reached }, 0);
      if (done < steps) return resultOf(endOf(test !== undefined, walk.hasFailed(), false), undefined);
      yield;
    }
    return resultOf(endOf(test !== undefined, walk.hasFailed(), true), undefined);
  };
}

function endOf(isAwaited: boolean, hasFailed: boolean, isCut: boolean): RunOutcome {
  const kind = !isAwaited ? (isCut ? 'cut' : 'over') : !hasFailed ? 'always' : isCut ? 'unreached' : 'never';
  return { kind, text: outcomeTexts[kind] };
}

const resultOf = (outcome: RunOutcome, recovery: number | undefined): RunResult => ({
  outcome,
  recovery,
  waits: [],
  expectations: 0,
  failures: 0,
});
