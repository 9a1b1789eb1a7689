/**
 * The states of one run of a check and its environment, found breadth first: each once, with its first predecessor, and
 * with all transitions where properties of whole runs ask for them.
 */
import type { PlaceId } from '../../../model/machines/action.ts';
import type { Check } from '../../../model/scenario.ts';
import { checkCourse, type CheckCourse } from '../../play/check-player.ts';
import { type Environment, environmentOf, type Spent, type Use } from '../../play/environment.ts';
import { initial } from '../../kernel/kernel.ts';
import type { Effect, Program, Run, State } from '../../kernel/run.ts';
import type { Variant } from '../../play/scenario.ts';
import { coveredBy } from '../judgement/coverage.ts';
import type { Guide } from './guide.ts';
import type { LookingAgain } from './looking-again.ts';
import type { Grid } from '../steps/grid.ts';
import { inertMessages, nothingInert } from '../steps/inert.ts';
import { type Violation, type Judge, type Judged, judgeRest } from '../judgement/judge.ts';
import type { Hashing } from '../hashed/recognized.ts';
import { keptStates, type KeptStates } from './kept-states.ts';
import { representativesOf } from './representatives-of.ts';
import { createOwing, type Owing } from '../steps/owing.ts';
import { canPile, createPiles, noPiles, type Piles } from '../state/piles.ts';
import { createInstants, type Instants, type InstantStep } from '../judgement/instants.ts';
import { createPlainSteps, type PlainMoment, type ExploredPlainSteps } from '../steps/plain-steps.ts';
import { canRemember, type RememberedSteps, rememberSteps } from '../steps/remembered/remembered-steps.ts';
import { createLevels, type Levels } from '../state/levels.ts';
import { type StoredState, stateWidth } from '../state/stored-state.ts';
import { createStateCode, keptBy, keptInSteps, type StateCode } from '../state/state-code.ts';
import { createManyNumbers } from '../tables/many-numbers.ts';
import { createBytes, createNumbers, type Numbers } from '../tables/numbers.ts';
import { createTurns, type Turns } from '../state/state-graph.ts';
import type { Limit } from '../judgement/verdict.ts';
import type { Representatives } from '../state/symmetry.ts';
import { createDropped, type Dropped, faultAfter } from '../judgement/watched.ts';
import { canRememberTimed, rememberTimedSteps } from '../steps/timed/steps.ts';
import { createTracer } from '../steps/traced-state.ts';
import { createWays, type Ways } from '../steps/ways.ts';
import { itemAt } from '../../../model/common/lookup.ts';
import { increase } from '../../../model/common/increase.ts';

/** The `way` of a fault found where nothing leads on: it is in the state itself. */
export const nowhere = -1;

/** A fault, its predecessor state, and the index of its transition there; at the start there is no predecessor. */
export interface FoundFault {
  readonly fault: Violation;
  readonly from: number;
  readonly way: number;
}

/** Everything known of the states of one variant. */
export interface Space extends KeptStates {
  readonly guide: Guide | undefined;
  readonly program: Program;
  readonly environment: Environment;
  readonly judge: Judge;
  readonly code: StateCode;
  readonly ways: Ways;
  readonly plain: ExploredPlainSteps;
  readonly owing: Owing;
  /** The interchangeable copies: one state represents all that differ in nothing else. */
  readonly representatives: Representatives | undefined;
  /** Present where steps can be remembered. */
  readonly memory: RememberedSteps | undefined;
  /** The messages that were found to be inert, by the number of their entry; see `inertMessages`. */
  readonly inertRanks: Map<number, number>;
  readonly piles: Piles;
  readonly levels: Levels;
  /** By property of `Judge.lasting`, then by state; see `Judge.bitsOf`. */
  readonly bits: readonly Numbers[];
  /**
   * Which expanded states keep their transitions: with properties of whole runs those in which one is still open, and
   * those within the plain steps, unless steps without times are remembered and can be taken again; with an exact clock,
   * where an instant may have no end, all.
   */
  readonly keepsWays: 'none' | 'open' | 'all';
  /** By expanded state where its transitions begin, if any are kept; by transition its target and turns. */
  readonly offsets: Numbers;
  readonly targets: Numbers;
  readonly turns: Turns;
  readonly turnIds: Numbers;
  readonly course: CheckCourse;
  /** States within the plain steps, and the number of each by its key. */
  readonly moments: PlainMoment[];
  readonly momentIds: Map<string, number>;
  readonly instants: Instants;
  /** The draws that lead to a start. */
  readonly startDraws: Map<number, readonly number[]>;
  /** The places of what has happened so far. */
  readonly covered: Set<PlaceId>;
  readonly dropped: Dropped;
  readonly check: Check;
  /** The number of times each limit of the check itself was met. */
  readonly cuts: Map<Limit, number>;
  /** True if only some of the moves were followed in some states: a shortest run may be missing. */
  isPartial: boolean;
  /** The number of states, or of transitions of one, after which to ask whether to go on. */
  readonly pace: number;
  /** The threads that help, if some do. */
  helping: LookingAgain | undefined;
  startCount: number;
  expanded: number;
  transitions: number;
}

