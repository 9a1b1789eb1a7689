/**
 * A stretch of a trace for any renderer: the event of each step, a lane for each entity with its states, and an arrow
 * for each message. Types only, independent of drawing.
 */
import type { EntityId, EntityKind } from '../../../model/entity-kind.ts';
import type { Span } from '../../../model/span.ts';
import type { Played } from '../../../simulation/play/player.ts';

/** A point of a trace; `at` is in microseconds from the start, and several steps may share it. */
export interface Instant {
  readonly step: number;
  readonly at: number;
}

/** The life states of an entity. */
export const lifeWords = ['absent', 'alive', 'doomed', 'destroyed', 'crashed', 'halted'] as const;
/** One of the life states. */
export type LifeWord = (typeof lifeWords)[number];

/** A time in which an entity was in one state. */
export interface Bar {
  /** The path of active states of its machine, such as `Working.Waiting`; otherwise its life state. */
  readonly text: string;
  readonly life: LifeWord;
  /** Inclusive. */
  readonly from: Instant;
  /** Exclusive; absent if the state lasted to the end of the stretch. */
  readonly to?: Instant;
}

/** One entity over time. Its bars are contiguous. */
export interface Lane {
  readonly entity: EntityId;
  readonly name: string;
  readonly kind: EntityKind;
  readonly machine?: string;
  readonly bars: readonly Bar[];
}

/** The fates of a message: `dropped` arrived and was not handled, `dead` found its receiver not alive. */
export const arrowOutcomes = ['under way', 'received', 'dropped', 'deferred', 'lost', 'dead'] as const;
/** One of the fates. */
export type ArrowOutcome = (typeof arrowOutcomes)[number];

/** A message, from its sending to its fate. */
export interface Arrow {
  /** Unique in a trace, except that a duplicate has the number of its original. */
  readonly number: number;
  /** `Save(2)`. */
  readonly text: string;
  /** The sender; absent for messages from a scenario, the environment or the system. */
  readonly from?: EntityId;
  readonly to: EntityId;
  /** Absent if it was sent before the stretch. */
  readonly sent?: Instant;
  /** The instant of its arrival or loss; absent while it is under way. */
  readonly end?: Instant;
  /** The instant at which a deferred message was taken or dropped. */
  readonly taken?: Instant;
  readonly outcome: ArrowOutcome;
  readonly isDuplicate: boolean;
}

/** A notification of an entity that another has ended. */
export interface TraceNotice extends Instant {
  readonly entity: EntityId;
  /** `fs is notified of disk: destroyed`. */
  readonly text: string;
}

/** A note in a step; equal reports and remarks of one place are one note. */
export interface StepNote {
  readonly kind: 'log' | 'report' | 'remark' | 'notified' | 'error';
  readonly text: string;
  /** The number of times in the step; absent for once. */
  readonly times?: number;
  readonly entity?: EntityId;
  readonly span?: Span;
}

/** The outcome of an expectation; `found` and `because` are empty if it holds. */
export interface ExpectationVerdict {
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
  /** The event in words. */
  readonly text: string;
  /** The affected entity, if there is one. */
  readonly entity?: EntityId;
  readonly verdict?: ExpectationVerdict;
  readonly notes: readonly StepNote[];
  /** Its location in the text. */
  readonly span?: Span;
}

/** A stretch of a trace, as plain data. */
export interface TraceView {
  /** The entities with a machine and all that are affected, in declaration order. */
  readonly lanes: readonly Lane[];
  /** In order of sending. */
  readonly arrows: readonly Arrow[];
  readonly steps: readonly StepRow[];
  /** The last step shown. */
  readonly end: Instant;
}
