/**
 * The plan of a report as a navigable picture, with two plans side by side, and below it the reasons for the selection.
 */
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type {
  ReportTimeline,
  TargetIndex,
  TimelineBox,
  TimelineSide,
} from '../../../language/src/view/report/report.ts';
import { placeTimeline } from '../../../language/src/view/report/timeline-layout.ts';
import { timelineFile } from '../../../language/src/drawing/timeline/timeline-file.tsx';
import { TimelinePicture, type TimelineSelection } from '../../../language/src/drawing/timeline/timeline-picture.tsx';
import { timelineBoxWords, nextBox } from '../../../language/src/drawing/timeline/timeline-words.ts';
import { menuOf } from '../page/page-menu.ts';
import { exportedPicture } from '../page/exported-picture.ts';
import { ToolButton } from '../page/tool-icon.tsx';
import { Reasons } from './list.tsx';
import { reportPictureFormats, type ReportMessageToExtension } from './messages.ts';
import { texts } from './texts.ts';
import { readableIn, useRoom, useTimelineZoom, ZoomTools } from './timeline-zoom.tsx';

/** The properties of the timeline. */
export interface TimelineProps {
  readonly timeline: ReportTimeline;
  /** The number of the report, needed to follow its links. */
  readonly number: number;
  readonly onFollow: (target: TargetIndex) => void;
  /** The entity that was selected elsewhere. */
  readonly pointed: string | undefined;
  readonly onSelected: (name: string) => void;
  /** Shows the state after this step in the graph. */
  readonly onStep: (step: number) => void;
  /** Called if a picture cannot be painted, for instance because it is too large. */
  readonly onTrouble: (error: unknown) => void;
  readonly onExported: (format: (typeof reportPictureFormats)[number], content: string) => void;
  /** The title of the picture in its file. */
  readonly title: string;
}

interface Selected {
  readonly side: number;
  readonly what: TimelineSelection;
}

/** Shows the picture of one plan or two. */
export function PlanTimeline(props: TimelineProps): VNode {
  const { timeline, number, title, onFollow, onStep, onExported, onTrouble } = props;
  const { sides } = timeline;
  const { selected, select } = useSelected(props);
  if (sides.every(({ columns }) => columns.every(({ boxes }) => boxes.length === 0)))
    return <p class="quiet">{timeline.empty}</p>;
  const side = selected === undefined ? undefined : sides[selected.side];
  return (
    <div class={sides.length > 1 ? 'timelines are-two' : 'timelines'}>
      {sides.map((each, place) => (
        <Side
          key={place}
          side={each}
          number={number}
          hasTitle={sides.length > 1}
          selected={selected?.side === place ? selected.what : undefined}
          onSelected={(what) => {
            select(what === undefined ? undefined : { side: place, what });
          }}
          onFollow={onFollow}
          onStep={onStep}
        />
      ))}
      <div class="timeline-details" aria-live="polite" data-selected={selected?.what}>
        {side !== undefined && selected !== undefined ? (
          <Selection
            side={side}
            what={selected.what}
            onSelected={(what) => {
              select({ side: selected.side, what });
            }}
            onFollow={onFollow}
          />
        ) : (
          <p class="quiet">{texts.timelineHelp}</p>
        )}
      </div>
      <p class="exports">
        {reportPictureFormats.map((format) => (
          <ToolButton
            key={format}
            icon="save"
            label={`${texts.saveAs} ${format.toUpperCase()}`}
            onClick={() => {
              void exportedPicture(format, timelineFile(timeline, title)).then((content) => {
                onExported(format, content);
              }, onTrouble);
            }}
            hasText
          />
        ))}
      </p>
    </div>
  );
}

/** Returns the selection made here, otherwise the one made elsewhere. */
function useSelected({ timeline, pointed, onSelected }: TimelineProps) {
  const [chosen, setSelected] = useState<Selected>();
  const { sides } = timeline;
  const select = (next: Selected | undefined): void => {
    setSelected(next);
    const name = boxesOf(sides[next?.side ?? -1]).find(({ id }) => id === next?.what)?.text;
    if (name !== undefined) onSelected(name);
  };
  useEffect(() => {
    if (boxesOf(sides[chosen?.side ?? -1]).some(({ id, text }) => id === chosen?.what && text === pointed)) return;
    const found = sides.map((side) => boxesOf(side).find(({ text }) => text === pointed)?.id);
    const side = found.findIndex((id) => id !== undefined);
    const what = found[side];
    if (what !== undefined) setSelected({ side, what });
  }, [pointed, timeline]);
  // A selection in an earlier plan may not exist in this one.
  const selected = chosen !== undefined && isIn(sides[chosen.side], chosen.what) ? chosen : undefined;
  return { selected, select };
}

/** Returns the menu of a box. */
const menuOver =
  (number: number) =>
  ({ entity, kind, target }: TimelineBox): string =>
    menuOf<ReportMessageToExtension>({
      aftermathSource: target === undefined ? undefined : { type: 'follow', number, target },
      aftermathName: entity,
      aftermathKind: kind,
    });

const boxesOf = (side: TimelineSide | undefined): readonly TimelineBox[] =>
  side?.columns.flatMap(({ boxes }) => boxes) ?? [];