/** The options of a space. */
export interface SpaceOptions {
  readonly judge: Judge;
  /** Receives the places of everything that happens. */
  readonly covered: Set<PlaceId>;
  /** True to remember steps where possible; the default. */
  readonly remembers?: boolean | undefined;
  /** True to let one state represent those with interchangeable copies in other places; the default. */
  readonly symmetry?: boolean | undefined;
  /** True to leave out of states what makes no difference in them; the default. */
  readonly reduces?: boolean | undefined;
  /** True to let moves wait where another one may come first; the default, unless `reduces` is false. */
  readonly postpones?: boolean | undefined;
  /** True to gather long queues into piles where possible; not by default. */
  readonly hasPiles?: boolean | undefined;
  /** The instants at which the environment acts, if it has a choice. */
  readonly grid?: Grid | undefined;
  /** Present to follow only some moves. */
  readonly guide?: Guide | undefined;
  /** The number of states, or of transitions of one, after which to ask whether to go on; 256 by default. */
  readonly pace?: number | undefined;
  /** Present to recognize states by their hashes; then runs without end are not judged. */
  readonly hashing?: Hashing | undefined;
}

/** Creates the empty space of one variant. Throws a `RunError` for a fault whose subject is no entity. */
export function createSpace(
  program: Program,
  check: Check,
  variant: Variant,
  {
    judge,
    covered,
    grid,
    guide,
    hashing,
    pace = 256,
    remembers = true,
    symmetry = true,
    reduces = true,
    postpones = true,
    hasPiles = false,
  }: SpaceOptions,
): Space {
  const { run } = initial(program, { draw: { pick: () => 0 }, tell: undefined, keepsHistory: false });
  const environment = environmentOf(program, check, run);
  const code = createStateCode(program, check, environment, run.state, keptBy(program, check, reduces));
  const [cover, dropped] = [coveredBy(program, (place) => covered.add(place)), createDropped(program, check)];
  const tell = (effect: Effect): void => {
    cover(effect);
    dropped.hear(effect);
  };
  const course = checkCourse(program, environment, variant);
  const stepCode = createStateCode(program, check, environment, run.state, keptInSteps(program.model, check));
  const steps = { course, code: stepCode, grid, tell };
  // After the plain steps only an exact clock has times between due entries.
  const later = check.clock === 'exact' ? grid : undefined;
  const piles = hasPiles && canPile(program, code) ? createPiles(code.dues) : noPiles;
  const around = { piles, isTimeless: code.time === 'none', grid: later, tell, begin: dropped.begin };
  const ways = createWays(program, environment, around);
  const tables = { owing: createOwing(code.dues), turns: createTurns(), tracer: createTracer(program, code) };
  const surroundings = { environment, judge, code, ways, dropped, ...tables };
  const representatives = symmetry ? representativesOf(program, check, { judge, code }) : undefined;
  const meet = (use: Use): void => {
    coverUse({ check, covered, representatives }, use);
  };
  const mayWait = reduces && postpones;
  const inertRanks = new Map<number, number>();
  const inert = mayWait ? inertMessages(program, check, { dues: code.dues, covered, ranks: inertRanks }) : nothingInert;
  // Remembered steps know nothing of piles.
  const canKnow = remembers && piles === noPiles;
  const memory = !canKnow
    ? undefined
    : canRemember(program, check, code)
      ? rememberSteps(surroundings, meet, inert)
      : canRememberTimed(code)
        ? rememberTimedSteps(surroundings, meet, later)
        : undefined;
  // What is cut off at the horizon has transitions all the same, which are not found again.
  const keepsOpen = judge.lasting.length > 0 && (memory === undefined || code.time !== 'none');
  return {
    ...surroundings,
    ...{ program, representatives, memory, inertRanks },
    piles,
    course,
    plain: createPlainSteps(program, check, { ...steps, begin: dropped.begin }),
    ...keptStates(code, hashing),
    levels: createLevels(),
    bits: hashing === undefined ? judge.lasting.map(() => createBytes()) : [],
    keepsWays: hashing !== undefined ? 'none' : check.clock === 'exact' ? 'all' : keepsOpen ? 'open' : 'none',
    offsets: createNumbers(),
    targets: createManyNumbers(),
    turnIds: createManyNumbers(),
    moments: [],
    momentIds: new Map(),
    instants: createInstants(),
    startDraws: new Map(),
    ...{ covered, check, guide, pace },
    cuts: new Map(),
    isPartial: false,
    helping: undefined,
    startCount: 0,
    expanded: 0,
    transitions: 0,
  };
}

