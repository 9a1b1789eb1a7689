/**
 * Makes a failing random run small: as few steps as possible, among them as few faults, with small values, that still
 * fail in the same way. Source: A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002).
 *
 * A step is kept by what it is, not by the number that chance drew for it: if a step before it is left out, the same
 * choice has another number, or is no longer there, and then it is left out too.
 */
import type { Expression } from '../../model/machines/expression.ts';
import type { Program } from '../kernel/run.ts';
import { type Choice, play } from '../play/player.ts';
import { keepsPast, playerFor } from '../play/recording/recording.ts';
import { dueShare, movesAmong } from '../play/random-run.ts';
import type { TraceOrigin } from '../play/recording/trace.ts';
import { judgeRun } from './run-outcome.ts';
import { createTape } from './steered-draws.ts';

/** The run to make small. */
export interface FailingRun {
  readonly origin: TraceOrigin;
  readonly seed: number;
  /** Its draws, in order. */
  readonly draws: readonly number[];
  readonly until?: Expression | undefined;
  /** The text of its outcome, which the small run has, too. */
  readonly outcome: string;
  /** The most steps that all tries may take together. */
  readonly effort?: number;
}

/** A run that fails in the same way. */
export interface SmallRun {
  readonly draws: readonly number[];
  /** The number of steps, without the start. */
  readonly steps: number;
  readonly faults: number;
  /** False if the search was ended before no step could be left out any more. */
  readonly isMinimal: boolean;
}

/** A step: the key of what was chosen, absent if there was no choice, and what else chance answered in it. */
interface Step {
  readonly key: string | undefined;
  readonly isFault: boolean;
  readonly values: readonly number[];
}

interface Attempt extends Omit<SmallRun, 'isMinimal'> {
  readonly chosen: readonly Step[];
  /** What chance answered before the first step. */
  readonly start: readonly number[];
}

const usualEffort = 2_000_000;

/** Makes a run small, and pauses after each try; returns nothing if the run does not fail as it is said to. */
export function* minimizeSteps(program: Program, failing: FailingRun): Generator<undefined, SmallRun | undefined> {
  let effort = failing.effort ?? usualEffort;
  const attempt = (source: Source): Attempt | undefined => {
    const { found, steps } = replay(program, failing, source);
    effort -= steps + 1;
    return found;
  };
  let best = attempt(recorded(failing.draws));
  if (best === undefined) return undefined;
  for (let before: Attempt | undefined; before !== best && effort > 0;) {
    before = best;
    const { start } = best;
    const current = (): readonly Step[] => best?.chosen ?? [];
    for (const chosen of smallerSteps(current)) {
      const found = attempt(wished(chosen, start));
      if (found !== undefined && isSmaller(found, best)) best = found;
      if ((yield) === 'stop') effort = 0;
      if (effort <= 0) break;
    }
  }
  const { draws, steps, faults } = best;
  return { draws, steps, faults, isMinimal: effort > 0 };
}

/** Returns what may be tried instead of the current steps, which are read anew for each try. */
function* smallerSteps(current: () => readonly Step[]): Generator<readonly Step[]> {
  // What strikes comes first: without it there is often nothing left of what follows.
  yield* withoutSome(current, ({ isFault }) => isFault);
  yield* withoutSome(current, () => true);
  for (let index = 0; index < current().length; index++) {
    for (const values of smallerValues(current()[index]?.values ?? []))
      yield current().map((step, at) => (at === index ? { ...step, values } : step));
  }
}

/** Leaves out half of the open steps, then fewer, then single ones. */
function* withoutSome(current: () => readonly Step[], isOpen: (step: Step) => boolean): Generator<readonly Step[]> {
  const open = (): readonly Step[] => current().filter(isOpen);
  for (let size = Math.ceil(open().length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let end = open().length; end > 0; end = Math.min(end - size, open().length)) {
      const left = open().slice(Math.max(0, end - size), end);
      yield current().filter((step) => !left.includes(step));
    }
  }
}

/** Fewer steps are smaller, then fewer faults, then smaller numbers. */
function isSmaller(one: Attempt, other: Attempt): boolean {
  const sum = ({ chosen }: Attempt): number =>
    chosen.reduce((all, { values }) => values.reduce((a, b) => a + b, all), 0);
  return (one.steps - other.steps || one.faults - other.faults || sum(one) - sum(other)) < 0;
}

