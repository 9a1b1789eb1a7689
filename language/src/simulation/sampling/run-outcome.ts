/** The outcome of a run: the first thing that went wrong in it, or how it ended, and the times it took. */
import type { PlaceId } from '../../model/action.ts';
import type { Expression } from '../../model/expression.ts';
import type { Check } from '../../model/scenario.ts';
import { judgeRunOf, type RunVerdict } from './judged-run.ts';
import { compileExpression } from '../program/expressions.ts';
import { isReached, type ConditionWatch, watch } from '../play/limits.ts';
import type { Choice, Played } from '../play/player.ts';
import { scenarioScope } from '../program/program.ts';
import type { Effect, Program, Run } from '../kernel/run.ts';
import type { TraceOrigin } from '../play/trace.ts';
import { t } from '../../model/translation.ts';

/** The kinds of outcomes; in the first three something is wrong. */
export type OutcomeKind =
  | 'error'
  | 'failed'
  | 'broken'
  | 'passed'
  | 'reached'
  | 'unreached'
  | 'never'
  | 'always'
  | 'over'
  | 'cut';

/** An outcome in words; equal ones have equal words. */
export interface RunOutcome {
  readonly kind: OutcomeKind;
  readonly text: string;
}

/** The facts known of a run at its end. */
export interface RunResult {
  readonly outcome: RunOutcome;
  /** Microseconds for which the awaited condition did not hold before it came to hold. */
  readonly recovery: number | undefined;
  /** The waiting time of each `within` whose expectation came true. */
  readonly waits: readonly (readonly [place: PlaceId, waited: number])[];
  /** The number of expectations, and how many of them failed. */
  readonly expectations: number;
  readonly failures: number;
  /** The verdicts of the run on all properties of its check; empty if it has none. */
  readonly verdicts: readonly RunVerdict[];
}

/** Follows a run. */
export interface RunJudge {
  /** Receives everything that happens, if the run reports it. */
  readonly hear: (effect: Effect) => void;
  /**
   * Receives each turn, the start included, once it has been taken, and the choices of the next one; returns true if
   * the awaited condition has come.
   */
  readonly note: (run: Run, played: Played, choices: () => readonly Choice[]) => boolean;
  /** Sums up; a run is cut off if it would have gone on. */
  readonly result: (isCut: boolean) => RunResult;
}

/** The texts of the kinds; a fault has its own. */
export const outcomeTexts: Readonly<Record<Exclude<OutcomeKind, 'error' | 'failed' | 'broken'>, string>> = {
  passed: t`all expectations hold`,
  reached: t`the condition was reached`,
  unreached: t`the condition was not reached within the steps`,
  never: t`the condition was not reached, and nothing more can happen`,
  always: t`the condition held throughout`,
  over: t`nothing more can happen`,
  cut: t`all steps were taken`,
};

/** Creates a judge of one run that may await a condition. */
export function judgeRun(program: Program, origin: TraceOrigin, until: Expression | undefined): RunJudge {
  const check = checkOf(program, origin);
  const judged = check === undefined ? undefined : judgeRunOf(program, check);
  const condition = until === undefined ? undefined : compileExpression(until, scenarioScope(program));
  const waits: (readonly [PlaceId, number])[] = [];
  let [expectations, failures] = [0, 0];
  let watched: ConditionWatch | undefined;
  let hasEverFailed = false;
  let recovery: number | undefined;
  let fault: RunOutcome | undefined;

  const note: RunJudge['note'] = (run, played, choices) => {
    fault ??= faultOf(played);
    judged?.note(run, played, choices);
    if (played.kind === 'judged') {
      expectations += 1;
      if (!played.judgement.holds) failures += 1;
      else if (played.waited !== undefined) waits.push([played.place, played.waited]);
    }
    if (condition === undefined || recovery !== undefined) return recovery !== undefined;
    const now = watch(condition, run, watched);
    if (isReached(watched, now)) recovery = run.state.now - (watched?.since ?? 0);
    hasEverFailed ||= !now.holds;
    watched = now;
    return recovery !== undefined;
  };
  const endOf = (isCut: boolean): keyof typeof outcomeTexts => {
    if (condition === undefined) return isCut ? 'cut' : origin.kind === 'scenario' ? 'passed' : 'over';
    if (recovery !== undefined) return 'reached';
    return hasEverFailed ? (isCut ? 'unreached' : 'never') : 'always';
  };
  const result = (isCut: boolean): RunResult => {
    const end = endOf(isCut);
    const verdicts = judged?.result(isCut || recovery !== undefined) ?? [];
    const outcome = fault ?? brokenOf(check, verdicts) ?? { kind: end, text: outcomeTexts[end] };
    return { outcome, recovery, waits, expectations, failures, verdicts };
  };
  return { hear: (effect) => judged?.hear(effect), note, result };
}

/** Returns the check of a run, if it has one. */
const checkOf = ({ model }: Program, origin: TraceOrigin): Check | undefined =>
  origin.kind === 'scenario' ? undefined : model.checks.find(({ title }) => title === origin.check);

/** Names an outcome by the property that was broken first; for a check that is to fail, that is no fault. */
export function brokenOf(check: Check | undefined, verdicts: readonly RunVerdict[]): RunOutcome | undefined {
  if (check?.fails === true) return undefined;
  const broken = verdicts.flatMap(({ name, broken: at }) => (at === undefined ? [] : [{ name, step: at.step }]));
  const [first] = broken.sort((a, b) => a.step - b.step);
  return first === undefined ? undefined : { kind: 'broken', text: t`broken: ${first.name}` };
}

/** The first thing that goes wrong names the outcome. */
function faultOf(played: Played): RunOutcome | undefined {
  if (played.kind === 'judged') {
    const { holds, expected } = played.judgement;
    return holds ? undefined : { kind: 'failed', text: t`failed: ${expected}` };
  }
  const { error } = played.stepped;
  return error === undefined ? undefined : { kind: 'error', text: t`error: ${error.message}` };
}
