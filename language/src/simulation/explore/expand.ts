/**
 * Expands states: all transitions from one, with remembered steps or with the kernel. Keeps new states, and returns a
 * fault on a transition or in a state that nothing but faults leads on from.
 */
import type { Use } from '../play/environment.ts';
import type { State } from '../kernel/run.ts';
import { relievedBy } from './steps/relieved.ts';
import { type Followed, following, type Onward } from './follow.ts';
import type { Fault } from './judgement/judge.ts';
import { type FoundFault, isMoment, meet, note, noteJudged, nowhere, type Space } from './space.ts';
import { plainTurn } from './state/state-graph.ts';
import { itemAt } from '../../model/lookup.ts';
import { stateWidth } from './state/stored-state.ts';
import { deadlockIn } from './judgement/watched.ts';

/** The observations on the transitions from a state. */
interface Seen {
  found: FoundFault | undefined;
  /** True if there is any transition besides faults. */
  leadsOn: boolean;
}

const brokenBy = (space: Space, from: number, { found, leadsOn }: Seen): FoundFault | undefined =>
  found ?? (leadsOn ? undefined : deadlockAt(space, from));

/** The number of transitions of one state after which to ask whether to go on. */
const transitionsAtOnce = 256;

/** Expands the next state in the queue; returns the first fault found. */
export function expandNext(space: Space): FoundFault | undefined {
  const expanding = expandInSteps(space);
  for (;;) {
    const { done, value } = expanding.next(false);
    if (done === true) return value;
  }
}

/**
 * Expands the next state in the queue in steps, for it may have thousands of transitions; returns the first fault found.
 * `next` takes true to leave the state as it is, as one that was not followed to the end.
 */
export function* expandInSteps(space: Space): Generator<undefined, FoundFault | undefined, boolean> {
  const from = space.expanded;
  space.expanded += 1;
  if (space.keepsWays) space.offsets.push(space.targets.size());
  if (space.isCut.at(from) === 1) return undefined;
  const remembered = expandRemembered(space, from);
  if (remembered !== undefined) return remembered.found;
  const seen: Seen = { found: undefined, leadsOn: false };
  const all = following(space, from);
  let way = 0;
  let next = all.next();
  for (; next.done !== true && seen.found === undefined; next = all.next()) {
    const fault = faultOn(space, from, next.value, seen);
    if (fault !== undefined) seen.found = { fault, from, way };
    way += 1;
    if (way % transitionsAtOnce !== 0 || !(yield undefined)) continue;
    all.return(undefined);
    space.isCut.set(from, 1);
    return undefined;
  }
  if (next.done !== true) all.return(undefined);
  else if (next.value !== undefined && space.ways.isCutOff(next.value.state)) {
    meet(space, 'horizon');
    space.isCut.set(from, 1);
    seen.leadsOn = true;
  }
  return brokenBy(space, from, seen);
}

/** Records a transition, and returns its fault. */
function faultOn(space: Space, from: number, { onward, target }: Followed, seen: Seen): Fault | undefined {
  space.transitions += 1;
  if (onward.move !== undefined) cover(space, onward.move);
  if (isOfOthers(onward.move)) seen.leadsOn = true;
  const fault = space.judge.faultAfter(onward.run, onward.played) ?? space.dropped.fault();
  if (fault !== undefined) return fault;
  const state = target();
  const late = note(space, state, from, onward.run);
  if (space.keepsWays) {
    space.targets.push(state);
    keepTurn(space, onward, isMoment(space, from));
  }
  return late;
}

/** Records which turn a transition takes, and which turns it relieves; within the plain steps no run has a cycle. */
function keepTurn(space: Space, { move, before, run, isFromPile }: Onward, isPlain: boolean): void {
  const isStep = move === undefined || before === undefined;
  space.owed.push(isStep ? plainTurn : space.owing.by(before, move, isFromPile));
  space.relieved.push(isStep || isPlain ? 0 : relievedBy(space, { before, move, after: run.state }));
}

/** Expands a state with remembered steps; returns undefined where these are not enough. */
function expandRemembered(space: Space, from: number): { readonly found: FoundFault | undefined } | undefined {
  const { memory, states } = space;
  if (memory === undefined || isMoment(space, from)) return undefined;
  const seen: Seen = { found: undefined, leadsOn: false };
  let way = 0;
  const row = new Int32Array(stateWidth);
  states.read(from, row);
  const isEnough = memory.from(row, ({ row: target, error, dropped, judged, owed, relieved, use }) => {
    space.transitions += 1;
    cover(space, use);
    if (isOfOthers(use)) seen.leadsOn = true;
    let fault = error ?? judged.fault ?? dropped;
    if (fault === undefined) {
      const state = states.add(space.representatives?.of(target) ?? target);
      fault = noteJudged(space, state, from, () => judged);
      if (space.keepsWays) {
        space.targets.push(state);
        space.owed.push(owed);
        space.relieved.push(relieved);
      }
    }
    if (fault !== undefined) seen.found = { fault, from, way };
    way += 1;
    return seen.found === undefined;
  });
  if (!isEnough) return undefined;
  return { found: brokenBy(space, from, seen) };
}

/** A fault is not a way out: it need not happen. */
const isOfOthers = (use: Use | undefined): boolean => use === undefined || !('fault' in use);

function deadlockAt({ program, check, code, states }: Space, from: number): FoundFault | undefined {
  if (check.watched.length === 0) return undefined;
  const row = new Int32Array(stateWidth);
  states.read(from, row);
  const fault = deadlockIn(program, check, code.decode(row).state);
  return fault === undefined ? undefined : { fault, from, way: nowhere };
}

/** Records the place of a move of the environment. */
function cover({ check, covered, representatives }: Space, use: Use): void {
  if (use.kind === 'due' || use.kind === 'restart' || use.kind === 'resume') return;
  const like = use.kind === 'action' ? (representatives?.actionsLike(use.index) ?? [use.index]) : [];
  for (const index of like) covered.add(itemAt(check.possibilities, index).place);
  if ('fault' in use) covered.add(itemAt(check.faults, use.fault).place);
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
