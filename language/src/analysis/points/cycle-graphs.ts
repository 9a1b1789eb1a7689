/**
 * The graphs of the relations that may form cycles.
 */
import type { Digraph } from '../../graph/digraph.ts';
import { requestedServers } from './requested-servers.ts';
import type { RelationIndex } from '../facts/relation-index.ts';

/** The relations that may form cycles, each in a graph of its own, in the order of the answer. */
export const cycleKinds = ['owns', 'maps', 'destroyed after', 'requests'] as const;
/** One of these relations. */
export type CycleKind = (typeof cycleKinds)[number];

/** Returns the graph whose cycles are of this kind; labels are relation ids. */
export function cycleGraph(index: RelationIndex, kind: CycleKind): Digraph {
  return kind === 'requests' ? requestedServers(index) : index.from(kind);
}
