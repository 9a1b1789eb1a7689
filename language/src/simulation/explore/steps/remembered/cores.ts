/**
 * The cores of states with all that depends on nothing else: their judgement, and what the environment may do there. It
 * is found out once for all cores that are the same in what that reads.
 */
import type { EntityId } from '../../../../model/entity-kind.ts';
import { heldBack } from '../../../kernel/endings/needs-now.ts';
import type { Run } from '../../../kernel/run.ts';
import { type Move, movesOf, nothingSpent } from '../../../play/environment.ts';
import { type Judged, judgeRest } from '../../judgement/judge.ts';
import type { SharedTable } from '../../tables/shared-table.ts';
import { createBytes, createNumbers } from '../../tables/numbers.ts';
import { createDecisions } from './decisions.ts';
import type { StepContext } from './remembered.ts';
import { itemAt } from '../../../../model/common/lookup.ts';

/** What cores have in common. */
export interface Core {
  /** The possible moves of the environment where nothing is under way and nothing is used up. */
  readonly free: readonly Move[];
  /** The entities that may not come to life: a need of theirs `as start` is unmet. */
  readonly heldBack: ReadonlySet<EntityId>;
  readonly judged: Judged;
  /** False where the judgement depends on what is under way, or the kernel has to step for another reason. */
  readonly isSure: boolean;
}

/** Bits that tell what is known of a core. */
export const coreBits = { isKnown: 1, isUnsure: 2, isFaulty: 4, isOutside: 8 } as const;

/** The cores met so far. */
export interface Cores {
  readonly at: (id: number) => Core;
  /**
   * Returns `coreBits`: unsure where the kernel has to step, faulty where a property is broken, outside where a bound
   * is.
   */
  readonly bitsOf: (id: number) => number;
  /** Returns what `Judge.bitsOf` gives for a property of whole runs, of a core that is neither unsure nor faulty. */
  readonly lastingBits: (id: number, property: number) => number;
  /** Returns the judgement of a faulty core. */
  readonly faultyAt: (id: number) => Judged;
  /** By core its bits; 0 for one that is not known. */
  readonly known: SharedTable;
  readonly bytes: () => number;
}

/** Creates an empty table; `ask` is called before anything is added, and the kernel steps wherever `isLeft` says so. */
export function createCores(
  { environment, judge, code, ways, tracer }: StepContext,
  {
    ask = () => undefined,
    isLeft = () => false,
  }: { readonly ask?: () => void; readonly isLeft?: (run: Run) => boolean } = {},
): Cores {
  const kinds: Core[] = [];
  const decisions = createDecisions<number>(code.slots);
  // By core: the index of its kind plus one, and its bits.
  const [kindOf, known] = [createNumbers(), createBytes()];
  const lasting = judge.lasting.map(() => createBytes());

  /** Asks something of a core; the core has to answer the same wherever it is the same in what was read. */
  const make = (core: number): number => {
    tracer.begin(core, []);
    const run = ways.atTraced(tracer);
    const free = movesOf(run, environment, nothingSpent(environment)).filter(({ kind }) => kind !== 'due');
    const refused = heldBack(run);
    const isFree = !run.step.asksUnderWay && !isLeft(run);
    ways.atTraced(tracer);
    const judged: Judged = { fault: judge.faultIn(run), ...judgeRest(judge, run) };
    const kind = kinds.push({ free, heldBack: refused, judged, isSure: isFree && !run.step.asksUnderWay }) - 1;
    decisions.add(0, core, tracer.reads(), kind);
    return kind;
  };
  const note = (id: number, kind: number): void => {
    for (const list of [kindOf, known, ...lasting]) while (list.size() <= id) list.push(0);
    const { judged, isSure } = itemAt(kinds, kind);
    const isFaulty = judged.fault !== undefined || judged.late !== undefined;
    if (!isFaulty) for (const [property, bits] of lasting.entries()) bits.set(id, itemAt(judged.bits, property));
    let bits: number = coreBits.isKnown;
    if (!isSure) bits |= coreBits.isUnsure;
    if (isFaulty) bits |= coreBits.isFaulty;
    if (!judged.isWithin) bits |= coreBits.isOutside;
    known.set(id, bits);
    kindOf.set(id, kind + 1);
  };
  const coreAt = (id: number): Core => {
    let kind = id < kindOf.size() ? kindOf.at(id) - 1 : -1;
    if (kind < 0) {
      ask();
      note(id, (kind = decisions.find(0, id) ?? make(id)));
    }
    return itemAt(kinds, kind);
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
    faultyAt: (id) => coreAt(id).judged,
    known,
    bytes: () =>
      1000 * kinds.length + [decisions, kindOf, known, ...lasting].reduce((sum, list) => sum + list.bytes(), 0),
  };
}
