/**
 * Lays out what is shown of a chart, again whenever the chart, the choice of the user or the shape of the window
 * changes. In a window that is too small for readable text, states are folded one after another.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import type { LayoutGraph, Size } from '../../../language/src/view/layout/layout-graph.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { scaleIn } from '../../../language/src/view/layout/levels/whole-layout.ts';
import { chart as measures, chartLayout, chartPlacement } from '../../../language/src/view/statechart/chart-layout.ts';
import { nextFolded, shownChart } from '../../../language/src/view/statechart/shown-chart.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { LayoutClient } from '../layout/layout-client.ts';
import { isLargeChart, type DrawnChart, type MachineState } from './machine-state.ts';
import type { MachineSubject } from './messages.ts';

/** A chart as the extension sent it. */
export interface ReceivedChart {
  readonly subject: MachineSubject;
  readonly chart: Statechart;
  readonly warning: string | undefined;
}

/** The smallest height of text in pixels of the window. */
const leastType = 9;

/** The scale below which the smallest text cannot be read. */
export const readableScale = leastType / measures.labelFont;

/** The receivers of pictures. */
interface DrawnListeners {
  readonly onDrawn: (drawn: DrawnChart) => void;
  /** Called instead of a picture that could not be read as a whole, although all that can be folded is. */
  readonly onUnreadable: (chart: Statechart) => void;
}

/** Calls back with each picture of the chart. */
export function useDrawnChart(
  received: ReceivedChart | undefined,
  { isFull, folded, focus, mayNarrow, run }: MachineState,
  room: Size,
  layout: LayoutClient,
  { onDrawn, onUnreadable }: DrawnListeners,
): void {
  const hasRun = run !== undefined;
  // A picture with the input of its layout; the page may draw it later.
  const latest = useRef<{ readonly drawn: DrawnChart; readonly input: string } | undefined>(undefined);
  useEffect(() => {
    if (received === undefined) {
      layout.cancel();
      return;
    }
    const { subject, chart, warning } = received;
    const draw = (hidden: readonly string[]): void => {
      const shown = shownChart(chart, { isFull, folded: new Set(hidden), focus, hasRun });
      const graph = chartLayout(shown, room);
      const mayFold = folded === undefined ? nextFolded(shown) : undefined;
      // Explored states are many, but groups of them are not.
      const canShrink = !isLargeChart(shown) || (chart.explored !== undefined && mayFold !== undefined);
      const isMany = shown.states.length > mostPanned && canShrink;
      const mayBeNarrowed = isMany && focus === undefined && folded === undefined && mayNarrow;
      // No layout is tried of many states that have no room in any.
      if (isMany && !hasRoom(graph, room) && (mayFold !== undefined || mayBeNarrowed)) {
        if (mayFold !== undefined && mayFold !== focus) draw([...hidden, mayFold]);
        else onUnreadable(chart);
        return;
      }
      const input = JSON.stringify(graph);
      const show = (drawn: DrawnChart): void => {
        latest.current = { drawn, input };
        onDrawn(drawn);
      };
      const before = latest.current;
      if (before?.input === input) {
        layout.cancel();
        show({ ...before.drawn, subject, chart, warning, shown });
        return;
      }
      const place = (placement: DrawnChart['placement']): void => {
        show({ subject, chart, warning, shown, placement: chartPlacement(shown, placement), room });
      };
      if (isLargeChart(shown)) {
        layout.cancel();
        place(withLabels(graph, simplePlacement(graph)));
        return;
      }
      layout.request({
        graph,
        // A simple picture with lines across states is worse than none for a moment.
        isFirst: false,
        onPlaced: (placement) => {
          const isTooSmall = scaleIn(room, placement) < readableScale;
          if (isTooSmall && mayFold !== undefined && mayFold !== focus) draw([...hidden, mayFold]);
          else if (isTooSmall && mayBeNarrowed) onUnreadable(chart);
          else place(placement);
        },
      });
    };
    draw(folded ?? []);
  }, [received, isFull, folded, focus, mayNarrow, hasRun, room]);
}

/** As few states are seen soon by moving the picture; more are narrowed to one with its neighbours. */
const mostPanned = 20;

/**
 * The share of a picture of many states that states and labels fill at most; measured: 0.08 to 0.116. A layout of 60
 * states beside each other takes the engine over a minute, only to be too small.
 */
const mostFilled = 0.12;

/** Returns false if states and labels alone are too large for a picture whose text can be read. */
function hasRoom({ nodes, edges }: LayoutGraph, { width, height }: Size): boolean {
  const containers = new Set(nodes.map(({ parent }) => parent));
  const sizes = [...nodes.filter(({ id }) => !containers.has(id)), ...edges.flatMap(({ label }) => label ?? [])];
  const filled = sizes.reduce((sum, size) => sum + size.width * size.height, 0);
  return filled <= (mostFilled * width * height) / readableScale ** 2;
}

/** The room that tools and margins take. */
const taken = { tools: 38, margin: 24, side: 240 } as const;

/** Returns the window's room for a picture; a new object only if its shape has changed by more than a third. */
export function usePictureRoom(isSideOpen: boolean): Size {
  const [room, setRoom] = useState(() => roomNow(isSideOpen));
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => {
    const look = (): void => {
      setRoom((before) => {
        const now = roomNow(isSideOpen);
        return isOther(before, now) ? now : before;
      });
    };
    const later = (): void => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(look, 200);
    };
    look();
    window.addEventListener('resize', later);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('resize', later);
    };
  }, [isSideOpen]);
  return room;
}

const isOther = (one: Size, other: Size): boolean =>
  [other.width / one.width, other.height / one.height].some((ratio) => ratio > 4 / 3 || ratio < 3 / 4);

function roomNow(isSideOpen: boolean): Size {
  const { innerWidth, innerHeight } = window;
  const isBelow = isNarrowPanel();
  const width = innerWidth - (isSideOpen && !isBelow ? taken.side : 0) - taken.margin;
  const height = (innerHeight - taken.tools) * (isSideOpen && isBelow ? 0.6 : 1) - taken.margin;
  return { width: Math.max(120, width), height: Math.max(120, height) };
}

/** Returns true if the panel is below the chart, and closed at first. */
export const isNarrowPanel = (): boolean => window.innerWidth < 900;
