/**
 * The cores of states with all that depends on nothing else: their judgement, and what the environment may do there.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import { heldBack } from '../../kernel/needs-now.ts';
import type { State } from '../../kernel/run.ts';
import { type Move, nothingSpent } from '../../play/environment.ts';
import { type Judged, judgeRest } from '../judgement/judge.ts';
import { createBytes } from '../state/state-graph.ts';
import type { Surroundings } from './remembered.ts';
import { itemAt, required } from '../../../model/lookup.ts';

/** All states that have the same core. */
export interface Core {
  /** One of these states, in which nothing is under way. */
  readonly state: State;
  /** The numbers of its armed timers. */
  readonly timers: readonly number[];
  /** The possible moves of the environment where nothing is under way and nothing is used up. */
  readonly free: readonly Move[];
  /** The entities that may not come to life: a need of theirs `as start` is unmet. */
  readonly heldBack: ReadonlySet<EntityId>;
}

/** Bits that tell what is known of a core. */
export const coreBits = { isKnown: 1, isUnsure: 2, isFaulty: 4, isOutside: 8 } as const;

/** The cores met so far. */
export interface Cores {
  readonly at: (id: number) => Core;
  /**
   * Returns `coreBits`: unsure where the judgement depends on what is under way, faulty where a property is broken,
   * outside where a bound is.
   */
  readonly bitsOf: (id: number) => number;
  /** Returns what `Judge.bitsOf` gives for a property of whole runs, of a core that is neither unsure nor faulty. */
  readonly lastingBits: (id: number, property: number) => number;
  /** Returns the judgement of a faulty core. */
  readonly faultyAt: (id: number) => Judged;
  readonly bytes: () => number;
}

/** At most this many are kept in full; more are made again when they are asked for. */
const mostKept = 1 << 14;

/** Creates an empty table. */
export function createCores({ environment, judge, code, ways }: Surroundings): Cores {
  const kept = new Map<number, Core>();
  const [known, faulty] = [createBytes(), new Map<number, Judged>()];
  const lasting = judge.lasting.map(() => createBytes());

  const note = (id: number, judged: Judged, isSure: boolean): void => {
    for (const list of [known, ...lasting]) while (list.size() <= id) list.push(0);
    const isFaulty = judged.fault !== undefined || judged.late !== undefined;
    if (isFaulty) faulty.set(id, judged);
    else for (const [property, bits] of lasting.entries()) bits.set(id, itemAt(judged.bits, property));
    let bits: number = coreBits.isKnown;
    if (!isSure) bits |= coreBits.isUnsure;
    if (isFaulty) bits |= coreBits.isFaulty;
    if (!judged.isWithin) bits |= coreBits.isOutside;
    known.set(id, bits);
  };
  const make = (id: number): Core => {
    const state = code.stateOf(id);
    const run = ways.at(state);
    const free = ways.movesOf(state, nothingSpent(environment)).filter(({ kind }) => kind !== 'due');
    const isFree = !run.step.asksUnderWay;
    ways.at(state);
    const judged: Judged = { fault: judge.faultIn(run), ...judgeRest(judge, run) };
    note(id, judged, isFree && !run.step.asksUnderWay);
    const timers = state.agenda.map(({ due }) => code.dues.idOf(state, due));
    return { state, timers, free, heldBack: heldBack(run) };
  };
  const coreAt = (id: number): Core => {
    let core = kept.get(id);
    if (core === undefined) {
      if (kept.size >= mostKept) kept.clear();
      kept.set(id, (core = make(id)));
    }
    return core;
  };
  return {
    at: coreAt,
    bitsOf(id) {
      const bits = id < known.size() ? known.at(id) : 0;
      if (bits !== 0) return bits;
      coreAt(id);
      return known.at(id);
    },
    lastingBits: (id, property) => itemAt(lasting, property).at(id),
    faultyAt: (id) => required(faulty.get(id)),
    bytes: () => 1000 * kept.size + known.bytes() + lasting.reduce((sum, list) => sum + list.bytes(), 0),
  };
}
