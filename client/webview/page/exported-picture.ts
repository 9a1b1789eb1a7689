/**
 * The pictures that a page exports, in the theme that the settings ask for.
 */
import { drawingThemes, themed, type DrawingTheme } from '../../../language/src/drawing/themed.ts';
import { pngOf } from './png.ts';
import { oneOf, record } from './shape.ts';

let theme: DrawingTheme = 'light';

const themeMessage = record({ type: oneOf(['exportTheme']), theme: oneOf(drawingThemes) });

/** Takes the message about the theme, which every page gets; returns false for any other. */
export function takesTheme(message: unknown): boolean {
  if (!themeMessage(message)) return false;
  ({ theme } = message);
  return true;
}

/** Returns an SVG picture, which is light, as it is written: as SVG, or as PNG in base64. */
export const exportedPicture = async (format: 'svg' | 'png', svg: string): Promise<string> =>
  format === 'svg' ? themed(svg, theme) : pngOf(themed(svg, theme === 'auto' ? 'light' : theme));
