/** Lines of a log that say something about a model, and the rules by which a run explains them. */
import type { LogFact, FactKind } from './fact.ts';
import type { EntityId } from '../../model/entity-kind.ts';
import type { FaultProgram } from '../play/environment.ts';

/** A line of a log, as it was understood. */
export interface LogLine {
  readonly fact: LogFact;
  /** Microseconds on the clock of its host; absent if it has no time. */
  readonly at: number | undefined;
  /** The number of the host, whose lines are in order. */
  readonly host: number;
}

/** The kind of facts that always write a line, as far as they are about these. */
export interface Complete {
  readonly kind: FactKind;
  /** Absent means all entities. */
  readonly of?: ReadonlySet<EntityId>;
  /** The events, states, variables, …; absent means all. */
  readonly named?: ReadonlySet<string>;
}

/** The facts about a log as a whole. */
export interface LogRules {
  /** Exact if times of the log are those of the model; otherwise only its order counts, and timers fire at any time. */
  readonly clock: 'any' | 'exact';
  /**
   * Microseconds by which the clocks of two hosts differ at most; with an exact clock also the error of each time.
   */
  readonly skew: number;
  /**
   * The time in the log at which the model starts, for an exact clock; otherwise the first line with a time happens as
   * soon as it can.
   */
  readonly start?: number | undefined;
  /** The most lines of complete kinds that are missing from the log. */
  readonly lost: number;
  readonly complete: readonly Complete[];
  /** The most steps between two lines that write none. */
  readonly unlogged: number;
  /** Faults that may happen without a line. */
  readonly faults: readonly FaultProgram[];
}

/** Returns true if such a fact always writes a line. */
export const isComplete = ({ complete }: LogRules, { kind, entity, name }: LogFact): boolean =>
  complete.some(
    (each) =>
      each.kind === kind &&
      (each.of === undefined || (entity !== undefined && each.of.has(entity))) &&
      (each.named === undefined || each.named.has(name)),
  );