const isIn = (side: TimelineSide | undefined, what: TimelineSelection): boolean =>
  typeof what === 'number' ? side?.lines[what] !== undefined : boxesOf(side).some(({ id }) => id === what);

interface SideProps extends Pick<TimelineProps, 'number' | 'onFollow' | 'onStep'> {
  readonly side: TimelineSide;
  readonly hasTitle: boolean;
  readonly selected: TimelineSelection | undefined;
  readonly onSelected: (what: TimelineSelection | undefined) => void;
}

function Side({ side, number, hasTitle, selected, onSelected, onFollow, onStep }: SideProps): VNode {
  const element = useRef<SVGSVGElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const room = useRoom(scroll);
  const placed = useMemo(() => placeTimeline(side, readableIn(room)), [side, room]);
  const zoom = useTimelineZoom(placed, room);
  const boxes = boxesOf(side);
  const current = boxes.find(({ id }) => id === selected)?.id ?? boxes[0]?.id;
  const focus = (id: string): void => {
    onSelected(id);
    element.current?.querySelector<SVGGElement>(`[data-box="${id}"]`)?.focus();
  };
  const onKeyDown = (event: TargetedKeyboardEvent<SVGSVGElement>): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const from =
      event.target instanceof Element ? event.target.closest<SVGGElement>('[data-box]')?.dataset.box : undefined;
    if (from === undefined) return;
    const next = nextBox(side, placed, from, event.key);
    if (next !== undefined) focus(next);
    else if (event.key === ' ') onSelected(from);
    else if (event.key === 'Escape') onSelected(undefined);
    else if (event.key === 'Enter') {
      const target = boxes.find(({ id }) => id === from)?.target;
      onSelected(from);
      if (target !== undefined) onFollow(target);
    } else return;
    event.preventDefault();
  };
  return (
    <figure>
      {hasTitle && <figcaption>{side.title}</figcaption>}
      <div class="timeline-tools">
        <StepButtons side={side} onStep={onStep} />
        <ZoomTools {...zoom} />
      </div>
      <div class="timeline-scroll" ref={scroll}>
        <svg
          ref={element}
          class="timeline"
          role="group"
          aria-label={side.title}
          aria-description={texts.timelineHelp}
          width={placed.width * zoom.scale}
          height={placed.height * zoom.scale}
          viewBox={`0 0 ${placed.width.toString()} ${placed.height.toString()}`}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            onSelected(selectionAt(event.target));
          }}
        >
          <TimelinePicture {...{ side, placed, selected, current }} menuOf={menuOver(number)} />
        </svg>
      </div>
    </figure>
  );
}

function selectionAt(target: EventTarget | null): TimelineSelection | undefined {
  if (!(target instanceof Element)) return undefined;
  const box = target.closest<SVGGElement>('[data-box]')?.dataset.box;
  const line = target.closest<SVGGElement>('[data-line]')?.dataset.line;
  return box ?? (line === undefined ? undefined : Number(line));
}

/** The buttons that show a step in the graph. */
function StepButtons({ side, onStep }: { readonly side: TimelineSide } & Pick<TimelineProps, 'onStep'>): VNode | null {
  const steps = side.columns.flatMap(({ step }) => step ?? []);
  if (steps.length === 0) return null;
  return (
    <p class="steps">
      <span class="quiet">{`${texts.inGraphAfter}:`}</span>
      {[0, ...steps].slice(0, stepsOffered).map((step) => (
        <button
          key={step}
          type="button"
          class="tool"
          data-graph-step={step}
          aria-label={step === 0 ? texts.atStart : `${texts.afterStep} ${step.toString()}`}
          onClick={() => {
            onStep(step);
          }}
        >
          <span>{step === 0 ? texts.start : step.toString()}</span>
        </button>
      ))}
    </p>
  );
}

/** The most steps offered; further ones are reachable in the graph. */
const stepsOffered = 13;

interface SelectionProps extends Pick<TimelineProps, 'onFollow'> {
  readonly side: TimelineSide;
  readonly what: TimelineSelection;
  readonly onSelected: (what: TimelineSelection) => void;
}

/** Shows the reasons for a box or line, and the links of its lines. */
function Selection({ side, what, onSelected, onFollow }: SelectionProps): VNode | null {
  const column = side.columns.find(({ boxes }) => boxes.some(({ id }) => id === what));
  const box = column?.boxes.find(({ id }) => id === what);
  const line = typeof what === 'number' ? side.lines[what] : undefined;
  const shown = box ?? line;
  if (shown === undefined) return null;
  const { target } = box ?? {};
  const lines = side.lines.flatMap((each, place) => (each.from === what || each.to === what ? [{ each, place }] : []));
  return (
    <>
      <h3>{box === undefined ? shown.text : timelineBoxWords(box, column?.title ?? '')}</h3>
      {target !== undefined && (
        <button
          type="button"
          class="link"
          onClick={() => {
            onFollow(target);
          }}
        >
          {texts.openSource}
        </button>
      )}
      <Reasons because={shown.because} onFollow={onFollow} />
      {lines.length > 0 && (
        <ul>
          {lines.slice(0, linesOffered).map(({ each, place }) => (
            <li key={place}>
              <button
                type="button"
                class="link"
                data-own-line={place}
                onClick={() => {
                  onSelected(place);
                }}
              >
                {each.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const linesOffered = 40;
