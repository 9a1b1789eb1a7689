/**
 * `aftermath export png`: paints the SVG. The painter is a package of its own that npm installs with the command line;
 * the extension does without it, because VS Code paints pictures itself.
 */
import type * as Resvg from '@resvg/resvg-js';
import type { Answer } from '../../../../language/src/model/common/answer.ts';

/** The format, as the help lists it. */
export const pngFormat = { name: 'png', title: 'PNG picture of the same drawing, into the file OUT' } as const;

/** The scale: twice the size, for high-resolution screens and print. */
const fineness = 2;
/** The longest side in pixels; a longer picture is scaled down, as on the page. */
const longest = 16_000;

const notThere =
  'A PNG needs the package "@resvg/resvg-js", which is not installed. "npm install -g aftermath" installs it; "export svg" works without it.';
const noFonts = 'A PNG needs a font, and none is installed; "export svg" works without one.';

type Painter = Pick<typeof Resvg, 'Resvg'>;

/** Returns the bytes of a drawing as PNG, or a refusal that says what is missing. */
export async function paintPng(svg: string, load = loadPainter): Promise<Answer<Uint8Array>> {
  const painter = await load();
  if (painter === undefined) return { refusal: notThere };
  // Without a font, the painter would silently omit all words.
  if (new painter.Resvg(word).getBBox() === undefined) return { refusal: noFonts };
  const { width, height } = new painter.Resvg(svg);
  const value = Math.min(fineness, longest / Math.max(width, height));
  return { value: new painter.Resvg(svg, { fitTo: { mode: 'zoom', value } }).render().asPng() };
}

/** The smallest drawing that needs a font. */
const word = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="15">m</text></svg>';

/** Loads the painter; returns nothing if it is not installed or does not support this kind of machine. */
async function loadPainter(): Promise<Painter | undefined> {
  try {
    return await import('@resvg/resvg-js');
  } catch {
    return undefined;
  }
}
