/**
 * A search on several threads, which gives what one thread gives, number by number: the states of the queue are taken in
 * rounds. First all threads look up the transitions of the states of a round, which changes nothing. Then this thread
 * makes those that are not known, in the order of the queue, while the others look up the states that the known ones
 * lead to. At last it follows all transitions in that order, while the others go on with the next round.
 */
import { at, itemAt } from '../../../model/common/lookup.ts';
import type { Again, FoundAgain, LookingAgain } from '../space/looking-again.ts';
import type { FoundFault, Space } from '../space/space.ts';
import { type Batch, createRound, type Round } from './round.ts';
import { findingIn, findings, type Slice, tasks } from './slices.ts';
import { createTeam, type Helping, type Team } from './team.ts';

/** What several threads do for a search. */
export interface Rounds extends LookingAgain {
  /**
   * Expands some of the next states in the queue, as `expandRemembered` would. Returns the first fault found, or that
   * this thread has to go on alone for now.
   */
  readonly expand: () => FoundFault | 'alone' | undefined;
  /** Ends the threads. */
  readonly end: () => void;
}

const nothing: FoundAgain = { count: 0, of: () => undefined };

/** Returns what threads do for a search, besides this one; undefined where this one does it all. */
export function createRounds(space: Space, helping: Helping): Rounds | undefined {
  const { memory, states, representatives, hashed, guide } = space;
  const isAlone = [representatives, hashed, guide].some((each) => each !== undefined);
  if (isAlone || memory?.shared === undefined || states.tables === undefined) return undefined;
  const { revision, faults, tables, lookUp: looksUp } = memory.shared;
  const place = { states, expanded: memory.expanded, lookUp: looksUp, isPartial: memory.isPartial };
  const shared = { faults, tables: [...tables, ...states.tables], place };
  const { sizes } = helping;
  const size = sizes.states * sizes.slices;
  let started: { readonly team: Team; readonly round: Round } | undefined;
  let isOver = false;
  let batches: readonly Batch[] = [];
  let [next, alone, half, followed] = [0, helping.from, 0, 0];
  /** The first state whose transitions are looked up, and what was known then. */
  let ahead: { readonly from: number; readonly revision: number } | undefined;

  const start = () => {
    const team = createTeam(space, shared, helping);
    return { team, round: createRound(space, memory, sizes, team.slices, revision) };
  };
  const giveUp = (): 'alone' => {
    isOver = true;
    started?.team.end();
    return 'alone';
  };
  const lookUp = ({ begin }: Team, from: number): void => {
    half = 1 - half;
    ahead = { from, revision: revision() };
    begin({ task: tasks.expand | half, first: from });
  };
  /** Makes the next round ready. */
  const prepare = (): 'alone' | 'ready' => {
    if (isOver || space.expanded < alone) return 'alone';
    const { team, round } = (started ??= start());
    if (ahead === undefined) {
      if (team.helpers() === 0 || states.size() < space.expanded + size) return 'alone';
      lookUp(team, space.expanded);
    }
    if (ahead === undefined || !team.finish()) return giveUp();
    team.begin({ task: tasks.find | half, first: 0 });
    const { from, revision: before } = ahead;
    ahead = undefined;
    const made = round.make(from, half * sizes.slices, before);
    if (!team.finish()) return giveUp();
    [batches, next, followed] = [made.batches, 0, half];
    const end = from + (batches.at(-1)?.end ?? 0);
    // Where the kernel has to step, it may have to soon again.
    if (made.isShort || end === from) alone = end + size;
    else if (states.size() >= end + size) lookUp(team, end);
    return end === from ? 'alone' : 'ready';
  };
  return {
    expand() {
      if (next === batches.length && prepare() === 'alone') return 'alone';
      return started?.round.follow(itemAt(batches, next++));
    },
    again(all) {
      const team = started?.team;
      if (isOver || team === undefined || team.helpers() === 0 || all.length < size) return nothing;
      team.list.set(all.subarray(0, size));
      // The slices of the round that is followed stay.
      const other = 1 - followed;
      team.begin({ task: tasks.again | other, first: 0 });
      if (team.finish())
        return {
          count: size,
          of: (index) =>
            againIn(itemAt(team.slices, other * sizes.slices + Math.floor(index / sizes.states)), index % sizes.states),
        };
      giveUp();
      return nothing;
    },
    settle() {
      if (ahead !== undefined && started?.team.wait() !== true) giveUp();
      ahead = undefined;
      if (next < batches.length) started?.round.keep();
    },
    end: () => {
      started?.team.end();
    },
    bytes: () => started?.team.bytes ?? 0,
  };
}

/** Returns the transitions of a state of a slice, if they are known. */
function againIn(slice: Slice, place: number): Again | undefined {
  const finding = findingIn(slice, place);
  if (finding === findings.open) return undefined;
  const first = place === 0 ? 0 : at(slice.ends, place - 1);
  const size = at(slice.ends, place) - first;
  return { found: slice.known, turn: slice.expanded.turn, first, size, isPartial: finding === findings.partial };
}
