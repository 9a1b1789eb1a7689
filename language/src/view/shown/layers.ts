/**
 * The layers of a graph: groups of relations that a view can show and hide.
 */
import type { RelationKind } from '../../model/relation.ts';

/** All layers, in the order offered. */
export const layers = ['ownership', 'holds', 'maps', 'requests', 'destruction', 'regions', 'data flow'] as const;
/** One of the layers. */
export type Layer = (typeof layers)[number];

/** The layer of each relation. Regions are in the layer of their members. */
export const layerOf: Readonly<Record<RelationKind, Layer>> = {
  manages: 'ownership',
  owns: 'ownership',
  holds: 'holds',
  refers: 'holds',
  maps: 'maps',
  requests: 'requests',
  'destroyed after': 'destruction',
  'dies with': 'destruction',
  'stops with': 'destruction',
  'waits for': 'destruction',
  protects: 'destruction',
  needs: 'destruction',
  contains: 'regions',
  feeds: 'data flow',
};
