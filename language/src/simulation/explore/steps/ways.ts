/**
 * All transitions from a state of a check: every move of the environment and every due entry, and for each every answer
 * that chance can give. Where a run is lost or delayed by chance, both outcomes are followed.
 */
import { type Environment, makeMove, type Move, movesOf, nothingSpent, type Spent } from '../../play/environment.ts';
import { leeway } from '../../play/free-time.ts';
import type { Played } from '../../play/player.ts';
import type { Effect, Program, Run, State } from '../../kernel/run.ts';
import { copyOf } from '../../kernel/state.ts';
import type { Grid } from './grid.ts';
import type { Piles } from '../state/piles.ts';
import { createOdometer } from './odometer.ts';
import { noStep, settledNow } from '../../kernel/step-state.ts';
import type { Tracer } from './traced-state.ts';

/** One transition from a state; the run is in its target state while it is examined. */
export interface Way {
  readonly run: Run;
  /** The state before it, which is one of those that a state with piles stands for. */
  readonly before: State;
  readonly isFromPile: boolean;
  readonly move: Move;
  readonly played: Played;
  readonly spent: Spent;
  /** The time that the environment has waited before it, in microseconds. */
  readonly wait: number;
  /** The answers of chance in it, in order. */
  readonly draws: readonly number[];
}

/** The transitions of a check's environment. */
export interface Ways {
  /** Yields every transition from a state, in a fixed order; the run of one is that of the next. */
  readonly from: (state: State, spent: Spent) => Generator<Way, void>;
  /** Follows every transition of one move; `visit` returns false to stop, and then this returns false as well. */
  readonly of: (state: State, spent: Spent, move: Move, visit: (way: Way) => boolean) => boolean;
  /** Follows every transition of one move in a state that is traced, where nothing is used up. */
  readonly traced: (tracer: Tracer, move: Move, visit: (way: Way) => boolean) => boolean;
  /** Returns a run in a traced state. */
  readonly atTraced: (tracer: Tracer) => Run;
  /** All moves that are possible in a state. */
  readonly movesOf: (state: State, spent: Spent) => readonly Move[];
  /** Returns a run in a state. */
  readonly at: (state: State) => Run;
  /** Returns true if something would be due if the horizon were later. */
  readonly isCutOff: (state: State) => boolean;
}

/** The options of following transitions; `isTimeless` is explained at `createOdometer`. */
export interface WayOptions {
  readonly isTimeless: boolean;
  readonly piles: Piles;
  /** The instants at which the environment acts, if it has a choice. */
  readonly grid: Grid | undefined;
  /** Called for everything that happens. */
  readonly tell: ((effect: Effect) => void) | undefined;
  /** Called before each transition. */
  readonly begin: () => void;
}

/** Creates the transitions of a check's environment; `tell` is called for everything that happens on them. */
export function createWays(program: Program, environment: Environment, options: WayOptions): Ways {
  const { isTimeless, piles, grid, tell, begin } = options;
  const odometer = createOdometer(isTimeless);
  const run = runWith(program, odometer, tell);
  const inState = (state: State, spent: Spent): readonly Move[] => {
    prepare(run, state);
    return movesOf(run, environment, spent);
  };
  function* along(
    { before, isFromPile, spent, move, wait }: Pick<Way, 'before' | 'isFromPile' | 'move' | 'spent' | 'wait'>,
    enter = (): void => {
      prepare(run, copyOf(before));
    },
  ): Generator<Way, void> {
    try {
      do {
        odometer.begin();
        begin();
        enter();
        const made = makeMove(run, environment, spent, move, wait);
        yield { run, before, isFromPile, move, ...made, wait, draws: odometer.answers() };
      } while (odometer.turn());
    } finally {
      odometer.reset();
    }
  }
  return {
    *from(state, spent) {
      grid?.see(state, environment.horizon);
      const most = leeway(state, environment);
      const moves = inState(state, spent).flatMap((move) => piles.unfolded(state, move));
      for (const { state: before, move, isFromPile } of moves) {
        let later: readonly number[] = [];
        for (const way of along({ before, isFromPile, spent, move, wait: 0 })) {
          if (grid?.isLaterElse({ before, move, after: way.run.state, leeway: most }) === true)
            later = grid.waits(before, most);
          yield way;
        }
        for (const wait of later) yield* along({ before, isFromPile, spent, move, wait });
      }
    },
    of(state, spent, move, visit) {
      for (const way of along({ before: state, isFromPile: false, spent, move, wait: 0 })) {
        if (!visit(way)) return false;
      }
      return true;
    },
    traced(tracer, move, visit) {
      const spent = nothingSpent(environment);
      const enter = (): void => {
        prepareTraced(run, tracer);
      };
      for (const way of along({ before: tracer.before(), isFromPile: false, spent, move, wait: 0 }, enter)) {
        if (!visit(way)) return false;
      }
      return true;
    },
    atTraced(tracer) {
      prepareTraced(run, tracer);
      return run;
    },
    movesOf: inState,
    at: (state) => {
      prepare(run, state);
      return run;
    },
    isCutOff: ({ agenda }) => {
      const { horizon, clock } = environment;
      if (horizon === undefined) return false;
      // With exact times only the first due entry may happen now.
      return (clock === 'exact' ? agenda.slice(0, 1) : agenda).some(({ at }) => at > horizon);
    },
  };
}

/** Creates a run without a state yet. */
function runWith(program: Program, draw: Run['draw'], tell: Run['tell']): Run {
  // The state is set before it is read.
  return {
    program,
    draw,
    tell,
    keepsHistory: false,
    remarks: [],
    step: noStep(),
    state: undefined as unknown as State,
  };
}

/** Sets a run to a state after a step: nothing is left to settle in it, and nothing was counted. */
function prepare(run: Run, state: State): void {
  run.state = state;
  run.step.settled = settledNow(state);
  run.step.watch = undefined;
  run.step.unoffered.clear();
  run.step.hasRevived = false;
  run.step.asksUnderWay = false;
}

/** Sets a run to the next round of a traced step. */
export function prepareTraced(run: Run, tracer: Tracer): void {
  run.state = tracer.round();
  run.step.settled = tracer.isSettled;
  const { unoffered, raised } = run.step;
  run.step.watch = {
    takesBack: tracer.takesBack,
    isQuiet: (entity) => !unoffered.has(entity) && !raised.has(entity) && tracer.isQuiet(entity),
  };
  run.step.unoffered.clear();
  run.step.hasRevived = false;
  run.step.asksUnderWay = false;
}
