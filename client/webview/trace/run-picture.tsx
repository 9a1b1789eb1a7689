/**
 * The run over time: what is drawn of it, with the tools to choose that, the overview of the whole run, and
 * the same as tables.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { scaleOf } from '../../../language/src/drawing/sequence/scale.ts';
import { partsOf } from '../../../language/src/drawing/sequence/sequence-file.tsx';
import { SequencePicture } from '../../../language/src/drawing/sequence/sequence-picture.tsx';
import { margin, nameWidth, rowsOf } from '../../../language/src/drawing/sequence/sizes.ts';
import type { RunStretch } from '../../../language/src/view/run-stretch.ts';
import type { Instant } from '../../../language/src/view/trace.ts';
import { windowAround, windowFrom, type DrawnWindow } from './drawn-window.ts';
import { LaneKeys } from './lane-keys.tsx';
import type { TraceHost, TraceSettings } from './messages.ts';
import { PictureTables } from './picture-tables.tsx';
import { PictureTools } from './picture-tools.tsx';
import { RunOverview } from './run-overview.tsx';
import type { ShownRun, TraceState } from './trace-state.ts';
import { texts } from './texts.ts';
import { visibleOf } from './visible.ts';

export interface RunPictureProps {
  readonly shown: ShownRun;
  readonly state: TraceState;
  readonly host: TraceHost;
  readonly onSelect: (step: number) => void;
  readonly onChoose: (settings: Partial<TraceSettings>) => void;
  /** Selects the entity of a lane. */
  readonly onEntity: (name: string) => void;
}

/** Shows the picture. */
export function RunPicture({ shown, state, host, onSelect, onChoose, onEntity }: RunPictureProps): VNode {
  const { number, summary } = shown;
  const { drawn, selected, settings, runs } = state;
  const last = summary.steps;
  const [window, setWindow] = useState<DrawnWindow>();
  const [isTable, setTable] = useState(false);
  useLayoutEffect(() => {
    setWindow((before) => windowAround(before, { step: selected, span: settings.span, last }));
  }, [selected, settings.span, last, number]);
  useEffect(() => {
    if (window !== undefined) host.post({ type: 'stretch', number, from: window.from, to: window.to });
  }, [number, window, runs.compared]);
  const page = (by: number): void => {
    if (window === undefined) return;
    const moved = windowFrom(window.from + Math.round(by * settings.span), { span: settings.span, last });
    setWindow(moved);
    if (selected < moved.from || selected > moved.to) onSelect(by < 0 ? moved.to : moved.from);
  };
  return (
    <section
      class="picture-pane"
      aria-label={texts.picture}
      data-picture={window === undefined ? '' : `${window.from.toString()}-${window.to.toString()}`}
    >
      <PictureTools {...{ shown, drawn, runs, settings, isTable, host, onChoose }} onTable={setTable} onPage={page} />
      {window !== undefined && <RunOverview {...{ window, last, selected, onSelect }} marked={summary.marked} />}
      {drawn === undefined ? (
        <p class="quiet">{texts.loading}</p>
      ) : isTable ? (
        <PictureTables stretch={drawn.stretch} settings={settings} onSelect={onSelect} />
      ) : (
        <Picture {...{ shown, state, host, onSelect, onChoose, onEntity }} />
      )}
    </section>
  );
}

function Picture({ shown, state, host, onSelect, onChoose, onEntity }: RunPictureProps): VNode | null {
  const { drawn, selected, settings, runs } = state;
  const element = useRef<HTMLDivElement>(null);
  const width = useWidth(element);
  if (drawn === undefined) return null;
  const { stretch, other } = drawn;
  const stretches = other === undefined ? [stretch] : [stretch, other];
  const scale = scaleOf(stretches, {
    axis: settings.axis,
    left: nameWidth,
    width: Math.max(120, width - nameWidth - margin),
  });
  const instant = instantOf(stretch, selected);
  const branch = shown.summary.branch;
  const fork = branch === undefined ? undefined : instantOf(stretch, branch.after);
  const names = other === undefined ? [] : [runs.titles[runs.shown], runs.titles[runs.compared ?? -1]];
  const parts = partsOf(
    stretches.map((each, index) => ({ stretch: each, ...visibleOf(each, settings), name: names[index] })),
  );
  const tops = [0];
  for (const { lanes, series } of parts) tops.push(rowsOf(lanes, series, tops.at(-1)).height);
  const [first] = parts;
  return (
    <div ref={element} class="picture" tabIndex={-1}>
      <svg
        width={Math.max(1, width)}
        height={tops.at(-1)}
        role="img"
        aria-label={`${texts.picture}: ${shown.summary.title}`}
      >
        {parts.map((part, index) => (
          <SequencePicture
            key={index}
            {...part}
            {...{ scale, fork }}
            top={tops[index] ?? 0}
            selected={part.stretch === stretch ? instant : undefined}
            onStep={part.stretch === stretch ? onSelect : undefined}
          />
        ))}
      </svg>
      <LaneKeys
        rows={rowsOf(first?.lanes ?? [], first?.series ?? [])}
        {...{ selected, onSelect, onEntity }}
        entity={state.entity}
        onReveal={() => {
          host.post({ type: 'reveal', number: shown.number, step: selected });
        }}
        onHide={(name) => {
          onChoose({ hiddenLanes: [...settings.hiddenLanes, name] });
        }}
      />
      <LeftOut stretch={stretch} />
    </div>
  );
}

/** What is beyond a bound is said. */
function LeftOut({
  stretch: { otherLanes, otherArrows, otherSeries },
}: {
  readonly stretch: RunStretch;
}): VNode | null {
  const parts = [
    ...(otherLanes > 0 ? [`${otherLanes.toString()} ${texts.lanesLeft}`] : []),
    ...(otherArrows > 0 ? [`${otherArrows.toString()} ${texts.messagesLeft}`] : []),
    ...(otherSeries > 0 ? [`${otherSeries.toString()} ${texts.numbersLeft}`] : []),
  ];
  return parts.length === 0 ? null : <p class="quiet left-out">{`${texts.notDrawn} ${parts.join(', ')}`}</p>;
}

/** A step outside of what is drawn has no place in it. */
function instantOf({ ticks, start }: RunStretch, step: number): Instant | undefined {
  if (step === start.step) return start;
  return ticks[step - (ticks[0]?.step ?? 0)];
}

function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => {
      setWidth(current.clientWidth);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, []);
  return width;
}
