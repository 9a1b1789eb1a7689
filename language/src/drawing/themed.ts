/**
 * Drawings in other themes than print: the same rules with other colours. A colour keeps its hue, and what was dark on
 * white becomes light on a dark ground.
 */

/** The themes of drawings in files; `auto` is light or dark as the reader's screen is. */
export const drawingThemes = ['light', 'dark', 'auto'] as const;
/** One of the themes. */
export type DrawingTheme = (typeof drawingThemes)[number];

/** Returns the text of an SVG file of ours in a theme; its words are left alone. */
export function themed(svg: string, theme: DrawingTheme): string {
  if (theme === 'light') return svg;
  const style = /<style>([^]*?)<\/style><rect([^>]*) fill="(#[\da-f]{6})"/u.exec(svg);
  if (style === null) return svg;
  const [whole, rules = '', size = '', ground = ''] = style;
  const dark = rules.replace(/#[\da-f]{6}/gu, darkened);
  const own =
    theme === 'dark'
      ? `<style>${dark}</style><rect${size} fill="${darkened(ground)}"`
      : `<style>${rules}\n@media (prefers-color-scheme:dark){\nsvg>rect{fill:${darkened(ground)}}\n${dark}\n}</style><rect${size} fill="${ground}"`;
  return svg.replace(whole, () => own);
}

/** Lightness in OKLab: white becomes the ground of a dark editor, and the text of print almost white. */
const darkLightness = (lightness: number): number => Math.min(1, 1.147 - 0.907 * lightness);

/** Returns the dark counterpart of a colour, as `#rrggbb`. Source: B. Ottosson, "A perceptual color space" (2020). */
export function darkened(colour: string): string {
  const [lightness, a, b] = oklabOf(colour);
  const other = darkLightness(lightness);
  // A colour that no screen has loses as much of its chroma as it must.
  for (let share = 1; share > 0; share -= 0.05) {
    const channels = linearOf(other, a * share, b * share);
    if (channels.every((channel) => channel > -0.001 && channel < 1.001)) return hexOf(channels);
  }
  return hexOf(linearOf(other, 0, 0));
}

type Triple = readonly [number, number, number];

function oklabOf(colour: string): Triple {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

function linearOf(lightness: number, a: number, b: number): Triple {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function hexOf(channels: Triple): string {
  const hex = channels.map((channel) => {
    const bounded = Math.min(1, Math.max(0, channel));
    const value = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${hex.join('')}`;
}
