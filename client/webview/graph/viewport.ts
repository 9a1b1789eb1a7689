/**
 * Which part of the picture is seen: panning and zooming by pointer and by command. It moves the
 * picture's group directly, so that nothing is drawn again while it moves.
 */
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom';
import type { Box, Placement, Point } from '../../../language/src/view/layout/placement.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';

/** The scale, and where the picture's upper left corner is, in pixels of the window. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Viewport {
  readonly view: () => View;
  /** Whether the whole picture is shown and nobody has moved it since. */
  readonly isFitted: () => boolean;
  readonly set: (view: View) => void;
  /** The size of the window. */
  readonly size: () => Size;
  /** Moves a point of the picture into the middle of the window. */
  readonly centre: (point: Point) => void;
  readonly zoomBy: (factor: number) => void;
  /** Shows the whole picture, at its own size at most. */
  readonly fit: (size: Size) => void;
  /** Moves as little as is needed to have a box in view. */
  readonly reveal: (box: Box) => void;
  readonly dispose: () => void;
}

const scales = { least: 0.05, leastToFit: 0.005, most: 4, farBelow: 0.4, tinyBelow: 0.2, margin: 24 } as const;

/** Lets the pointer move `layer` within `svg`; calls back after each movement. */
export function createViewport(svg: SVGSVGElement, layer: SVGGElement, onMoved: (view: View) => void): Viewport {
  const selection = select<SVGSVGElement, unknown>(svg);
  let current: ZoomTransform = zoomIdentity;
  // The size of the picture that is seen as a whole, until it is moved.
  let fitted: Size | undefined;
  const behavior = zoom<SVGSVGElement, unknown>()
    .scaleExtent([scales.least, scales.most])
    .clickDistance(4)
    .on('zoom', (event: { readonly transform: ZoomTransform; readonly sourceEvent: unknown }) => {
      if (event.sourceEvent !== null) fitted = undefined;
      current = event.transform;
      layer.setAttribute('transform', current.toString());
      showDistance(svg, current.k);
      onMoved(viewOf(current));
    });
  selection.call(behavior).on('dblclick.zoom', null);
  const set = ({ x, y, k }: View): void => {
    behavior.transform(selection, zoomIdentity.translate(x, y).scale(k));
  };
  const fit = (size: Size): void => {
    const room = sizeOf(svg);
    if (room.width * room.height === 0) return;
    const view = viewOfAll(size, room);
    // Of what is very large, all can be seen, too.
    behavior.scaleExtent([Math.min(scales.least, view.k), scales.most]);
    set(view);
    fitted = size;
  };
  const letGo = (view: View): void => {
    fitted = undefined;
    set(view);
  };
  const resizing = new ResizeObserver(() => {
    if (fitted !== undefined) fit(fitted);
    else onMoved(viewOf(current));
  });
  resizing.observe(svg);
  return {
    view: () => viewOf(current),
    isFitted: () => fitted !== undefined,
    set: letGo,
    size: () => sizeOf(svg),
    centre: ({ x, y }) => {
      letGo({ k: current.k, x: svg.clientWidth / 2 - x * current.k, y: svg.clientHeight / 2 - y * current.k });
    },
    fit,
    zoomBy: (factor) => {
      fitted = undefined;
      behavior.scaleBy(selection, factor);
    },
    reveal: (box) => {
      const { x, y, k } = current;
      const dx = shiftInto(box.x * k + x, box.width * k, svg.clientWidth);
      const dy = shiftInto(box.y * k + y, box.height * k, svg.clientHeight);
      if (dx !== 0 || dy !== 0) letGo({ x: x + dx, y: y + dy, k });
    },
    dispose: () => {
      resizing.disconnect();
      selection.on('.zoom', null);
    },
  };
}

const viewOf = ({ x, y, k }: ZoomTransform): View => ({ x, y, k });

/** Lets the style leave out what cannot be read from there. */
function showDistance(svg: SVGSVGElement, scale: number): void {
  svg.dataset.far = String(scale < scales.farBelow);
  svg.dataset.tiny = String(scale < scales.tinyBelow);
}

const sizeOf = ({ clientWidth, clientHeight }: SVGSVGElement): Size => ({ width: clientWidth, height: clientHeight });

function viewOfAll(size: Size, room: Size): View {
  const [across, down] = [room.width - 2 * scales.margin, room.height - 2 * scales.margin];
  const k = Math.max(scales.leastToFit, Math.min(1, across / size.width, down / size.height));
  return { k, x: (room.width - size.width * k) / 2, y: Math.max(scales.margin, (room.height - size.height * k) / 2) };
}

/** How far a stretch must move to lie within a room; what is too long shows its start. */
function shiftInto(start: number, length: number, room: number): number {
  const end = start + length;
  if (start < scales.margin || length > room - 2 * scales.margin)
    return start < scales.margin || start > room - scales.margin ? scales.margin - start : 0;
  return end > room - scales.margin ? room - scales.margin - end : 0;
}

/**
 * Returns the view after which a picture that was laid out anew seems to stand still: what was in
 * the middle of the window, or what is selected, stays where it is.
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