/** Returns the same values with one of them zero, halved, or one less. */
const smallerValues = (values: readonly number[]): readonly (readonly number[])[] =>
  values.flatMap((value, index) =>
    [...new Set([0, Math.floor(value / 2), value - 1])]
      .filter((less) => less >= 0 && less < value)
      .map((less) => values.with(index, less)),
  );

/** Answers what a run leaves to chance. */
interface Source {
  /** What chance answers before the first step. */
  readonly start: readonly number[];
  /** Returns the step to take next, among these; nothing if the run ends here. */
  readonly next: (choices: ReadonlyMap<string, Choice>) => Pick<Step, 'key' | 'values'> | undefined;
  /** True if the answers are draws as they were recorded, the choices included. */
  readonly isRaw: boolean;
}

const recorded = (draws: readonly number[]): Source => ({ start: draws, isRaw: true, next: () => undefined });

/** Takes the steps that are wished for, in order, without those that are not there. */
function wished(steps: readonly Step[], start: readonly number[]): Source {
  let at = 0;
  return {
    start,
    isRaw: false,
    next: (choices) => {
      if (choices.size === 0) {
        const step = steps[at];
        if (step === undefined || step.key !== undefined) return { key: undefined, values: [] };
        at += 1;
        return step;
      }
      while (at < steps.length) {
        const step = steps[at++];
        if (step?.key !== undefined && (step.key === plain || choices.has(step.key))) return step;
      }
      return undefined;
    },
  };
}

/** The key of the next plain step of a check, which is no move. */
const plain = 'plain';

/** Plays until the run fails as it should; returns it, if it does, and the number of steps taken. */
function replay(
  program: Program,
  { origin, seed, until, outcome }: FailingRun,
  source: Source,
): { readonly found: Attempt | undefined; readonly steps: number } {
  const player = playerFor(program, origin, seed);
  if ('refusal' in player) return { found: undefined, steps: 0 };
  const judge = judgeRun(program, origin, until);
  const tape = createTape(source.start);
  const keepsHistory = keepsPast(program, origin, until);
  const course = play(program, player, { draw: tape, tell: judge.hear, keepsHistory });
  const chosen: Step[] = [];
  let start: readonly number[] = [];
  let choices: readonly Choice[] = [];
  for (let steps = 0; ; steps++) {
    const taken = course.next();
    const { values, size } = tape.cut();
    if (taken.done !== true) {
      judge.note(taken.value.run, taken.value.played, taken.value.choices);
      if (steps === 0) start = values;
      else chosen.push(stepOf(choices, values, size));
    }
    if (judge.result(taken.done !== true).outcome.text === outcome) {
      const faults = chosen.filter(({ isFault }) => isFault).length;
      return { found: { chosen, start, draws: tape.all(), steps: chosen.length, faults }, steps };
    }
    if (taken.done === true) return { found: undefined, steps };
    choices = movesAmong(taken.value.choices());
    if (source.isRaw) continue;
    const byKey = new Map(choices.map((choice) => [keyOf(choice), choice]));
    const next = source.next(byKey);
    if (next === undefined) return { found: undefined, steps };
    const choice = byKey.get(next.key ?? '');
    tape.answer(next.values, choices.length === 0 ? undefined : (count) => choice?.draw ?? count - 1);
  }
}

/** Returns a step by what chance answered in it: first the number of a choice, if there were any. */
function stepOf(choices: readonly Choice[], values: readonly number[], size: number): Step {
  const [drawn, ...others] = values;
  if (choices.length === 0 || drawn === undefined) return { key: undefined, isFault: false, values };
  const chosen = isPlain(choices, drawn, size) ? undefined : choices.findLast(({ draw }) => draw <= drawn);
  if (chosen === undefined) return { key: plain, isFault: false, values: others };
  const isFault = !['due', 'action', 'restart', 'resume'].includes(chosen.kind);
  return { key: keyOf(chosen), isFault, values: others };
}

/** Returns true if a number stands for the plain step, which comes last and is none of the choices; see `movesAmong`. */
function isPlain(choices: readonly Choice[], drawn: number, size: number): boolean {
  const due = choices.filter(({ kind }) => kind === 'due').length;
  const other = choices.length - due;
  const without = due === 0 || other === 0 ? choices.length : (dueShare + 1) * other * due;
  return size !== without && drawn >= size - (other === 0 ? 1 : dueShare * other);
}

/** What a choice is, whatever its time and number. */
const keyOf = (choice: Choice): string =>
  JSON.stringify(choice, (name, value: unknown) =>
    ['draw', 'number', 'isOrdered', 'life'].includes(name)
      ? undefined
      : typeof value === 'bigint'
        ? String(value)
        : value,
  );
