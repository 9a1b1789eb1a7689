/**
 * A picture that is written as SVG, painted as a PNG.
 */

/** Twice the size, for screens and papers that are fine. */
const fineness = 2;

/** Returns the PNG in base64. Fails where the picture is larger than what the browser paints. */
export async function pngOf(svg: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * fineness;
  canvas.height = image.height * fineness;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The picture cannot be painted here.');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
