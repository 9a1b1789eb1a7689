/** The moves from a state with times, with their outcomes, in the order of `movesOf`. */
import { itemAt, required } from '../../../../model/lookup.ts';
import { isArmed, manyWaiting } from '../../../kernel/agenda.ts';
import type { State } from '../../../kernel/run.ts';
import type { Move, Use } from '../../../play/environment.ts';
import { createPairTable } from '../../state/pair-table.ts';
import { unowed } from '../../state/state-graph.ts';
import { coreBits, type Cores } from '../cores.ts';
import { disturbancesIn } from '../disturbances.ts';
import { type MoveInCore, outcomeBits } from '../effects.ts';
import { createFreeMoves, type Own } from '../free-moves.ts';
import { moveWith } from '../pass.ts';
import { moveKey, stages, type StepContext } from '../remembered.ts';
import type { TimedAgenda } from './agenda.ts';
import { createTimedOutcomes, type TimedOutcome } from './outcomes.ts';
import type { UsesMet } from '../uses.ts';

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

/** Creates what finds the moves from a state; they are undefined where the kernel has to step. */
export function createTimedMoves(around: StepContext, cores: Cores, uses: UsesMet, agenda: TimedAgenda) {
  const { code, environment, owing } = around;
  const { horizon = Infinity } = environment;
  const isExact = environment.clock === 'exact';
  const outcomes = createTimedOutcomes(around, (id) => (cores.bitsOf(id) & coreBits.isUnsure) === 0);
  const disturbances = disturbancesIn(environment, code.dues);
  const freeMoves = createFreeMoves(around, cores, uses);
  // By core and what is used up, the index of its moves.
  const [places, free]: [ReturnType<typeof createPairTable>, (readonly Own[])[]] = [createPairTable(), []];
  const freeOf = (core: number, spent: number): readonly Own[] => {
    let place = places.get(core, spent);
    if (place < 0) places.set(core, spent, (place = free.push(freeMoves(core, spent)) - 1));
    return itemAt(free, place);
  };
  let [here, isDeleting]: [Standing, boolean] = [{ core: 0, spent: 0, now: 0 }, false];
  const moves: TimedMove[] = [];

  const add = (move: Omit<TimedMove, 'use' | 'outcomes'>, use: Use, wanted: MoveInCore): boolean => {
    const made = outcomes.of(here.core, wanted);
    if (made === undefined) return false;
    if (isDeleting && made.some(({ bits }) => (bits & outcomeBits.isEnding) !== 0)) return false;
    moves.push({ ...move, use: uses.idOf(use), outcomes: made });
    return true;
  };
  const addEntry = (entry: number, kind: 'due' | 'lose' | 'duplicate' | 'reorder', use: Use): boolean => {
    const id = agenda.idAt(entry);
    // An entry that overtakes others happens as if it were due.
    const key = moveKey(id, kind === 'reorder' ? 'due' : kind);
    const owed = kind === 'due' ? owing.due(id) : unowed;
    const due = code.dues.get(id);
    const underWay = isArmed(due) ? [] : code.dues.entriesOf([id]);
    const move = ({ agenda: all }: State): Move =>
      moveWith(use, required(isArmed(due) ? all.find((each) => each.due === due) : all.at(-1)));
    return add({ kind, owed, entry }, use, { key, owed, underWay, in: move });
  };
  const addAll = (): boolean => {
    const [size, last] = [agenda.size(), horizon - here.now];
    const first = size === 0 ? Infinity : agenda.timeAt(0);
    const own = freeOf(here.core, here.spent);
    let next = 0;
    const addOwnBefore = (stage: number): boolean => {
      for (; next < own.length && itemAt(own, next).stage < stage; next++) {
        const { key, owed, use, in: move } = itemAt(own, next);
        if (!add({ kind: use.kind, owed, entry: -1 }, use, { key, owed, underWay: [], in: move })) return false;
      }
      return true;
    };
    const latest = isExact ? Math.min(first, last) : last;
    for (let index = 0; index < size && agenda.timeAt(index) <= latest; index++)
      if (agenda.isFirst(index) && !addEntry(index, 'due', due)) return false;
    for (const { kind, fault, use, isMeant } of disturbances) {
      if (!uses.canHappen(here.spent, fault)) continue;
      if (!addOwnBefore(stages.fault(fault))) return false;
      for (let index = 0; index < size && agenda.timeAt(index) <= last; index++) {
        if (!isMeant(agenda.idAt(index))) continue;
        if (kind === 'reorder' && (agenda.isFirst(index) || (isExact && agenda.timeAt(index) !== first))) continue;
        if (!addEntry(index, kind, use)) return false;
      }
    }
    return addOwnBefore(Infinity);
  };
  return {
    from(standing: Standing): readonly TimedMove[] | undefined {
      here = standing;
      isDeleting = agenda.hasDeletion();
      moves.length = 0;
      const isSure = (cores.bitsOf(here.core) & coreBits.isUnsure) === 0;
      // What is beyond the range of the clock, or of the agenda, is left to the kernel.
      const isFar = here.now > Number.MAX_SAFE_INTEGER / 2 || agenda.size() > manyWaiting;
      return isSure && !isFar && addAll() ? moves : undefined;
    },
    /** True if something is due in that state, but after the horizon. */
    isCutOff: (): boolean => {
      const size = agenda.size();
      return size > 0 && here.now + agenda.timeAt(isExact ? 0 : size - 1) > horizon;
    },
    faults: outcomes.faultsAt,
    bytes: (): number => outcomes.bytes() + places.bytes() + 100 * free.length,
  };
}

const due = { kind: 'due' } as const satisfies Use;
