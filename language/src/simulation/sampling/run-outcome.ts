/** The outcome of a run: the first thing that went wrong in it, or how it ended, and the times it took. */
import type { PlaceId } from '../../model/machines/action.ts';
import type { Expression } from '../../model/machines/expression.ts';
import type { Check } from '../../model/scenario.ts';
import { judgeRunOf, type RunVerdict } from './judged-run.ts';
import { compileExpression } from '../program/expressions.ts';
import { isReached, type ConditionWatch, watch } from '../play/limits.ts';
import type { Choice, Played } from '../play/player.ts';
import { scenarioScope } from '../program/program.ts';
import type { Effect, Program, Run } from '../kernel/run.ts';
import type { TraceOrigin } from '../play/recording/trace.ts';
import { t } from '../../model/common/translation.ts';

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

/** The reasons why a run ends: nothing is left to happen, or what is left is not followed. */
export type RunEnd = 'nothing left' | 'steps' | 'horizon' | 'bound' | 'scenario';

const endTexts: Readonly<Record<RunEnd, string>> = {
  'nothing left': t`nothing more can happen`,
  steps: t`all steps were taken`,
  horizon: t`the horizon of the check was reached`,
  bound: t`a bound of the check ended the run`,
  scenario: t`all expectations hold`,
};

const unreachedTexts: Readonly<Record<RunEnd, string>> = {
  'nothing left': t`the condition was not reached, and nothing more can happen`,
  steps: t`the condition was not reached within the steps`,
  horizon: t`the condition was not reached within the horizon of the check`,
  bound: t`the condition was not reached within the bounds of the check`,
  scenario: t`the condition was not reached by the end of the scenario`,
};

/** The outcome of a run that reached its awaited condition. */
export const reached: RunOutcome = { kind: 'reached', text: t`the condition was reached` };

/**
 * Returns the outcome of a run in which nothing went wrong, by why it ended; `hasEverFailed` says whether the condition
 * that it awaited in vain was ever false, and is undefined if it awaited none.
 */
export function outcomeOfEnd(end: RunEnd, hasEverFailed: boolean | undefined): RunOutcome {
  if (hasEverFailed === undefined)
    return { kind: end === 'steps' ? 'cut' : end === 'scenario' ? 'passed' : 'over', text: endTexts[end] };
  if (!hasEverFailed) return { kind: 'always', text: t`the condition held throughout` };
  const isCertain = end === 'nothing left' || end === 'scenario';
  return { kind: isCertain ? 'never' : 'unreached', text: unreachedTexts[end] };
}

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
  let isLeft = false;

  const note: RunJudge['note'] = (run, played, choices) => {
    isLeft = run.state.agenda.length > 0;
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
  const endOf = (isCut: boolean): RunEnd => {
    if (isCut) return 'steps';
    if (judged?.isWithin() === false) return 'bound';
    if (origin.kind === 'scenario') return condition === undefined || isLeft ? 'scenario' : 'nothing left';
    return isLeft ? 'horizon' : 'nothing left';
  };
  const result = (isCut: boolean): RunResult => {
    const isReached = recovery !== undefined;
    const verdicts = judged?.result(isCut || isReached) ?? [];
    const end = isReached ? reached : outcomeOfEnd(endOf(isCut), condition && hasEverFailed);
    return { outcome: fault ?? brokenOf(check, verdicts) ?? end, recovery, waits, expectations, failures, verdicts };
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
