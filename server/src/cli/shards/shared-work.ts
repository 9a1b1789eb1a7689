/**
 * The shapes of divided work and of the results of its shards.
 */
import type { Model } from '../../../../language/src/model/model.ts';

/** The command line that a shard is of, without what chooses the shard or how it is printed. */
export interface ShardedCommand {
  readonly command: string;
  /** Options first, in order, then `--` and the operands. */
  readonly arguments: readonly string[];
}

/** The results of a shard, as `--shard` prints them. */
export interface ShardResults extends ShardedCommand {
  readonly version: 1;
  /** From 1. */
  readonly shard: number;
  readonly shards: number;
  /** A digest of the command line, the models and the program: only shards with the same one belong together. */
  readonly key: string;
  /** The number of pieces of all shards together. */
  readonly pieces: number;
  /** The results of its pieces, in their order. */
  readonly parts: readonly unknown[];
}

/** Work in pieces. */
export interface DividedWork<Part> {
  /** The name of the command. */
  readonly name: string;
  /** The models that the results follow from. */
  readonly models: readonly Model[];
  readonly pieces: number;
  /**
   * Computes the pieces in a range, the end exclusive. Its results are plain data: JSON must be able to carry them.
   * Undefined if there are none, because it was interrupted.
   */
  readonly compute: (from: number, to: number) => Promise<readonly Part[] | undefined>;
  /** The number of processes that may work at the same time. Default: 1. */
  readonly processes?: number | undefined;
  /** Returns true if this process was interrupted. */
  readonly isInterrupted?: () => boolean;
}
