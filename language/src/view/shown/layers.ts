/**
 * The layers of a graph: groups of lines that a view can show and hide.
 */
import type { LineKind } from '../../model/drawn-kinds.ts';

/** All layers, in the order offered. */
export const layers = [
  'ownership',
  'holds',
  'maps',
  'requests',
  'destruction',
  'regions',
  'data flow',
  'messages',
  'references',
] as const;
/** One of the layers. */
export type Layer = (typeof layers)[number];

/** The layer of each kind of line. Regions are in the layer of their members. */
export const layerOf: Readonly<Record<LineKind, Layer>> = {
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
  sends: 'messages',
  channel: 'messages',
  names: 'references',
};
