/**
 * Expands states with the kernel: all transitions from one. Keeps new states, and returns a fault on a transition or in
 * a state that nothing but faults leads on from.
 */
import type { Use } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';
import { relievedBy } from '../steps/relieved.ts';
import { type Followed, following, type Onward } from './follow.ts';
import type { Violation } from '../judgement/judge.ts';
import { keepsWaysOf, keepWay, takeNext } from './kept-ways.ts';
import { coverUse, type FoundFault, isMoment, momentOf, meet, note, nowhere, type Space } from './space.ts';
import type { InstantStep } from '../judgement/instants.ts';
import { plainTurn } from '../state/state-graph.ts';
import { stateWidth } from '../state/stored-state.ts';
import { deadlockIn, faultAfter } from '../judgement/watched.ts';

/** The observations on the transitions from a state. */
interface Seen {
  found: FoundFault | undefined;
  /** True if there is any transition besides faults. */
  leadsOn: boolean;
}

const brokenBy = (space: Space, from: number, { found, leadsOn }: Seen): FoundFault | undefined =>
  found ?? (leadsOn ? undefined : deadlockAt(space, from));

/** Expands the next state in the queue with the kernel; returns the first fault found. */
export function expandNext(space: Space): FoundFault | undefined {
  const expanding = expandInSteps(space);
  for (;;) {
    const { done, value } = expanding.next(false);
    if (done === true) return value;
  }
}

/**
 * Expands the next state in the queue with the kernel in steps, for it may have thousands of transitions; returns the
 * first fault found. `next` takes true to leave the state as it is, as one that was not followed to the end.
 */
export function* expandInSteps(space: Space): Generator<undefined, FoundFault | undefined, boolean> {
  const from = space.expanded;
  takeNext(space);
  if (space.isCut.at(from) === 1) return undefined;
  const seen: Seen = { found: undefined, leadsOn: false };
  const all = following(space, from);
  let way = 0;
  let next = all.next();
  for (; next.done !== true && seen.found === undefined; next = all.next()) {
    if (isLeftOut(space, from, next.value, seen)) {
      way += 1;
      continue;
    }
    const fault = faultOn(space, { from, way }, next.value, seen);
    if (fault !== undefined) seen.found = { fault, from, way };
    way += 1;
    if (way % space.pace !== 0 || !(yield undefined)) continue;
    all.return(undefined);
    space.isCut.set(from, 1);
    return undefined;
  }
  if (isMoment(space, from)) space.instants.close();
  if (next.done !== true) all.return(undefined);
  else if (next.value !== undefined && space.ways.isCutOff(next.value.state)) {
    meet(space, 'horizon');
    space.isCut.set(from, 1);
    seen.leadsOn = true;
  }
  return brokenBy(space, from, seen);
}

/** Returns true if the guide does not accept a move; it is possible all the same. */
function isLeftOut(space: Space, from: number, { onward: { move } }: Followed, seen: Seen): boolean {
  if (space.guide === undefined || move === undefined || space.guide.accepts(from, move)) return false;
  if (isOfOthers(move)) seen.leadsOn = true;
  return true;
}

/** Records a transition, and returns its fault. */
function faultOn(
  space: Space,
  { from, way }: InstantStep,
  { onward, target }: Followed,
  seen: Seen,
): Violation | undefined {
  space.transitions += 1;
  if (onward.move !== undefined) coverUse(space, onward.move);
  if (isOfOthers(onward.move)) seen.leadsOn = true;
  const fault = faultAfter(space, onward.run, onward.played);
  if (fault !== undefined) return fault;
  const state = target();
  space.guide?.followed(from, state, onward.move);
  const late = note(space, state, { from, way }, onward.run);
  if (isWithinInstant(space, from, state, onward)) space.instants.note(from, state, way);
  if (late === undefined && keepsWaysOf(space, from))
    keepWay(space, state, turnOf(space, onward, isMoment(space, from)));
  return late;
}

/** Returns true for what is due at the time of a moment, and leads to another one of that time. */
const isWithinInstant = (space: Space, from: number, to: number, { move }: Onward): boolean =>
  move?.kind === 'due' && isMoment(space, from) && momentOf(space, from)?.state.now === momentOf(space, to)?.state.now;

/** Returns the turns that a transition takes and relieves: of a cycle within the plain steps nothing is asked. */
export function turnOf(space: Space, { move, before, run, isFromPile }: Onward, isPlain: boolean): number {
  const isStep = move === undefined || before === undefined;
  const owed = isStep ? plainTurn : space.owing.by(before, move, isFromPile);
  const relieved = isStep || isPlain ? 0 : relievedBy(space, { before, move, after: run.state });
  return space.turns.idOf(owed, relieved);
}

/** A fault is not a way out: it need not happen. */
const isOfOthers = (use: Use | undefined): boolean => use === undefined || !('fault' in use);

/** Returns that nothing leads on from a state, if the check watches for that. */
export function deadlockAt({ program, check, code, states }: Space, from: number): FoundFault | undefined {
  if (check.watched.length === 0) return undefined;
  const row = new Int32Array(stateWidth);
  states.read(from, row);
  const fault = deadlockIn(program, check, code.decode(row).state);
  return fault === undefined ? undefined : { fault, from, way: nowhere };
}

/** Returns the next state, if the plain steps are over and have led to it alone, by whatever paths. */
export function onlyStateAhead(space: Space): State | undefined {
  const { states, expanded, isCut, startCount, code, moments } = space;
  const isOnly = expanded === states.size() - 1 && startCount === 1 && isCut.at(expanded) === 0;
  if (!isOnly || isMoment(space, expanded) || moments.length !== expanded) return undefined;
  const row = new Int32Array(stateWidth);
  states.read(expanded, row);
  return code.decode(row).state;
}
