/**
 * The layers of a graph: relations that belong together, which a view can show and hide.
 */
import type { RelationKind } from '../../model/relation.ts';

/** All layers, in the order in which they are offered. */
export const layers = ['ownership', 'holds', 'maps', 'requests', 'destruction', 'regions', 'data flow'] as const;
export type Layer = (typeof layers)[number];

/** The layer of each relation. The regions themselves belong to that of their members. */
export const layerOf: Readonly<Record<RelationKind, Layer>> = {
  manages: 'ownership',
  owns: 'ownership',
  holds: 'holds',
  refers: 'holds',
  maps: 'maps',
  requests: 'requests',
  'destroyed after': 'destruction',
  'dies with': 'destruction',
  needs: 'destruction',
  contains: 'regions',
  feeds: 'data flow',
};
