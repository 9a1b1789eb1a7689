/**
 * Random runs as walks through remembered moves, with the same outcomes as the interpreter, seed by seed. A
 * run that fails, or that needs more than is remembered, is left to the interpreter.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { Check } from '../../model/scenario.ts';
import { createJudge } from '../explore/judgement/judge.ts';
import { createDropped, withWatched } from '../explore/judgement/watched.ts';
import { createStateCode, keptBy } from '../explore/state/state-code.ts';
import { canRemember } from '../explore/steps/remembered/remembered-steps.ts';
import { initial } from '../kernel/kernel.ts';
import type { Program } from '../kernel/run.ts';
import { seeded } from '../kernel/seed.ts';
import { copyOf } from '../kernel/state.ts';
import { environmentOf } from '../play/environment.ts';
import { freeEnvironment, keepsPast } from '../play/recording/recording.ts';
import type { TraceOrigin } from '../play/recording/trace.ts';
import { compileExpression } from '../program/expressions.ts';
import { scenarioScope } from '../program/program.ts';
import { brokenOf, type RunEnd, type RunResult } from './run-outcome.ts';
import { type Awaiting, createAwaiting } from './walk/awaiting.ts';
import { type CoreWalk, createWalk, stepped } from './walk/core-walk.ts';
import { type Following, followProperties } from './walk/following.ts';
import type { WalkContext } from './walk/kernel-moves.ts';
import type { RememberedMoves } from './walk/move-effects.ts';
import { rememberMoves } from './walk/remembered-moves.ts';
import type { WalkedRun } from './walked-runs.ts';

const turnsAtOnce = 20_000;

/** With more outcomes than this, those of the runs so far are forgotten. */
const mostKept = 2_000_000;

/** A walk with its judges. */
interface Walking {
  readonly moves: RememberedMoves;
  readonly walk: CoreWalk;
  readonly following: Following;
  readonly awaiting: Awaiting;
}

/** Returns a faster way to make runs of an origin, if there is one. */
export function rememberedRuns(
  program: Program,
  origin: TraceOrigin,
  until: Expression | undefined,
): WalkedRun | undefined {
  if (origin.kind !== 'random' || keepsPast(program, origin, until)) return undefined;
  let walking = startWalking(program, origin, until);
  if (walking === undefined) return undefined;
  const check = checkOf(program, origin);
  let usefulness = createUsefulness();
  return function* (seed, turns) {
    if (walking !== undefined && walking.moves.size() > mostKept)
      [walking, usefulness] = [startWalking(program, origin, until), createUsefulness()];
    if (walking === undefined || !usefulness.isUseful()) return undefined;
    const { walk, following, awaiting, moves } = walking;
    const resultOf = (isCut: boolean): RunResult => {
      const { outcome: end, recovery } = awaiting.end(isCut ? 'steps' : endOf(walk));
      const verdicts = following.result(isCut || recovery !== undefined);
      const outcome = brokenOf(check, verdicts) ?? end;
      return { outcome, recovery, waits: [], expectations: 0, failures: 0, verdicts };
    };
    walk.begin(seeded(seed));
    following.begin();
    following.note();
    awaiting.begin();
    for (let taken = 0; taken < turns; taken++) {
      const how = walk.step();
      usefulness.note(moves);
      if (how === stepped.unknown || !usefulness.isUseful()) return undefined;
      if (how === stepped.over) return resultOf(false);
      following.note();
      if (awaiting.note()) return resultOf(false);
      if (taken % turnsAtOnce === turnsAtOnce - 1) yield;
    }
    // One more step, not judged, shows whether the run is cut off or over.
    return resultOf(walk.step() !== stepped.over);
  };
}

/** Returns why a walk is over. */
const endOf = ({ standing, agenda }: CoreWalk): RunEnd =>
  !standing.kind.isWithin ? 'bound' : agenda.size() > 0 ? 'horizon' : 'nothing left';

const checkOf = ({ model }: Program, { check }: RandomOrigin): Check | undefined =>
  model.checks.find(({ title }) => title === check);

type RandomOrigin = Extract<TraceOrigin, { readonly kind: 'random' }>;

/** What a run without a check asks for. */
const nothing: Check = {
  ...{ title: '', fails: false, clock: 'exact', horizon: undefined, documentation: undefined, place: 0 },
  ...{ bounds: [], steps: [], faults: [], possibilities: [], properties: [], watched: [] },
};

/** Creates a walk that remembers nothing yet; undefined where what moves do depends on more than the core. */
export function startWalking(
  program: Program,
  origin: RandomOrigin,
  until: Expression | undefined,
): Walking | undefined {
  const { model } = program;
  const declared = origin.check === undefined ? nothing : checkOf(program, origin);
  if (declared === undefined || declared.steps.length > 0) return undefined;
  const check = withWatched(model, declared);
  let drawn = 0;
  const pick = (count: number): number => {
    drawn += Number(count > 1);
    return 0;
  };
  const dropped = createDropped(program, check);
  const { run, started } = initial(program, { draw: { pick }, tell: dropped.hear, keepsHistory: false });
  const { state } = run;
  if (drawn > 0 || started.error !== undefined || state.held.length > 0) return undefined;
  const environment =
    origin.check === undefined ? freeEnvironment(program, origin) : environmentOf(program, check, run);
  if (environment.faults.some(({ kind }) => kind === 'pause')) return undefined;
  const awaited = until === undefined ? [] : [{ kind: 'never', condition: until, goal: undefined, place: 0 } as const];
  const asked = { ...check, properties: [...check.properties, ...awaited] };
  const kept = keptBy(program, asked, false);
  if (kept.relevance.readsClock || kept.keepsLastEnd) return undefined;
  // The walk keeps the times itself: no move depends on them.
  const code = createStateCode(program, asked, environment, copyOf(state), {
    ...kept,
    time: 'none',
    keepsTimers: true,
  });
  if (!canRemember(program, check, code)) return undefined;
  const judge = createJudge(program, check);
  const condition = until === undefined ? undefined : compileExpression(until, scenarioScope(program));
  const context: WalkContext = { program, check, environment, judge, until: condition, code };
  const moves = rememberMoves(context, {
    core: code.coreOf(state),
    entries: state.agenda.map(({ due }) => code.dues.idOf(state, due)),
    times: state.agenda.map(({ at }) => at),
    ...{ steps: state.steps, drops: dropped.fault() !== undefined },
  });
  if (moves === undefined) return undefined;
  const walk = createWalk(context, moves);
  const following = followProperties(program, check, judge, walk);
  return { moves, walk, following, awaiting: createAwaiting(until !== undefined, walk) };
}

/** After so many steps it is seen whether remembering pays. */
const stepsToJudge = 20_000;

/** A move that the kernel makes to be remembered takes it as long as this many steps of a run. */
const stepsOfMove = 7;

/** So often it may not pay, and not get better either. */
const mostLosses = 2;

/**
 * Judges whether remembering pays: where too many moves are new, the interpreter is faster. What is learnt may pay
 * later, so it goes on as long as a fifth fewer moves are new each time.
 */
function createUsefulness() {
  let [steps, made, last, losses] = [0, 0, Number.POSITIVE_INFINITY, 0];
  return {
    isUseful: (): boolean => losses < mostLosses,
    note: (moves: RememberedMoves): void => {
      steps += 1;
      if (steps < stepsToJudge) return;
      const added = moves.made() - made;
      const pays = stepsOfMove * added < steps;
      if (!pays && added > 0.8 * last) losses += 1;
      [steps, made, last] = [0, moves.made(), added];
    },
  };
}
