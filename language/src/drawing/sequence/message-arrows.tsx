/**
 * The messages of a stretch as arrows between lanes. Lost ones end in a cross before they arrive and say so;
 * names stand where they hide neither a bar nor each other.
 */
import type { VNode } from 'preact';
import type { Arrow, Lane } from '../../view/run/trace.ts';
import { arrowShape, type ArrowShape } from './arrow-shape.ts';
import type { Scale } from './scale.ts';
import { widthOf, type Rows } from './sizes.ts';

export interface MessageArrowsProps {
  readonly arrows: readonly Arrow[];
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
export function MessageArrows({ arrows, scale, rows, nameOf, onStep, selected }: MessageArrowsProps): VNode {
  const shaped = arrows.flatMap((arrow): ShapedArrow[] => {
    const shape = arrowShape(arrow, scale, rows);
    return shape === undefined ? [] : [{ arrow, shape }];
  });
  const labels = labelsOf(shaped, scale);
  return (
    <g class="arrows">
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
  `${text}${from === undefined ? '' : ` from ${nameOf(from)}`} to ${nameOf(to)}: ${outcome}`;

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What went wrong is named first; each name is left out where it would lie over another. */
function labelsOf(shaped: readonly ShapedArrow[], scale: Scale): ReadonlyMap<Arrow, Label> {
  const placed: (Label & { readonly width: number })[] = [];
  const labels = new Map<Arrow, Label>();
  const isLost = ({ arrow }: ShapedArrow): boolean => arrow.outcome === 'lost' || arrow.outcome === 'dead';
  for (const one of [...shaped.filter(isLost), ...shaped.filter((each) => !isLost(each))]) {
    const { arrow, shape } = one;
    const text = isLost(one) ? `${arrow.text} ${arrow.outcome}` : arrow.text;
    const width = widthOf(text);
    const label = { x: labelX(one), y: middle(shape), text };
    const isFree = placed.every(
      (other) =>
        label.x > other.x + other.width || other.x > label.x + width || Math.abs(label.y - other.y) > labelHeight,
    );
    if (!isFree || label.x + width > scale.right) continue;
    placed.push({ ...label, width });
    labels.set(arrow, label);
  }
  return labels;
}

/** Beside its line, or beside the cross of a lost message. */
const labelX = ({ arrow, shape: { x1, x2 } }: ShapedArrow): number =>
  arrow.outcome === 'lost' ? Math.max(x1, x2) + 7 : (x1 + x2) / 2 + 5;

const labelHeight = 12;

/** Between the bars of two neighbours there is just room for a name. */
const middle = ({ y1, y2, isFromOutside }: ArrowShape): number =>
  isFromOutside ? y1 + 3 : y1 < y2 ? y1 + labelHeight + 11 : y1 - labelHeight - 2;

interface MessageArrowProps extends Pick<MessageArrowsProps, 'onStep'> {
  readonly arrow: Arrow;
  readonly shape: ArrowShape;
  readonly label: Label | undefined;
  readonly title: string;
  readonly isSelected: boolean;
}

function MessageArrow({ arrow, shape, label, title, onStep, isSelected }: MessageArrowProps): VNode {
  const { x1, y1, x2, y2, takenX, isFromOutside } = shape;
  const line = `M${x1.toString()} ${y1.toString()}L${x2.toString()} ${y2.toString()}`;
  return (
    <g
      class={`arrow outcome-${arrow.outcome.replaceAll(' ', '-')}${arrow.isDuplicate ? ' is-duplicate' : ''}${isSelected ? ' is-selected' : ''}`}
      data-arrow={arrow.text}
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
