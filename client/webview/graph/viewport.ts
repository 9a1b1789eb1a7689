/**
 * The visible part of the picture, with panning and zooming by pointer and by command. It moves the picture's group
 * directly, so that nothing is drawn again during a movement.
 */
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomTransform } from 'd3-zoom';
import type { Box, Placement, Point } from '../../../language/src/view/layout/placement.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import { draggedAt } from './hooks/use-dragging.ts';
import { boxAround, readsWell, viewAround, viewAtFirst, viewOfAll, viewWith, type View } from './views.ts';

/** The visible part of a picture. */
export interface Viewport {
  readonly view: () => View;
  /** Returns true if the view is the first one or the whole picture, and nobody has moved it since. */
  readonly isFitted: () => boolean;
  /** Returns true if the whole picture was requested, and nobody has moved it since. */
  readonly isWhole: () => boolean;
  readonly set: (view: View) => void;
  /** The size of the window. */
  readonly size: () => Size;
  /** Moves a point of the picture to the middle of the window. */
  readonly centre: (point: Point) => void;
  readonly zoomBy: (factor: number) => void;
  /** Shows the whole picture if its names are then readable; otherwise a part with what is wanted, or its beginning. */
  readonly begin: (placement: Placement, wanted: () => readonly Box[]) => void;
  /** Shows the whole picture, at most at its own size. */
  readonly fit: (size: Size) => void;
  /** Returns true if names can be read while the whole picture is in the window. */
  readonly reads: (size: Size) => boolean;
  /**
   * Moves as little as needed to bring what is wanted at the moment into view, the most important first; again when the
   * window is resized, until the picture is moved.
   */
  readonly reveal: (wanted: () => readonly Box[]) => void;
  readonly dispose: () => void;
}

const scales = { least: 0.05, most: 4, farBelow: 0.4, tinyBelow: 0.2 } as const;

/** Lets the pointer move `layer` within `svg`; calls back after each movement. */
export function createViewport(svg: SVGSVGElement, layer: SVGGElement, onMoved: (view: View) => void): Viewport {
  const selection = select<SVGSVGElement, unknown>(svg);
  let current: ZoomTransform = zoomIdentity;
  // Shows the same view after the window is resized, until the picture is moved.
  let again: (() => void) | undefined;
  let isWhole = false;
  // What was revealed stays in view, until the picture is moved.
  let watched: (() => readonly Box[]) | undefined;
  const behavior = zoomBehavior((transform, isByPerson) => {
    if (isByPerson) again = undefined;
    if (isByPerson) watched = undefined;
    current = transform;
    layer.setAttribute('transform', current.toString());
    showDistance(svg, current.k);
    onMoved(viewOf(current));
  });
  selection.call(behavior).on('dblclick.zoom', null);
  let isSet = false;
  const set = ({ x, y, k }: View): void => {
    // Most edits move nothing.
    if (isSet && x === current.x && y === current.y && k === current.k) return;
    isSet = true;
    behavior.transform(selection, zoomIdentity.translate(x, y).scale(k));
  };
  const keep = (size: Size, viewIn: (room: Size) => View): void => {
    again = keep.bind(undefined, size, viewIn);
    watched = undefined;
    const room = sizeOf(svg);
    if (room.width * room.height === 0) return;
    // Even a very large picture can be seen as a whole.
    behavior.scaleExtent([Math.min(scales.least, viewOfAll(size, room).k), scales.most]);
    set(viewIn(room));
  };
  const release = (view: View): void => {
    again = undefined;
    set(view);
  };
  const reveal = (wanted: () => readonly Box[]): void => {
    watched = wanted;
    const [before, room] = [viewOf(current), sizeOf(svg)];
    const box = boxAround(wanted(), before.k, room);
    const next = box === undefined ? before : viewWith(box, before, room);
    if (next.x !== before.x || next.y !== before.y) release(next);
  };
  const resizing = new ResizeObserver(() => {
    if (again !== undefined) again();
    else if (watched !== undefined) reveal(watched);
    onMoved(viewOf(current));
  });
  resizing.observe(svg);
  return {
    view: () => viewOf(current),
    isFitted: () => again !== undefined,
    isWhole: () => isWhole && again !== undefined,
    set: release,
    size: () => sizeOf(svg),
    centre: (point) => {
      watched = undefined;
      release(viewAround(point, current.k, sizeOf(svg)));
    },
    begin: (placement, wanted) => {
      isWhole = false;
      keep(placement, (room) => viewAtFirst(placement, wanted(), room));
    },
    fit: (size) => {
      isWhole = true;
      keep(size, (room) => viewOfAll(size, room));
    },
    zoomBy: (factor) => {
      again = undefined;
      watched = undefined;
      behavior.scaleBy(selection, factor);
    },
    reads: (size) => readsWell(size, sizeOf(svg)),
    reveal,
    dispose: () => {
      resizing.disconnect();
      selection.on('.zoom', null);
    },
  };
}

function zoomBehavior(onZoom: (transform: ZoomTransform, isByPerson: boolean) => void) {
  return (
    zoom<SVGSVGElement, unknown>()
      .scaleExtent([scales.least, scales.most])
      .clickDistance(4)
      // What drags a box does not move the picture.
      .filter(
        (event: MouseEvent) =>
          (!event.ctrlKey || event.type === 'wheel') &&
          event.button === 0 &&
          (event.type !== 'mousedown' || draggedAt(event.target) === undefined),
      )
      .on('zoom', (event: { readonly transform: ZoomTransform; readonly sourceEvent: unknown }) => {
        onZoom(event.transform, event.sourceEvent !== null);
      })
  );
}

const viewOf = ({ x, y, k }: ZoomTransform): View => ({ x, y, k });

/** Lets the style hide what cannot be read at this scale. */
function showDistance(svg: SVGSVGElement, scale: number): void {
  svg.dataset.far = String(scale < scales.farBelow);
  svg.dataset.tiny = String(scale < scales.tinyBelow);
}

const sizeOf = ({ clientWidth, clientHeight }: SVGSVGElement): Size => ({ width: clientWidth, height: clientHeight });
