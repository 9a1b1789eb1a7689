/**
 * The effects of moves on cores: each is made once for all cores that are the same in what the move reads.
 */
import { isArmed } from '../../kernel/agenda.ts';
import type { Entry, State } from '../../kernel/run.ts';
import type { Move } from '../../play/environment.ts';
import { errorFault, type Violation } from '../judgement/judge.ts';
import { unowed } from '../state/state-graph.ts';
import { createDecisions } from './decisions.ts';
import { disarmedBy } from './relieved.ts';
import type { StepContext } from './remembered.ts';
import type { Way } from './ways.ts';

/** The faults on the way of a move: an error that ends the run, and an event that was dropped. */
export interface Faults {
  readonly error: Violation | undefined;
  readonly dropped: Violation | undefined;
}

/** Bits of an outcome: ending if it can call off a deletion under way, gone if what was taken is no longer under way. */
export const outcomeBits = { isGone: 1, isEnding: 2, isFaulty: 4 } as const;

/** A move that is to be made in a core. */
export interface MoveInCore {
  /** See `moveKey`. */
  readonly key: number;
  /** The turn that it takes; `unowed` for none. */
  readonly owed: number;
  /** The entries that are under way besides the timers of the core. */
  readonly underWay: readonly Entry[];
  /** Returns the move in a state of the core. */
  readonly in: (state: State) => Move;
}

/** An outcome in all cores that are the same in what the move reads. */
export interface KnownEffect {
  /** Pairs of a slot and a number; see `CoreSlots.changed`. */
  readonly writes: readonly number[];
  readonly added: number;
  readonly turns: number;
  readonly overtaking: number;
  readonly bits: number;
  readonly faults: Faults | undefined;
}

/** With more effects of one move, the kernel steps: it makes one after the other and keeps none. */
const mostEffects = 4096;

/** The outcomes of a move; none where the kernel has to step. */
export type Effects = readonly KnownEffect[] | 'unsure';

/** The effects known so far. */
export interface EffectTable {
  /** Returns the effects of a move in a core, and makes them if they are not known. */
  readonly of: (core: number, wanted: MoveInCore) => Effects;
  /** Returns the effects of a move if it is known to do the same in every core. */
  readonly ofAll: (key: number) => Effects | undefined;
  readonly bytes: () => number;
}

/** An error ends the search, before what else chance might do. */
const endsInError = (effects: readonly KnownEffect[]): boolean => effects.at(-1)?.faults?.error !== undefined;

/** Creates an empty table. */
export function createEffects(around: StepContext): EffectTable {
  const { code, dropped, turns, tracer, ways } = around;
  const decisions = createDecisions<Effects>(code.slots);

  const effectOf = ({ run, move, played }: Way, owed: number): KnownEffect => {
    const error = 'stepped' in played ? played.stepped.error : undefined;
    const found: Faults = { error: error === undefined ? undefined : errorFault(error), dropped: dropped.fault() };
    const isFaulty = found.error !== undefined || found.dropped !== undefined;
    const faulty = { bits: isFaulty ? outcomeBits.isFaulty : 0, faults: isFaulty ? found : undefined };
    if (error !== undefined)
      return { writes: [], added: 0, turns: turns.idOf(owed, 0), overtaking: turns.idOf(unowed, 0), ...faulty };
    const before = tracer.before();
    const { agenda } = run.state;
    const known = new Set(before.agenda);
    const added = agenda
      .filter((entry) => !known.has(entry) && !isArmed(entry.due))
      .map(({ due }) => code.dues.idOf(run.state, due));
    const relieved = disarmedBy(around, { before, move, after: run.state });
    let { bits }: { bits: number } = faulty;
    if ('entry' in move && !agenda.includes(move.entry)) bits |= outcomeBits.isGone;
    if (!tracer.isSettled(run.state)) bits |= outcomeBits.isEnding;
    return {
      writes: tracer.writes(),
      added: code.lists.idOf(added),
      turns: turns.idOf(owed, relieved),
      overtaking: turns.idOf(unowed, relieved),
      bits,
      faults: faulty.faults,
    };
  };
  const of = (core: number, { key, owed, underWay, in: moveIn }: MoveInCore): Effects => {
    const known = decisions.find(key, core);
    if (known !== undefined) return known;
    tracer.begin(core, underWay);
    const effects: KnownEffect[] = [];
    const isWhole = ways.traced(tracer, moveIn(tracer.before()), (way) => {
      if (way.run.step.asksUnderWay || effects.length === mostEffects) return false;
      effects.push(effectOf(way, owed));
      return !endsInError(effects);
    });
    const made = isWhole || endsInError(effects) ? effects : 'unsure';
    decisions.add(key, core, tracer.reads(), made);
    return made;
  };
  return { of, ofAll: decisions.findAlways, bytes: decisions.bytes };
}
