/** The moves from a state with times, with their outcomes, in the order of `movesOf`. */
import { itemAt, required } from '../../../../model/common/lookup.ts';
import { isArmed, manyWaiting } from '../../../kernel/agenda.ts';
import type { State } from '../../../kernel/run.ts';
import type { Move, Use } from '../../../play/environment.ts';
import { createPairTable } from '../../tables/pair-table.ts';
import { unowed } from '../../state/state-graph.ts';
import { coreBits, type Cores } from '../remembered/cores.ts';
import { type Disturbing, disturbancesIn } from '../disturbances.ts';
import { outcomeBits } from '../remembered/effects.ts';
import { createFreeMoves, type Own } from '../remembered/free-moves.ts';
import { moveWith } from '../remembered/pass.ts';
import { moveKey, stages, type StepContext } from '../remembered/remembered.ts';
import type { TimedAgenda } from './agenda.ts';
import { createTimedOutcomes, type TimedOutcome } from './outcomes.ts';
import type { UsesMet } from '../remembered/uses.ts';

/** A move, whenever it comes. */
export interface TimedMove {
  readonly kind: Move['kind'];
  /** The number of its use of the environment. */
  readonly use: number;
  /** The turn that it takes; `unowed` for none. */
  readonly owed: number;
  /** The index of the entry that happens, is lost, or is doubled; -1 for none. */
  readonly entry: number;
  readonly outcomes: readonly TimedOutcome[];
}

/** Where a state is, besides its agenda; the time is in microseconds, and 0 where states do not know it. */
export interface Standing {
  core: number;
  spent: number;
  now: number;
}

/** How the environment is used by a move; its number is known once the move is possible. */
interface How {
  readonly use: Use;
  useId?: number;
}

type OwnMove = Own & How;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Creates the moves found in one state after the other; they are used again for the next state. */
function createFound(uses: UsesMet) {
  const moves: Writable<TimedMove>[] = [];
  let [count, isDeleting] = [0, false];
  return {
    /** Begins with the next state. */
    begin(hasDeletion: boolean): void {
      count = 0;
      isDeleting = hasDeletion;
    },
    /** Adds a move; returns false where the kernel has to step. */
    add(how: How, owed: number, entry: number, outcomes: readonly TimedOutcome[] | undefined): boolean {
      if (outcomes === undefined) return false;
      if (isDeleting && outcomes.some(({ bits }) => (bits & outcomeBits.isEnding) !== 0)) return false;
      const move = (moves[count++] ??= { kind: 'due', use: 0, owed, entry, outcomes });
      move.kind = how.use.kind;
      move.use = how.useId ??= uses.idOf(how.use);
      move.owed = owed;
      move.entry = entry;
      move.outcomes = outcomes;
      return true;
    },
    count: (): number => count,
    at: (index: number): TimedMove => itemAt(moves, index),
  };
}

/** Creates what finds the moves from a state. */
export function createTimedMoves(around: StepContext, cores: Cores, uses: UsesMet, agenda: TimedAgenda) {
  const { code, environment, owing } = around;
  const { horizon = Infinity } = environment;
  const isExact = environment.clock === 'exact';
  const outcomes = createTimedOutcomes(around, (id) => (cores.bitsOf(id) & coreBits.isUnsure) === 0);
  const disturbances = disturbancesIn(environment, code.dues).map(withUse);
  const due: How = { use: { kind: 'due' } };
  const freeMoves = createFreeMoves(around, cores, uses);
  // By core and what is used up, the index of its moves.
  const [places, free]: [ReturnType<typeof createPairTable>, (readonly OwnMove[])[]] = [createPairTable(), []];
  const freeOf = (core: number, spent: number): readonly OwnMove[] => {
    let place = places.get(core, spent);
    if (place < 0) places.set(core, spent, (place = free.push(freeMoves(core, spent).map(withUse)) - 1));
    return itemAt(free, place);
  };
  let here: Standing = { core: 0, spent: 0, now: 0 };
  const found = createFound(uses);
  let [own, nextOwn]: [readonly OwnMove[], number] = [[], 0];

  const addEntry = (entry: number, kind: 'due' | Disturbing['kind'], how: How): boolean => {
    const id = agenda.idAt(entry);
    // An entry that overtakes others happens as if it were due.
    const key = moveKey(id, kind === 'reorder' ? 'due' : kind);
    const owed = kind === 'due' ? owing.due(id) : unowed;
    let place = outcomes.find(here.core, key);
    if (place < 0) {
      const due = code.dues.get(id);
      const underWay = isArmed(due) ? [] : code.dues.entriesOf([id]);
      const move = ({ agenda: all }: State): Move =>
        moveWith(how.use, required(isArmed(due) ? all.find((each) => each.due === due) : all.at(-1)));
      place = outcomes.make(here.core, { key, owed, underWay, in: move });
    }
    return found.add(how, owed, entry, outcomes.at(place));
  };
  const addOwnBefore = (stage: number): boolean => {
    for (; nextOwn < own.length && itemAt(own, nextOwn).stage < stage; nextOwn++) {
      const how = itemAt(own, nextOwn);
      const { key, owed } = how;
      let place = outcomes.find(here.core, key);
      if (place < 0) place = outcomes.make(here.core, { key, owed, underWay: [], in: how.in });
      if (!found.add(how, owed, -1, outcomes.at(place))) return false;
    }
    return true;
  };
  const addAll = (): boolean => {
    const size = agenda.size();
    const last = horizon - here.now;
    const first = size === 0 ? Infinity : agenda.timeAt(0);
    own = freeOf(here.core, here.spent);
    nextOwn = 0;
    const latest = isExact ? Math.min(first, last) : last;
    for (let index = 0; index < size && agenda.timeAt(index) <= latest; index++)
      if (agenda.isFirst(index) && !addEntry(index, 'due', due)) return false;
    for (const each of disturbances) {
      const { kind, fault, isMeant } = each;
      if (!uses.canHappen(here.spent, fault)) continue;
      if (!addOwnBefore(stages.fault(fault))) return false;
      for (let index = 0; index < size && agenda.timeAt(index) <= last; index++) {
        if (!isMeant(agenda.idAt(index))) continue;
        if (kind === 'reorder' && (agenda.isFirst(index) || (isExact && agenda.timeAt(index) !== first))) continue;
        if (!addEntry(index, kind, each)) return false;
      }
    }
    return addOwnBefore(Infinity);
  };
  return {
    /** Finds the moves from a state; returns false where the kernel has to step. */
    find(standing: Standing): boolean {
      here = standing;
      found.begin(agenda.hasDeletion());
      const isSure = (cores.bitsOf(here.core) & coreBits.isUnsure) === 0;
      // What is beyond the range of the clock, or of the agenda, is left to the kernel.
      const isFar = here.now > Number.MAX_SAFE_INTEGER / 2 || agenda.size() > manyWaiting;
      return isSure && !isFar && addAll();
    },
    /** Returns how many moves were found. */
    count: found.count,
    /** Returns one of the moves found last. */
    at: found.at,
    /** True if something is due in that state, but after the horizon. */
    isCutOff: (): boolean => {
      const size = agenda.size();
      return size > 0 && here.now + agenda.timeAt(isExact ? 0 : size - 1) > horizon;
    },
    faults: outcomes.faultsAt,
    bytes: (): number => outcomes.bytes() + places.bytes() + 100 * free.length,
  };
}

/** Copies what has a use: its number is noted there. */
const withUse = <T extends { readonly use: Use }>(how: T): T & How => ({ ...how });
