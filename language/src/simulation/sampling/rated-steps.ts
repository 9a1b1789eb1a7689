/**
 * The steps of runs in which PDs and nodes fail and are repaired at the rates that they set: one that is alive crashes
 * after `mttf`, and what a crash has ended restarts after `mttr`, both exponentially distributed. In between the model
 * runs by its own clock. The times of failures and repairs are chosen elsewhere.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import { meanTime, ratesOf, type Rates } from '../../analysis/points/rates.ts';
import type { Entity } from '../../model/entity.ts';
import type { Model } from '../../model/model.ts';
import type { Judge } from '../explore/judgement/judge.ts';
import type { Draw } from '../kernel/draw.ts';
import { isAlive } from '../kernel/graph-now.ts';
import { act, initial, type Stepped, takeFirst } from '../kernel/kernel.ts';
import { restartNow } from '../kernel/endings/life.ts';
import { startRefusal } from '../kernel/endings/needs-now.ts';
import type { Program, Run, State } from '../kernel/run.ts';
import { copyOf } from '../kernel/state.ts';
import { noStep } from '../kernel/step-state.ts';
import { checkCourse, isDrawn } from '../play/check-player.ts';
import type { Environment } from '../play/environment.ts';
import { drawIndex } from '../play/random-run.ts';
import type { Variant } from '../play/scenario.ts';
import { strike } from '../play/strikes.ts';

/** A run at work: its kernel, what its crashes have ended and repairs will bring back, and whether it broke the check. */
export interface RatedRun {
  readonly run: Run;
  down: readonly EntityId[];
  hasFailed: boolean;
}

/** A failure or a repair. */
export interface RatedMove {
  readonly kind: 'crash' | 'restart';
  readonly entity: EntityId;
  /** How often it happens in a microsecond. */
  readonly rate: number;
}

/** The steps of rated runs. */
export interface RatedSteps {
  /** Starts the model and takes the plain steps of the check. */
  readonly begin: () => RatedRun;
  readonly positionAt: (state: State, down: readonly EntityId[]) => RatedRun;
  /** Returns everything that may fail or be repaired. */
  readonly movesOf: (position: RatedRun) => RatedMove[];
  /** Makes something fail or be repaired, and everything happen that is due at once. */
  readonly make: (position: RatedRun, move: RatedMove) => void;
  /** Moves the clock to the first due entry, and makes everything happen that is due by then. */
  readonly takeDue: (position: RatedRun) => void;
  readonly chance: KernelChance;
  /** The number of steps taken so far. */
  readonly count: () => number;
}

/** The chance of the kernel: that of the walk under way, which notes that it was used. */
export interface KernelChance {
  /** Takes the answers from another source from now on. */
  readonly from: (draw: Draw) => void;
  /** Forgets that it was used. */
  readonly forget: () => void;
  readonly isUsed: () => boolean;
}

