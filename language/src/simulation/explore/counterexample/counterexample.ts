/**
 * Turns a path through the states into a run that can be replayed: the kernel itself plays it from the start, as a
 * random run in the environment of the check would, with the same draws.
 */
import { orderedPair } from '../../kernel/agenda.ts';
import {
  type CheckCourse,
  type CheckPosition,
  isDrawn,
  type PlayerOption,
  type Resting,
} from '../../play/check-player.ts';
import type { Move, Spent } from '../../play/environment.ts';
import { drawsOfWait, leeway, mayWait } from '../../play/free-time.ts';
import { asksForPast } from '../../program/history-needs.ts';
import { initial } from '../../kernel/kernel.ts';
import type { Entry, Run, State } from '../../kernel/run.ts';
import { drawOf } from '../../play/random-run.ts';
import type { Dues } from '../state/dues.ts';
import { follow, following } from '../space/follow.ts';
import type { Violation } from '../judgement/judge.ts';
import { faultAfter } from '../judgement/watched.ts';
import { isMoment, type Space } from '../space/space.ts';
import { stateWidth } from '../state/stored-state.ts';
import type { Counterexample } from '../judgement/verdict.ts';
import type { Way } from '../steps/ways.ts';

/** A transition from a state: `way` is its index among all from there, in the order of exploration. */
export interface SpaceStep {
  readonly from: number;
  readonly way: number;
  /** The successor state; absent where the step breaks something. */
  readonly to?: number;
  /** True if time is to pass before the step, which leads to the same state then. */
  readonly isLater?: boolean;
}

/** The choice of one step of a run, among all that may happen. */
interface Choice {
  readonly chosen: (run: Run, options: readonly PlayerOption[], spent: Spent) => Chosen;
  /** The answers of chance in the step, unless `chosen` gives them. */
  readonly draws: readonly number[];
  /** The time that the environment waits before the step. */
  readonly wait: number;
}

/** The index of a move among the options, and the answers of chance if they are not known before. */
interface Chosen {
  readonly index: number;
  readonly draws?: readonly number[];
}

/** Returns the shortest path to a state, in steps, from the start of its run. */
export function wayTo(space: Space, state: number): { readonly start: number; readonly steps: readonly SpaceStep[] } {
  const steps: SpaceStep[] = [];
  let at = state;
  for (let from = space.cameFrom.at(at); from >= 0; from = space.cameFrom.at(at)) {
    steps.push({ from, way: wayBetween(space, from, at), to: at });
    at = from;
  }
  return { start: at, steps: steps.reverse() };
}

/** Returns the run along these steps. */
export function runAlong(
  space: Space,
  { start, steps }: { readonly start: number; readonly steps: readonly SpaceStep[] },
): Pick<Counterexample, 'steps' | 'draws'> {
  const choices = steps.map((step) => choiceOf(space, step));
  const startDraws = space.startDraws.get(start) ?? [];
  return { steps: steps.length, draws: drawsOf(space, startDraws, choices) };
}

/** Returns the run that reaches a state and goes on with these actions of the environment. */
export function runWithActions(
  space: Space,
  state: number,
  actions: readonly number[],
): Pick<Counterexample, 'steps' | 'draws'> {
  const { start, steps } = wayTo(space, state);
  const chosen = (action: number) => (_: Run, moves: readonly PlayerOption[]) => ({
    index: moves.findIndex((move) => move.kind === 'action' && move.index === action),
  });
  const choices: Choice[] = [
    ...steps.map((step) => choiceOf(space, step)),
    ...actions.map((action) => ({ chosen: chosen(action), draws: [], wait: 0 })),
  ];
  return { steps: choices.length, draws: drawsOf(space, space.startDraws.get(start) ?? [], choices) };
}

/** Returns the run that reaches a state and goes on with the first of what may happen, so many times. */
export function runWithFirst(space: Space, state: number, count: number): Pick<Counterexample, 'steps' | 'draws'> {
  const { start, steps } = wayTo(space, state);
  const firsts = Array.from({ length: count }, (): Choice => ({ chosen: () => ({ index: 0 }), draws: [], wait: 0 }));
  const choices = [...steps.map((step) => choiceOf(space, step)), ...firsts];
  return { steps: choices.length, draws: drawsOf(space, space.startDraws.get(start) ?? [], choices) };
}

/** Plays the run to a state, in steps; returns the first fault on it, and the run to there. */
export function* faultOnWayTo(
  space: Space,
  state: number,
): Generator<
  undefined,
  { readonly fault: Violation; readonly run: Pick<Counterexample, 'steps' | 'draws'> } | undefined
> {
  const { start, steps } = wayTo(space, state);
  yield;
  const choices = steps.map((step) => choiceOf(space, step));
  const drawn: number[] = [];
  let made = 0;
  for (const { run, played } of playedChoices(space, space.startDraws.get(start) ?? [], choices, drawn)) {
    made += 1;
    const fault = space.judge.faultAfter(run, played);
    if (fault !== undefined) return { fault, run: { steps: made, draws: drawn } };
    if (made % stepsAtOnce === 0) yield;
  }
  return undefined;
}

/** The number of steps of a run after which to ask whether to go on. */
const stepsAtOnce = 1024;

/** Returns the draws in a run of a check that makes these choices, for a trace. */
function drawsOf(space: RunSpace, startDraws: readonly number[], choices: readonly Choice[]): number[] {
  const drawn: number[] = [];
  const playing = playedChoices(space, startDraws, choices, drawn);
  while (playing.next().done !== true) continue;
  return drawn;
}

type RunSpace = Pick<Space, 'program' | 'check' | 'course'>;

