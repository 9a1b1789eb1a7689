/**
 * The messages of a stretch as arrows between lanes. Lost ones end in a cross before they arrive and say so;
 * names stand where they hide neither a bar nor each other.
 */
import type { VNode } from 'preact';
import type { Arrow, Lane } from '../../view/run/trace/trace.ts';
import { arrowShape, type ArrowShape } from './arrow-shape.ts';
import type { Scale } from './scale.ts';
import { barHeight, laneHeight, widthOf, type Rows } from './sizes.ts';
import { t } from '../../model/common/translation.ts';

/** The properties of the arrows between lanes. */
export interface MessageArrowsProps {
  readonly arrows: readonly Arrow[];
  readonly keepalives: readonly Arrow[];
  readonly scale: Scale;
  readonly rows: Rows;
  readonly nameOf: (entity: number | undefined) => string;
  readonly onStep?: ((step: number) => void) | undefined;
  /** The message that one has come to. */
  readonly selected?: Arrow | undefined;
}

interface ShapedArrow {
  readonly arrow: Arrow;
  readonly shape: ArrowShape;
}

/** Draws the arrows. */
export function MessageArrows(props: MessageArrowsProps): VNode {
  const { arrows, keepalives, scale, rows, nameOf, onStep, selected } = props;
  const shapedOf = (all: readonly Arrow[]): readonly ShapedArrow[] =>
    all.flatMap((arrow) => {
      const shape = arrowShape(arrow, scale, rows);
      return shape === undefined ? [] : [{ arrow, shape }];
    });
  const shaped = shapedOf(arrows);
  const labels = labelsOf(shaped, scale, rows);
  return (
    <g class="arrows">
      {shapedOf(keepalives).map(({ arrow, shape }, index) => (
        <MessageArrow
          key={`keepalive ${index.toString()}`}
          arrow={arrow}
          shape={shape}
          label={undefined}
          title={titleOf(arrow, nameOf)}
          onStep={onStep}
          isSelected={false}
          isKeepalive
        />
      ))}
      {shaped.map(({ arrow, shape }, index) => (
        <MessageArrow
          key={index}
          arrow={arrow}
          shape={shape}
          label={labels.get(arrow)}
          title={titleOf(arrow, nameOf)}
          onStep={onStep}
          isSelected={arrow === selected}
        />
      ))}
    </g>
  );
}

/** Says of a message who sent it to whom, and how it fared. */
export function messageWords(arrow: Arrow, lanes: readonly Lane[]): string {
  return titleOf(arrow, (entity) => lanes.find((lane) => lane.entity === entity)?.name ?? '');
}

const titleOf = ({ text, from, to, outcome }: Arrow, nameOf: MessageArrowsProps['nameOf']): string =>
  t`${text}${from === undefined ? '' : t` from ${nameOf(from)}`} to ${nameOf(to)}: ${outcome}`;

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Returns the names of messages, failed ones first; omits each that would cover another, or a bar. */
function labelsOf(shaped: readonly ShapedArrow[], scale: Scale, { lanes }: Rows): ReadonlyMap<Arrow, Label> {
  const placed: (Label & { readonly width: number })[] = [];
  const labels = new Map<Arrow, Label>();
  const isLost = ({ arrow }: ShapedArrow): boolean => arrow.outcome === 'lost' || arrow.outcome === 'dead';
  for (const one of [...shaped.filter(isLost), ...shaped.filter((each) => !isLost(each))]) {
    const { arrow, shape } = one;
    const text = isLost(one) ? `${arrow.text} ${arrow.outcome}` : arrow.text;
    const width = widthOf(text);
    const free = heightsOf(shape).find((y) => {
      const x = labelX(one);
      return (
        x + width <= scale.right &&
        lanes.every((lane) => Math.abs(y - ascent - lane.y) >= (barHeight + labelHeight) / 2) &&
        placed.every((other) => x > other.x + other.width || other.x > x + width || Math.abs(y - other.y) > labelHeight)
      );
    });
    if (free === undefined) continue;
    const label = { x: labelX(one), y: free, text };
    placed.push({ ...label, width });
    labels.set(arrow, label);
  }
  return labels;
}

