/**
 * What was drawn before an edit.
 */
import type { LayoutGraph } from './layout-graph.ts';
import type { Placement } from './placement.ts';

/** A graph as it was laid out before. */
export interface Before {
  readonly graph: LayoutGraph;
  readonly placement: Placement;
}
