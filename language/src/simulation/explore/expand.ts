/**
 * Expands states: all transitions from one, with remembered steps or with the kernel. Keeps new states, and returns a
 * fault on a transition or in a state that nothing but faults leads on from.
 */
import type { Use } from '../play/environment.ts';
import type { State } from '../kernel/run.ts';
import { relievedBy } from './steps/relieved.ts';
import {
  follow,
  type FoundFault,
  isMoment,
  meet,
  note,
  noteJudged,
  nowhere,
  type Onward,
  type Space,
} from './space.ts';
import { plainTurn } from './state/state-graph.ts';
import { itemAt } from '../../model/lookup.ts';
import { stateWidth } from './state/standing.ts';
import { deadlockIn } from './judgement/watched.ts';

/** The observations on the transitions from a state. */
interface Seen {
  found: FoundFault | undefined;
  /** True if there is any transition besides faults. */
  leadsOn: boolean;
}

const brokenBy = (space: Space, from: number, { found, leadsOn }: Seen): FoundFault | undefined =>
  found ?? (leadsOn ? undefined : deadlockAt(space, from));

/** Expands the next state in the queue; returns the first fault found. */
export function expandNext(space: Space): FoundFault | undefined {
  const from = space.expanded;
  space.expanded += 1;
  if (space.keepsWays) space.offsets.push(space.targets.size());
  if (space.isCut.at(from) === 1) return undefined;
  const remembered = expandRemembered(space, from);
  if (remembered !== undefined) return remembered.found;
  const seen: Seen = { found: undefined, leadsOn: false };
  let way = 0;
  const standing = follow(space, from, (onward, target) => {
    space.transitions += 1;
    if (onward.move !== undefined) cover(space, onward.move);
    if (isOfOthers(onward.move)) seen.leadsOn = true;
    let fault = space.judge.faultAfter(onward.run, onward.played) ?? space.dropped.fault();
    if (fault === undefined) {
      const state = target();
      fault = note(space, state, from, onward.run);
      if (space.keepsWays) {
        space.targets.push(state);
        keepTurn(space, onward, isMoment(space, from));
      }
    }
    if (fault !== undefined) seen.found = { fault, from, way };
    way += 1;
    return seen.found === undefined;
  });
  if (standing !== undefined && space.ways.isCutOff(standing.state)) {
    meet(space, 'horizon');
    space.isCut.set(from, 1);
    seen.leadsOn = true;
  }
  return brokenBy(space, from, seen);
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
  if (use.kind === 'due' || use.kind === 'restart') return;
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
