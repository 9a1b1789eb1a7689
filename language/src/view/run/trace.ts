/**
 * The shape of a stretch of a trace for any renderer: what happened in each step, a lane for each entity
 * with the states it was in, and an arrow for each message. Types only; how it is drawn is not said.
 */
import type { EntityId, EntityKind } from '../../model/entity-kind.ts';
import type { Span } from '../../model/span.ts';
import type { Played } from '../../simulation/play/player.ts';

/** A point of a trace; `at` is in microseconds from the start, and several steps may share it. */
export interface Instant {
  readonly step: number;
  readonly at: number;
}

/** What an entity is, as far as it lives. */
export const lifeWords = ['absent', 'alive', 'doomed', 'destroyed', 'crashed', 'halted'] as const;
export type LifeWord = (typeof lifeWords)[number];

/** For some time an entity was in one state. */
export interface Bar {
  /** The path of states that its machine is in, such as `Working.Waiting`; else the word for its life. */
  readonly text: string;
  readonly life: LifeWord;
  /** Inclusive. */
  readonly from: Instant;
  /** Exclusive; absent if it still was at the end of the stretch. */
  readonly to?: Instant;
}

/** One entity over time. Its bars follow each other without gaps. */
export interface Lane {
  readonly entity: EntityId;
  readonly name: string;
  readonly kind: EntityKind;
  readonly machine?: string;
  readonly bars: readonly Bar[];
}

/** How a message fared: `dropped` arrived and nobody took it, `dead` found its receiver not alive. */
export const arrowOutcomes = ['under way', 'received', 'dropped', 'deferred', 'lost', 'dead'] as const;
export type ArrowOutcome = (typeof arrowOutcomes)[number];

/** A message, from its sending to what became of it. */
export interface Arrow {
  /** Unique in a trace, but shared by a duplicate. */
  readonly number: number;
  /** `Save(2)`. */
  readonly text: string;
  /** The sender; absent for what comes from a scenario, the environment or the system. */
  readonly from?: EntityId;
  readonly to: EntityId;
  /** Absent if it was sent before the stretch. */
  readonly sent?: Instant;
  /** When it arrived or got lost; absent while it is under way. */
  readonly end?: Instant;
  /** When what had been deferred was taken or dropped. */
  readonly taken?: Instant;
  readonly outcome: ArrowOutcome;
  readonly isDuplicate: boolean;
}

/** Something said in a step. */
export interface StepNote {
  readonly kind: 'log' | 'report' | 'remark' | 'notified' | 'error';
  readonly text: string;
  readonly entity?: EntityId;
  readonly span?: Span;
}

/** The outcome of an expectation; `found` and `because` are empty where it holds. */
export interface Verdict {
  readonly holds: boolean;
  readonly expected: string;
  readonly found: string;
  readonly because: readonly string[];
}

/** One step of a trace. */
export interface StepRow extends Instant {
  /** `1.5s`. */
  readonly time: string;
  readonly kind: Played['kind'];
  /** What happened, in words. */
  readonly text: string;
  /** The entity that it happened to, if it is about one. */
  readonly entity?: EntityId;
  readonly verdict?: Verdict;
  readonly notes: readonly StepNote[];
  /** Where it is written. */
  readonly span?: Span;
}

/** A stretch of a trace, as plain data. */
export interface TraceView {
  /** Entities with a machine and all to which anything happens, in declaration order. */
  readonly lanes: readonly Lane[];
  /** By when they were sent. */
  readonly arrows: readonly Arrow[];
  readonly steps: readonly StepRow[];
  /** The last step that is shown. */
  readonly end: Instant;
}
