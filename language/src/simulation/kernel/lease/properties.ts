/**
 * All properties of keepalive collection by their names, for checks and reports.
 */
import type { Run } from '../run.ts';
import { wrongCounts } from './cost.ts';
import type { BrokenProperty, LeaseProperty } from './judgement.ts';
import { garbageLeft, keepalivesWithoutRoot } from './liveness.ts';
import { freedWhileReachable, keepalivesForFreed, unknownReferences, wrongLeases, wrongPaths } from './safety.ts';

/** What each property says of a state; nothing while it holds, and where there is no collector. */
export const leaseProperties: Readonly<Record<LeaseProperty, (run: Run) => readonly BrokenProperty[]>> = {
  S1: freedWhileReachable,
  S2: keepalivesForFreed,
  S3: unknownReferences,
  S4: wrongLeases,
  S5: wrongPaths,
  L1: garbageLeft,
  L2: keepalivesWithoutRoot,
  C1: wrongCounts,
};

/** Returns all properties that a state breaks, in the order of their names. */
export const brokenProperties = (run: Run): BrokenProperty[] =>
  Object.values(leaseProperties).flatMap((judge) => judge(run));

/** The properties of safety: of these none asks how long something has been so. */
export const safety: readonly LeaseProperty[] = ['S1', 'S2', 'S3', 'S4', 'S5'];
