/**
 * The run over time: the drawn part, its tools, the overview of the whole run, and the same as tables.
 */
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { scaleOf } from '../../../../language/src/drawing/sequence/scale.ts';
import { runsInOrder } from '../../../../language/src/drawing/sequence/sequence-file.tsx';
import { messageWords } from '../../../../language/src/drawing/sequence/message-arrows.tsx';
import { SequencePicture } from '../../../../language/src/drawing/sequence/sequence-picture.tsx';
import { margin, nameWidth, rowsOf } from '../../../../language/src/drawing/sequence/sizes.ts';
import type { RunStretch } from '../../../../language/src/view/run/run-stretch.ts';
import type { Arrow, Instant, Lane } from '../../../../language/src/view/run/trace/trace.ts';
import { menuOf } from '../../page/page-menu.ts';
import { arrowKey } from './arrow-keys.ts';
import { windowAround, windowFrom, type DrawnWindow } from './drawn-window.ts';
import { LaneActions } from './lane-actions.tsx';
import { LaneKeys } from './lane-keys.tsx';
import type { TraceHost, TraceMessageToExtension, TraceSettings } from '../messages.ts';
import { PictureTables } from './picture-tables.tsx';
import { PictureTools } from './picture-tools.tsx';
import { OffScreen } from './off-screen.tsx';
import type { DrawnStretch, ShownRun, TraceState } from '../trace-state.ts';
import { texts } from '../texts.ts';
import { visibleOf } from './visible.ts';
import { itemAt } from '../../../../language/src/model/common/lookup.ts';

/** The properties of the picture. */
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
  const { drawn, selected, settings } = state;
  const element = useRef<HTMLDivElement>(null);
  const [followed, setFollowed] = useState<Arrow>();
  const width = useWidth(element);
  if (drawn === undefined) return null;
  const { stretch } = drawn;
  const arrow = followed && stretch.arrows.find((each) => arrowKey(each) === arrowKey(followed));
  const { lanes, series } = visibleOf(stretch, settings);
  const rows = rowsOf(lanes, series, { hasNotices: stretch.notices.length > 0 });
  return (
    <div ref={element} class="picture" tabIndex={-1}>
      <Drawing {...{ shown, state, drawn, width, arrow, onSelect }} />
      <LaneKeys
        rows={rows}
        arrows={stretch.arrows}
        {...{ selected, onSelect, onEntity, arrow }}
        onArrow={setFollowed}
        menuOf={laneMenu}
        entity={state.entity}
        onReveal={() => {
          host.post({ type: 'reveal', number: shown.number, step: selected });
        }}
        onHide={(name) => {
          onChoose({ hiddenLanes: [...settings.hiddenLanes, name] });
        }}
      />
      <LaneActions {...{ shown, state, host, rows }} />
      <OffScreen {...{ stretch, rows, selected, element }} />
      <p class="announcements" role="status" data-followed={arrow?.text}>
        {arrow !== undefined && messageWords(arrow, stretch.lanes)}
      </p>
      <LeftOut stretch={stretch} />
    </div>
  );
}

interface DrawingProps extends Pick<RunPictureProps, 'shown' | 'state' | 'onSelect'> {
  readonly drawn: DrawnStretch;
  readonly width: number;
  readonly arrow: Arrow | undefined;
}

/** The run, and below it the compared one, over the same time. */
function Drawing({ shown, state: { selected, settings, runs }, drawn, width, arrow, onSelect }: DrawingProps): VNode {
  const { stretch, other } = drawn;
  const stretches = other === undefined ? [stretch] : [stretch, other];
  const scale = scaleOf(stretches, {
    axis: settings.axis,
    left: nameWidth,
    width: Math.max(120, width - nameWidth - margin),
  });
  const { branch } = shown.summary;
  const fork = branch === undefined ? undefined : instantOf(stretch, branch.after);
  const names = other === undefined ? [] : [runs.titles[runs.shown], runs.titles[runs.compared ?? -1]];
  const parts = runsInOrder(
    stretches.map((each, index) => ({ stretch: each, ...visibleOf(each, settings), name: names[index] })),
  );
  const tops = [0];
  for (const {
    lanes,
    series,
    stretch: { notices },
  } of parts) {
    tops.push(rowsOf(lanes, series, { top: itemAt(tops, tops.length - 1), hasNotices: notices.length > 0 }).height);
  }
  const own = { selected: instantOf(stretch, selected), onStep: onSelect, arrow };
  return (
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
          top={itemAt(tops, index)}
          menuOf={laneMenu}
          {...(part.stretch === stretch && own)}
        />
      ))}
    </svg>
  );
}

/** Returns the menu of a lane, with *Show Machine…* if it has one. */
const laneMenu = ({ name, kind, machine }: Lane): string =>
  menuOf<TraceMessageToExtension>({
    aftermathHide: { type: 'hideLane', name },
    aftermathName: name,
    aftermathKind: kind,
    ...(machine !== undefined && { machine, entity: name }),
  });

/** Shows what is omitted because of a limit. */
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

/** Returns the instant of a step; nothing for a step outside the drawn part. */
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
