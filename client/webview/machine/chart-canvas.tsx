/**
 * The chart in its window, with panning, zooming, clicks and keyboard navigation.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ChartPicture } from '../../../language/src/drawing/statechart/chart-picture.tsx';
import type { ChartRun } from '../../../language/src/view/statechart/chart-run.ts';
import { menuOf } from '../page/page-menu.ts';
import { createViewport, type Viewport } from '../graph/viewport.ts';
import type { View } from '../graph/views.ts';
import { keyedTo } from './chart-keys.ts';
import { scaleIn } from '../../../language/src/view/layout/levels/whole-layout.ts';
import { foldable, shownId, shownRun } from '../../../language/src/view/statechart/shown-chart.ts';
import type { DrawnChart, MachineEvent } from './machine-state.ts';
import type { MachineMessageToExtension } from './messages.ts';
import { texts } from './texts.ts';
import { readableScale } from './use-drawn-chart.ts';

/** The properties of the canvas. */
export interface ChartCanvasProps {
  readonly drawn: DrawnChart;
  readonly run: ChartRun | undefined;
  readonly selected: string | undefined;
  readonly savedView: View | undefined;
  readonly onMoved: (view: View) => void;
  readonly onViewport: (viewport: Viewport) => void;
  /** Called with `focus` set to move the keyboard focus to the source. */
  readonly onChosen: (id: string | undefined, focus: boolean) => void;
  readonly onBreakpoint: (id: string) => void;
  readonly dispatch: (event: MachineEvent) => void;
}

/** Shows the picture. */
export function ChartCanvas(props: ChartCanvasProps): VNode {
  const { drawn, run, onChosen, dispatch } = props;
  const { shown: chart, placement } = drawn;
  const selected = props.selected === undefined ? undefined : shownId(props.selected, drawn.chart, chart);
  const svg = useRef<SVGSVGElement>(null);
  const layer = useRef<SVGGElement>(null);
  const [focused, setFocused] = useState<string>();
  useViewport(svg, layer, { ...props, selected });
  const ids = new Set([...chart.states, ...chart.transitions].map(({ id }) => id));
  const current = [focused, selected, chart.states[0]?.id].find((id) => id !== undefined && ids.has(id));
  return (
    <svg
      ref={svg}
      class="canvas"
      role="group"
      aria-label={`${chart.machine}. ${chart.explored === undefined ? texts.keyboardHelp : texts.exploredHelp}`}
      data-chart={chart.machine}
      data-layout={placement.engine}
      onClick={({ target }) => {
        const fold = target instanceof Element ? target.closest<SVGElement>('[data-fold]')?.dataset.fold : undefined;
        if (fold === undefined) onChosen(idAt(target), false);
        else dispatch({ type: 'foldToggled', id: fold });
      }}
      onDblClick={({ target }) => {
        onChosen(idAt(target), true);
      }}
      onFocusIn={({ target }) => {
        setFocused(idAt(target));
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = current === undefined ? undefined : keyedTo(event.key, current, drawn);
        if (event.key === 'Escape') {
          onChosen(undefined, false);
          dispatch({ type: 'focused', id: undefined });
        } else if (event.key === 'Enter' || event.key === ' ') onChosen(current, event.key === 'Enter');
        else if (event.key === '+' || event.key === '-') toggleFold(props, current, event.key === '-');
        else if (event.key === 'n' && current !== undefined) dispatch({ type: 'focused', id: current });
        else if (event.key === 'F9' && current !== undefined) props.onBreakpoint(current);
        else if (next !== undefined) focusOn(svg.current, next);
        else if (!event.key.startsWith('Arrow')) return;
        event.preventDefault();
      }}
    >
      <g ref={layer} data-viewport>
        <ChartPicture
          {...{ chart, placement, selected, current }}
          run={run && shownRun(run, chart)}
          menuOf={chart.explored === undefined ? partMenu : undefined}
        />
      </g>
    </svg>
  );
}

