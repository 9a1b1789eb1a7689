/** The shapes of remembered steps: cores, and the effects of moves on them. Types only. */
import type { EntityId } from '../../../model/entity-kind.ts';
import type { Environment, Move } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';
import type { Fault, Judge, Judged } from '../judgement/judge.ts';
import type { Owing } from './owing.ts';
import type { StateCode } from '../state/state-code.ts';
import type { Dropped } from '../judgement/watched.ts';
import type { Ways } from './ways.ts';

/** The context in which steps are made. */
export interface Surroundings {
  readonly environment: Environment;
  readonly judge: Judge;
  readonly code: StateCode;
  readonly ways: Ways;
  readonly owing: Owing;
  readonly dropped: Dropped;
}

/** All states that have the same core. */
export interface Core {
  /** One of these states. */
  readonly state: State;
  readonly timers: readonly number[];
  /** The possible moves of the environment where nothing is under way and nothing is used up. */
  readonly free: readonly Move[];
  /** What may not come to life: a need of it `as start` is unmet. */
  readonly heldBack: ReadonlySet<EntityId>;
  /** Undefined where it depends on what is under way. */
  readonly judged: Judged | undefined;
  /** By the key of the move; undefined where the kernel has to step. */
  readonly outcomes: Map<number, readonly Outcome[] | undefined>;
}

/** One outcome of a move. */
export interface Outcome {
  readonly core: number;
  /** True if the subject of the move is no longer under way. */
  readonly isGone: boolean;
  /** The entries that are new under way. */
  readonly added: readonly number[];
  /** The number of the list of turns of the timers it disarms. */
  readonly relieved: number;
  readonly error: Fault | undefined;
  /** The fault of an event that was dropped. */
  readonly dropped: Fault | undefined;
  /** True if the change can call off a deletion that is under way. */
  readonly isEnding: boolean;
}
