/** What an exploration may take, and what it may leave out. */
import type { Engine } from './explore-rules.ts';
import type { Savable, SavedSearch } from './saved-search.ts';
import type { SpaceOptions } from './space/space.ts';

/** The limits and the means of an exploration. */
export interface ExploreLimits {
  /** Compiles the models it supports; without an engine the kernel steps. */
  readonly engine?: Engine | undefined;
  /** True to interchange copies where possible; the default. */
  readonly symmetry?: boolean | undefined;
  /** True to leave out of states what makes no difference in them; the default. */
  readonly reduces?: boolean | undefined;
  /** True to let moves wait where another one may come first; the default, unless `reduces` is false. */
  readonly postpones?: boolean | undefined;
  /** Only this combination of `for` steps, from 0; all by default. */
  readonly variant?: number | undefined;
  /** Follows only the moves that a guide accepts; then steps are neither remembered nor those of an engine. */
  readonly guide?: SpaceOptions['guide'];
  /** True to remember steps where possible; the default. */
  readonly remembers?: boolean;
  /** Recognizes states by their hashes, except where the engine keeps them whole; all states are kept by default. */
  readonly hashing?: SpaceOptions['hashing'];
  /**
   * Is told of a search that a limit ends, while the search stands still; then runs without end are not judged in what
   * was explored. It is not told of one that has found a violation in the combination under way.
   */
  readonly keep?: (search: Savable) => void;
  /** Goes on with a search of the same check with the same options; its combination is not the engine's. */
  readonly resume?: SavedSearch | undefined;
  /** The number of states, or of transitions of one, after which to ask whether to go on; 256 by default. */
  readonly pace?: number;
  /** The most states, of all combinations together. */
  readonly states?: number;
  /** The most bytes that states may take. */
  readonly bytes?: number;
}
