/**
 * A run over time: an axis, a lane for each entity, arrows for messages, and charts of numbers, all over the
 * same time. Plain SVG from plain records; colours come from whoever shows it.
 */
import type { VNode } from 'preact';
import type { RunStretch, Series, Tick } from '../../view/run/run-stretch.ts';
import type { Arrow, Instant, Lane } from '../../view/run/trace/trace.ts';
import { NoticeMarks } from './notice-marks.tsx';
import { BarNames, LaneBars } from './lane-bars.tsx';
import { MessageArrows } from './message-arrows.tsx';
import { SeriesChart, valueAt, shortValue } from './series-chart.tsx';
import type { Scale } from './scale.ts';
import { axisHeight, chartHeight, fitted, nameWidth, rowsOf, type Rows } from './sizes.ts';

/** The properties of the picture of a run. */
export interface SequencePictureProps {
  readonly stretch: RunStretch;
  readonly scale: Scale;
  /** Those of the stretch that are shown. */
  readonly lanes: readonly Lane[];
  readonly series: readonly Series[];
  /** Its upper edge. */
  readonly top?: number;
  /** Stands in front of the axis. */
  readonly name?: string | undefined;
  readonly selected?: Instant | undefined;
  /** The step at which it leaves another run. */
  readonly fork?: Instant | undefined;
  readonly onStep?: ((step: number) => void) | undefined;
  /** The message that one has come to. */
  readonly arrow?: Arrow | undefined;
  /** Returns what the menu over a lane offers, in the form that VS Code expects. */
  readonly menuOf?: ((lane: Lane) => string) | undefined;
}

/** Draws the picture. */
export function SequencePicture(props: SequencePictureProps): VNode {
  const { stretch, scale, lanes, series, top = 0, name, selected, fork, onStep, arrow, menuOf } = props;
  const rows = rowsOf(lanes, series, { top, hasNotices: stretch.notices.length > 0 });
  const names = new Map(stretch.lanes.map((lane) => [lane.entity, lane.name]));
  return (
    <g class="sequence">
      <TimeAxis scale={scale} top={top} bottom={rows.height} ticks={stretch.ticks} name={name} onStep={onStep} />
      <RowNames rows={rows} selected={selected} />
      {rows.lanes.map(({ lane, y }) => (
        <LaneBars key={lane.entity} lane={lane} y={y} scale={scale} onStep={onStep} menuOf={menuOf} />
      ))}
      {/* Below all names, whose ground interrupts it. */}
      {fork !== undefined && <Cursor kind="fork" x={scale.x(fork)} top={top} bottom={rows.height} />}
      {selected !== undefined && <Cursor kind="cursor" x={scale.x(selected)} top={top} bottom={rows.height} />}
      <NoticeMarks notices={stretch.notices} scale={scale} rows={rows} onStep={onStep} />
      <MessageArrows
        arrows={stretch.arrows}
        keepalives={stretch.keepalives}
        scale={scale}
        rows={rows}
        nameOf={(entity) => names.get(entity ?? -1) ?? ''}
        selected={arrow}
        onStep={onStep}
      />
      <g class="bar-names" aria-hidden="true">
        {rows.lanes.map(({ lane, y }) => (
          <BarNames key={lane.entity} lane={lane} y={y} scale={scale} />
        ))}
      </g>
      {rows.charts.map((chart) => (
        <SeriesChart key={chart.series.name} {...chart} scale={scale} selected={selected} />
      ))}
    </g>
  );
}

interface TimeAxisProps extends Pick<SequencePictureProps, 'scale' | 'name' | 'onStep'> {
  readonly top: number;
  readonly bottom: number;
  readonly ticks: readonly Tick[];
}

function TimeAxis({ scale, top, bottom, ticks, name, onStep }: TimeAxisProps): VNode {
  const base = top + axisHeight - 4;
  return (
    <g class="axis" data-axis={scale.axis}>
      {name !== undefined && (
        <text class="axis-name" x={6} y={top + 14}>
          {fitted(name, nameWidth - 12)}
          <title>{name}</title>
        </text>
      )}
      {scale.labels.map(({ x, text }) => (
        <g key={text} class="axis-label">
          <line x1={x} x2={x} y1={base} y2={bottom} />
          <text x={x} y={top + 14}>
            {text}
          </text>
        </g>
      ))}
      {ticks.map(({ step, at, mark }) =>
        mark === undefined ? null : (
          <path
            key={step}
            class={`axis-mark mark-${mark}`}
            d={`M${scale.x({ step, at }).toString()} ${base.toString()}l-4 -7h8z`}
            onClick={() => onStep?.(step)}
            data-marked={step}
          >
            <title>{`${step.toString()}: ${mark}`}</title>
          </path>
        ),
      )}
    </g>
  );
}

const RowNames = ({ rows, selected }: { readonly rows: Rows; readonly selected: Instant | undefined }): VNode => (
  <g class="row-names">
    {rows.lanes.map(({ lane, y }) => (
      <text key={lane.entity} x={6} y={y + 4}>
        {fitted(lane.name, nameWidth - 14)}
        <title>{lane.name}</title>
      </text>
    ))}
    {rows.notices !== undefined && (
      <text class="notices-name" x={6} y={rows.notices + 4}>
        notifications
      </text>
    )}
    {rows.charts.map(({ series, y }) => {
      const now = selected === undefined ? undefined : valueAt(series.points, selected.step);
      return (
        <g key={series.name}>
          <text x={6} y={y + chartHeight / 2 - 2}>
            {fitted(series.name, nameWidth - 14)}
            <title>{series.name}</title>
          </text>
          {now !== undefined && (
            <text class="chart-value" x={6} y={y + chartHeight / 2 + 12}>
              {`${shortValue(now)}${series.unit ?? ''}`}
            </text>
          )}
        </g>
      );
    })}
  </g>
);

interface CursorProps {
  readonly kind: 'cursor' | 'fork';
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}

const Cursor = ({ kind, x, top, bottom }: CursorProps): VNode => (
  <line class={kind} x1={x} x2={x} y1={top + axisHeight - 6} y2={bottom} data-cursor={kind} />
);
