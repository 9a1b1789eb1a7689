/**
 * The plain steps of a check in an exploration: everything that may happen before the last of them is done. The clock
 * is exact there, so states know all of time, and each is kept as it is.
 */
import type { Check } from '../../../model/scenario.ts';
import type { CheckCourse, CheckPosition, Resting } from '../../play/check-player.ts';
import { asksForPast } from '../../program/history-needs.ts';
import { initial, type Stepped } from '../../kernel/kernel.ts';
import type { Move } from '../../play/environment.ts';
import { mayWait } from '../../play/free-time.ts';
import type { Played } from '../../play/player.ts';
import type { Past } from '../../kernel/past.ts';
import type { Effect, Program, Run, State } from '../../kernel/run.ts';
import { copyOf } from '../../kernel/state.ts';
import type { Grid } from './grid.ts';
import { createOdometer } from './odometer.ts';
import type { StateCode } from '../state/state-code.ts';

/** A moment in the plain steps. Without a plain position they are over, and everything may happen. */
export interface PlainMoment {
  readonly state: State;
  readonly position: CheckPosition;
}

/** The outcome of a turn of the plain steps. */
export interface PlainTurn {
  readonly run: Run;
  readonly played: Played;
  readonly draws: readonly number[];
  /** The move, unless it was the next plain step. */
  readonly move: Move | undefined;
  /** The time that the environment has waited before. */
  readonly wait: number;
  /** Undefined where the run is over. */
  readonly moment: PlainMoment | undefined;
}

/** The exploration of the plain steps of one variant. */
export interface ExploredPlainSteps {
  /** Starts, in every way that chance allows. */
  readonly start: (visit: (turn: PlainTurn & { readonly started: Stepped }) => void) => void;
  /** Yields every transition from a moment within the plain steps; the run of one is that of the next. */
  readonly turn: (moment: PlainMoment) => Generator<PlainTurn, void>;
  /**
   * Equal for moments from which the same can follow, whatever the number of steps of the instant so far: whether one
   * ends is a question of cycles.
   */
  readonly keyOf: (moment: PlainMoment) => string;
}

/** The context of an exploration of plain steps. */
export interface PlainOptions {
  readonly course: CheckCourse;
  /** Knows times, and everything that steps can ask of a state. */
  readonly code: StateCode;
  /** The instants at which the environment acts, if it has a choice. */
  readonly grid: Grid | undefined;
  readonly tell: (effect: Effect) => void;
  /** Called before each transition. */
  readonly begin: () => void;
}

/** Creates the exploration of the plain steps of one variant of a check. */
export function createPlainSteps(
  program: Program,
  check: Check,
  { course, code, grid, tell, begin }: PlainOptions,
): ExploredPlainSteps {
  const odometer = createOdometer(false);
  const options = { draw: { pick: odometer.pick }, tell, keepsHistory: asksForPast(program.model, [check.steps]) };
  const blank = initial(program, { ...options, draw: { pick: () => 0 }, tell: undefined }).run;

  const momentAt = (run: Run, position: CheckPosition | undefined): PlainMoment | undefined =>
    position === undefined ? undefined : restingAt(course, run, position);
  return {
    start(visit) {
      do {
        odometer.begin();
        begin();
        const { run, started } = initial(program, options);
        const draws = odometer.answers();
        const moment = momentAt(run, started.error === undefined ? course.start : undefined);
        visit({ run, played: { kind: 'started', stepped: started }, started, draws, move: undefined, wait: 0, moment });
      } while (odometer.turn());
    },
    *turn({ state, position }) {
      const on: Run = { ...blank, draw: options.draw, tell, remarks: [], step: { ...blank.step } };
      const stand = (): ReturnType<CheckCourse['rest']> => {
        on.state = copyOf(state);
        on.step.settled = undefined;
        on.step.unoffered.clear();
        on.step.asksUnderWay = false;
        return course.rest(on, position);
      };
      /** Yields every transition of one option after a wait, and returns the waits that make a difference. */
      function* along(index: number, wait: number): Generator<PlainTurn, readonly number[]> {
        let later: readonly number[] = [];
        try {
          do {
            odometer.begin();
            begin();
            const resting = stand();
            const option = resting.options[index];
            if (option === undefined) return [];
            const { played, position: next } = course.make(on, resting, option, wait);
            const move = option.kind === 'plain' ? undefined : option;
            if (move !== undefined && grid !== undefined) {
              const waits = waitsBefore(grid, { before: state, move, after: on.state, ...resting });
              if (waits.length > later.length) later = waits;
            }
            yield { run: on, played, draws: odometer.answers(), move, wait, moment: momentAt(on, next) };
          } while (odometer.turn());
        } finally {
          odometer.reset();
        }
        return later;
      }
      const { options: all, next } = stand();
      grid?.see(state, next !== undefined && 'until' in next ? next.until : undefined);
      for (const index of all.keys()) {
        const later = yield* along(index, 0);
        for (const wait of later) yield* along(index, wait);
      }
    },
    keyOf: (moment) => keyOf(code, moment),
  };
}

/**
 * Returns the times that the environment waits before a move, besides not at all: those that make a difference. At the
 * end of a step that takes time a move spares the step in which the rest of that time passes.
 */
function waitsBefore(grid: Grid, made: Parameters<Grid['isLaterElse']>[0] & Pick<Resting, 'next'>): readonly number[] {
  const { before, move, leeway, next } = made;
  if (grid.isLaterElse(made)) return grid.waits(before, leeway);
  const isUntilEnd = next !== undefined && 'until' in next && before.now + leeway === next.until;
  return mayWait(move) && isUntilEnd && leeway > 0 ? [leeway] : [];
}

/** Returns the moment at which the next thing may happen. */
function restingAt(course: CheckCourse, run: Run, position: CheckPosition): PlainMoment {
  const resting: Run = { ...run, draw: { pick: () => 0 }, tell: undefined, state: copyOf(run.state), remarks: [] };
  const { position: rested } = course.rest(resting, position);
  return { state: resting.state, position: rested };
}

function keyOf(code: StateCode, { state, position: { plain, spent } }: PlainMoment): string {
  const [from = 0, to = 0] = plain?.sent ?? [];
  const sent = state.agenda.flatMap(({ due }, index) =>
    due.kind === 'message' && due.message.number >= from && due.message.number < to ? [index] : [],
  );
  const stands = [plain?.next, plain?.until, plain?.since, plain?.isJudged, ...sent].join();
  return `${code.encode(state, spent).join()};${stands};${pastText(state.history)}`;
}

/** Returns everything kept of the past, as one text. */
function pastText(history: Past): string {
  const facts: unknown[] = [];
  for (let past = history; past !== undefined; past = past.earlier) {
    facts.push(past.fact.kind === 'ended' ? [...past.fact.because.keys()] : past.fact);
  }
  return facts.length === 0 ? '' : JSON.stringify(facts);
}
