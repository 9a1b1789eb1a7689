/**
 * The style of each kind of line: dash pattern, width and the signs at its two ends. No two kinds look alike, even
 * without their colours.
 */
import type { LineKind } from '../../model/drawn-kinds.ts';

/** A sign at the end of an edge. */
export interface EndSign {
  /** Path data with the tip at the origin, pointing to the right. */
  readonly path: string;
  readonly fill: 'solid' | 'hollow' | 'none';
}

/** The look of an edge. */
export interface EdgeStyle {
  /** As in SVG's `stroke-dasharray`; absent for a solid line. */
  readonly dash?: string;
  readonly width: number;
  readonly head?: EndSign;
  readonly tail?: EndSign;
}

const triangle: EndSign = { path: 'M0 0L-9-4.5V4.5z', fill: 'solid' };
const hollowTriangle: EndSign = { path: 'M0 0L-10-5V5z', fill: 'hollow' };
const open: EndSign = { path: 'M-8-5L0 0L-8 5', fill: 'none' };
const doubleOpen: EndSign = { path: 'M-7-4.5L0 0L-7 4.5 M-13-4.5L-6 0L-13 4.5', fill: 'none' };
const diamond: EndSign = { path: 'M0 0L-6-4.5L-12 0L-6 4.5z', fill: 'solid' };
const barred: EndSign = { path: 'M0 0L-8-4.5V4.5z M-11.5-5.5V5.5', fill: 'solid' };
const cross: EndSign = { path: 'M-9-4.5L0 4.5 M-9 4.5L0-4.5', fill: 'none' };
const dot: EndSign = { path: 'M-8 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z', fill: 'solid' };
const ring: EndSign = { path: 'M-9 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z', fill: 'hollow' };

const envelope: EndSign = { path: 'M0-4.5H-12V4.5H0zM0-4.5L-6 .8L-12-4.5', fill: 'hollow' };
const shield: EndSign = { path: 'M0-5V0C0 4-4 6-5 7C-6 6-10 4-10 0V-5z', fill: 'hollow' };

/** The style of each kind. */
export const edgeStyles: Readonly<Record<LineKind, EdgeStyle>> = {
  holds: { width: 1.25, head: triangle },
  manages: { width: 2.25, head: diamond },
  requests: { width: 1.5, dash: '7 4', head: open },
  maps: { width: 1.5, dash: '2 3', head: hollowTriangle },
  owns: { width: 1.5, tail: diamond, head: triangle },
  refers: { width: 1.25, dash: '10 3 2 3', head: open },
  'destroyed after': { width: 1.5, dash: '14 4', head: barred },
  'dies with': { width: 1.75, head: cross },
  'stops with': { width: 1.5, dash: '9 4', head: cross },
  'waits for': { width: 1.25, dash: '3 3', head: barred },
  protects: { width: 1.75, dash: '1 3', head: shield },
  needs: { width: 1.75, head: dot },
  contains: { width: 2, dash: '4 2', tail: ring },
  feeds: { width: 2.5, head: doubleOpen },
  sends: { width: 1.25, dash: '5 3', head: envelope },
  names: { width: 1.25, dash: '6 2 1 2', head: open },
  channel: { width: 3, dash: '16 3 3 3' },
};
