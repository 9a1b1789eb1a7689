/**
 * The effects of moves on cores: each is made once for all cores that are the same in what the move reads.
 */
import { isArmed } from '../../../kernel/agenda.ts';
import type { Entry, State } from '../../../kernel/run.ts';
import type { Move } from '../../../play/environment.ts';
import { errorFault, type Violation } from '../../judgement/judge.ts';
import type { Dues } from '../../state/dues.ts';
import { unowed } from '../../state/state-graph.ts';
import { createDecisions } from './decisions.ts';
import { disarmedBy } from '../relieved.ts';
import type { StepContext } from './remembered.ts';
import type { Way } from '../ways.ts';

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
  /** Present where states have times. */
  readonly timed: TimedEffect | undefined;
}

/** What an outcome does to an agenda with times, besides what it takes. */
export interface TimedEffect {
  /** The numbers of the entries that it adds, in the order of sending, and when they are due, in microseconds from it. */
  readonly added: readonly number[];
  readonly delays: readonly number[];
  /** The numbers of the entries that it takes back: all there are of each. */
  readonly removed: ReadonlySet<number>;
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

/** The effect of a move that ends in an error, which leads nowhere. */
const failed = { writes: [], added: 0, timed: { added: [], delays: [], removed: new Set<number>() } };

/** Returns what a move has done to the agenda of a state; undefined if it took back only some of several equal entries. */
function timedEffect(dues: Dues, before: State, move: Move, after: State): TimedEffect | undefined {
  const taken = 'entry' in move ? move.entry : undefined;
  const [known, left] = [new Set(before.agenda), new Set(after.agenda)];
  const others = before.agenda.filter((entry) => entry !== taken);
  const removed = new Set(others.filter((entry) => !left.has(entry)).map(({ due }) => dues.idOf(before, due)));
  if (others.some((entry) => left.has(entry) && removed.has(dues.idOf(before, entry.due)))) return undefined;
  const added = after.agenda
    .filter((entry) => !known.has(entry) && !(move.kind === 'duplicate' && entry.due === taken?.due))
    .sort((a, b) => a.order - b.order);
  const ids = added.map(({ due }) => dues.idOf(after, due));
  return { added: ids, delays: added.map(({ at }) => at), removed };
}

/** An error ends the search, before what else chance might do. */
const endsInError = (effects: readonly KnownEffect[]): boolean => effects.at(-1)?.faults?.error !== undefined;

/** Creates an empty table. */
export function createEffects(around: StepContext): EffectTable {
  const { code, dropped, turns, tracer, ways } = around;
  const decisions = createDecisions<Effects>(code.slots);

  /** Returns undefined where the kernel has to step. */
  const effectOf = ({ run, move, played }: Way, owed: number): KnownEffect | undefined => {
    const error = 'stepped' in played ? played.stepped.error : undefined;
    const found: Faults = { error: error === undefined ? undefined : errorFault(error), dropped: dropped.fault() };
    const isFaulty = found.error !== undefined || found.dropped !== undefined;
    const faulty = { bits: isFaulty ? outcomeBits.isFaulty : 0, faults: isFaulty ? found : undefined };
    if (error !== undefined)
      return { ...failed, turns: turns.idOf(owed, 0), overtaking: turns.idOf(unowed, 0), ...faulty };
    const before = tracer.before();
    const { agenda } = run.state;
    const known = new Set(before.agenda);
    const added = agenda
      .filter((entry) => !known.has(entry) && !isArmed(entry.due))
      .map(({ due }) => code.dues.idOf(run.state, due));
    const timed = code.time === 'none' ? undefined : timedEffect(code.dues, before, move, run.state);
    if (code.time !== 'none' && timed === undefined) return undefined;
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
      timed,
    };
  };
  const of = (core: number, { key, owed, underWay, in: moveIn }: MoveInCore): Effects => {
    const known = decisions.find(key, core);
    if (known !== undefined) return known;
    tracer.begin(core, underWay);
    const effects: KnownEffect[] = [];
    const isWhole = ways.traced(tracer, moveIn(tracer.before()), (way) => {
      if (way.run.step.asksUnderWay || effects.length === mostEffects) return false;
      const effect = effectOf(way, owed);
      if (effect === undefined) return false;
      effects.push(effect);
      return !endsInError(effects);
    });
    const made = isWhole || endsInError(effects) ? effects : 'unsure';
    decisions.add(key, core, tracer.reads(), made);
    return made;
  };
  return { of, ofAll: decisions.findAlways, bytes: decisions.bytes };
}