/** Plays a run of a check that makes these choices, step by step; the draws in it are added to `drawn`. */
function* playedChoices(
  { program, check, course }: RunSpace,
  startDraws: readonly number[],
  choices: readonly Choice[],
  drawn: number[],
): Generator<{ readonly run: Run; readonly played: ReturnType<CheckCourse['make']>['played'] }> {
  let given: readonly number[] = startDraws;
  let next = 0;
  const pick = (): number => {
    const answer = given[next++] ?? 0;
    drawn.push(answer);
    return answer;
  };
  const keepsHistory = asksForPast(program.model, [check.steps]);
  const { run } = initial(program, { draw: { pick }, tell: undefined, keepsHistory });
  let position: CheckPosition | undefined = course.start;
  for (const { chosen, draws, wait } of choices) {
    [given, next] = [draws, 0];
    if (position === undefined) throw unplayable();
    const resting: Resting = course.rest(run, position);
    const { options } = resting;
    const choice = chosen(run, options, resting.position.spent);
    const option = options[choice.index];
    if (option === undefined) throw unplayable();
    if (choice.draws !== undefined) given = choice.draws;
    if (isDrawn(resting)) drawn.push(drawOf(options, choice.index));
    if (mayWait(option)) drawn.push(...drawsOfWait(wait, resting.leeway));
    const made = course.make(run, resting, option, wait);
    position = made.position;
    yield { run, played: made.played };
  }
}

const unplayable = (): Error => new Error('an explored run cannot be played');

function choiceOf(space: Space, step: SpaceStep): Choice {
  const { from, way, isLater } = step;
  if (space.representatives !== undefined && !isMoment(space, from)) return choiceLike(space, step.to);
  const timed: Timed = { dues: space.code.dues, isTimed: isMoment(space, from) || space.code.time !== 'none' };
  const choices: Choice[] = [];
  let number = 0;
  follow(space, from, ({ move, before, draws, wait }) => {
    if (number++ < way) return true;
    const chosen = (run: Run, options: readonly PlayerOption[]): Chosen => ({
      index: options.findIndex((other) =>
        move === undefined || before === undefined || other.kind === 'plain'
          ? other.kind === 'plain' && move === undefined
          : isSameMove(timed, { state: before, move }, { state: run.state, move: other }),
      ),
    });
    choices.push({ chosen, draws, wait: isLater === true && wait === 0 ? inBetween(space, before) : wait });
    return false;
  });
  const [choice] = choices;
  if (choice === undefined) throw new Error('a step that was explored can no longer be taken');
  return choice;
}

/** Returns half the time until the next due entry, if the environment may wait. */
const inBetween = ({ environment }: Space, before: State | undefined): number =>
  before === undefined ? 0 : Math.ceil(leeway(before, environment) / 2);

/**
 * Chooses a step after copies have been swapped on the path: any that leads to a state with the same representative, or
 * breaks something.
 */
function choiceLike({ states, code, ways, judge, dropped, representatives }: Space, to: number | undefined): Choice {
  const target = new Int32Array(stateWidth);
  if (to !== undefined) states.read(to, target);
  const isMeant = ({ run, played, spent }: Way): boolean => {
    const fault = faultAfter({ judge, dropped }, run, played);
    if (to === undefined) return fault !== undefined;
    const row = code.encode(run.state, spent);
    return fault === undefined && (representatives?.of(row) ?? row).every((each, column) => each === target[column]);
  };
  const chosen = ({ state }: Run, options: readonly PlayerOption[], spent: Spent): Chosen => {
    let draws: readonly number[] | undefined;
    const index = options.findIndex((move) => {
      if (move.kind === 'plain') return false;
      ways.of(state, spent, move, (way) => {
        if (isMeant(way)) draws = way.draws;
        return draws === undefined;
      });
      return draws !== undefined;
    });
    return draws === undefined ? { index } : { index, draws };
  };
  return { chosen, draws: [], wait: 0 };
}

function wayBetween(space: Space, from: number, to: number): number {
  let number = 0;
  for (const { target } of following(space, from)) {
    if (target() === to) return number;
    number += 1;
  }
  return -1;
}

/** The basis for comparing entries: where states know times, by these as well. */
interface Timed {
  readonly dues: Dues;
  readonly isTimed: boolean;
}

interface MoveIn {
  readonly state: State;
  readonly move: Move;
}

/** Returns true if two moves are the same, each in a state that represents, or is represented by, the other's. */
function isSameMove(timed: Timed, a: MoveIn, b: MoveIn): boolean {
  const [one, other] = [a.move, b.move];
  switch (one.kind) {
    case 'action':
      return other.kind === one.kind && other.index === one.index;
    case 'crash':
    case 'halt':
    case 'pause':
      return other.kind === one.kind && other.fault === one.fault && other.entity === one.entity;
    case 'restart':
    case 'resume':
      return other.kind === one.kind && other.entity === one.entity;
    case 'due':
      return other.kind === one.kind && isSameEntry(timed, a.state, one.entry, b.state, other.entry);
    default:
      return (
        other.kind === one.kind &&
        other.fault === one.fault &&
        isSameEntry(timed, a.state, one.entry, b.state, other.entry)
      );
  }
}

function isSameEntry({ dues, isTimed }: Timed, state: State, entry: Entry, otherState: State, other: Entry): boolean {
  return (
    dues.idOf(state, entry.due) === dues.idOf(otherState, other.due) &&
    placeInQueue(state, entry) === placeInQueue(otherState, other) &&
    (!isTimed || entry.at - state.now === other.at - otherState.now)
  );
}

/** Returns the number of entries of the same queue before an entry. */
function placeInQueue({ agenda }: State, entry: Entry): number {
  const pair = orderedPair(entry.due);
  if (pair === undefined) return 0;
  return agenda.slice(0, agenda.indexOf(entry)).filter(({ due }) => orderedPair(due) === pair).length;
}