/** Opens or folds the state that has the keyboard focus. */
function toggleFold(
  { drawn: { shown }, dispatch }: ChartCanvasProps,
  id: string | undefined,
  isFolding: boolean,
): void {
  const isFolded = shown.states.some((state) => state.id === id && state.inside !== undefined);
  const canFold = id !== undefined && foldable(shown).has(id);
  if (id !== undefined && (isFolding ? canFold : isFolded)) dispatch({ type: 'foldToggled', id });
}

/** Returns the menu of a state or transition. */
const partMenu = (id: string): string =>
  menuOf<MachineMessageToExtension>({
    aftermathSource: { type: 'reveal', id, focus: true },
    aftermathBreakpoint: { type: 'breakpoint', id },
  });

/** Shows the whole picture at first, or the view before the page was hidden. */
function useViewport(
  svg: { readonly current: SVGSVGElement | null },
  layer: { readonly current: SVGGElement | null },
  { drawn, run, selected, savedView, onMoved, onViewport }: ChartCanvasProps,
): void {
  const active = activeIn(drawn, run);
  const viewport = useRef<Viewport | undefined>(undefined);
  const before = useRef<DrawnChart | undefined>(undefined);
  useLayoutEffect(() => {
    if (svg.current === null || layer.current === null) return undefined;
    const created = createViewport(svg.current, layer.current, onMoved);
    viewport.current = created;
    onViewport(created);
    return created.dispose;
  }, []);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = drawn;
    if (last === undefined && savedView !== undefined) viewport.current?.set(savedView);
    else if (last?.placement !== drawn.placement && viewport.current !== undefined)
      showAll(viewport.current, drawn, active);
  }, [drawn.placement]);
  useEffect(() => {
    const box = active === undefined ? undefined : drawn.placement.boxes.get(active);
    if (box !== undefined && before.current !== undefined) viewport.current?.reveal(() => [box]);
  }, [active]);
  useEffect(() => {
    const box = selected === undefined ? undefined : drawn.placement.boxes.get(selected);
    if (box !== undefined) viewport.current?.reveal(() => [box]);
  }, [selected]);
}

/** A picture that is hardly too large is shown whole. */
const almost = 0.95;

/** Returns the innermost state that is drawn and active in a run. */
function activeIn({ chart, shown }: DrawnChart, run: ChartRun | undefined): string | undefined {
  const inner = run?.active.at(-1);
  return inner === undefined ? undefined : shownId(inner, chart, shown);
}

/** Shows the whole picture; one that would be too small to read, from the active or the initial state. */
function showAll(viewport: Viewport, { placement, shown, room }: DrawnChart, active: string | undefined): void {
  viewport.fit(placement);
  if (scaleIn(room, placement) >= readableScale * almost) return;
  const first = shown.states.find(({ isInitial }) => isInitial);
  const box = placement.boxes.get(active ?? first?.id ?? '');
  const { width, height } = viewport.size();
  if (box === undefined || width * height === 0) return;
  const k = readableScale;
  const along = (start: number, length: number, whole: number, window: number): number =>
    whole * k <= window
      ? (window - whole * k) / 2
      : Math.max(window - whole * k, Math.min(0, window / 3 - (start + length / 2) * k));
  viewport.set({
    k,
    x: along(box.x, box.width, placement.width, width),
    y: along(box.y, box.height, placement.height, height),
  });
}

function focusOn(svg: SVGSVGElement | null, wanted: string): void {
  for (const element of svg?.querySelectorAll<SVGGElement>('g[data-state], g[data-transition]') ?? []) {
    if (element.dataset.state === wanted || element.dataset.transition === wanted) element.focus();
  }
}

function idAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const { state, transition, label } =
    target.closest<SVGElement>('[data-state], [data-transition], [data-label]')?.dataset ?? {};
  const own = target.closest<SVGElement>('text[data-transition]')?.dataset.transition;
  return own ?? transition ?? label ?? state;
}
