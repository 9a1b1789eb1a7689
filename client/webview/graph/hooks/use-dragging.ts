/**
 * Lets the pointer move boxes: a box without contents anywhere, a container by its name. Until it is dropped, only its
 * outline moves.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { Box, Point } from '../../../../language/src/view/layout/placement.ts';
import type { Picture } from '../page-state.ts';

/** The distance in pixels from which a pointer drags rather than clicks. */
const clickDistance = 5;

/** The input of dragging. */
export interface Dragged {
  readonly picture: Picture;
  /** Called with the place of a dropped box, relative to its container. */
  readonly onMoved: (id: string, to: Point) => void;
}

/** Returns the id of the box that a pointer at this element drags. */
export function draggedAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element) || target.closest('[data-toggle]') !== null) return undefined;
  const node = target.closest<SVGGElement>('[data-node]');
  if (node === null) return undefined;
  const isWhole = !node.classList.contains('is-container');
  return isWhole || target.closest('.name, .detail, .icon') !== null ? node.dataset.node : undefined;
}

/** Returns the place of a box relative to its container. */
export function placeInContainer(
  { graph, placement }: Pick<Picture, 'graph' | 'placement'>,
  id: string,
  box: Point,
): Point {
  const parent = graph.nodes.find((node) => node.id === id)?.parent;
  const around = parent === undefined ? undefined : placement.boxes.get(parent);
  return { x: Math.round(box.x - (around?.x ?? 0)), y: Math.round(box.y - (around?.y ?? 0)) };
}

/** Listens to the pointer; returns true from `hasDragged` for the click that ends a movement. */
export function useDragging(
  svg: { readonly current: SVGSVGElement | null },
  layer: { readonly current: SVGGElement | null },
  dragged: Dragged,
): { readonly hasDragged: () => boolean } {
  const latest = useRef(dragged);
  latest.current = dragged;
  const isOver = useRef(false);
  useEffect(() => {
    const [canvas, group] = [svg.current, layer.current];
    if (canvas === null || group === null) return undefined;
    const down = (event: PointerEvent): void => {
      isOver.current = false;
      const id = event.button === 0 && event.pointerType !== 'touch' ? draggedAt(event.target) : undefined;
      const box = id === undefined ? undefined : latest.current.picture.placement.boxes.get(id);
      if (id === undefined || box === undefined || event.ctrlKey) return;
      follow({
        event,
        box,
        group,
        onDropped: (to) => {
          isOver.current = true;
          latest.current.onMoved(id, placeInContainer(latest.current.picture, id, to));
        },
      });
    };
    canvas.addEventListener('pointerdown', down);
    return () => {
      canvas.removeEventListener('pointerdown', down);
    };
  }, []);
  return { hasDragged: () => isOver.current };
}

interface Following {
  readonly event: PointerEvent;
  readonly box: Box;
  readonly group: SVGGElement;
  readonly onDropped: (to: Point) => void;
}

/** Moves an outline with the pointer until it is released; Escape leaves everything as it is. */
function follow({ event: start, box, group, onDropped }: Following): void {
  let outline: SVGRectElement | undefined;
  let to: Point = box;
  const move = (event: PointerEvent): void => {
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (outline === undefined && Math.hypot(x, y) < clickDistance) return;
    outline ??= outlineOf(box, group);
    const scale = group.getScreenCTM()?.a ?? 1;
    to = { x: box.x + x / scale, y: box.y + y / scale };
    outline.setAttribute('x', to.x.toString());
    outline.setAttribute('y', to.y.toString());
  };
  const end = (): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', drop);
    window.removeEventListener('pointercancel', end);
    window.removeEventListener('keydown', escape, true);
    outline?.remove();
  };
  const drop = (): void => {
    const isMoved = outline !== undefined;
    end();
    if (isMoved) onDropped(to);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end();
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', drop);
  window.addEventListener('pointercancel', end);
  window.addEventListener('keydown', escape, true);
}

function outlineOf({ width, height }: Box, group: SVGGElement): SVGRectElement {
  const outline = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  outline.setAttribute('class', 'dragged');
  outline.setAttribute('width', width.toString());
  outline.setAttribute('height', height.toString());
  outline.setAttribute('rx', '8');
  group.append(outline);
  return outline;
}
