/**
 * The lane of notifications: a mark for each time at which an entity is notified of the end of another, with a line to the
 * lane of the one notified.
 */
import type { VNode } from 'preact';
import { append } from '../../model/common/append.ts';
import type { TraceNotice } from '../../view/run/trace/trace.ts';
import type { Scale } from './scale.ts';
import type { Rows } from './sizes.ts';

/** The properties of the marks. */
export interface NoticeMarksProps {
  readonly notices: readonly TraceNotice[];
  readonly scale: Scale;
  readonly rows: Rows;
  readonly onStep?: ((step: number) => void) | undefined;
}

/** Draws the marks; nothing without a lane for them. */
export function NoticeMarks({ notices, scale, rows, onStep }: NoticeMarksProps): VNode | null {
  const { notices: y } = rows;
  if (y === undefined) return null;
  const steps = new Map<number, TraceNotice[]>();
  for (const notice of notices) append(steps, notice.step, notice);
  return (
    <g class="notices">
      <line class="lane-line" x1={scale.left} x2={scale.right} y1={y} y2={y} />
      {[...steps.values()].map((told) => (
        <NoticeMark key={told[0]?.step} told={told} y={y} scale={scale} rows={rows} onStep={onStep} />
      ))}
    </g>
  );
}

function NoticeMark({
  told,
  y,
  scale,
  rows,
  onStep,
}: Omit<NoticeMarksProps, 'notices'> & { readonly told: readonly TraceNotice[]; readonly y: number }): VNode | null {
  const [first] = told;
  if (first === undefined) return null;
  const x = scale.x(first);
  const lanes = told.flatMap(({ entity }) => rows.laneOf(entity) ?? []);
  return (
    <g
      class="notice-mark"
      data-notices={told.length}
      onClick={() => {
        onStep?.(first.step);
      }}
    >
      <title>{told.map(({ text }) => text).join('\n')}</title>
      {lanes.map((lane, index) => (
        <path key={index} class="notice-line" d={`M${x.toString()} ${(y - 6).toString()}V${(lane + 9).toString()}`} />
      ))}
      <path class="notice-sign" d={`M${x.toString()} ${(y - 7).toString()}l6 7l-6 7l-6 -7z`} />
      {told.length > 1 && (
        <text class="notice-count" x={x + 9} y={y + 4}>
          {told.length}
        </text>
      )}
    </g>
  );
}
