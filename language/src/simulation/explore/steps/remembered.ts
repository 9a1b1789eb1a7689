/**
 * What is remembered of steps: cores, and what moves do to them. Types only.
 */
import type { Environment, Move } from '../../play/environment.ts';
import type { State } from '../../kernel/run.ts';
import type { Fault, Judge, Judged } from '../judgement/judge.ts';
import type { Owing } from './owing.ts';
import type { StateCode } from '../state/state-code.ts';
import type { Dropped } from '../judgement/watched.ts';
import type { Ways } from './ways.ts';

/** What steps are made in. */
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
  /** One of them. */
  readonly state: State;
  readonly timers: readonly number[];
  /** What the environment may do where nothing is under way and nothing is used up. */
  readonly free: readonly Move[];
  /** Nothing where it depends on what is under way. */
  readonly judged: Judged | undefined;
  /** By the key of the move; nothing where the kernel has to step. */
  readonly outcomes: Map<number, readonly Outcome[] | undefined>;
}

/** One outcome of a move. */
export interface Outcome {
  readonly core: number;
  /** Whether what the move is about is no longer under way. */
  readonly isGone: boolean;
  /** What is under way besides. */
  readonly added: readonly number[];
  /** The number of the list of those whose timers it disarms. */
  readonly relieved: number;
  readonly error: Fault | undefined;
  /** What is broken by an event that was dropped. */
  readonly dropped: Fault | undefined;
  /** Whether what has changed can call off a deletion that is under way. */
  readonly isEnding: boolean;
}
