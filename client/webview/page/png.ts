/**
 * Paints an SVG picture as a PNG.
 */
import { texts } from './texts.ts';

/** The scale: twice the size, for high-resolution screens and print. */
const fineness = 2;
/** The longest side that browsers paint, in pixels. */
const longest = 16_000;

/** Returns the PNG in base64; a very large picture is scaled down. */
export async function pngOf(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(fineness, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(image.width * scale);
  canvas.height = Math.floor(image.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(texts.unpainted);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
