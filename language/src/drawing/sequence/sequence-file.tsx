/**
 * A run over time as the text of an SVG file, in the light style of print: what the page shows.
 */
import { svgFile } from '../svg-file.tsx';
import { ink } from '../graph/print-style.ts';
import type { RunStretch, Series } from '../../view/run/run-stretch.ts';
import type { Lane } from '../../view/run/trace/trace.ts';
import { scaleOf, type Axis } from './scale.ts';
import { SequencePicture } from './sequence-picture.tsx';
import { margin, nameWidth, rowsOf } from './sizes.ts';

/** A run in a file, with what of it is shown. */
export interface FiledRun {
  readonly stretch: RunStretch;
  readonly lanes: readonly Lane[];
  readonly series: readonly Series[];
  readonly name?: string | undefined;
}

/** The properties of a run in a file. */
export interface SequenceFileProps {
  /** The subject of the picture. */
  readonly title: string;
  /** One, or two that are compared. */
  readonly runs: readonly FiledRun[];
  readonly axis: Axis;
  /** Of the part with the lanes, in pixels. */
  readonly width: number;
}

/** Returns the text of the file. */
export function sequenceFile({ title, runs, axis, width }: SequenceFileProps): string {
  const scale = scaleOf(
    runs.map(({ stretch }) => stretch),
    { axis, left: nameWidth, width },
  );
  let top = 0;
  const pictures = runsInOrder(runs).map(({ stretch, lanes, series, name }) => {
    const picture = <SequencePicture {...{ stretch, scale, lanes, series, name, top }} />;
    top = rowsOf(lanes, series, { top, hasNotices: stretch.notices.length > 0 }).height;
    return picture;
  });
  return svgFile({
    width: nameWidth + width + margin,
    height: Math.max(40, top + 4),
    title,
    style: sequenceStyle,
    ground: ink.ground,
    picture: pictures,
  });
}

/** Returns runs in their order below each other: of two that are compared, the lanes come before the numbers. */
export function runsInOrder(runs: readonly FiledRun[]): readonly FiledRun[] {
  if (runs.length < 2) return runs;
  const isSeen = ({ lanes, series }: FiledRun): boolean => lanes.length > 0 || series.length > 0;
  const lanes = runs.map((run) => ({ ...run, series: [] }));
  return [...lanes, ...runs.map((run) => ({ ...run, lanes: [] }))].filter(isSeen);
}

/** Plain values only; the page has the same rules with the colours of the theme. */
const sequenceStyle = [
  `text{font:12px system-ui,"Segoe UI",Helvetica,Arial,"DejaVu Sans",sans-serif;fill:${ink.text}}`,
  '.axis-name{font-weight:600}',
  `.axis-label line{stroke:#d8dee4}.axis-label text,.chart-limit{fill:${ink.quiet};font-size:11px}`,
  '.axis-label text{text-anchor:middle}',
  `.mark-error,.mark-failure{fill:${ink.red}}.mark-remark{fill:${ink.orange}}`,
  '.lane-line{stroke:#d8dee4}',
  `.bar rect{stroke:${ink.blue};fill:#e7eef6}`,
  '.tone-1 rect{fill:#f3ecf7}.tone-2 rect{fill:#e9f2ec}.tone-3 rect{fill:#f6eee6}',
  `.life-doomed rect{stroke-dasharray:3 2;stroke:${ink.orange}}`,
  `.life-crashed rect,.life-halted rect{stroke:${ink.red};fill:#fbeaea;stroke-width:1.5}`,
  `.life-destroyed rect,.life-absent rect{stroke:${ink.quiet};fill:#ffffff;stroke-dasharray:2 3}`,
  `.ended{stroke:${ink.red};stroke-dasharray:1 5;stroke-width:2}.life-destroyed .ended{stroke:${ink.quiet}}`,
  `.arrow-hit{display:none}.arrow-line{stroke:${ink.text};fill:none}`,
  `.arrow-head{fill:${ink.text};stroke:${ink.text}}.is-hollow{fill:#ffffff}`,
  `.arrow-start{fill:${ink.text}}.arrow-disc{fill:#ffffff;stroke:${ink.text};stroke-width:1.5}`,
  `.arrow-cross{stroke:${ink.red};stroke-width:2;fill:none}`,
  `.outcome-lost .arrow-line,.outcome-dead .arrow-line{stroke:${ink.red};stroke-dasharray:4 3}`,
  `.outcome-lost .arrow-name,.outcome-dead .arrow-name{fill:${ink.red};font-weight:600}`,
  '.outcome-under-way .arrow-line,.is-duplicate .arrow-line{stroke-dasharray:2 3}',
  `.arrow-wait{stroke:${ink.text};stroke-dasharray:1 3;fill:none}`,
  '.arrow-name,.bar-name{font-size:11px;stroke:#ffffff;stroke-width:3;paint-order:stroke}',
  `.is-keepalive{opacity:.75}.is-keepalive .arrow-line{stroke:${ink.green};stroke-dasharray:1 3}`,
  `.is-keepalive .arrow-head,.is-keepalive .arrow-start{fill:${ink.green};stroke:${ink.green}}`,
  `.notice-sign{fill:#ffffff;stroke:${ink.blue};stroke-width:1.5}.notice-line{stroke:${ink.blue};stroke-dasharray:2 2;fill:none}`,
  `.chart-line{stroke:${ink.blue};stroke-width:1.5;fill:none}.chart-now{fill:${ink.blue}}`,
  `.chart-value{font-weight:600}.cursor{stroke:${ink.orange};stroke-width:1.5}.fork{stroke:${ink.purple};stroke-dasharray:4 3}`,
].join('\n');
