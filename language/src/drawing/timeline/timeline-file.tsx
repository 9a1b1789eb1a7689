/**
 * The picture of a plan, or of two, as the text of an SVG file in the light style of print: what the report shows,
 * without what is only there to be used. Two plans are below each other.
 */
import type { ReportTimeline } from '../../view/report/report.ts';
import { placeTimeline } from '../../view/report/timeline-layout.ts';
import { ink, printStyle } from '../graph/print-style.ts';
import { svgFile } from '../svg-file.tsx';
import { TimelinePicture } from './timeline-picture.tsx';

const headingHeight = 26;
const leastWidth = 320;

const style = [
  '.column{fill:#f3f4f6}',
  `.column-title,.side-title{fill:${ink.text};font-size:12px;font-weight:600}`,
  '.column-title{text-anchor:middle}',
  `.status-notifiedFirst .shape,.status-notified .shape{stroke:${ink.blue};fill:${ink.ground}}`,
  `.stroke{fill:none;stroke:${ink.quiet};stroke-width:1.25}`,
  `.head{fill:${ink.quiet};stroke:none}`,
  `.line-notifiedFirst .stroke,.line-notified .stroke{stroke:${ink.blue};stroke-dasharray:5 4}`,
  `.line-notifiedFirst .head,.line-notified .head{fill:${ink.blue}}`,
  `.difference{fill:${ink.text}}`,
].join('\n');

/** Returns the text of the file. */
export function timelineFile({ sides }: Pick<ReportTimeline, 'sides'>, title: string): string {
  let top = 0;
  const parts = sides.map((side) => {
    const placed = placeTimeline(side);
    const own = top;
    top += headingHeight + placed.height;
    return { side, placed, top: own };
  });
  const picture = parts.map(({ side, placed, top: y }) => (
    <g key={y} transform={`translate(0 ${y.toString()})`}>
      <text class="side-title" x="12" y="18">
        {side.title}
      </text>
      <g transform={`translate(0 ${headingHeight.toString()})`}>
        <TimelinePicture side={side} placed={placed} isStill />
      </g>
    </g>
  ));
  const width = Math.max(leastWidth, ...parts.map(({ placed }) => placed.width));
  return svgFile({ width, height: top, title, style: `${printStyle()}\n${style}`, ground: ink.ground, picture });
}
