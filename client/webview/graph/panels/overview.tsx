/**
 * A small overview of the whole picture, with the visible part, in the corner where it covers least; pressing in it
 * moves there.
 */
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { GraphNode } from '../../../../language/src/view/graph.ts';
import type { Box, Placement } from '../../../../language/src/view/layout/placement.ts';
import type { NodeStatus } from '../../../../language/src/drawing/graph/node-status.ts';
import type { Viewport } from '../viewport.ts';
import type { View } from '../views.ts';
import { texts } from '../texts.ts';
import { freestCorner } from './overview-corner.ts';
import { append } from '../../../../language/src/model/common/append.ts';
import { oncePer } from '../../../../language/src/model/common/once-per.ts';

/** The properties of the overview. */
export interface OverviewProps {
  readonly nodes: readonly GraphNode[];
  readonly placement: Placement;
  readonly statuses: ReadonlyMap<string, NodeStatus> | undefined;
  readonly viewport: { readonly current: Viewport | undefined };
  /** Subscribes to movements; the result ends the subscription. */
  readonly onMoved: (listener: (view: View) => void) => () => void;
}

const room = { width: 180, height: 120 };

/**
 * Draws the overview, hidden while the whole picture is in view. The rectangle of the visible part moves without
 * drawing again.
 */
export function Overview({ nodes, placement, statuses, viewport, onMoved }: OverviewProps): VNode {
  const seen = useRef<SVGRectElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const scale = Math.min(room.width / placement.width, room.height / placement.height);
  useEffect(() => {
    const containers = new Set(nodes.map(({ parent }) => parent));
    const leaves = [...placement.boxes].flatMap(([id, box]) => (containers.has(id) ? [] : [box]));
    const place = ({ x, y, k }: View): void => {
      const size = viewport.current?.size();
      if (size === undefined || seen.current === null) return;
      const isAll =
        x >= 0 && y >= 0 && x + placement.width * k <= size.width && y + placement.height * k <= size.height;
      picture.current?.setAttribute('data-all', String(isAll));
      if (!isAll) {
        const own = { width: placement.width * scale, height: placement.height * scale };
        picture.current?.setAttribute('data-corner', freestCorner(leaves, { x, y, k }, size, own));
      }
      const [left, top] = [Math.max(0, -x / k), Math.max(0, -y / k)];
      const right = Math.min(placement.width, (size.width - x) / k);
      const bottom = Math.min(placement.height, (size.height - y) / k);
      const values = { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
      for (const [name, value] of Object.entries(values)) seen.current.setAttribute(name, value.toFixed(1));
    };
    const now = viewport.current?.view();
    if (now !== undefined) place(now);
    return onMoved(place);
  }, [placement]);
  const boxes = useMemo(() => boxesByLook(nodes, placement, statuses), [nodes, placement, statuses]);
  const go = (event: MouseEvent): void => {
    const place = picture.current?.getScreenCTM()?.inverse();
    if (place === undefined) return;
    viewport.current?.centre(new DOMPoint(event.clientX, event.clientY).matrixTransform(place));
  };
  return (
    <svg
      ref={picture}
      class="overview"
      data-overview
      role="img"
      aria-label={texts.overview}
      width={placement.width * scale}
      height={placement.height * scale}
      viewBox={`0 0 ${placement.width.toString()} ${placement.height.toString()}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
    >
      {[...boxes].map(([look, parts]) => (
        <path key={look} class={look} d={parts.join('')} />
      ))}
      <rect ref={seen} class="seen" data-seen />
    </svg>
  );
}

/** Returns a box as path data, in whole pixels of a picture that is drawn much smaller. */
const rectangle = oncePer(
  ({ x, y, width, height }: Box): string =>
    `M${Math.round(x).toString()} ${Math.round(y).toString()}h${Math.round(width).toString()}v${Math.round(height).toString()}h-${Math.round(width).toString()}z`,
);

/** Returns all similar boxes as one shape, because there may be thousands. */
function boxesByLook(
  nodes: OverviewProps['nodes'],
  placement: Placement,
  statuses: OverviewProps['statuses'],
): ReadonlyMap<string, readonly string[]> {
  const boxes = new Map<string, string[]>();
  for (const { id, kind } of nodes) {
    const box = placement.boxes.get(id);
    if (box === undefined) continue;
    const status = statuses?.get(id)?.kind;
    const look = `kind-${kind}${status === undefined ? '' : ` status-${status}`}`;
    const part = rectangle(box);
    append(boxes, look, part);
  }
  return boxes;
}
