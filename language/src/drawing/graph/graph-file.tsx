/**
 * The picture of a graph as the text of an SVG file, in the light style of print: what the page shows, without
 * what is only there to be used.
 */
import { svgFile } from '../svg-file.tsx';
import { GraphPicture } from './graph-picture.tsx';
import type { GraphPictureProps } from './picture-parts.ts';
import { ink, printStyle } from './print-style.ts';

/** The properties of a graph in a file. */
export interface GraphFileProps extends Pick<GraphPictureProps, 'graph' | 'placement' | 'statuses' | 'dropped'> {
  /** The subject of the picture. */
  readonly title: string;
}

/** Returns the text of the file. */
export function graphFile({ title, ...props }: GraphFileProps): string {
  const { width, height } = props.placement;
  const picture = <GraphPicture {...props} isStill />;
  return svgFile({ width, height, title, style: printStyle(), ground: ink.ground, picture });
}
