/**
 * All properties of keepalive collection by their names, for checks and reports.
 */
import type { Run } from '../run.ts';
import { wrongCounts } from './cost.ts';
import type { BrokenProperty, LeaseProperty } from './judgement.ts';
import { garbageLeft, keepalivesWithoutRoot } from './liveness.ts';
import { freedWhileReachable, keepalivesForFreed, unknownReferences, wrongLeases, wrongPaths } from './safety.ts';

/** The violations of each property in a state; none while it holds, and none without a collector. */
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

/** The properties of safety: none of them depends on how long a condition has held. */
export const safety: readonly LeaseProperty[] = ['S1', 'S2', 'S3', 'S4', 'S5'];
