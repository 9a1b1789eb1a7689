/** Sums up the findings of an exploration so far, over all combinations of a check. */
import type { PlaceId } from '../../model/machines/action.ts';
import { increase } from '../../model/common/increase.ts';
import type { Grid } from './steps/grid.ts';
import { addHashed } from './judgement/added-explorations.ts';
import {
  type Broken,
  type GrownQueue,
  type Hashed,
  hashedWith,
  type Limit,
  type Progress,
} from './judgement/verdict.ts';
import type { Space } from './space/space.ts';
import { bytesOf } from './space/space-graph.ts';

/** The counts and findings of all combinations. */
export interface Total {
  states: number;
  transitions: number;
  depth: number;
  bytes: number;
  variants: number;
  readonly broken: Broken[];
  /**
   * The places of what has happened; `isWhole` is true if everything was seen that can happen within the limits of the
   * check.
   */
  readonly covered: Set<PlaceId>;
  isWhole: boolean;
  isReduced: boolean;
  /** True if moves had to wait in some states of the combination explored last. */
  isPartial: boolean;
  hasPiles: boolean;
  /** Microseconds between two instants of the environment, where these are not proved sufficient. */
  resolution: number;
  readonly unexplored: Map<Limit, number>;
  /** A queue that grew until a limit ended the search. */
  grown: GrownQueue | undefined;
  /** What hashing may have omitted; absent where all states were kept. */
  hashed: Hashed | undefined;
  /** True if runs without end were not judged, which takes whole states. */
  isUnjudged: boolean;
  /** Failures of Aftermath itself. */
  readonly faults: string[];
}

/** Adds what a space has found to what there was before it. */
export function addUp(total: Total, before: Readonly<Total>, space: Space): void {
  total.states = before.states + space.states.size();
  total.transitions = before.transitions + space.transitions;
  total.depth = Math.max(before.depth, space.levels.last());
  total.bytes = Math.max(before.bytes, bytesOf(space));
  total.isPartial = space.isPartial;
}

/** Returns the progress to show. */
export const progressOf = (
  { states, transitions, depth, bytes, variants, broken, isReduced, hasPiles, grown }: Total,
  space: Space,
): Progress => ({
  ...{ states, transitions, depth, bytes, variants, broken, isReduced, hasPiles },
  queue: space.states.size() - space.expanded,
  ...(grown !== undefined && { grown }),
});

/** Notes the resolution of time, where it is stated. */
export function noteResolution(total: Total, grid: Grid | undefined): void {
  const resolution = grid?.resolution();
  if (resolution === undefined) return;
  total.resolution = Math.max(total.resolution, resolution.step);
  cut(total, 'resolution', resolution.states);
}

/** Notes what a search by hashes has omitted, or may have. */
export function noteHashed(total: Total, { hashed, check, judge, states }: Space): void {
  if (hashed === undefined) return;
  const factor = hashed.factor();
  const counts = { kind: hashed.kind, states: states.size(), expected: hashed.omitted() };
  total.hashed = addHashed(hashedWith({ ...counts, ...(factor !== undefined && { factor }) }), total.hashed);
  total.isUnjudged ||= judge.lasting.length > 0 || check.clock === 'exact';
}

/** Counts states that a limit kept from being explored. */
export function cut({ unexplored }: Total, limit: Limit, states: number): void {
  increase(unexplored, limit, states);
}

/** Returns which limit on states and their bytes is reached, or would be for a moment, if one is. */
export function limitMet(
  { states, bytes }: { readonly states?: number; readonly bytes?: number },
  total: Total,
  space: Space,
): Limit | undefined {
  if (states !== undefined && total.states >= states) return 'states';
  return bytes !== undefined && total.bytes + space.states.growth() >= bytes ? 'memory' : undefined;
}
