/**
 * `aftermath export png`: what is drawn as SVG, painted. The painter is a package of its own that npm brings along;
 * the extension comes without it, because VS Code paints by itself.
 */
import type * as Resvg from '@resvg/resvg-js';
import type { Answer } from '../../../../language/src/model/answer.ts';

export const pngFormat = { name: 'png', title: 'PNG picture of the same drawing, into the file OUT' } as const;

/** Twice the size, for screens and papers that are fine. */
const fineness = 2;
/** In pixels; of what is longer a smaller picture is painted, as on the page. */
const longest = 16_000;

const notThere =
  'A PNG is painted by the package "@resvg/resvg-js", which is not here. "npm install -g aftermath" brings it; "export svg" does without.';
const noFonts = 'A PNG needs a font for its words, and none is installed here; "export svg" does without.';

type Painter = Pick<typeof Resvg, 'Resvg'>;

/** Returns the bytes of a PNG of a drawing, or says what is missing for it. */
export async function paintPng(svg: string, load = loadPainter): Promise<Answer<Uint8Array>> {
  const painter = await load();
  if (painter === undefined) return { refusal: notThere };
  // Without a font words would be left out of the picture, and nobody told.
  if (new painter.Resvg(word).getBBox() === undefined) return { refusal: noFonts };
  const { width, height } = new painter.Resvg(svg);
  const value = Math.min(fineness, longest / Math.max(width, height));
  return { value: new painter.Resvg(svg, { fitTo: { mode: 'zoom', value } }).render().asPng() };
}

/** The least drawing that needs a font. */
const word = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="15">m</text></svg>';

/** The painter is not there, or not for this kind of machine: it comes to the same. */
async function loadPainter(): Promise<Painter | undefined> {
  try {
    return await import('@resvg/resvg-js');
  } catch {
    return undefined;
  }
}
