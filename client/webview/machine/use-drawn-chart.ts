/**
 * Lays out what is shown of a chart, again whenever the chart, the choice of the user or the shape of the window
 * changes. In a window that is too small for readable text, states are folded one after another.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { withLabels } from '../../../language/src/view/layout/label-places.ts';
import type { Size } from '../../../language/src/view/layout/layout-graph.ts';
import { simplePlacement } from '../../../language/src/view/layout/layering.ts';
import { scaleIn } from '../../../language/src/view/layout/whole-layout.ts';
import { chart as measures, chartLayout, chartPlacement } from '../../../language/src/view/statechart/chart-layout.ts';
import { nextFolded, shownChart } from '../../../language/src/view/statechart/shown-chart.ts';
import type { Statechart } from '../../../language/src/view/statechart/statechart.ts';
import type { LayoutClient } from '../layout/layout-client.ts';
import { isLarge, type DrawnChart, type MachineState } from './machine-state.ts';
import type { MachineSubject } from './messages.ts';

/** A chart as the extension sent it. */
export interface ReceivedChart {
  readonly subject: MachineSubject;
  readonly chart: Statechart;
}

/** The smallest height of text in pixels of the window. */
const leastType = 9;

/** The scale below which the smallest text cannot be read. */
export const readableScale = leastType / measures.labelFont;

/** Calls back with each picture of the chart. */
export function useDrawnChart(
  received: ReceivedChart | undefined,
  { isFull, folded, focus, run, drawn }: MachineState,
  room: Size,
  layout: LayoutClient,
  onDrawn: (drawn: DrawnChart) => void,
): void {
  const hasRun = run !== undefined;
  const latest = useRef({ drawn, input: '' });
  latest.current.drawn = drawn;
  useEffect(() => {
    if (received === undefined) return;
    const { subject, chart } = received;
    const draw = (hidden: readonly string[]): void => {
      const shown = shownChart(chart, { isFull, folded: new Set(hidden), focus, hasRun });
      const graph = chartLayout(shown, room);
      const input = JSON.stringify(graph);
      const before = latest.current;
      if (before.drawn !== undefined && before.input === input) {
        layout.cancel();
        onDrawn({ ...before.drawn, subject, chart, shown, placement: before.drawn.placement });
        return;
      }
      const place = (placement: DrawnChart['placement']): void => {
        latest.current.input = input;
        onDrawn({ subject, chart, shown, placement: chartPlacement(shown, placement), room });
      };
      if (isLarge(shown)) {
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
          const next = folded === undefined && isTooSmall ? nextFolded(shown) : undefined;
          if (next === undefined || next === focus) place(placement);
          else draw([...hidden, next]);
        },
      });
    };
    draw(folded ?? []);
  }, [received, isFull, folded, focus, hasRun, room]);
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
  const isBelow = isNarrow();
  const width = innerWidth - (isSideOpen && !isBelow ? taken.side : 0) - taken.margin;
  const height = (innerHeight - taken.tools) * (isSideOpen && isBelow ? 0.6 : 1) - taken.margin;
  return { width: Math.max(120, width), height: Math.max(120, height) };
}

/** Returns true if the panel is below the chart, and closed at first. */
export const isNarrow = (): boolean => window.innerWidth < 900;
