/**
 * The views of a picture: the whole, the first one, and one that keeps the picture steady when it changes. Needs only
 * the size of the window.
 */
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import type { Box, Placement, Point } from '../../../language/src/view/layout/placement.ts';

/** The scale, and the position of the picture's upper left corner, in pixels of the window. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

/**
 * The scale from which names read well: they are 13 pixels high at scale 1, and need 9. A picture whose names would be
 * smaller is not shown as a whole at first, but a part at a readable size.
 */
export const wellRead = 9 / 13;
/** The scale of a part that is shown at first. */
const ofPart = 0.75;
/** The margin around a picture, in pixels of the window. */
export const pageMargin = 24;
const margin = pageMargin;
/** The smallest scale, however large a picture is. */
const leastScale = 0.005;

/** Returns the view of a whole picture in a window, at most at its own size. */
export function viewOfAll(size: Size, room: Size): View {
  const [across, down] = [room.width - 2 * margin, room.height - 2 * margin];
  const k = Math.max(leastScale, Math.min(1, across / size.width, down / size.height));
  return { k, x: (room.width - size.width * k) / 2, y: Math.max(margin, (room.height - size.height * k) / 2) };
}

/** Returns true if names read well while the whole picture is in the window. */
export const readsWell = (size: Size, room: Size): boolean => viewOfAll(size, room).k >= wellRead;

/**
 * Returns the view of the whole picture if its names are then readable; otherwise of a part with the first of some boxes
 * and what fits beside it, or of the beginning.
 */
export function viewAtFirst(placement: Placement, boxes: readonly Box[], room: Size): View {
  const all = viewOfAll(placement, room);
  return all.k < wellRead ? viewOfPart(placement, boxAround(boxes, ofPart, room), room) : all;
}

/**
 * Returns a view at a readable size: a box in the middle, or the beginning of the picture, without empty space beside
 * the picture.
 */
function viewOfPart(placement: Placement, box: Box | undefined, room: Size): View {
  const k = ofPart;
  const fits = (length: number, window: number): boolean => length * k <= window - 2 * margin;
  const fit = { across: fits(placement.width, room.width), down: fits(placement.height, room.height) };
  // A picture that is only too high begins at its top, one that is only too wide at its left.
  const distance = ({ x, y }: Point): number => (fit.across ? 0 : x) + (fit.down ? 0 : y);
  const first = [...placement.boxes.values()].reduce<Point>(
    (best, { x, y }) => (distance({ x, y }) < distance(best) ? { x, y } : best),
    { x: placement.width, y: placement.height },
  );
  const along = (start: number, length: number, whole: number, window: number): number => {
    if (fits(whole, window)) return (window - whole * k) / 2;
    const wanted = box === undefined ? margin - start * k : window / 2 - (start + length / 2) * k;
    return Math.min(margin, Math.max(window - margin - whole * k, wanted));
  };
  const { x, y, width, height } = box ?? { ...first, width: 0, height: 0 };
  return {
    k,
    x: along(x, width, placement.width, room.width),
    y: along(y, height, placement.height, room.height),
  };
}

/**
 * Returns the box around the first of some boxes and as many of the others, in their order, as a window has room for
 * beside it at this scale; undefined if there is none.
 */
export function boxAround(boxes: readonly Box[], k: number, room: Size): Box | undefined {
  const [first, ...others] = boxes;
  if (first === undefined) return undefined;
  let around = first;
  for (const { x, y, width, height } of others) {
    const [left, top] = [Math.min(around.x, x), Math.min(around.y, y)];
    const [right, bottom] = [
      Math.max(around.x + around.width, x + width),
      Math.max(around.y + around.height, y + height),
    ];
    const isRoom = (right - left) * k <= room.width - 2 * margin && (bottom - top) * k <= room.height - 2 * margin;
    if (isRoom) around = { x: left, y: top, width: right - left, height: bottom - top };
  }
  return around;
}

/** Returns the view with a point in the middle of the window. */
export const viewAround = ({ x, y }: Point, k: number, room: Size): View => ({
  k,
  x: room.width / 2 - x * k,
  y: room.height / 2 - y * k,
});

/** Returns the view after the smallest movement that brings a box into view. */
export function viewWith(box: Box, { x, y, k }: View, room: Size): View {
  const dx = shiftInto(box.x * k + x, box.width * k, room.width);
  const dy = shiftInto(box.y * k + y, box.height * k, room.height);
  return { x: x + dx, y: y + dy, k };
}

/** Returns how far an interval must move to lie within a window; one that is too long shows its start. */
function shiftInto(start: number, length: number, room: number): number {
  const end = start + length;
  if (start < margin || length > room - 2 * margin) return start < margin || start > room - margin ? margin - start : 0;
  return end > room - margin ? room - margin - end : 0;
}

/**
 * Returns the view that keeps a picture steady after a new layout: the middle of the window, or the selection, stays
 * where it is.
 */
export function steadyView(
  view: View,
  change: {
    readonly before: Placement;
    readonly after: Placement;
    /** The middle of the window, in its pixels. */
    readonly middle: Point;
    readonly selected: string | undefined;
  },
): View {
  const { before, after, middle, selected } = change;
  const target = { x: (middle.x - view.x) / view.k, y: (middle.y - view.y) / view.k };
  let anchor: { readonly from: Box; readonly to: Box; readonly distance: number } | undefined;
  for (const [id, from] of before.boxes) {
    const to = after.boxes.get(id);
    if (to === undefined) continue;
    const isSelected = id === selected;
    const distance = isSelected
      ? -1
      : Math.hypot(from.x + from.width / 2 - target.x, from.y + from.height / 2 - target.y);
    if (anchor === undefined || distance < anchor.distance) anchor = { from, to, distance };
  }
  if (anchor === undefined) return view;
  return {
    k: view.k,
    x: view.x + (anchor.from.x - anchor.to.x) * view.k,
    y: view.y + (anchor.from.y - anchor.to.y) * view.k,
  };
}
