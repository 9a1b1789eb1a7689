/**
 * The picture of a chart as the text of an SVG file, in the light style of print.
 */
import { ink } from '../graph/print-style.ts';
import { svgFile } from '../svg-file.tsx';
import { ChartPicture } from './chart-picture.tsx';
import type { ChartPictureProps } from './chart-props.ts';

/** The properties of a statechart in a file. */
export type ChartFileProps = Pick<ChartPictureProps, 'chart' | 'placement' | 'run'> & { readonly title: string };

/** Returns the text of the file. */
export function chartFile({ title, ...props }: ChartFileProps): string {
  const { width, height } = props.placement;
  const picture = <ChartPicture {...props} isStill />;
  return svgFile({ width, height, title, style, ground: ink.ground, picture });
}

const style = [
  'text{font-family:system-ui,"Segoe UI","Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif}',
  `.shape{fill:#e7eef6;stroke:${ink.blue};stroke-width:1.25}`,
  '.is-container .shape{fill:#f7f9fc}',
  `.is-machine .shape{fill:${ink.ground};stroke:${ink.quiet}}`,
  '.is-part>.shape{stroke:none}',
  `.region-line{fill:none;stroke:${ink.blue};stroke-dasharray:7 4}`,
  `.rule{fill:none;stroke:${ink.blue};stroke-width:.75}`,
  '.sign{text-anchor:middle}',
  `.is-active .shape{stroke-width:3;stroke:${ink.green}}`,
  `.active-sign{fill:${ink.green}}`,
  `.final{fill:none;stroke:${ink.blue};stroke-width:1.25}`,
  '.focus-ring,.hit{display:none}',
  `.name{fill:${ink.text};stroke:${ink.ground};stroke-width:3;stroke-linejoin:round;paint-order:stroke;font-size:13px;font-weight:600}`,
  `.note{fill:${ink.quiet};font-size:11px}`,
  `.mark{fill:${ink.text}}`,
  `.line{fill:none;stroke:${ink.quiet};stroke-width:1.5}`,
  `.head{fill:${ink.quiet}}`,
  `.is-in-cycle .line{stroke:${ink.blue};stroke-width:2}`,
  `.is-in-cycle .head{fill:${ink.blue}}`,
  `.is-broken>.shape{stroke:${ink.red};stroke-width:2.5}`,
  '.is-end>.shape{stroke-width:2.5}',
  '.is-cut>.shape{stroke-dasharray:2 3}',
  `.mark-sign{fill:${ink.red};font-size:14px;font-weight:700;text-anchor:middle}`,
  `.is-cut>.mark-sign,.is-end>.mark-sign{fill:${ink.quiet}}`,
  '.by-after .line{stroke-dasharray:6 3}',
  '.by-always .line{stroke-dasharray:2 3}',
  `.is-enabled .line,.is-taken .line{stroke:${ink.green};stroke-width:2.5}`,
  `.is-enabled .head,.is-taken .head{fill:${ink.green}}`,
  `.transition-label{fill:${ink.text};stroke:${ink.ground};stroke-width:8;stroke-linejoin:round;paint-order:stroke;font-size:11px;text-anchor:middle}`,
].join('\n');
