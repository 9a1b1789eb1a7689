/**
 * A picture that is written as SVG, painted as a PNG.
 */

/** Twice the size, for screens and papers that are fine. */
const fineness = 2;
/** Browsers paint on no longer sides. */
const longest = 16_000;

/** Returns the PNG in base64; of a very large picture a smaller one. */
export async function pngOf(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = Math.min(fineness, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(image.width * scale);
  canvas.height = Math.floor(image.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The picture cannot be painted here.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
