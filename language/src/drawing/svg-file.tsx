/**
 * A picture as the text of an SVG file that stands for itself: with its size, its name and its style. It
 * knows no picture; whoever draws one hands it over.
 */
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Size } from '../view/layout/layout-graph.ts';

/** The parts of an SVG file. */
export interface SvgFile extends Size {
  /** The description of the picture for screen readers. */
  readonly title: string;
  /** Rules with plain values only: what reads such files often knows neither variables nor `color-mix`. */
  readonly style: string;
  /** The colour under the picture. */
  readonly ground: string;
  readonly picture: ComponentChildren;
}

/** Returns the text of the file. Equal pictures give equal texts. */
export function svgFile({ width, height, title, style, ground, picture }: SvgFile): string {
  const [wide, high] = [Math.ceil(width), Math.ceil(height)];
  const text = renderToString(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={wide}
      height={high}
      viewBox={`0 0 ${wide.toString()} ${high.toString()}`}
      role="img"
    >
      <title>{title}</title>
      <style>{style}</style>
      <rect width={wide} height={high} fill={ground} />
      {picture}
    </svg>,
  );
  return `${withoutControls(text)}\n`;
}

/** XML has no way to say most control characters, nor half a character. */
const withoutControls = (text: string): string =>
  text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}');
