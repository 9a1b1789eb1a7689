/** Random runs of a check as walks over compiled rules, with the same outcomes as the interpreter. */
import type { Expression } from '../../model/machines/expression.ts';
import { initial } from '../kernel/kernel.ts';
import type { Program } from '../kernel/run.ts';
import { RunError } from '../values/run-error.ts';
import { brokenOf, outcomeOfEnd, reached, type RunEnd, type RunResult } from './run-outcome.ts';
import { seeded } from '../kernel/seed.ts';
import type { TraceOrigin } from '../play/recording/trace.ts';
import { compileRules, type RunText } from '../compiled/compiled-rules.ts';
import { ifSupported } from '../compiled/unsupported.ts';
import { walkJudges } from './walk-judge.ts';
import { startWalk } from './walk-rules.ts';

/**
 * Runs from a seed, pausing at intervals of turns. Returns undefined where a rule fails: the interpreter reports how.
 */
export type WalkedRun = (seed: number, turns: number) => Generator<undefined, RunResult | undefined>;

const turnsAtOnce = 100_000;

/** Returns a faster way to make runs of an origin, if there is one. */
export function walkedRuns(
  program: Program,
  origin: TraceOrigin,
  until: Expression | undefined,
  runText: RunText,
): WalkedRun | undefined {
  if (origin.kind !== 'random' || origin.check === undefined) return undefined;
  const check = program.model.checks.find(({ title }) => title === origin.check);
  // With an exact clock the environment draws how long it waits.
  if (check === undefined || check.steps.length > 0 || check.clock === 'exact') return undefined;
  const { run, started } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  if (started.error !== undefined) return undefined;
  const compiled = compileRules(run, check, runText);
  if ('needs' in compiled) return undefined;
  const judges = walkJudges(program, check, compiled);
  const awaited = ifSupported(
    () => ({ test: until === undefined ? undefined : compiled.test(until) }),
    () => undefined,
  );
  if (judges === undefined || awaited === undefined) return undefined;
  const reaches = awaited.test;
  return function* (seed, turns) {
    const judge = judges();
    let isJudged = true;
    const until = (state: Int32Array): boolean => {
      if (isJudged) judge.note(state);
      return reaches?.(state) === true;
    };
    const walk = startWalk(compiled, seeded(seed), { until, mayGoOn: judge.mayGoOn });
    const endOf = (isOver: boolean): RunEnd => (!isOver ? 'steps' : judge.mayGoOn() ? 'nothing left' : 'bound');
    const resultOf = (isOver: boolean, hasFailed: boolean, recovery?: number): RunResult => {
      const verdicts = judge.result(isOver);
      const end = recovery === undefined ? outcomeOfEnd(endOf(isOver), reaches && hasFailed) : reached;
      const outcome = brokenOf(check, verdicts) ?? end;
      return { outcome, recovery, waits: [], expectations: 0, failures: 0, verdicts };
    };
    const goOn = (steps: number): number | undefined => {
      try {
        return walk.advance(steps);
      } catch (error) {
        if (error instanceof RunError) return undefined;
        throw error;
      }
    };
    for (let taken = 0; taken < turns;) {
      const steps = Math.min(turnsAtOnce, turns - taken);
      const done = goOn(steps);
      if (done === undefined) return undefined;
      taken += done;
      if (walk.isReached()) return resultOf(false, true, 0);
      if (done < steps) return resultOf(true, walk.hasFailed());
      yield;
    }
    const hasFailed = walk.hasFailed();
    // One more step, not judged, shows whether the run is cut off or over.
    isJudged = false;
    return resultOf(goOn(1) === 0, hasFailed);
  };
}
