/** Keeps hold of a search that may end early: where it is to go on. */
import type { OneVariant } from './explore-ahead.ts';
import type { TriedProofs } from './passes-with-piles.ts';
import { begunWith, type Mark, markOf, savable, type SearchParts } from './saved-search.ts';
import type { Space } from './space/space.ts';

/** What tells of a search that ends early. */
export interface Keeper {
  /** True if somebody is told. */
  readonly isKeeping: boolean;
  /** Notes that the state at a mark is left as one that was not followed to the end. */
  readonly leave: (mark: Mark) => void;
  /** Notes that an attempt at a proof is left; `tried` is what was known before it. */
  readonly leaveTrying: (tried: TriedProofs) => void;
  /** Tells of the search. */
  readonly keep: () => void;
}

/** Creates the keeper of a search that begins. */
export function createKeeper(
  { limits: { keep }, total, grid, index, longer }: OneVariant,
  space: Space,
  parts: SearchParts,
): Keeper {
  const begun = keep === undefined ? undefined : begunWith(total, grid);
  let [left, trying]: [Mark | undefined, TriedProofs | undefined] = [undefined, undefined];
  return {
    isKeeping: keep !== undefined,
    leave: (mark) => {
      left = { ...mark, isLeft: true };
    },
    leaveTrying: (tried) => {
      trying = tried;
    },
    keep: () => {
      if (begun === undefined) return;
      const tried = trying ?? parts.proofs.known();
      const known = { begun, mark: left ?? markOf(space, grid), tried, isTrying: trying !== undefined };
      keep?.(savable(space, parts, { ...known, variant: index, longer }));
    },
  };
}
