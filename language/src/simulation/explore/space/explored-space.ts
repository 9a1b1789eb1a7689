/** All states and transitions of one combination of a check, as they are found in its space. */
import { append } from '../../../model/common/append.ts';
import type { Check } from '../../../model/scenario.ts';
import type { Program, State } from '../../kernel/run.ts';
import { nothingSpent, type Spent } from '../../play/environment.ts';
import type { Played } from '../../play/player.ts';
import { following, type Onward } from './follow.ts';
import type { Violation } from '../judgement/judge.ts';
import { deadlockIn, faultAfter } from '../judgement/watched.ts';
import { takeNext } from './kept-ways.ts';
import { type FoundFault, isMoment, keepMoment, momentOf, note, type Space } from './space.ts';
import { stateWidth } from '../state/stored-state.ts';

/** One state; or what one kind of transition comes to that breaks the check, and so has no next state. */
export interface ExploredState {
  /** The combination of the check's `for` steps, from 0. */
  readonly variant: number;
  /** The names of that combination, such as `p = fs`. */
  readonly title: string;
  /** Absent where a transition breaks the check. */
  readonly state: State | undefined;
  /** What the environment has used up. */
  readonly spent: Spent;
  /** The index of the next plain step of the check, while these last. */
  readonly plain: number | undefined;
  readonly isInitial: boolean;
  /** True if a bound or the horizon of the check ends the runs here. */
  readonly isCut: boolean;
  /** True if nothing but faults leads on. */
  readonly isEnd: boolean;
  /** Says which machines wait where nothing but faults leads on, whether the check watches for that or not. */
  readonly stuck: string | undefined;
  /** What the state breaks; runs end there. */
  readonly fault: Violation | undefined;
}

/** Describes a step of a run: its words, and whether it is a message, a timer, or comes from outside. */
export type TextOfMove = (played: Played) => { readonly kind: 'message' | 'timer' | 'outside'; readonly text: string };

/** The states of a space, then the `endings`: where a transition breaks the check, each message once. */
export interface ExploredSpace {
  readonly states: readonly ExploredState[];
  readonly endings: readonly FoundFault[];
  readonly transitions: readonly {
    readonly from: number;
    readonly to: number;
    readonly moves: readonly ReturnType<TextOfMove>[];
  }[];
  /** False if there are more states than allowed. */
  readonly isWhole: boolean;
}

/** How to explore a space. */
export interface ExploreSpaceOptions {
  /** The most states; the exploration ends with one more. */
  readonly most: number;
  /** The combination that is explored. */
  readonly of: Pick<ExploredState, 'variant' | 'title'>;
  readonly textOf: TextOfMove;
}

/** What is known of a space while it grows. */
interface Seen {
  readonly faults: Map<number, Violation>;
  readonly endings: Map<string, FoundFault>;
  /** By source, then by target; a negative target is an ending, from -1 on. */
  readonly moves: Map<number, Map<number, ReturnType<TextOfMove>[]>>;
  /** The states that nothing but faults leads on from. */
  readonly ends: Set<number>;
}

/** Explores an empty space that keeps every state as it is. Yields after each state. */
export function* exploreSpace(
  space: Space,
  { most, of, textOf }: ExploreSpaceOptions,
): Generator<undefined, ExploredSpace> {
  const seen: Seen = { faults: new Map(), endings: new Map(), moves: new Map(), ends: new Set() };
  start(space, seen);
  const { states } = space;
  while (space.expanded < states.size() && states.size() + seen.endings.size <= most) {
    expand(space, seen, textOf);
    yield;
  }
  const isWhole = states.size() + seen.endings.size <= most;
  const count = states.size();
  const all = Array.from({ length: count }, (_, state) => exploredState(space, seen, state, of));
  const endings = [...seen.endings.values()];
  return {
    isWhole,
    endings,
    states: [
      ...all,
      ...endings.map(({ fault, from }) => ({ ...ending, ...of, fault, isInitial: from < 0, spent: nowhere(space) })),
    ],
    transitions: [...seen.moves].flatMap(([from, targets]) =>
      [...targets].map(([to, moves]) => ({ from, to: to < 0 ? count - 1 - to : to, moves })),
    ),
  };
}

