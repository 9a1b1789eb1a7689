/**
 * Random runs of a check as walks through remembered moves, with the same outcomes as the interpreter, seed by seed. A
 * run that fails, or that needs more than is remembered, is left to the interpreter.
 */
import type { Check } from '../../model/scenario.ts';
import { itemAt } from '../../model/lookup.ts';
import { lastingFault } from '../explore/broken-runs.ts';
import { createJudge, type Judge, propertyName } from '../explore/judgement/judge.ts';
import { needsKernel, withWatched } from '../explore/judgement/watched.ts';
import { initial } from '../kernel/kernel.ts';
import type { Program } from '../kernel/run.ts';
import { seeded } from '../kernel/seed.ts';
import { environmentOf } from '../play/environment.ts';
import { keepsPast } from '../play/recording.ts';
import type { TraceOrigin } from '../play/trace.ts';
import type { RunVerdict } from './judged-run.ts';
import { createWalk } from './core-walk.ts';
import type { CoreFacts, RememberedMoves } from './move-effects.ts';
import { rememberMoves } from './remembered-moves.ts';
import { brokenOf, outcomeTexts, type RunResult } from './run-outcome.ts';
import type { WalkedRun } from './walked-runs.ts';

const turnsAtOnce = 20_000;

/** Returns a faster way to make runs of an origin, if there is one. */
export function rememberedRuns(program: Program, origin: TraceOrigin): WalkedRun | undefined {
  if (origin.kind !== 'random' || origin.check === undefined) return undefined;
  const declared = program.model.checks.find(({ title }) => title === origin.check);
  // With an exact clock the environment draws how long it waits.
  if (declared === undefined || declared.steps.length > 0 || declared.clock === 'exact' || needsKernel(declared))
    return undefined;
  if (declared.horizon !== undefined || keepsPast(program, origin, undefined)) return undefined;
  const check = withWatched(program.model, declared);
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const environment = environmentOf(program, check, run);
  if (environment.faults.some(({ kind }) => !['crash', 'halt', 'lose'].includes(kind))) return undefined;
  const judge = createJudge(program, check);
  const moves = rememberMoves(program, check, environment, judge);
  if (moves === undefined) return undefined;
  const usefulness = createUsefulness(moves);
  const walk = createWalk(environment, moves);
  const following = followProperties(program, check, judge);
  return function* (seed, turns) {
    if (!usefulness.isUseful()) return undefined;
    walk.begin(seeded(seed));
    following.begin();
    following.note(walk.facts());
    for (let taken = 0; taken < turns; taken++) {
      const stepped = walk.step();
      usefulness.note();
      if (stepped === 'unknown') return undefined;
      if (stepped === 'over') return resultOf(declared, following.result(walk.isIdle(), false), false);
      following.note(walk.facts());
      if (taken % turnsAtOnce === turnsAtOnce - 1) yield;
    }
    // One more step, not judged, shows whether the run is cut off or over.
    const isCut = walk.step() !== 'over';
    return resultOf(declared, following.result(walk.isIdle(), isCut), isCut);
  };
}

function resultOf(check: Check, verdicts: readonly RunVerdict[], isCut: boolean): RunResult {
  const kind = isCut ? 'cut' : 'over';
  const outcome = brokenOf(check, verdicts) ?? { kind, text: outcomeTexts[kind] };
  return { outcome, recovery: undefined, waits: [], expectations: 0, failures: 0, verdicts };
}

/** After so many steps it is seen whether remembering pays. */
const stepsToJudge = 100_000;

/** Judges whether most moves are known: where they are not, the interpreter is faster. */
function createUsefulness(moves: RememberedMoves) {
  let [steps, made, isUseful] = [0, 0, true];
  return {
    isUseful: (): boolean => isUseful,
    note: (): void => {
      steps += 1;
      if (steps < stepsToJudge) return;
      isUseful = moves.made() - made < stepsToJudge / 2;
      [steps, made] = [0, moves.made()];
    },
  };
}

/** Follows the properties of a check through a run, as `judgeRunOf` does. */
function followProperties(program: Program, check: Check, judge: Judge) {
  const brokenAt: (number | undefined)[] = [];
  const waits: boolean[] = [];
  let [step, isWithin] = [-1, true];
  const names = judge.lasting.map((property) => propertyName(program, property));
  return {
    begin: (): void => {
      for (let index = 0; index < judge.asked.length; index++) brokenAt[index] = undefined;
      for (const [index, { kind }] of judge.lasting.entries()) waits[index] = kind === 'eventually';
      [step, isWithin] = [-1, true];
    },
    note: ({ broken, bits, isWithin: isIn }: CoreFacts): void => {
      step += 1;
      if (!isWithin) return;
      for (let index = 0; index < broken.length; index++) if (broken[index] === true) brokenAt[index] ??= step;
      for (let index = 0; index < bits.length; index++) {
        const each = itemAt(bits, index);
        const begins = judge.lasting[index]?.kind === 'leads to' && (each & 1) !== 0;
        waits[index] = (each & 2) === 0 && (waits[index] === true || begins);
      }
      isWithin = isIn;
    },
    result: (isIdle: boolean, isCut: boolean): readonly RunVerdict[] => {
      const isWhole = !isCut && isWithin && isIdle;
      const lasting = judge.lasting.map((property, index): RunVerdict => {
        const { place } = property;
        const name = itemAt(names, index);
        if (waits[index] !== true) return { name, place, verdict: 'held' };
        if (!isWhole) return { name, place, verdict: 'open' };
        return {
          name,
          place,
          verdict: 'broken',
          broken: { message: lastingFault({ program }, property).message, step, at: 0 },
        };
      });
      const momentary = judge.asked.map(({ name, place }, index): RunVerdict => {
        const at = brokenAt[index];
        return at === undefined
          ? { name, place, verdict: 'held' }
          : { name, place, verdict: 'broken', broken: { message: name, step: at, at: 0 } };
      });
      const placeOf = ({ place }: RunVerdict): number => place ?? Number.POSITIVE_INFINITY;
      return [...lasting, ...momentary].sort((a, b) => placeOf(a) - placeOf(b) || 0);
    },
  };
}
