/**
 * Runs of a check: its plain steps in sequence, each as soon as nothing of its instant is left, and then everything
 * that may happen. Until the last plain step is done the clock is exact, due entries happen in every order of one
 * instant, and faults affect them; the possible actions of the environment begin after the last one.
 */
import { type Environment, makeMove, type Move, movesOf, nothingSpent, type Spent, stillOwed } from './environment.ts';
import { drawWait, leeway, mayWait } from './free-time.ts';
import { moveClock } from '../kernel/kernel.ts';
import type { Played, Player } from './player.ts';
import { choicesAmong, drawIndex } from './random-run.ts';
import type { Entry, Program, Run } from '../kernel/run.ts';
import { type NextStep, plainSteps } from './plain-steps.ts';
import type { ScenarioPosition, Variant } from './scenario.ts';

/**
 * The position of a run of a check: in its plain steps, if there are any left, and what the environment has used up.
 */
export interface CheckPosition {
  readonly plain: ScenarioPosition | undefined;
  readonly spent: Spent;
}

/** One of the things that may happen next; `plain` is the next plain step. */
export type PlayerOption = Move | { readonly kind: 'plain' };

/** A run before its next step: its position, and everything that may happen next. */
export interface Resting {
  readonly position: CheckPosition;
  readonly options: readonly PlayerOption[];
  readonly environment: Environment;
  readonly next: NextStep | undefined;
  /** The longest time the environment may wait before it acts. */
  readonly leeway: number;
}

/** The course of one variant of a check. */
export interface CheckCourse {
  readonly start: CheckPosition;
  /** Determines what may happen next. */
  readonly rest: (run: Run, position: CheckPosition) => Resting;
  /** Executes one of the options. Without a position the run is over. */
  readonly make: (
    run: Run,
    resting: Resting,
    option: PlayerOption,
    wait?: number,
  ) => { readonly played: Played; readonly position: CheckPosition | undefined };
}

/** Creates the course of one variant of a check. */
export function checkCourse(program: Program, environment: Environment, variant: Variant): CheckCourse {
  const steps = plainSteps(program, variant);
  return {
    start: { plain: steps.start, spent: nothingSpent(environment) },
    rest(run, { plain, spent }) {
      const next = plain === undefined ? undefined : steps.next(run, plain);
      if (next !== undefined && next.kind !== 'over') {
        const inPlain = { ...environment, ...plainTimes(next) };
        return {
          // A step that waits has begun: it does not begin again with what happens meanwhile.
          position: { plain: 'waiting' in next ? next.waiting : plain, spent },
          options: optionsOf(run, next, inPlain, spent),
          environment: inPlain,
          next,
          leeway: leeway(run.state, inPlain),
        };
      }
      if (next !== undefined) moveClock(run, next.at);
      const options = movesOf(run, environment, spent);
      const most = leeway(run.state, environment);
      return { position: { plain: undefined, spent }, options, environment, next: undefined, leeway: most };
    },
    make(run, { position, environment: around, next }, option, wait = 0) {
      if (option.kind === 'plain') {
        if (next === undefined || !('turn' in next)) throw new Error('There is no plain step to take.');
        const { played, position: plain } = next.turn();
        // A step may bring back what a fault has ended.
        return { played, position: plain === undefined ? undefined : { plain, spent: stillOwed(position.spent, run) } };
      }
      const { steps: taken, now } = run.state;
      const { played, spent } = makeMove(run, around, position.spent, option, wait);
      // A fault does not make an instant begin again.
      if (position.plain !== undefined && run.state.now === now) run.state.steps = Math.max(taken, run.state.steps);
      const isOver = played.kind === 'judged' || played.stepped.error !== undefined;
      return { played, position: isOver ? undefined : { plain: position.plain, spent } };
    },
  };
}

/** Before the last plain step is done the clock is exact, and the environment acts by faults alone. */
const plainTimes = (next: NextStep): Pick<Environment, 'clock' | 'horizon' | 'actions'> => ({
  clock: 'exact',
  horizon: 'until' in next ? next.until : undefined,
  actions: [],
});

function optionsOf(run: Run, next: NextStep, environment: Environment, spent: Spent): readonly PlayerOption[] {
  switch (next.kind) {
    case 'arrive':
      return next.entries.map((entry: Entry) => ({ kind: 'due', entry }));
    case 'due':
      return movesOf(run, environment, spent);
    case 'time':
      return [...movesOf(run, environment, spent), { kind: 'plain' }];
    default:
      return [{ kind: 'plain' }];
  }
}

/** Returns true if chance chooses the option: in the plain steps only where there are several. */
export const isDrawn = ({ position: { plain }, options }: Resting): boolean =>
  plain === undefined || options.length > 1;

/**
 * Creates the player of random runs of a check. A run is over where it may not go on, which is asked once the plain steps
 * are done.
 */
export function checkPlayer(course: CheckCourse, mayGoOn: (run: Run) => boolean): Player<CheckPosition> {
  const restAt = (run: Run, position: CheckPosition): Resting => {
    const resting = course.rest(run, position);
    return resting.position.plain !== undefined || mayGoOn(run) ? resting : { ...resting, options: [] };
  };
  return {
    start: course.start,
    turn: (run, position) => {
      const resting = restAt(run, position);
      const { options } = resting;
      if (options.length === 0) return undefined;
      const option = options[isDrawn(resting) ? drawIndex(run, options) : 0];
      if (option === undefined) throw new Error('No move has the number that was drawn.');
      return course.make(run, resting, option, mayWait(option) ? drawWait(run, resting.leeway) : 0);
    },
    choices: (run, position) => {
      const resting = restAt(run, position);
      return isDrawn(resting) ? choicesAmong(resting.environment, resting.options) : [];
    },
  };
}