const ending = { state: undefined, plain: undefined, isCut: false, isEnd: true, stuck: undefined } as const;
const nowhere = ({ environment }: Space): Spent => nothingSpent(environment);

/** Finds the states that a run may start in. */
function start(space: Space, seen: Seen): void {
  let way = 0;
  space.plain.start(({ run, played, moment, draws }) => {
    const fault = faultAfter(space, run, played);
    if (moment === undefined || (fault !== undefined && !isOfState(fault))) {
      if (fault !== undefined) endingOf(seen, { fault, from: -1, way });
    } else {
      const state = keepMoment(space, moment);
      if (!space.startDraws.has(state)) space.startDraws.set(state, draws);
      const late = note(space, state, { from: -1, way }, { ...run, state: moment.state });
      judged(seen, state, fault ?? late);
    }
    way += 1;
  });
  space.startCount = space.states.size();
}

/** Follows all transitions of the next state, unless runs end there. */
function expand(space: Space, seen: Seen, textOf: TextOfMove): void {
  const from = space.expanded;
  takeNext(space);
  if (space.isCut.at(from) === 1 || seen.faults.has(from)) return;
  let [way, leadsOn] = [0, false];
  const all = following(space, from);
  let next = all.next();
  for (; next.done !== true; next = all.next(), way += 1) {
    const { onward, target } = next.value;
    if (isWayOn(onward)) leadsOn = true;
    const move = textOf(onward.played);
    const fault = faultAfter(space, onward.run, onward.played);
    if (fault !== undefined && !isOfState(fault)) {
      addMove(seen, from, endingOf(seen, { fault, from, way }), move);
      continue;
    }
    const to = target();
    const late = note(space, to, { from, way }, onward.run);
    judged(seen, to, fault ?? late);
    addMove(seen, from, to, move);
  }
  if (next.value !== undefined && space.ways.isCutOff(next.value.state)) space.isCut.set(from, 1);
  else if (!leadsOn) seen.ends.add(from);
}

/** A fault is not a way on: it need not happen. */
const isWayOn = ({ move }: Onward): boolean => move === undefined || !('fault' in move);

/** Returns true for what breaks a property of the state alone, however it is reached. */
const isOfState = ({ kind }: Violation): boolean => kind === 'never' || kind === 'always' || kind === 'built-in';

function judged({ faults }: Seen, state: number, fault: Violation | undefined): void {
  if (fault !== undefined && !faults.has(state)) faults.set(state, fault);
}

/** Returns the number of an ending, which the first one with its message has. */
function endingOf({ endings }: Seen, found: FoundFault): number {
  const { message } = found.fault;
  if (!endings.has(message)) endings.set(message, found);
  return -1 - [...endings.keys()].indexOf(message);
}

function addMove({ moves }: Seen, from: number, to: number, move: ReturnType<TextOfMove>): void {
  const targets = moves.get(from) ?? new Map<number, ReturnType<TextOfMove>[]>();
  moves.set(from, targets);
  if (targets.get(to)?.some(({ text }) => text === move.text) !== true) append(targets, to, move);
}

function exploredState(space: Space, { faults, ends }: Seen, id: number, of: ExploreSpaceOptions['of']): ExploredState {
  const moment = momentOf(space, id);
  const row = new Int32Array(stateWidth);
  space.states.read(id, row);
  const { state, spent } =
    moment === undefined ? space.code.decode(row) : { state: moment.state, spent: moment.position.spent };
  const isEnd = ends.has(id);
  const stuck = isEnd ? deadlock(space.program, space.check, state) : undefined;
  const isWatched = space.check.watched.some(({ name }) => name === 'deadlock');
  return {
    ...{ ...of, state, spent, isEnd },
    plain: isMoment(space, id) ? moment?.position.plain?.next : undefined,
    isInitial: id < space.startCount,
    isCut: space.isCut.at(id) === 1,
    stuck: stuck?.message,
    fault: faults.get(id) ?? (isWatched ? stuck : undefined),
  };
}

/** Returns which machines wait forever in a state that nothing leads on from. */
const deadlock = (program: Program, check: Check, state: State): Violation | undefined =>
  deadlockIn(program, { ...check, watched: [{ name: 'deadlock', place: check.place }] }, state);
