/**
 * Computes where the arrow of a message begins and ends, and the sign at its end. A lost message never reaches the lane
 * of its receiver.
 */
import type { Arrow } from '../../view/run/trace/trace.ts';
import type { Scale } from './scale.ts';
import type { Rows } from './sizes.ts';

/**
 * The sign at the end: a head, a hollow one for an unhandled message, a disc for a deferred one, a cross, or nothing.
 */
export type ArrowSign = 'head' | 'hollow' | 'disc' | 'cross' | 'none';

/** The positions of an arrow. */
export interface ArrowShape {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly end: ArrowSign;
  /** The position where a deferred message was taken. */
  readonly takenX?: number;
  /** True if it comes from outside. */
  readonly isFromOutside: boolean;
}

/** The point where a lost message ends, as a fraction of the way to the lane of its receiver. */
const lostShare = 0.6;
/** The height above the lane at which a message from outside begins. */
const outside = 13;

/** Returns the shape; undefined if the receiver has no lane. */
export function arrowShape(arrow: Arrow, scale: Scale, { laneOf }: Rows): ArrowShape | undefined {
  const { from, to, sent, end, taken, outcome } = arrow;
  const receiver = laneOf(to);
  if (receiver === undefined) return undefined;
  const sender = laneOf(from);
  const isFromOutside = sender === undefined;
  const y1 = sender === undefined || sender === receiver ? receiver - outside : sender;
  const x1 = sent === undefined ? scale.left : scale.x(sent);
  const x2 = end === undefined ? scale.right : scale.x(end);
  const isLost = outcome === 'lost';
  const share = isLost ? lostShare : 1;
  return {
    x1,
    y1,
    // A message lost at the moment of sending slants a little, to be visible beside the lane.
    x2: isLost && x2 - x1 < 6 ? x1 + 6 : x2,
    y2: y1 + (receiver - y1) * share,
    end: endOf(arrow),
    isFromOutside,
    ...(taken !== undefined && { takenX: scale.x(taken) }),
  };
}

function endOf({ outcome, end }: Arrow): ArrowSign {
  switch (outcome) {
    case 'lost':
    case 'dead':
      return 'cross';
    case 'dropped':
      return 'hollow';
    case 'deferred':
      return 'disc';
    default:
      return end === undefined ? 'none' : 'head';
  }
}
