/**
 * The shapes of remembered moves: what is known of a core, and what moves do there.
 */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Draw } from '../../kernel/draw.ts';
import type { Move } from '../../play/environment.ts';

/** A move of the environment that takes no entry, with its key. */
export interface KeyedMove {
  readonly move: Exclude<Move, { readonly entry: unknown }>;
  readonly key: number;
}

/** What cores that are the same in all that it reads have in common. */
export interface CoreKind {
  /** True if one or more properties of a moment are broken. */
  readonly isBroken: boolean;
  /** By property of a moment, in the order of `Judge.asked`: true if it is broken. */
  readonly broken: readonly boolean[];
  /** See `Judge.bitsOf`. */
  readonly bits: readonly number[];
  readonly isWithin: boolean;
  /** True if the condition holds that a run waits for. */
  readonly isAwaited: boolean;
  /** True if a machine waits for something; known only where a check watches for deadlocks. */
  readonly isStuck: boolean;
  /** What may not come to life. */
  readonly heldBack: ReadonlySet<EntityId>;
  /** The actions that are possible, in order. */
  readonly actions: readonly (KeyedMove & { readonly action: number })[];
  /** By fault: what it may strike; a fault of messages depends on the agenda. */
  readonly strikes: readonly (readonly KeyedMove[])[];
}

/** What a move does in all cores that are the same in what it reads. */
export interface MoveEffect {
  /** Pairs of a slot and a number; see `CoreSlots.changed`. */
  readonly writes: readonly number[];
  /** The numbers of the entries that it takes back, besides the one that it takes, if any. */
  readonly removed: ReadonlySet<number> | undefined;
  /** The numbers of the entries that it adds, in order. */
  readonly added: Int32Array;
  /** When these are due, in microseconds from now. */
  readonly delays: Float64Array;
  /** Which of the delays that were drawn comes on top; -1 for none. */
  readonly drawn: Int32Array;
  /** The number of steps of the instant that it takes. */
  readonly steps: number;
  /** True if an event is dropped. */
  readonly drops: boolean;
  /** True if it may call off a deletion that is under way. */
  readonly isEnding: boolean;
}

/** What a move asks chance for. */
export interface Question {
  readonly count: number;
  readonly what: 'loss' | 'delay' | undefined;
  /** The number of answers that are a loss, or the microseconds of a delay that one answer stands for. */
  readonly of: number;
}

/** Returns which way it goes on after an answer: travel times only move what is added, and a loss is one, however drawn. */
export function branchOf({ what, of }: Question, answer: number): number {
  if (what === 'delay') return 0;
  return what === 'loss' ? Number(answer < of) : answer;
}

/** The entries of agendas, by their numbers. The lists grow, and are others then. */
export interface EntryFacts {
  /** The pair whose traffic stays in order; -1 if it may be overtaken. */
  pair: Int32Array;
  /** The sender and receiver of a message, as one number; -1 for what no machine has sent. */
  group: Int32Array;
  /** 1 for a deletion. */
  isDeletion: Uint8Array;
  /** By fault: 1 for each entry that it may strike. */
  readonly struck: Uint8Array[];
  /** The number of pairs. */
  pairs: number;
}

/** A move of a run: one of the environment, or what happens to an entry, by its number. */
export type WalkMove = KeyedMove | EntryMove;

/** What happens to an entry. */
export interface EntryMove {
  readonly kind: 'due' | 'lose' | 'duplicate';
  readonly id: number;
}

/** The moves of one check, remembered. What is known of a core stands in columns, so that a run touches little memory. */
export interface RememberedMoves {
  readonly start: Start;
  readonly entries: EntryFacts;
  /** Returns what is known of a core that a run has led to. */
  readonly kindOf: (core: number) => CoreKind;
  /** Returns the place of what a move does in a core, by its key; -1 if that is not known. */
  readonly known: (core: number, key: number) => number;
  /** Returns what a move does at a place; undefined if it asks chance first. */
  readonly effectAt: (place: number) => MoveEffect | undefined;
  /** Returns the core that it leads to. */
  readonly coreAt: (place: number) => number;
  /**
   * Returns the place of what a move does, drawing what it leaves to chance; -1 if it ends with an error, or depends on
   * more than its core. The delays that are drawn are left in `delays`, in microseconds.
   */
  readonly find: (core: number, key: number, move: WalkMove, draw: Draw) => number;
  readonly delays: readonly number[];
  /** The number of moves that the kernel has made. */
  readonly made: () => number;
  /** The number of places. */
  readonly size: () => number;
}

/** A run at its start: its entries, when they are due, the steps of the instant, and whether an event was dropped. */
export interface Start {
  readonly core: number;
  readonly entries: readonly number[];
  readonly times: readonly number[];
  readonly steps: number;
  readonly drops: boolean;
}