/** Creates the steps of a check's runs, judged after each step. */
export function createRatedSteps(program: Program, variant: Variant, judge: Judge, horizon: number): RatedSteps {
  const rates = ratesByEntity(program);
  const rated = [...rates.keys()];
  const { draw, ...chance } = createChance();
  const options = { draw, tell: undefined, keepsHistory: false };
  const blank = initial(program, options).run;
  let steps = 0;

  const note = (position: RatedRun, { error }: Stepped): void => {
    steps += 1;
    position.hasFailed ||= error !== undefined || judge.faultIn(position.run) !== undefined;
  };
  const settle = (position: RatedRun): void => {
    const { run } = position;
    while (!position.hasFailed) {
      const stepped = takeFirst(run, run.state.now);
      if (stepped === undefined) break;
      note(position, stepped);
    }
    position.down = position.down.filter((entity) => !isAlive(run.state, entity));
  };
  return {
    begin: () => {
      const { run, started } = initial(program, options);
      const position: RatedRun = { run, down: [], hasFailed: false };
      note(position, started);
      takePlainSteps({ program, variant, judge, horizon }, position);
      settle(position);
      return position;
    },
    positionAt: (state, down) => {
      const run: Run = { ...blank, state: copyOf(state), remarks: [], step: noStep() };
      return { run, down, hasFailed: false };
    },
    movesOf: ({ run, down }) => [
      ...rated.flatMap((entity): RatedMove[] => {
        const rate = rates.get(entity)?.failure ?? 0;
        return rate > 0 && isAlive(run.state, entity) ? [{ kind: 'crash', entity, rate }] : [];
      }),
      ...down.flatMap((entity): RatedMove[] => {
        const rate = rates.get(entity)?.repair ?? 0;
        return rate > 0 && startRefusal(run, entity) === undefined ? [{ kind: 'restart', entity, rate }] : [];
      }),
    ],
    make: (position, { kind, entity }) => {
      const { run } = position;
      if (kind === 'crash') {
        const before = rated.filter((id) => isAlive(run.state, id));
        const struck = strike(run, { kind, entity });
        if (struck.kind !== 'judged') note(position, struck.stepped);
        const ended = before.filter((id) => !isAlive(run.state, id));
        position.down = [...position.down, ...ended].sort((a, b) => a - b);
      } else {
        note(
          position,
          act(run, () => {
            restartNow(run, entity, undefined);
          }),
        );
      }
      settle(position);
    },
    takeDue: (position) => {
      const { run } = position;
      const stepped = takeFirst(run, run.state.agenda[0]?.at ?? 0);
      if (stepped !== undefined) note(position, stepped);
      settle(position);
    },
    chance,
    count: () => steps,
  };
}

function createChance(): KernelChance & { readonly draw: Draw } {
  let [source, isUsed]: [Draw, boolean] = [{ pick: () => 0 }, false];
  return {
    from: (draw) => {
      source = draw;
    },
    forget: () => {
      isUsed = false;
    },
    isUsed: () => isUsed,
    draw: {
      pick: (count, what) => {
        isUsed ||= count > 1;
        return source.pick(count, what);
      },
    },
  };
}

/**
 * Returns how often a PD or node fails and is repaired, in a microsecond; undefined if it sets neither. One without
 * `mttf` may end by the crash of another, and so may one that is repaired at once: that takes a microsecond on average.
 */
export function ratesInRuns(entity: Entity, model: Model): Rates | undefined {
  const down = meanTime(entity, 'mttr', model);
  const failure = ratesOf(entity, model)?.failure ?? 0;
  if (failure === 0 && down === undefined) return undefined;
  const repair = typeof down === 'number' ? 1 / Math.max(down * microseconds, 1) : 0;
  return { failure: failure / microseconds, repair };
}

const microseconds = 1000;

/** Returns the rates of all that have them. */
function ratesByEntity({ model }: Program): ReadonlyMap<EntityId, Rates> {
  return new Map(
    model.entities.flatMap((entity) => {
      const rates = ratesInRuns(entity, model);
      return rates === undefined ? [] : [[entity.id, rates]];
    }),
  );
}

interface PlainCourse {
  readonly program: Program;
  readonly variant: Variant;
  readonly judge: Judge;
  readonly horizon: number;
}

/** Takes the plain steps of a check, in which nothing fails. */
function takePlainSteps({ program, variant, judge, horizon }: PlainCourse, position: RatedRun): void {
  const { run } = position;
  const environment: Environment = { faults: [], actions: [], clock: 'exact', horizon, patience: 0 };
  const course = checkCourse(program, environment, variant);
  let place: typeof course.start | undefined = course.start;
  while (place !== undefined && !position.hasFailed) {
    const resting = course.rest(run, place);
    if (resting.position.plain === undefined) return;
    const option = resting.options[isDrawn(resting) ? drawIndex(run, resting.options) : 0];
    if (option === undefined) return;
    const { played, position: next } = course.make(run, resting, option);
    position.hasFailed ||= judge.faultAfter(run, played) !== undefined;
    place = next;
  }
}
