/**
 * The shapes of remembered moves: what is known of a core, and what moves do there.
 */
import type { EntityId } from '../../model/entity-kind.ts';
import type { Draw } from '../kernel/draw.ts';
import type { Due } from '../kernel/run.ts';
import type { Move } from '../play/environment.ts';

/** An entry of the agenda of a run. */
export interface AgendaItem {
  /** Microseconds. */
  readonly at: number;
  readonly due: Due;
  /** The same for entries that cannot be distinguished. */
  readonly id: number;
  /** See `orderedPair`; -1 if it may be overtaken. */
  readonly pair: number;
  /** True for a message that a machine has sent. */
  readonly isSent: boolean;
  /** By fault: 1 if it may strike this message. */
  readonly losable: Uint8Array;
}

/** A move of the environment, with its key. */
export interface KeyedMove {
  readonly move: AnyMove;
  readonly key: number;
}

/** What is known of a core. */
export interface CoreFacts {
  readonly core: number;
  /** By key of a move: what it does, as far as that is known. */
  readonly effects: Map<number, MoveOutcome>;
  /** By property of a moment, in the order of `Judge.asked`: true if it is broken. */
  readonly broken: readonly boolean[];
  /** See `Judge.bitsOf`. */
  readonly bits: readonly number[];
  readonly isWithin: boolean;
  readonly isAlive: (entity: EntityId) => boolean;
  readonly canRestart: (entity: EntityId) => boolean;
  /** The actions that are possible, in order. */
  readonly actions: readonly (KeyedMove & { readonly action: number })[];
  /** By fault: what it may strike; a fault of messages depends on the agenda. */
  readonly strikes: readonly (readonly KeyedMove[])[];
}

/** The kinds of moves, as the last digit of their keys: of the number of an entry, an action, an entity, or a strike. */
export const keyOfMove = (number: number, kind: 'due' | 'lose' | 'action' | 'restart' | 'strike'): number =>
  keyBase * number + keyKinds[kind];

const keyKinds = { due: 0, lose: 1, action: 2, restart: 3, strike: 4 } as const;
const keyBase = 8;

/** What a move does. */
export interface MoveEffect {
  readonly to: CoreFacts;
  /** The numbers of the entries that it takes back, besides the one that it takes. */
  readonly removed: ReadonlySet<number>;
  /** What it adds, in order; `at` is the delay. */
  readonly added: readonly AgendaItem[];
  /** The number of steps of the instant that it takes. */
  readonly steps: number;
}

/** Answers of chance that lead to an effect. */
export interface Branching {
  readonly count: number;
  readonly what: 'loss' | 'delay' | undefined;
  readonly next: (MoveOutcome | undefined)[];
}
export type MoveOutcome = MoveEffect | Branching;

/** A move of a run; an entry is named by its index in the agenda. */
export type AnyMove =
  | { readonly kind: 'due' | 'lose'; readonly index: number }
  | { readonly kind: 'action'; readonly action: number }
  | { readonly kind: 'strike'; readonly strike: Move }
  | { readonly kind: 'restart'; readonly entity: EntityId };

/** The moves of one check, remembered. */
export interface RememberedMoves {
  readonly start: { readonly facts: CoreFacts; readonly agenda: readonly AgendaItem[]; readonly steps: number };
  /**
   * Returns what a move does, drawing what it leaves to chance; undefined if it ends with an error, or depends on more
   * than its core. What needs no chance and is known stands in `CoreFacts.effects`.
   */
  readonly effect: (
    from: CoreFacts,
    keyed: KeyedMove,
    agenda: readonly AgendaItem[],
    draw: Draw,
  ) => MoveEffect | undefined;
  /** The number of moves that the kernel has made. */
  readonly made: () => number;
}