/** Finds the states that a run may start in; returns a fault there. */
export function begin(space: Space): FoundFault | undefined {
  let [found, way]: [FoundFault | undefined, number] = [undefined, 0];
  space.plain.start(({ run, played, moment, draws }) => {
    const fault = faultAfter(space, run, played);
    if (fault !== undefined) found ??= { fault, from: -1, way };
    else if (moment !== undefined) {
      const state = keepMoment(space, moment);
      if (!space.startDraws.has(state)) space.startDraws.set(state, draws);
      const late = note(space, state, { from: -1, way }, { ...run, state: moment.state });
      if (late !== undefined) found ??= { fault: late, from: -1, way };
    }
    way += 1;
  });
  space.startCount = space.states.size();
  return found;
}

/** Records the judgement of a new state; judging may fail. */
export const note = (space: Space, state: number, step: InstantStep, run: Run): Violation | undefined =>
  noteJudged(space, state, step, () => judgeRest(space.judge, run));

/** Records a new state with the judgement that `judged` returns; does nothing for a known state. */
export function noteJudged(
  space: Space,
  state: number,
  { from, way }: InstantStep,
  judged: () => Omit<Judged, 'fault'>,
): Violation | undefined {
  const { cameFrom, levels, bits, isCut } = space;
  if (cameFrom.size() !== state) return undefined;
  cameFrom.push(from, way);
  levels.note(state, from);
  const { late, bits: values, isWithin } = judged();
  if (late !== undefined) return late;
  for (let index = 0; index < values.length; index++) bits[index]?.push(itemAt(values, index));
  const isOutside = !isWithin && !isMoment(space, state);
  if (isOutside) meet(space, 'bound');
  isCut.push(isOutside ? 1 : 0);
  return undefined;
}

/** Counts that a limit of the check itself was met. */
export function meet({ cuts }: Space, limit: Limit): void {
  increase(cuts, limit);
}

/** Keeps a moment within the plain steps, or the state after them; returns its number. */
export function keepMoment(space: Space, moment: PlainMoment): number {
  const { states, moments, momentIds, plain } = space;
  if (moment.position.plain === undefined) return keep(space, moment.state, moment.position.spent, undefined);
  const key = plain.keyOf(moment);
  let id = momentIds.get(key);
  if (id === undefined) {
    id = moments.push(moment);
    momentIds.set(key, id);
  }
  return states.add(new Int32Array(stateWidth).fill(-id));
}

/** Keeps a state that follows another one; returns its number. */
export function keep(
  { code, states, representatives, piles }: Space,
  state: State,
  spent: Spent,
  from: StoredState | undefined,
): number {
  const row = code.encode(piles.gathered(state), spent, from);
  return states.add(representatives === undefined ? row : representatives.of(row));
}

/** Returns true if a state is within the plain steps. */
export const isMoment = ({ states }: Space, state: number): boolean => states.at(state, 0) < 0;

/** Returns a moment by its state; undefined after the plain steps. */
export const momentOf = ({ states, moments }: Space, state: number): PlainMoment | undefined =>
  moments[-1 - states.at(state, 0)];

/** Records the place of a move of the environment. */
export function coverUse(
  { check, covered, representatives }: Pick<Space, 'check' | 'covered' | 'representatives'>,
  use: Use,
): void {
  if (use.kind === 'due' || use.kind === 'restart' || use.kind === 'resume') return;
  const like = use.kind === 'action' ? (representatives?.actionsLike(use.index) ?? [use.index]) : [];
  for (const index of like) covered.add(itemAt(check.possibilities, index).place);
  if ('fault' in use) covered.add(itemAt(check.faults, use.fault).place);
}
