/**
 * The drawing before an edit.
 */
import type { LayoutGraph } from './layout-graph.ts';
import type { Placement } from './placement.ts';

/** A graph with its earlier layout. */
export interface Before {
  readonly graph: LayoutGraph;
  readonly placement: Placement;
}
