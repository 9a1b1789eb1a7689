/**
 * The picture of a plan as plain SVG elements: columns in time, boxes, orders as lines, messages dashed. It is a
 * function of its properties alone, so it can be written into a file as well as into the page.
 */
import type { VNode } from 'preact';
import type { Point } from '../../view/layout/placement.ts';
import type { TimelineBox, TimelineLine, TimelineSide } from '../../view/report/report.ts';
import { fittedDetail, fittedName, timelineDrawing, type PlacedTimeline } from '../../view/report/timeline-layout.ts';
import { KindIcon, StatusBadge } from '../graph/kind-icon.tsx';
import { timelineBoxWords } from './timeline-words.ts';
import { t } from '../../model/common/translation.ts';

/** The selection on a side: a box by its id, a line by its place. */
export type TimelineSelection = string | number;

/** The properties of the picture of a plan. */
export interface TimelinePictureProps {
  readonly side: TimelineSide;
  readonly placed: PlacedTimeline;
  readonly selected?: TimelineSelection | undefined;
  /** The box where the Tab key stops. */
  readonly current?: string | undefined;
  /** Without what is only there to be used. */
  readonly isStill?: boolean;
  /** Returns what the menu over a box offers, in the form that VS Code expects. */
  readonly menuOf?: ((box: TimelineBox) => string) | undefined;
}

const { textLeft } = timelineDrawing;

/** Draws one plan in the coordinates of its places. */
export function TimelinePicture({
  side,
  placed,
  selected,
  current,
  isStill = false,
  menuOf,
}: TimelinePictureProps): VNode {
  const near = nearOf(side, selected);
  return (
    <>
      <g class="columns" aria-hidden="true">
        {side.columns.map(({ title, more }, place) => (
          <Column
            key={place}
            title={title}
            more={more}
            {...(placed.columns[place] ?? { x: 0, width: 0 })}
            height={placed.height}
          />
        ))}
      </g>
      <g class="lines" aria-hidden="true">
        {side.lines.map((line, place) => (
          <Line
            key={place}
            line={line}
            place={place}
            points={placed.lines[place] ?? []}
            isSelected={selected === place}
            isNear={near?.lines.has(place) === true}
            isStill={isStill}
          />
        ))}
      </g>
      {side.columns.flatMap(({ boxes, title }) =>
        boxes.map((box) => (
          <Box
            key={box.id}
            box={box}
            column={title}
            placed={placed}
            isSelected={selected === box.id}
            isCurrent={current === box.id}
            isStill={isStill}
            menuOf={menuOf}
            isFar={near !== undefined && !near.boxes.has(box.id)}
          />
        )),
      )}
    </>
  );
}

/** Returns the selection with its lines and their other ends. */
function nearOf({ lines }: TimelineSide, selected: TimelineSelection | undefined) {
  if (selected === undefined) return undefined;
  const own = lines.flatMap((line, place) =>
    place === selected || line.from === selected || line.to === selected ? [place] : [],
  );
  const ends = own.flatMap((place) => [lines[place]?.from, lines[place]?.to]);
  return { lines: new Set(own), boxes: new Set([...ends, selected]) };
}

function Column({
  title,
  more,
  x,
  width,
  height,
}: {
  readonly title: string;
  readonly more: number;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}): VNode {
  return (
    <g transform={`translate(${x.toString()} 0)`}>
      <rect class="column" x="-10" y="0" width={width + 20} height={height} rx="4" />
      <text class="column-title" x={width / 2} y={timelineDrawing.margin + 9}>
        {more === 0 ? title : t`${title} (and ${more.toString()} more)`}
      </text>
    </g>
  );
}

interface LineProps {
  readonly line: TimelineLine;
  readonly place: number;
  readonly points: readonly Point[];
  readonly isSelected: boolean;
  readonly isNear: boolean;
  readonly isStill: boolean;
}

function Line({ line, place, points, isSelected, isNear, isStill }: LineProps): VNode | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const path = pathOf(points);
  const head = line.kind === 'notifiedFirst' ? first : last;
  const side = line.kind === 'notifiedFirst' ? 1 : -1;
  const classes = [`line line-${line.kind}`, ...(isSelected ? ['is-selected'] : []), ...(isNear ? ['is-near'] : [])];
  return (
    <g class={classes.join(' ')} data-line={place} data-line-kind={line.kind}>
      <title>{line.text}</title>
      {!isStill && <path class="grip" d={path} />}
      <path class="stroke" d={path} />
      <path class="head" d={`M${head.x.toString()} ${head.y.toString()}l${(side * 7).toString()}-4v8z`} />
    </g>
  );
}

/** Bends between columns, straight past them. */
function pathOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, place) => {
      const before = points[place - 1];
      if (before === undefined) return `M${x.toString()} ${y.toString()}`;
      if (before.y === y) return `H${x.toString()}`;
      const middle = ((before.x + x) / 2).toString();
      return `C${middle} ${before.y.toString()} ${middle} ${y.toString()} ${x.toString()} ${y.toString()}`;
    })
    .join('');
}

interface BoxProps extends Pick<TimelinePictureProps, 'menuOf'> {
  readonly box: TimelineBox;
  readonly column: string;
  readonly placed: PlacedTimeline;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly isStill: boolean;
  /** True if something else is selected that it has no line to. */
  readonly isFar: boolean;
}

function Box({ box, column, placed, isSelected, isCurrent, isStill, isFar, menuOf }: BoxProps): VNode | null {
  const place = placed.boxes.get(box.id);
  if (place === undefined) return null;
  const { width, height } = place;
  const classes = [
    `box kind-${box.kind} status-${box.sign}`,
    ...(isSelected ? ['is-selected'] : []),
    ...(isFar ? ['is-far'] : []),
    ...(box.isDifferent ? ['is-different'] : []),
  ];
  const words = timelineBoxWords(box, column);
  return (
    <g
      class={classes.join(' ')}
      transform={`translate(${place.x.toString()} ${place.y.toString()})`}
      data-box={box.id}
      data-name={box.text}
      data-sign={box.sign}
      data-different={box.isDifferent ? true : undefined}
      {...(!isStill && {
        role: 'button' as const,
        'aria-label': words,
        'aria-pressed': isSelected,
        tabindex: isCurrent ? 0 : -1,
        'data-vscode-context': menuOf?.(box),
      })}
    >
      <title>{words}</title>
      {!isStill && <rect class="focus-ring" x="-3" y="-3" width={width + 6} height={height + 6} rx="7" />}
      <rect class="shape" width={width} height={height} rx="5" />
      {box.isDifferent && <path class="difference" d={`M0 5a5 5 0 0 1 5-5v${height.toString()}a5 5 0 0 1-5-5z`} />}
      <g transform="translate(11 12)">
        <KindIcon kind={box.kind} />
      </g>
      <text class="name" x={textLeft} y="17">
        {fittedName(box.text, width)}
      </text>
      <text class="detail" x={textLeft} y="32">
        {fittedDetail(`${box.isDifferent ? '≠ ' : ''}${box.detail ?? ''}`, width)}
      </text>
      <g transform={`translate(${(width - 3).toString()} 3)`}>
        <StatusBadge kind={box.sign} />
      </g>
    </g>
  );
}