/** Beside its line, or beside the cross of a lost message. */
const labelX = ({ arrow, shape: { x1, x2 } }: ShapedArrow): number =>
  arrow.outcome === 'lost' ? Math.max(x1, x2) + 7 : (x1 + x2) / 2 + 5;

const labelHeight = 12;

/** From the line below a name to its middle. */
const ascent = 4;

/** Returns the places for a name, best first: between the bars of two neighbours there is just room for one. */
function heightsOf({ y1, y2, isFromOutside }: ArrowShape): readonly number[] {
  const gap = laneHeight / 2 + ascent;
  if (isFromOutside) return [y2 - gap + 1, y2 + gap - 1];
  const [above, below] = y1 < y2 ? [y1, y2] : [y2, y1];
  const gaps: number[] = [];
  for (let y = above + gap; y < below; y += laneHeight) gaps.push(y);
  return y1 < y2 ? gaps : gaps.reverse();
}

interface MessageArrowProps extends Pick<MessageArrowsProps, 'onStep'> {
  readonly arrow: Arrow;
  readonly shape: ArrowShape;
  readonly label: Label | undefined;
  readonly title: string;
  readonly isSelected: boolean;
  readonly isKeepalive?: boolean;
}

function MessageArrow({ arrow, shape, label, title, onStep, isSelected, isKeepalive }: MessageArrowProps): VNode {
  const { x1, y1, x2, y2, takenX, isFromOutside } = shape;
  const line = `M${x1.toString()} ${y1.toString()}L${x2.toString()} ${y2.toString()}`;
  return (
    <g
      class={classOf(arrow, { isSelected, isKeepalive: isKeepalive === true })}
      data-arrow={isKeepalive === true ? undefined : arrow.text}
      data-keepalive={isKeepalive === true ? arrow.outcome : undefined}
      data-outcome={arrow.outcome}
      onClick={() => {
        const step = arrow.end?.step ?? arrow.sent?.step;
        if (step !== undefined) onStep?.(step);
      }}
    >
      <title>{title}</title>
      <path class="arrow-hit" d={line} />
      <path class="arrow-line" d={line} />
      {isFromOutside && <circle class="arrow-start" cx={x1} cy={y1} r={2.5} />}
      <ArrowTip shape={shape} />
      {takenX !== undefined && (
        <path class="arrow-wait" d={`M${x2.toString()} ${y2.toString()}H${takenX.toString()}`} />
      )}
      {label !== undefined && (
        <text class="arrow-name" x={label.x} y={label.y}>
          {label.text}
        </text>
      )}
    </g>
  );
}

const classOf = (
  { outcome, isDuplicate }: Arrow,
  { isSelected, isKeepalive }: { readonly isSelected: boolean; readonly isKeepalive: boolean },
): string =>
  [
    'arrow',
    `outcome-${outcome.replaceAll(' ', '-')}`,
    ...(isDuplicate ? ['is-duplicate'] : []),
    ...(isSelected ? ['is-selected'] : []),
    ...(isKeepalive ? ['is-keepalive'] : []),
  ].join(' ');

function ArrowTip({ shape: { x1, y1, x2, y2, end } }: { readonly shape: ArrowShape }): VNode | null {
  if (end === 'none') return null;
  if (end === 'disc') return <circle class="arrow-disc" cx={x2} cy={y2} r={4} />;
  if (end === 'cross') {
    return <path class="arrow-cross" d={`M${x2.toString()} ${y2.toString()}m-4 -4l8 8m0 -8l-8 8`} />;
  }
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return (
    <path
      class={`arrow-head is-${end}`}
      d="M0 0L-8 -3.5V3.5z"
      transform={`translate(${x2.toString()} ${y2.toString()}) rotate(${angle.toFixed(1)})`}
    />
  );
}
